"""Which stream is current: ``with``, ``use()``, managers of the file, suspended functions."""

from __future__ import annotations

import pytest

from cupylint.options import ModelOptions
from tests.programs import after_head, check_marks


@pytest.mark.parametrize("per_thread", [False, True])
def test_the_default_stream_depends_on_the_option(per_thread: bool) -> None:
    model = ModelOptions(per_thread_default_stream=per_thread)
    mark = "  # expect: CUP103" if per_thread else ""
    check_marks(
        after_head(
            f"""
            s = cp.cuda.Stream()
            with s:
                a = x * 2
            b = a + 1{mark}
            """
        ),
        model,
    )
