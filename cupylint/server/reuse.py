"""What was found before is told again where an edit changed nothing that was read for it.

Of most functions of a file only the names that they mention are ever read (`cupylint.program.stubs`). So an edit in one
of these, or of a comment, a docstring or an empty line anywhere, leaves what was found as it is, but for the rows.
"""

from __future__ import annotations

import os
from collections.abc import Set
from typing import TYPE_CHECKING

from cupylint import engine
from cupylint.config import Settings
from cupylint.findings import Finding
from cupylint.parts import Parts
from cupylint.records import dataclass
from cupylint.registry import INCOMPLETE, UNREADABLE
from cupylint.rule import Rule
from cupylint.server.moved import Moved
from cupylint.workspace import Workspace

if TYPE_CHECKING:
    from cupylint.program import Program


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
        parts, known = Parts.of(text), self._known.setdefault(filename, [])
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
    parts: Parts
    read: frozenset[int]
    looked: frozenset[str]
    given: tuple[frozenset[bytes], frozenset[bytes]] | None
    found: list[Finding]

    def told_for(self, new: Parts, workspace: Workspace) -> list[Finding] | None:
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
