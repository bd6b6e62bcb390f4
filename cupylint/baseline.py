"""Findings that are known: a file that lists them, so that only new ones are shown.

A finding is known again by its identity (`cupylint.fingerprints`), so it may move in its file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Set

from cupylint import escape
from cupylint.config import ConfigError, Settings
from cupylint.findings import CONFIDENCES, Finding, Severity, is_as_bad, reaches
from cupylint.fingerprints import Identity, Texts, identities
from cupylint.reading import read_regular
from cupylint.records import dataclass
from cupylint.registry import UNREADABLE, rules
from cupylint.selectors import enabled

VERSION = 1
_KIND = "cupylint baseline"
_LIMIT = 50_000_000
"""Bytes that a baseline may have."""


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A finding that is known.

    Attributes:
        identity: what it is known by, with its file relative to the folder of the baseline.
        confidence: in what it rests on; "" if it is certain.
    """

    identity: Identity
    confidence: str = ""

    def __str__(self) -> str:
        known = self.identity
        where = f" in {known.function}" if known.function else ""
        return f"{known.file}: {known.rule}{where}: {known.lines[0] if known.lines else ''}"


def entries(findings: Iterable[Finding], folder: str, texts: Texts) -> list[tuple[Finding, Entry]]:
    """The findings that a baseline can hold, each with its entry; a file that cannot be read is never known.

    Args:
        folder: of the baseline.
    """
    told = sorted((one for one in findings if one.code != UNREADABLE), key=lambda one: one.sort_key)
    known = identities(told, lambda name: _relative(name, folder), texts)
    return [(finding, Entry(identity, finding.confidence or "")) for finding, identity in zip(told, known, strict=True)]


def _relative(filename: str, folder: str) -> str:
    try:
        return os.path.relpath(filename, folder).replace(os.sep, "/")
    except ValueError:  # on another drive
        return os.path.abspath(filename).replace(os.sep, "/")


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
    return Entry(Identity(file, rule, function, tuple(map(str, lines)), number), confidence)


def text_of(known: Iterable[Entry]) -> str:
    """The text of a baseline."""
    findings = [
        {
            "file": entry.identity.file,
            "rule": entry.identity.rule,
            "function": entry.identity.function,
            "lines": list(entry.identity.lines),
            "number": entry.identity.number,
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

        Fixed is what this run looked for, and did not find: entries of other files and rules are left aside, and
        those of files that cannot be read.
        """
        left = {entry.identity: entry for entry in self._known}
        findings = list(findings)
        known = set()
        for finding, entry in entries(findings, self._folder, texts):
            if left.pop(entry.identity, None) is not None:
                known.add(id(finding))
        unread = self._unread(findings)
        fixed = [entry for entry in left.values() if self._was_asked(entry, unread)]
        return [finding for finding in findings if id(finding) not in known], sorted(fixed)

    def updated(self, findings: Iterable[Finding], texts: Texts) -> list[Entry]:
        """The entries of a new baseline: all findings, and what this run did not look for."""
        findings = list(findings)
        found = [entry for _, entry in entries(findings, self._folder, texts)]
        identities, unread = {entry.identity for entry in found}, self._unread(findings)
        others = (entry for entry in self._known if entry.identity not in identities)
        return [*found, *(entry for entry in others if not self._was_asked(entry, unread))]

    def fewer(self, findings: Iterable[Finding], texts: Texts) -> list[Entry]:
        """The entries without those that are fixed; nothing new is among them."""
        fixed = set(self.new(findings, texts)[1])
        return [entry for entry in self._known if entry not in fixed]

    def _unread(self, findings: Iterable[Finding]) -> set[str]:
        """The files that cannot be read."""
        return {_relative(one.filename, self._folder) for one in findings if one.code == UNREADABLE}

    def _was_asked(self, entry: Entry, unread: Set[str]) -> bool:
        """Whether this run would have found what an entry stands for. What is in a file that is gone, is gone."""
        known = entry.identity
        if known.file in unread:
            return False
        settings = self._files.get(known.file)
        if settings is None:
            return not os.path.exists(os.path.join(self._folder, known.file))
        rule = next((rule for rule in rules() if rule.code == known.rule), None)
        confidence = next((level for level in CONFIDENCES if level == entry.confidence), None)
        name = os.path.join(self._folder, known.file)
        if rule is None:
            return True
        least: Severity = "warning" if rule.severity == "error" else rule.severity  # that what it finds may have
        return (
            reaches(confidence, settings.min_confidence)
            and is_as_bad(least, settings.min_severity)
            and enabled(rule.code, rule.name, rule.default, settings, name)
        )
