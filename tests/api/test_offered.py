"""What is offered in the place of names that CuPy does not have."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.options import ModelOptions
from cupylint.runtime_checks.cases import FOLDER

HEAD = "import cupy as cp\nfrom cupy.cuda import Stream\ns, t = Stream(), Stream()\n"


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        ("s.wait(t.record())", "s.wait_event(t.record())"),
        ("from cupy.cuda import current_stream", "from cupy.cuda import get_current_stream as current_stream"),
        ("from cupy.cuda import current_stream as c", "from cupy.cuda import get_current_stream as c"),
        ("s.wait()", ""),
        ("from cupy.cuda import RawKernel", ""),
    ],
)
def test_one_edit_where_the_meaning_is_certain(line: str, fixed: str) -> None:
    (finding,) = check_bytes((HEAD + line + "\n").encode(), "program.py", Settings(select=("CUP301",)))
    assert (finding.fix.applied(HEAD + line + "\n") if finding.fix else "") == (HEAD + fixed + "\n" if fixed else "")


def test_both_flags_by_position_are_meant_as_one() -> None:
    path = FOLDER / "CUP113" / "bad_swapped_flags.py"
    (finding,) = check_bytes(path.read_bytes(), str(path), Settings(select=("CUP113",)))
    assert finding.fix is not None and finding.fix.code == "cupy.cuda.Stream(non_blocking=True)"


def test_the_sparse_arrays_of_old_versions_are_scipys() -> None:
    (finding,) = check_bytes(b"import cupy as cp\nm = cp.sparse.csr_matrix(3)\n", "m.py", Settings(select=("CUP301",)))
    assert "`cupyx.scipy.sparse" in finding.message


@pytest.mark.parametrize(
    ("line", "version", "said"),
    [
        ("cp.cuda.compile_with_cache('')", 14, "`cp.cuda.compile_with_cache` is not in CuPy 14, only up to CuPy 12"),
        ("cp.acos(1)", 13, "`cp.acos` is not in CuPy 13, only since CuPy 14"),
    ],
)
def test_versions_that_have_a_name_are_those_before_or_after(line: str, version: int, said: str) -> None:
    settings = Settings(select=("CUP301",), model=ModelOptions(cupy_version=version))
    (finding,) = check_bytes((HEAD + line + "\n").encode(), "program.py", settings)
    assert finding.message.startswith(said)
