"""What was found before is told again where an edit changed nothing that was read for it.

Of most functions of a file only the names that they mention are ever read (`cupylint.program.stubs`). So an edit in one
of these, or of a comment, a docstring or an empty line anywhere, leaves what was found as it is, but for the rows.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from cupylint import engine, source
from cupylint.config import Settings
from cupylint.converters import converting
from cupylint.findings import Finding
from cupylint.records import dataclass
from cupylint.registry import INCOMPLETE, UNREADABLE
from cupylint.rule import Rule
from cupylint.server.moved import Moved
from cupylint.workspace import Workspace

if TYPE_CHECKING:
    from cupylint.program import Program
    from cupylint.program.stubs import Stub


_MOST_KEPT = 4
"""Of how many texts of a file it is kept what was found: one that was edited is often what it was before again."""


class Reuse:
    """Follows programs, or tells again what was found. Stands in for `cupylint.engine.check_text`.

    Of a program that is followed again after an edit, only what has changed is parsed.
    """

    def __init__(self) -> None:
        self._known: dict[str, list[_Seen]] = {}  # of each file the latest first
        self._programs: dict[str, Program] = {}

    def forget(self) -> None:
        """Forget all that was found."""
        self._known.clear()
        self._programs.clear()

    def closed(self, paths: Set[str]) -> None:
        """Nobody edits these files any more."""
        for path in paths:
            self._programs.pop(path, None)

    def changed(self, paths: Set[str]) -> None:
        """Forget what rests on any of these files."""
        self._known = {
            name: [seen for seen in known if (paths - {name}).isdisjoint(seen.looked)]
            for name, known in self._known.items()
        }

    def follow(
        self, text: str, filename: str, chosen: list[Rule], settings: Settings, workspace: Workspace
    ) -> list[Finding]:
        """The findings of `chosen` rules on the text of a file.

        Raises:
            UnreadableSource: the text does not parse.
        """
        from cupylint.program import Program

        if settings.shows_fixes:  # which are tried on other texts
            return engine.check_text(text, filename, chosen, settings, workspace)
        parts, known = _Parts.of(text), self._known.setdefault(filename, [])
        for seen in tuple(known):
            if parts is None or (seen.chosen, seen.settings) != (chosen, settings):
                continue
            if (found := seen.told_for(parts, workspace)) is not None:
                known.remove(seen)
                known.insert(0, seen)
                return found
        program = Program(text, earlier=self._programs.get(filename))
        with workspace.looking() as looked:
            found = engine.check_text(program, filename, chosen, settings, workspace)
        self._programs[filename] = program
        own = os.path.abspath(filename)
        is_whole = not any(one.code in (INCOMPLETE, UNREADABLE) for one in found)
        if is_whole and parts is not None and not _is_followed(own, workspace):
            read = frozenset(index for index, stub in enumerate(parts.stubs) if stub in program.read)
            given = _given(own, workspace) if own in looked else None
            known.insert(0, _Seen(filename, chosen, settings, parts, read, frozenset(looked), given, found))
            del known[_MOST_KEPT:]
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
    """The rows that hold nothing which is followed: white space, comments, texts that are statements of their own."""
    inside: set[int] = set()
    texts: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and (node.end_lineno or 0) > node.lineno:
            inside.update(range(node.lineno, (node.end_lineno or 0) + 1))
        elif isinstance(node, ast.Expr) and _is_text_alone(node, rows):
            texts.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return {row for row, line in enumerate(rows, 1) if _is_blank(line) and row not in inside} | texts


def _is_text_alone(statement: ast.Expr, rows: Sequence[str]) -> bool:
    """Whether a statement is nothing but a text, such as that of a function's documentation, and alone in its rows."""
    if not isinstance(statement.value, ast.Constant) or not isinstance(statement.value.value, str):
        return False
    first, last = rows[statement.lineno - 1].encode(), rows[(statement.end_lineno or 0) - 1].encode()
    before, behind = first[: statement.col_offset], last[statement.end_col_offset :]
    return not before.strip() and _is_blank(behind.decode("utf-8", "replace"))


def _is_blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


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

    def told_for(self, new: _Parts, workspace: Workspace) -> list[Finding] | None:
        """The same findings for another text; None if anything that was read is not as it was."""
        if self.given is not None and self.given != _given(os.path.abspath(self.filename), workspace):
            return None
        rows = self.parts.rows_in(new, self.read)
        if rows is None:
            return None
        try:
            return [Moved(rows, self.filename).finding(one) for one in self.found]
        except KeyError:  # it tells of a row that was not read
            return None
