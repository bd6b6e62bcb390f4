"""What is said of arrays whose elements kernels read wrongly; the programs are in `tests/programs/kernel_arrays`."""

from __future__ import annotations

from cupylint.findings import Finding
from tests.programs.corpus import program


def _finding(name: str) -> Finding:
    (found,) = program(f"kernel_arrays/{name}").checked()
    return found


def test_what_a_kernel_does_with_gaps_is_a_premise() -> None:
    assert [premise.kind for premise in _finding("columns_racy").premises] == ["library-contract"]
    assert _finding("columns_racy").severity == "warning"
    assert _finding("bytes_of_columns_racy").severity == "error"


def test_bits_of_another_kind_may_be_meant() -> None:
    assert _finding("another_kind_of_the_same_width_racy").severity == "warning"
    assert _finding("default_dtype_racy").severity == "error"


def test_the_right_dtype_is_named() -> None:
    assert any("cp.int32" in note for note in _finding("default_dtype_of_ints_racy").notes)
