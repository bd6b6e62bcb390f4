"""A changed file is analysed again only as far as the change can matter: to see whether a fix holds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from cupylint import source
from cupylint.findings import Finding, Premise
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.facts import Fact
    from cupylint.flow.driver.result import Result

_WORK = 30_000
"""Lines and statements to be analysed again at most, for all fixes of a file."""


@dataclass(frozen=True, slots=True)
class Part:
    """What of a file is analysed again.

    Attributes:
        entries: of its analysis; None: all.
        premises: what they take for sizes that the code does not tell. Without any, none are tried.
    """

    entries: frozenset[str] | None = None
    premises: tuple[Premise, ...] = ()


Analyse = Callable[[str, Part], "list[Finding] | None"]
"""The findings of a part of a changed source; None: it was not finished."""
Tell = Callable[["list[Fact]"], "list[Finding]"]
"""The findings of facts about the file as it is."""


class Recheck:
    """Analyses versions of one file with little change.

    A change inside a function is seen by the entries that led into that function. Where these are no large part of
    the work, only they are followed again, and what they find is compared with what they found in the file as it is.
    A finding that rests on a size is looked for with that size alone, any other one without a size.

    Args:
        text: the file as it is, and `result` what its analysis saw.
        found: its findings that rest on no size.
        tell: gives those of facts about it.
        analyse: gives those of another text.
    """

    def __init__(self, text: str, result: Result, found: list[Finding], tell: Tell, analyse: Analyse) -> None:
        self._text, self._result, self._found = text, result, found
        self._tell, self._analyse = tell, analyse
        self._lines = text.count("\n") + 1
        self._left = _WORK
        self._before: dict[Part, list[Finding] | None] = {Part(): found}
        self._after: dict[tuple[str, Part], list[Finding] | None] = {}

    def __call__(self, changed: str, premises: tuple[Premise, ...]) -> tuple[list[Finding], list[Finding]] | None:
        """Findings that can be compared: of the file as it is, and of the changed one. None: enough work was done.

        Args:
            premises: those of the finding that is looked for.

        Raises:
            UnreadableSource: the changed text does not parse.
        """
        part = Part(self._entries(changed), sizes(premises))
        if part not in self._before:
            self._before[part] = self._findings(self._text, part)
        if self._before[part] is not None and (changed, part) not in self._after:
            self._after[(changed, part)] = self._findings(changed, part)
        before, after = self._before[part], self._after.get((changed, part))
        return None if before is None or after is None else (before, after)

    def _findings(self, text: str, part: Part) -> list[Finding] | None:
        self._left -= self._lines + self._work(part.entries)
        if self._left < 0:
            return None
        known = self._known(part) if text is self._text else None
        return self._analyse(text, part) if known is None else known

    def _known(self, part: Part) -> list[Finding] | None:
        """What a part of the file as it is shows, where following all of it has told; None: follow the part alone."""
        if part.premises:
            every = frozenset(name for name in self._result.entry_work if name)
            facts = self._result.sized.get((every if part.entries is None else part.entries, part.premises))
            return None if facts is None else self._tell(facts)
        if part.entries is None or not self._result.is_separable:
            return None
        found: list[Finding] = []
        for finding in self._found:
            entries = self._led_to(finding)
            if entries is None or not (entries <= part.entries or entries.isdisjoint(part.entries)):
                return None
            found += [finding] if entries <= part.entries else []
        return found

    def _led_to(self, finding: Finding) -> frozenset[str] | None:
        """The entries that led to where a finding stands, none for the top level; None: that is not known."""
        if finding.seen_from is not None:
            return None
        name = self._functions.get(finding.location.row)
        entries = {""} if name is None else self._result.reached.get(name, set())
        return None if not entries or (len(entries) > 1 and "" in entries) else frozenset(entries) - {""}

    @cached_property
    def _functions(self) -> dict[int, str]:
        """The rows of outermost functions, with their names."""
        tree = source.standard_tree(self._text)
        return {
            row: function.name
            for function in (_outermost(tree.body) if tree is not None else ())
            for row in range(function.lineno, (function.end_lineno or 0) + 1)
        }

    def _work(self, entries: frozenset[str] | None) -> int:
        work = self._result.entry_work
        return self._result.work if entries is None else sum(work[entry] for entry in entries)

    def _entries(self, changed: str) -> frozenset[str] | None:
        """The entries that a change can matter to, None for all."""
        functions = changed_functions(self._text, changed)
        if functions is None:
            return None
        found = frozenset().union(*(self._result.reached.get(function, ()) for function in functions))
        return found if 4 * self._work(found) < 3 * self._result.work else None


def sizes(premises: tuple[Premise, ...]) -> tuple[Premise, ...]:
    """Those premises that take a number for sizes."""
    return tuple(premise for premise in premises if premise.size is not None)


def changed_functions(old: str, new: str) -> frozenset[str] | None:
    """The names of the outermost functions, or methods, that a change lies in; None: it also lies elsewhere."""
    rows, changed = old.splitlines(), new.splitlines()
    first = source.common_start(rows, changed)
    last = source.common_start(rows[first:][::-1], changed[first:][::-1])
    found: set[str] = set()
    for text, end in ((old, len(rows) - last), (new, len(changed) - last)):
        left = set(range(first + 1, end + 1))
        tree = source.standard_tree(text) if left else None
        for function in _outermost(tree.body) if tree is not None else ():
            body = range(function.body[0].lineno, (function.end_lineno or 0) + 1)
            if not left.isdisjoint(body):
                found.add(function.name)
                left.difference_update(body)
        if left:
            return None
    return frozenset(found)


def _outermost(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions of a file's top level, and methods of its classes."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield statement
        elif isinstance(statement, ast.ClassDef):
            yield from _outermost(statement.body)
