"""What was found before is told again where an edit changed nothing that was read for it.

Of most functions of a file only the names that they mention are ever read (`cupylint.program.stubs`). So an edit in one
of these, or of a comment or an empty line anywhere, leaves what was found as it is, but for the rows.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cupylint import source
from cupylint.config import Settings
from cupylint.converters import converting
from cupylint.findings import Finding, Lanes, Location, Mark, Related, Side
from cupylint.notebooks import LINES
from cupylint.registry import INCOMPLETE, UNREADABLE
from cupylint.rule import Rule
from cupylint.workspace import Workspace

if TYPE_CHECKING:
    from cupylint.program.stubs import Stub

_NUMBER = re.compile(r"\d+")


class Reuse:
    """Follows programs, or tells again what was found. Stands in for `cupylint.engine.check_text`."""

    def __init__(self) -> None:
        self._known: dict[str, _Seen] = {}

    def forget(self) -> None:
        """Forget all that was found."""
        self._known.clear()

    def changed(self, paths: Set[str]) -> None:
        """Forget what rests on any of these files."""
        self._known = {name: seen for name, seen in self._known.items() if (paths - {name}).isdisjoint(seen.looked)}

    def follow(
        self, text: str, filename: str, chosen: list[Rule], settings: Settings, workspace: Workspace
    ) -> list[Finding]:
        """The findings of `chosen` rules on the text of a file.

        Raises:
            UnreadableSource: the text does not parse.
        """
        from cupylint.engine import check_text
        from cupylint.program import Program

        if settings.shows_fixes:  # which are tried on other texts
            return check_text(text, filename, chosen, settings, workspace)
        known = self._known.get(filename)
        if known is not None and known.chosen == chosen and known.settings == settings:
            found = known.told_for(text, workspace)
            if found is not None:
                return found
        self._known.pop(filename, None)
        program = Program(text)
        with workspace.looking() as looked:
            found = check_text(program, filename, chosen, settings, workspace)
        own, parts = os.path.abspath(filename), _Parts.of(text)
        is_whole = not any(one.code in (INCOMPLETE, UNREADABLE) for one in found)
        if is_whole and parts is not None and not _is_followed(own, workspace):
            read = frozenset(index for index, stub in enumerate(parts.stubs) if stub in program.read)
            given = _given(own, workspace) if own in looked else None
            self._known[filename] = _Seen(filename, chosen, settings, parts, read, frozenset(looked), given, found)
        return found


def _is_followed(path: str, workspace: Workspace) -> bool:
    """Whether a file was followed where another one imports it: more of it may have been read than is known here."""
    file = workspace.file(path)
    return file is not None and file.parsed


def _given(path: str, workspace: Workspace) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """What other files are told of a file that they import."""
    return workspace.stream_names(path), workspace.clock_names(path)


@dataclass(frozen=True, slots=True)
class _Parts:
    """A text as `Program` takes it apart.

    Attributes:
        skeleton: its rows without the bodies of functions, but for those that hold nothing, each with its number.
        stubs: the functions whose bodies were left out.
        bodies: the rows of these, likewise.
        converting: see `cupylint.converters.converting`.
    """

    skeleton: list[tuple[int, str]]
    stubs: list[Stub]
    bodies: list[list[tuple[int, str]]]
    converting: frozenset[str]

    @classmethod
    def of(cls, text: str) -> _Parts | None:
        """None for a text that does not parse."""
        from cupylint.program.stubs import skeleton, stubs

        tree = source.standard_tree(text)
        if tree is None:
            return None
        rows = source.split_rows(text)
        found = stubs(tree, rows)
        empty = _empty(tree, rows)
        left, kept = skeleton(rows, found)
        numbered = list(zip(kept, source.split_rows(left), strict=False))
        bodies = [
            [(row, rows[row - 1]) for row in range(each.body, each.last + 1) if row not in empty] for each in found
        ]
        names = converting(tree)
        return cls([(row, line) for row, line in numbered if row not in empty], found, bodies, names)

    def rows_in(self, new: _Parts, read: frozenset[int]) -> dict[int, int] | None:
        """Where the rows that were read stand in a new text; None if anything that was read is not as it was.

        Args:
            read: the functions whose bodies were read, by their numbers.
        """
        if len(new.stubs) != len(self.stubs) or new.converting != self.converting:
            return None
        unread = (number for number in range(len(self.stubs)) if number not in read)
        if any(self.stubs[number].mentions != new.stubs[number].mentions for number in unread):
            return None
        pairs = [(self.skeleton, new.skeleton), *((self.bodies[number], new.bodies[number]) for number in sorted(read))]
        if any([line for _, line in before] != [line for _, line in after] for before, after in pairs):
            return None
        return {row: moved for before, after in pairs for (row, _), (moved, _) in zip(before, after, strict=True)}


def _empty(tree: ast.Module, rows: Sequence[str]) -> set[int]:
    """The rows that hold nothing but white space or a comment, outside of texts of several lines."""
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and (node.end_lineno or 0) > node.lineno:
            inside.update(range(node.lineno, (node.end_lineno or 0) + 1))
    blank = (row for row, line in enumerate(rows, 1) if not line.strip() or line.lstrip().startswith("#"))
    return {row for row in blank if row not in inside}


@dataclass(slots=True)
class _Seen:
    """What was found in a file, and what was read of it.

    Attributes:
        read: which of its functions were, by their numbers.
        looked: files and folders that were looked at.
        given: what files that import this one were told of it; None: none of them was looked at.
    """

    filename: str
    chosen: list[Rule]
    settings: Settings
    parts: _Parts
    read: frozenset[int]
    looked: frozenset[str]
    given: tuple[frozenset[bytes], frozenset[bytes]] | None
    found: list[Finding]

    def told_for(self, text: str, workspace: Workspace) -> list[Finding] | None:
        """The same findings for another text; None if anything that was read is not as it was."""
        if self.given is not None and self.given != _given(os.path.abspath(self.filename), workspace):
            return None
        new = _Parts.of(text)
        rows = None if new is None else self.parts.rows_in(new, self.read)
        if rows is None:
            return None
        try:
            return [_Moved(rows, self.filename).finding(one) for one in self.found]
        except KeyError:  # it tells of a row that was not read
            return None


@dataclass(frozen=True, slots=True)
class _Moved:
    """Tells findings about a file some rows of which have moved."""

    rows: Mapping[int, int]
    filename: str

    def finding(self, one: Finding) -> Finding:
        inside = one.filename == self.filename
        return replace(
            one,
            message=self.text(one.message, inside),
            label=self.text(one.label, inside),
            location=self.place(one.location, one.filename, inside),
            related=tuple(self.related(item, inside) for item in one.related),
            notes=tuple(self.text(note, inside) for note in one.notes),
            premises=tuple(replace(item, text=self.text(item.text, inside)) for item in one.premises),
            candidates=(),
            lanes=None if one.lanes is None else self.lanes(one.lanes, inside),
            table=tuple(self.text(row, inside) for row in one.table),
            context=tuple(self.rows[row] for row in one.context) if inside else one.context,
            accesses=tuple(self.side(item, inside) for item in one.accesses),
            seen_from=None if one.seen_from is None else self.finding(one.seen_from),
        )

    def place(self, place: Location, filename: str, inside: bool) -> Location:
        if filename != self.filename and (filename or not inside):
            return place
        return replace(place, row=self.rows[place.row], end_row=self.rows[place.end_row])

    def related(self, item: Related, inside: bool) -> Related:
        place = self.place(item.location, item.filename, inside)
        return replace(item, location=place, message=self.text(item.message, inside))

    def side(self, item: Side, inside: bool) -> Side:
        return replace(item, location=self.place(item.location, item.filename, inside))

    def lanes(self, lanes: Lanes, inside: bool) -> Lanes:
        names = tuple(self.text(name, inside) for name in lanes.names)
        remarks = tuple((lane, self.text(text, inside)) for lane, text in lanes.remarks)
        return replace(
            lanes, names=names, remarks=remarks, marks=tuple(self.mark(mark, inside) for mark in lanes.marks)
        )

    def mark(self, mark: Mark, inside: bool) -> Mark:
        is_here = mark.file == os.path.basename(self.filename) or (inside and not mark.file)
        return replace(mark, row=self.rows[mark.row]) if is_here else mark

    def text(self, text: str, inside: bool) -> str:
        """A text with the lines of the file as they are now."""

        def moved(match: re.Match[str]) -> str:
            is_here = inside if match[2] is None else match[2] == os.path.basename(self.filename)
            if not is_here:
                return match[0]
            first, last = match.start(1) - match.start(), match.end(1) - match.start()
            numbers = _NUMBER.sub(lambda number: str(self.rows[int(number[0])]), match[1])
            return f"{match[0][:first]}{numbers}{match[0][last:]}"

        return LINES.sub(moved, text)
