"""What a finding is known by in a later run, wherever it has moved in its file. Baselines, SARIF and GitLab share it.

That is its rule, its file, the text of the lines of both accesses and the functions around it, with blanks and comments
left aside, and its number among those that are alike. In a notebook the lines are those of the cells.
"""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from cupylint import source
from cupylint.findings import Finding, Location
from cupylint.records import dataclass

Texts = Callable[[str, int], "str | None"]
"""The text of a file by its name, or of a cell of a notebook by its number, 0 for none; None if it cannot be read."""


@dataclass(frozen=True, slots=True, order=True)
class Identity:
    """What a finding is known by.

    Attributes:
        file: its name from a folder that stays, with slashes.
        rule: its code.
        function: the function that it stands in, with the classes and functions around it; "" for none.
        lines: the texts of the lines of its place and of its accesses.
        number: among those of which all this is the same, from 0, in the order of their places.
    """

    file: str
    rule: str
    function: str
    lines: tuple[str, ...]
    number: int

    @property
    def digest(self) -> str:
        """The same as 32 hexadecimal digits, as other programs want it."""
        parts = (self.file, self.rule, self.function, str(self.number), *self.lines)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def identities(findings: Iterable[Finding], name: Callable[[str], str], texts: Texts) -> list[Identity]:
    """The identities of findings, in the order that these have; no two are the same.

    Args:
        findings: in the order of their places.
        name: what a file is called in an identity.
    """
    parts = cache(lambda filename, cell: _Text(texts(filename, cell) or ""))
    counts: Counter[tuple[object, ...]] = Counter()
    found = []
    for finding in findings:
        place = finding.location
        places = [(finding.filename, place)]
        places += [(side.filename or finding.filename, side.location) for side in finding.accesses]
        lines = tuple(parts(filename, at.cell).line(at.row) for filename, at in places)
        key = (name(finding.filename), finding.code, parts(finding.filename, place.cell).function(place), lines)
        found.append(Identity(*key, counts[key]))
        counts[key] += 1
    return found


class _Text:
    """Lines and functions of a text."""

    def __init__(self, text: str) -> None:
        self._rows = source.split_rows(text)
        tree = source.standard_tree(text)
        self._functions = [] if tree is None else list(_functions(tree))

    def line(self, row: int) -> str:
        """A line without its comment, with single blanks."""
        return " ".join(_code(self._rows[row - 1]).split()) if 1 <= row <= len(self._rows) else ""

    def function(self, place: Location) -> str:
        """The name of the innermost function around a place, with those around it."""
        inside = [name for first, last, name in self._functions if first <= place.row <= last]
        return max(inside, key=len, default="")


def _functions(tree: ast.AST) -> Iterable[tuple[int, int, str]]:
    pending = [(tree, "")]
    while pending:
        parent, around = pending.pop()
        for child in ast.iter_child_nodes(parent):
            name = around
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{around}.{child.name}" if around else child.name
                yield child.lineno, child.end_lineno or child.lineno, name
            pending.append((child, name))


def _code(line: str) -> str:
    """A line without the comment at its end, as far as it can be told from the line alone."""
    if "#" not in line:
        return line
    try:
        for token in tokenize.generate_tokens(io.StringIO(line.strip() + "\n").readline):
            if token.type == tokenize.COMMENT:
                return line.strip()[: token.start[1]]
    except (tokenize.TokenError, SyntaxError):  # a line of a longer statement: what came first still counts
        return line.partition("  #")[0]
    return line
