"""Addresses of arrays that nothing keeps, and look-alikes whose arrays are kept."""

from __future__ import annotations

from tests.programs import lint
from tests.programs.corpus import program


def test_whether_there_is_a_copy_is_a_premise() -> None:
    (maybe,) = program("addresses/a_copy_by_name_racy").checked()
    (certain,) = program("addresses/arithmetic_racy").checked()
    assert (maybe.severity, [premise.kind for premise in maybe.premises]) == ("warning", ["argument"])
    assert (certain.severity, certain.premises) == ("error", ())


def test_columns_count_characters() -> None:
    (found,) = lint('import cupy as cp\nü = {"ü": cp.zeros(4).data.ptr}\nprint(sorted(ü))\n')
    assert (found.location.row, found.location.column, found.location.end_column) == (2, 11, 31)
