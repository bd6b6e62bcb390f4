"""Numbers drawn from a generator are arrays of the current stream, as those of ``cupy.random`` are."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, every

MAKERS = ("cp.random.default_rng(1)", "cp.random.Generator(cp.random.XORWOW())", "cp.random.RandomState(1)")


@pytest.mark.parametrize("maker", MAKERS)
def test_they_are_written_on_the_current_stream(maker: str) -> None:
    check_marks(
        after_head(f"""
        numbers = {maker}
        with s1:
            a = numbers.standard_normal(100)
        with s2:
            b = a + 1  # expect: CUP101
        """)
    )


def test_they_may_fill_an_array() -> None:
    check_marks(
        after_head("""
        numbers = cp.random.default_rng(1)
        with s1:
            y = x + 1
        with s2:
            numbers.random(out=x)  # expect: CUP102
        """)
    )


def test_a_seed_is_no_array() -> None:
    text = """
        numbers = cp.random.RandomState(1)
        with s1:
            seed = numbers.seed(3)
        with s2:
            print(seed)
        """
    assert every(after_head(text), maybe=True) == set()
