"""Findings that are known: a file that lists them, so that only new ones are shown.

A finding is known again by its rule, its file, the text of the lines of both accesses and the functions around them,
with blanks and comments left aside, and its number among those that are alike. So it may move in its file.
"""

from __future__ import annotations

import ast
import io
import json
import os
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from cupylint import escape, source
from cupylint.config import ConfigError, Settings
from cupylint.findings import CONFIDENCES, Finding, Location, reaches
from cupylint.reading import read_regular
from cupylint.registry import UNREADABLE, rules
from cupylint.selectors import enabled

VERSION = 1
_KIND = "cupylint baseline"
_LIMIT = 50_000_000
"""Bytes that a baseline may have."""

Texts = Callable[[str], "str | None"]
"""The text of a file by its name, None if it cannot be read."""


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A finding that is known.

    Attributes:
        file: relative to the folder of the baseline, with slashes.
        rule: its code.
        function: the function that the finding stands in, with the classes and functions around it; "" for none.
        lines: the texts of the lines of its place and of its accesses.
        number: among those of which all this is the same, from 0, in the order of their places.
        confidence: in what it rests on; "" if it is certain.
    """

    file: str
    rule: str
    function: str
    lines: tuple[str, ...]
    number: int
    confidence: str = ""

    @property
    def identity(self) -> tuple[object, ...]:
        """What it is known by."""
        return self.file, self.rule, self.function, self.lines, self.number

    def __str__(self) -> str:
        where = f" in {self.function}" if self.function else ""
        return f"{self.file}: {self.rule}{where}: {self.lines[0] if self.lines else ''}"


def entries(findings: Iterable[Finding], folder: str, texts: Texts) -> list[tuple[Finding, Entry]]:
    """The findings that a baseline can hold, each with its entry; a file that cannot be read is never known.

    Args:
        folder: of the baseline.
    """
    files = cache(lambda name: _File(texts(name) or ""))
    counts: Counter[tuple[object, ...]] = Counter()
    found = []
    for finding in sorted(findings, key=lambda one: one.sort_key):
        if finding.code == UNREADABLE:
            continue
        file, name = files(finding.filename), _relative(finding.filename, folder)
        lines = [file.line(finding.location.row)]
        lines += [files(side.filename or finding.filename).line(side.location.row) for side in finding.accesses]
        function = file.function(finding.location)
        key = (name, finding.code, function, tuple(lines))
        entry = Entry(name, finding.code, function, tuple(lines), counts[key], finding.confidence or "")
        counts[key] += 1
        found.append((finding, entry))
    return found


def _relative(filename: str, folder: str) -> str:
    try:
        return os.path.relpath(filename, folder).replace(os.sep, "/")
    except ValueError:  # on another drive
        return os.path.abspath(filename).replace(os.sep, "/")


class _File:
    """Lines and functions of a text."""

    def __init__(self, text: str) -> None:
        self._rows = source.split_rows(text)
        tree = source.standard_tree(text)
        self._functions = [] if tree is None else list(_functions(tree, ""))

    def line(self, row: int) -> str:
        """A line without its comment, with single blanks."""
        return " ".join(_code(self._rows[row - 1]).split()) if 1 <= row <= len(self._rows) else ""

    def function(self, place: Location) -> str:
        """The name of the innermost function around a place, with those around it."""
        inside = [name for first, last, name in self._functions if first <= place.row <= last]
        return max(inside, key=len, default="")


def _functions(node: ast.AST, prefix: str) -> Iterable[tuple[int, int, str]]:
    pending = [(node, prefix)]
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


# --- the file -------------------------------------------------------------------------------------


def read(path: str) -> list[Entry]:
    """The entries of a baseline.

    Raises:
        ConfigError: it cannot be read, or is none.
    """
    try:
        data = read_regular(path, _LIMIT)
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such baseline: --write-baseline makes it") from None
    except OSError as error:
        raise ConfigError(f"{path}: the baseline cannot be read: {error.strerror or error}") from None
    found = _parsed(data)
    if found is None:
        raise ConfigError(f"{path}: is no baseline of this version of cupylint: --write-baseline makes one")
    return found


def _parsed(data: bytes) -> list[Entry] | None:
    try:
        document = json.loads(data)
        if document["kind"] != _KIND or document["version"] != VERSION:
            return None
        return [_entry(item) for item in document["findings"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _entry(item: Mapping[str, object]) -> Entry:
    texts, lines, number = (
        [item[key] for key in ("file", "rule", "function", "confidence")],
        item["lines"],
        item["number"],
    )
    if not all(isinstance(text, str) for text in texts) or not isinstance(lines, list) or not isinstance(number, int):
        raise TypeError
    file, rule, function, confidence = map(str, texts)
    if confidence and confidence not in CONFIDENCES:
        raise ValueError
    return Entry(file, rule, function, tuple(map(str, lines)), number, confidence)


def text_of(known: Iterable[Entry]) -> str:
    """The text of a baseline."""
    findings = [
        {
            "file": entry.file,
            "rule": entry.rule,
            "function": entry.function,
            "lines": list(entry.lines),
            "number": entry.number,
            "confidence": entry.confidence,
        }
        for entry in sorted(known)
    ]
    return escape.to_json({"kind": _KIND, "version": VERSION, "findings": findings}, indent=1)


def is_baseline(data: bytes) -> bool:
    """Whether data is a baseline, of any version."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.get("kind") == _KIND


# --- a run ----------------------------------------------------------------------------------------


class Baseline:
    """The findings that are known to a run.

    Args:
        path: of its file.
        known: its entries.
        files: those of the run, with their settings.
    """

    def __init__(self, path: str, known: Iterable[Entry], files: Mapping[str, Settings]) -> None:
        self.path = path
        self._folder = os.path.dirname(os.path.abspath(path))
        self._known = list(known)
        self._files = {_relative(name, self._folder): settings for name, settings in files.items()}

    def new(self, findings: Iterable[Finding], texts: Texts) -> tuple[list[Finding], list[Entry]]:
        """The findings that are not known, and the entries that are fixed.

        Fixed is what this run looked for, and did not find: entries of other files and rules are left aside.
        """
        left = {entry.identity: entry for entry in self._known}
        findings = list(findings)
        known = set()
        for finding, entry in entries(findings, self._folder, texts):
            if left.pop(entry.identity, None) is not None:
                known.add(id(finding))
        fixed = [entry for entry in left.values() if self._was_asked(entry)]
        return [finding for finding in findings if id(finding) not in known], sorted(fixed)

    def updated(self, findings: Iterable[Finding], texts: Texts) -> list[Entry]:
        """The entries of a new baseline: all findings, and what this run did not look for."""
        found = [entry for _, entry in entries(findings, self._folder, texts)]
        identities = {entry.identity for entry in found}
        kept = [entry for entry in self._known if entry.identity not in identities and not self._was_asked(entry)]
        return [*found, *kept]

    def _was_asked(self, entry: Entry) -> bool:
        """Whether this run would have found what an entry stands for. What is in a file that is gone, is gone."""
        settings = self._files.get(entry.file)
        if settings is None:
            return not os.path.exists(os.path.join(self._folder, entry.file))
        rule = next((rule for rule in rules() if rule.code == entry.rule), None)
        confidence = next((level for level in CONFIDENCES if level == entry.confidence), None)
        name = os.path.join(self._folder, entry.file)
        return rule is None or (
            reaches(confidence, settings.min_confidence) and enabled(rule.code, rule.name, rule.default, settings, name)
        )
