"""The same accesses in another version of a program: found by the text of their statements."""

from __future__ import annotations

import difflib
import re

from cupylint.findings import Location

from .rewrite import is_store, statements, unit_text

_ALIKE = 0.6


def same_access(text: str, location: Location, other: str) -> Location | None:
    """Where the access at `location` of `text` stands in `other`, a changed version of it.

    The statement with the same text, the same one of several; else the most similar that has the
    text of the access in it, or, where that is all of the statement, the most similar call of a method of the same
    name; None if there is no such statement.
    """
    found = unit_text(text, location)
    if found is None:
        return None
    unit, place = found
    candidates = sorted(statements(other), key=lambda item: item[1])
    stored = is_store(text, location)
    same = [where for candidate, where in candidates if candidate == unit]
    if same:
        before = [where for candidate, where in statements(text) if candidate == unit and where < place]
        target = same[min(len(before), len(same) - 1)]
        return _relative(location, place, target)
    lines = text.splitlines()
    access = lines[location.row - 1][location.column - 1 : location.end_column - 1]
    pattern = re.compile(rf"(?<!\w){re.escape(access)}(?!\w)")
    best: tuple[float, Location] | None = None
    for candidate, where in candidates:
        likeness = difflib.SequenceMatcher(None, unit, candidate).ratio()
        if likeness < _ALIKE or (best and likeness <= best[0]):
            continue
        for match in pattern.finditer(candidate.partition("\n")[0]):
            column = where.column + match.start()
            place = Location(where.row, column, where.row, column + len(access))
            if is_store(other, place) == stored:
                best = (likeness, place)
                break
    if best is None and access == unit:
        return _same_call(unit, candidates)
    return best[1] if best else None


def _same_call(unit: str, candidates: list[tuple[str, Location]]) -> Location | None:
    """The most similar call, without arguments, of a method that is called like that of `unit`."""
    name = re.search(r"\.\w+\(\)$", unit)
    alike = [(text, where) for text, where in candidates if name is not None and text.endswith(name[0])]
    return max(alike, key=lambda item: difflib.SequenceMatcher(None, unit, item[0]).ratio(), default=("", None))[1]


def _relative(location: Location, place: Location, target: Location) -> Location:
    """`location`, which stands in the text at `place`, in the same text at `target`."""

    def moved(row: int, column: int) -> tuple[int, int]:
        shift = target.column - place.column if row == place.row else 0
        return row - place.row + target.row, column + shift

    return Location(*moved(location.row, location.column), *moved(location.end_row, location.end_column))
