"""Device memory that is freed while it is in use: racy programs and their safe twins (CUP104)."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, every


@pytest.mark.parametrize("made", ["concatenate([a, a])", "stack([a, a])", "hstack((a, a))", "vstack([a] * 3)"])
def test_what_is_joined_of_a_list_is_as_large_again(made: str) -> None:
    check_marks(
        after_head(f"""
            def races(n):
                for i in range(n):
                    with s1:
                        a = x * 2
                        f = cp.{made}  # expect: CUP104
                    s2.wait_event(s1.record())
                    with s2:
                        y[:9] += f.sum()
            def waits(n):
                for i in range(n):
                    with s1:
                        a = x * 2
                        f = cp.{made}
                    s2.wait_event(s1.record())
                    with s2:
                        y[:9] += f.sum()
                    s1.wait_event(s2.record())
        """)
    )


def test_a_list_that_grows_is_another_size() -> None:
    source = after_head("""
        def run(n):
            parts = [x]
            for i in range(n):
                with s1:
                    f = cp.concatenate(parts)
                    parts.append(x)
                s2.wait_event(s1.record())
                with s2:
                    y[:9] += f.sum()
    """)
    assert "CUP104" not in {code for _, code in every(source)}
