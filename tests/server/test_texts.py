"""Rows and columns as editors count them."""

from __future__ import annotations

import pytest
from lsprotocol import types

from cupylint.findings import Location
from cupylint.server.texts import Text

ROWS = "a\r\n\x0cb\u2028\n\u00e9\U0001f600x\r"


@pytest.mark.parametrize(("units", "column"), [("utf-8", 6), ("utf-16", 3), ("utf-32", 2)])
def test_columns_in_units(units: str, column: int) -> None:
    text = Text(ROWS, units)
    assert text.range(Location(3, 3, 3, 4)) == types.Range(types.Position(2, column), types.Position(2, column + 1))
    assert text.offset(types.Position(2, column)) == ROWS.index("x")
    assert text.offset(types.Position(2, 99)) == ROWS.index("\r", 4)
    assert text.offset(types.Position(99, 0)) == len(ROWS)


def test_only_line_ends_end_rows() -> None:
    assert Text(ROWS, "utf-16").rows == ["a\r\n", "\x0cb\u2028\n", "\u00e9\U0001f600x\r", ""]
    assert Text("", "utf-16").position(9, 9) == types.Position(0, 0)


def test_changes() -> None:
    text = Text("ab\ncd\n", "utf-16")
    change = types.TextDocumentContentChangePartial(types.Range(types.Position(0, 1), types.Position(1, 1)), "-\n-")
    assert text.edited(change).text == "a-\n-d\n"
    assert text.edited(types.TextDocumentContentChangeWholeDocument("x")).text == "x"
