"""Findings whose lines have moved: every line that they name, also in their words, is told as it is now."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace

from cupylint.findings import Finding, Lanes, Location, Mark, Related, Side
from cupylint.notebooks import LINES
from cupylint.records import dataclass

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Moved:
    """Tells findings about a file some rows of which have moved.

    Attributes:
        rows: where each row stands now that is still as it was.
    """

    rows: Mapping[int, int]
    filename: str

    def finding(self, one: Finding) -> Finding:
        """The finding as it is told now.

        Raises:
            KeyError: it names a row that is not as it was.
        """
        inside = one.filename == self.filename
        return replace(
            one,
            message=self._text(one.message, inside),
            label=self._text(one.label, inside),
            location=self._place(one.location, one.filename, inside),
            related=tuple(self._related(item, inside) for item in one.related),
            notes=tuple(self._text(note, inside) for note in one.notes),
            premises=tuple(replace(item, text=self._text(item.text, inside)) for item in one.premises),
            candidates=(),
            lanes=None if one.lanes is None else self._lanes(one.lanes, inside),
            table=tuple(self._text(row, inside) for row in one.table),
            context=tuple(self.rows[row] for row in one.context) if inside else one.context,
            accesses=tuple(self._side(item, inside) for item in one.accesses),
            seen_from=None if one.seen_from is None else self.finding(one.seen_from),
        )

    def _place(self, place: Location, filename: str, inside: bool) -> Location:
        if filename != self.filename and (filename or not inside):
            return place
        return replace(place, row=self.rows[place.row], end_row=self.rows[place.end_row])

    def _related(self, item: Related, inside: bool) -> Related:
        place = self._place(item.location, item.filename, inside)
        return replace(item, location=place, message=self._text(item.message, inside))

    def _side(self, item: Side, inside: bool) -> Side:
        return replace(item, location=self._place(item.location, item.filename, inside))

    def _lanes(self, lanes: Lanes, inside: bool) -> Lanes:
        names = tuple(self._text(name, inside) for name in lanes.names)
        remarks = tuple((lane, self._text(text, inside)) for lane, text in lanes.remarks)
        return replace(
            lanes, names=names, remarks=remarks, marks=tuple(self._mark(mark, inside) for mark in lanes.marks)
        )

    def _mark(self, mark: Mark, inside: bool) -> Mark:
        is_here = mark.file == os.path.basename(self.filename) or (inside and not mark.file)
        return replace(mark, row=self.rows[mark.row]) if is_here else mark

    def _text(self, text: str, inside: bool) -> str:
        """A text with the lines of the file as they are now."""

        def moved(match: re.Match[str]) -> str:
            is_here = inside if match[2] is None else match[2] == os.path.basename(self.filename)
            if not is_here:
                return match[0]
            first, last = match.start(1) - match.start(), match.end(1) - match.start()
            numbers = _NUMBER.sub(lambda number: str(self.rows[int(number[0])]), match[1])
            return f"{match[0][:first]}{numbers}{match[0][last:]}"

        return LINES.sub(moved, text)
