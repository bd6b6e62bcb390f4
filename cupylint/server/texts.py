"""Texts as editors count in them: rows from 0, columns in units of an encoding. A form feed ends no row."""

from __future__ import annotations

from lsprotocol import types

from cupylint import source
from cupylint.findings import Location

_BYTES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


class Text:
    """A text that an editor shows.

    Args:
        units: what columns are counted in: "utf-8", "utf-16" or "utf-32".
    """

    def __init__(self, text: str, units: str) -> None:
        self.text = text
        self.rows = source.split_rows(text)
        self._units = units

    def position(self, row: int, column: int) -> types.Position:
        """What the editor calls a row and a column that count from 1; the end of the text for what is behind it."""
        if row > len(self.rows):
            return types.Position(len(self.rows) - 1, self._width(self.rows[-1]))
        return types.Position(row - 1, self._width(_content(self.rows[row - 1])[: column - 1]))

    def range(self, place: Location) -> types.Range:
        """What the editor calls a place."""
        return types.Range(self.position(place.row, place.column), self.position(place.end_row, place.end_column))

    def offset(self, position: types.Position) -> int:
        """How many characters stand before a position. One behind the end of its row means that end."""
        if position.line >= len(self.rows):
            return len(self.text)
        row = _content(self.rows[position.line])
        before = sum(map(len, self.rows[: position.line]))
        if row.isascii() or self._units == "utf-32":
            return before + min(position.character, len(row))
        taken = 0
        for index, character in enumerate(row):
            if taken >= position.character:
                return before + index
            taken += self._width(character)
        return before + len(row)

    def edited(self, change: types.TextDocumentContentChangeEvent) -> Text:
        """The text after a change of a part of it, or of all."""
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return Text(change.text, self._units)
        start, end = self.offset(change.range.start), self.offset(change.range.end)
        return Text(self.text[:start] + change.text + self.text[max(start, end) :], self._units)

    def _width(self, part: str) -> int:
        if part.isascii():
            return len(part)
        return len(part.encode(_CODECS[self._units], "surrogatepass")) // _BYTES[self._units]


def _content(row: str) -> str:
    return row.rstrip("\r\n")
