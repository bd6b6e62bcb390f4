"""Helpers of the standard library and polling loops that leave no doubt."""

from __future__ import annotations

from tests.programs import after_head, check_marks, every


def test_functools_wraps_calls_nothing() -> None:
    """`functools.wraps(function)` calls nothing."""
    check_marks(
        after_head("""
        import functools
        with s1:
            a = x * 2
        def double(values):
            return values * 2
        @functools.wraps(double)
        def other(values):
            return double(values)
        with s2:
            b = a + 1  # expect: CUP101
        """)
    )


def test_while_true_until_done_is_a_full_wait() -> None:
    text = """
        with s1:
            a = x * 2
        event = s1.record()
        while True:
            if event.done:
                break
        with s2:
            b = a + 1
        """
    assert every(after_head(text), maybe=True) == set()
