"""What was found before an edit, told until the file has been checked again: long functions take longer than typing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from cupylint.findings import Finding
from cupylint.records import dataclass
from cupylint.server.documents import Document
from cupylint.server.moved import Moved


@dataclass(frozen=True, slots=True)
class Earlier:
    """The findings in a file as they were told, and what was open then."""

    path: str
    documents: Mapping[str, Document]
    found: Sequence[Finding]

    def told_for(self, documents: Mapping[str, Document]) -> list[Finding] | None:
        """Those that name no line that was edited since, and no other file that was, where they stand now.

        None for a notebook that was edited: nothing is known of its cells.
        """
        edited = {path for path in self.documents.keys() | documents.keys() if self._is_edited(path, documents)}
        others = edited - {self.path}
        left = [one for one in self.found if others.isdisjoint(_files(one))] if others else self.found
        before, now = self.documents[self.path], documents[self.path]
        if self.path not in edited:
            return list(left)
        if before.is_notebook or now.is_notebook:
            return None
        moved = Moved(kept_rows(before.sheets[0].text.rows, now.sheets[0].text.rows), self.path)
        told: list[Finding] = []
        for one in left:
            with suppress(KeyError):  # it names a line that was edited
                told.append(moved.finding(one))
        return told

    def _is_edited(self, path: str, documents: Mapping[str, Document]) -> bool:
        before, now = self.documents.get(path), documents.get(path)
        return before is None or now is None or before.data != now.data


def kept_rows(before: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """Where the rows above and below an edit stand after it; rows count from 1."""
    shorter = min(len(before), len(now))
    above = next((row for row in range(shorter) if before[row] != now[row]), shorter)
    left = shorter - above
    below = next((row for row in range(left) if before[-1 - row] != now[-1 - row]), left)
    rows = {row: row for row in range(1, above + 1)}
    return rows | {row: row + len(now) - len(before) for row in range(len(before) - below + 1, len(before) + 1)}


def _files(one: Finding) -> Iterator[str]:
    """The files that a finding names."""
    yield one.filename
    yield from (place.filename for place in one.related)
    yield from (side.filename for side in one.accesses)
    if one.seen_from is not None:
        yield from _files(one.seen_from)
