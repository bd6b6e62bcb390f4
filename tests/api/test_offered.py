"""What is offered in the place of names that CuPy does not have."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes

HEAD = "import cupy as cp\nfrom cupy.cuda import Stream\ns, t = Stream(), Stream()\n"


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        ("s.wait(t.record())", "s.wait_event(t.record())"),
        ("from cupy.cuda import current_stream", "from cupy.cuda import get_current_stream as current_stream"),
        ("from cupy.cuda import current_stream as c", "from cupy.cuda import get_current_stream as c"),
        ("u = Stream(True, False)", "u = Stream(non_blocking=True)"),
        ("s.wait()", ""),
        ("from cupy.cuda import RawKernel", ""),
    ],
)
def test_one_edit_where_the_meaning_is_certain(line: str, fixed: str) -> None:
    (finding,) = check_bytes((HEAD + line + "\n").encode(), "program.py", Settings(select=("CUP301", "CUP113")))
    assert (finding.fix.applied(HEAD + line + "\n") if finding.fix else "") == (HEAD + fixed + "\n" if fixed else "")
