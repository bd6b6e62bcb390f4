"""What is found in the files that are open, as in a run over all of them; linted again is what an edit matters to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from cupylint import notebooks, registry, runner, source
from cupylint.config import ConfigError, Resolver, Settings
from cupylint.engine import check_bytes
from cupylint.files import Target, force_excluded
from cupylint.findings import Finding, Location
from cupylint.merging import together
from cupylint.narrowing import narrowing
from cupylint.reading import read_regular
from cupylint.records import dataclass
from cupylint.runner import Outcome
from cupylint.server.documents import Document
from cupylint.server.earlier import Earlier
from cupylint.server.reuse import Reuse
from cupylint.workspace import File, Workspace

_TOP = Location(1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Answer:
    """The findings in files that are open, by their paths.

    Attributes:
        is_checked: they are of the files as they are now; otherwise what was found before the last edits.
    """

    found: Mapping[str, list[Finding]]
    is_checked: bool = True


@dataclass(frozen=True, slots=True)
class _Known:
    """What was found while a file was checked, and what was looked at for it."""

    data: bytes
    findings: list[Finding]
    looked: frozenset[str]


class Linter:
    """Lints what is open. All of it belongs to one thread.

    Args:
        resolver: makes what finds the configuration.
    """

    def __init__(self, resolver: Callable[[], Resolver] = Resolver) -> None:
        self._make_resolver = resolver
        self._resolver = resolver()
        self._known: dict[str, _Known] = {}
        self._fixes: dict[str, _Known] = {}
        self._earlier: dict[str, Earlier] = {}
        self._workspace = Workspace()
        self._reuse = Reuse()

    def prepare(self) -> None:
        """Import what the first lint would."""
        from cupylint import flow

        assert flow and registry.rules()

    def forget(self) -> None:
        """Look at all files anew, and at the configuration: something has changed on the disk."""
        self._workspace = Workspace()
        self._resolver = self._make_resolver()
        self._known.clear()
        self._fixes.clear()
        self._earlier.clear()
        self._reuse.forget()

    def lint(self, documents: Mapping[str, Document], first: str = "") -> Iterator[Answer]:
        """All findings, told again after each file that had to be checked; before, at once, what was found earlier.

        Args:
            first: the path of the file that is checked first.

        Raises:
            Cancelled: nobody wants them any more. What was checked until then is kept.
        """
        self._hold(documents)
        pending = sorted(documents.keys() - self._known.keys(), key=lambda path: (path != first, path))
        earlier = {path: self._earlier[path].told_for(documents) for path in pending if path in self._earlier}
        if known := {path: found for path, found in earlier.items() if found is not None}:
            yield Answer(known, is_checked=False)
        if not pending:
            yield self._told(documents)
        for path in pending:
            self._known[path] = self._checked(documents[path], is_quick=True)
            yield self._told(documents)

    def with_fixes(self, documents: Mapping[str, Document], path: str) -> list[Finding]:
        """What is found in one of the files, with the fixes that hold.

        Raises:
            Cancelled: nobody wants them any more.
        """
        self._hold(documents)
        if path not in self._fixes:
            self._fixes[path] = self._checked(documents[path], is_quick=False)
        return together([(path, self._fixes[path].findings)], list(documents))

    def _hold(self, documents: Mapping[str, Document]) -> None:
        """Take the files for what they are in the editor, and forget what rests on another state of them."""
        held = {path: document.data for path, document in documents.items() if not document.is_notebook}
        before = self._workspace.held
        edited = {path for path in held.keys() | before.keys() if held.get(path) != before.get(path)}
        were = {path: _text_of(self._workspace.remembered(path)) for path in edited}
        self._workspace.hold(held)
        # most files that are opened, or closed, are what they are on the disk
        changed = {path for path, text in were.items() if text is None or text != _text_of(self._workspace.file(path))}
        self._reuse.changed(changed)
        self._reuse.closed(edited - held.keys())
        for known in (self._known, self._fixes):
            for path, found in list(known.items()):
                if path not in documents or documents[path].data != found.data or not changed.isdisjoint(found.looked):
                    del known[path]
        self._earlier = {path: one for path, one in self._earlier.items() if path in documents}

    def _checked(self, document: Document, *, is_quick: bool) -> _Known:
        path, data = document.path, document.data
        try:
            settings = self._settings(path)
        except ConfigError as error:
            return _Known(data, [Finding("", "configuration", "error", str(error), _TOP, path)], frozenset())
        found: list[Finding] = []
        with self._workspace.looking() as looked:
            if not force_excluded(path, settings) and runner.concerned(data, path, self._workspace):
                full = replace(settings, output_format="full", fixing=True)
                check = partial(check_bytes, bounds=True, follow=self._reuse.follow)
                settings = settings.quick if is_quick else full
                found = runner.check_data(data, path, settings, self._workspace, check).findings
        kept = [one for one in found if settings.maybe or one.code != registry.INCOMPLETE]
        return _Known(data, kept, frozenset(looked))

    def _settings(self, path: str) -> Settings:
        """The settings for a file. What is excluded is left alone although it is open.

        Raises:
            ConfigError: the configuration is wrong.
        """
        return replace(self._resolver.settings_for(os.path.dirname(path)), force_exclude=True)

    def _told(self, documents: Mapping[str, Document]) -> Answer:
        """What was found so far, each finding in the file that it stands in, if that is open."""
        known = [(path, found.findings) for path, found in sorted(self._known.items())]
        told: dict[str, list[Finding]] = {path: [] for path, _ in known}
        for finding in self._without_known(together(known, list(documents)), documents):
            if finding.filename in told:  # the others are told once they were checked themselves
                told[finding.filename].append(finding)
        for path, found in told.items():
            if not any(one.code == registry.UNREADABLE for one in found):  # soon it will be read again
                self._earlier[path] = Earlier(path, documents, found)
        return Answer(told)

    def _without_known(self, found: list[Finding], documents: Mapping[str, Document]) -> list[Finding]:
        """The findings that no baseline knows."""
        baselines: dict[str, list[Target]] = {}
        for path in documents:
            try:
                settings = self._settings(path)
            except ConfigError:
                continue
            if settings.baseline:
                baselines.setdefault(settings.baseline, []).append(Target(path, settings))
        for baseline, targets in baselines.items():
            names = {target.path for target in targets}
            here = [one for one in found if one.filename in names]
            try:
                narrow = narrowing(baseline, None, targets)
            except ConfigError as error:
                found = [*found, *(Finding("", "configuration", "error", str(error), _TOP, name) for name in names)]
                continue
            outcome = Outcome(tuple(here), len(targets), len(targets), 0)
            left, _ = narrow.applied(outcome, lambda name, cell: _text(documents, name, cell))
            found = [one for one in found if one.filename not in names] + list(left.findings)
        return found


def _text_of(file: File | None) -> str | None:
    try:
        return None if file is None else file.text
    except source.UnreadableSource:
        return None


def _text(documents: Mapping[str, Document], name: str, cell: int) -> str | None:
    """The text of a file or, if the number is not 0, of a cell in it, open or not."""
    document = documents.get(name)
    if document is not None and cell in document.sheets:
        return document.sheets[cell].text.text
    try:
        data = read_regular(name)
        return notebooks.read(data).texts.get(cell) if cell else source.decode(data)
    except (OSError, source.UnreadableSource):
        return None
