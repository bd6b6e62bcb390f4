"""Which findings of a run are told: those that no baseline knows, on lines that changed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.baseline import Baseline, Entry, is_baseline, read, text_of
from cupylint.changed_lines import Since
from cupylint.config import ConfigError
from cupylint.counted import counted
from cupylint.findings import Finding
from cupylint.fingerprints import Texts
from cupylint.reading import read_regular
from cupylint.records import dataclass
from cupylint.registry import UNREADABLE
from cupylint.writing import write_report

if TYPE_CHECKING:
    from cupylint.files import Target
    from cupylint.runner import Outcome

_NAMED = 20
"""Entries of a baseline that are named at most."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What limits the findings of a run: a baseline, a revision of git, or both."""

    baseline: Baseline | None = None
    since: Since | None = None

    def applied(self, outcome: Outcome, texts: Texts) -> tuple[Outcome, list[str]]:
        """The outcome with the findings that are left, and lines that name what is fixed of the baseline."""
        found: list[Finding] = list(outcome.findings)
        fixed: list[Entry] = []
        if self.baseline is not None:
            found, fixed = self.baseline.new(found, texts)
        new = set(map(id, found))
        known = [replace(one, suppressed="baseline") for one in outcome.findings if id(one) not in new]
        if self.since is not None:
            found = [finding for finding in found if self.since.concerns(finding)]
        path = "" if self.baseline is None else self.baseline.path
        told = replace(outcome, findings=tuple(found), suppressed=(*outcome.suppressed, *known))
        return told, _remarks(fixed, path)


def narrowing(baseline: str, revision: str | None, targets: Sequence[Target]) -> Narrowing:
    """What limits the findings of a run over `targets`.

    Args:
        baseline: path of the file, "" for none.
        revision: of git, None for none.

    Raises:
        ConfigError: one of them cannot be used.
    """
    since = None if revision is None else Since(revision)
    if since is not None:
        since.check({os.path.dirname(target.path): target.path for target in targets}.values())
    known = read(baseline) if baseline else []
    files = {target.path: target.settings for target in targets}
    return Narrowing(Baseline(baseline, known, files) if baseline else None, since)


def write_baseline(
    path: str, outcome: Outcome, targets: Sequence[Target], texts: Texts, *, overwrite: bool, shrink: bool = False
) -> tuple[str, Narrowing]:
    """Write the baseline of a run. What the one that is there says of files that were not linted stays.

    Args:
        shrink: only take out what is fixed, from a baseline that must be there.

    Returns:
        One line that says what was written, and the narrowing by it.

    Raises:
        ConfigError: there is a file that is no baseline, or it cannot be written.
    """
    files = {target.path: target.settings for target in targets}
    known = read(path) if shrink else _earlier(path, overwrite)
    earlier = Baseline(path, known, files)
    entries = (earlier.fewer if shrink else earlier.updated)(outcome.findings, texts)
    try:
        write_report(path, text_of(entries))
    except OSError as error:
        raise ConfigError(f"{path}: the baseline cannot be written: {error.strerror or error}") from None
    before, after = {entry.identity for entry in known}, {entry.identity for entry in entries}
    told = f"{path}: {counted(len(entries), 'known finding')}"
    told += f": {len(after - before)} new, {len(before - after)} gone"
    if unread := len({one.filename for one in outcome.findings if one.code == UNREADABLE}):
        told += f"; {counted(unread, 'file')} cannot be parsed: mend or exclude"
    return told, Narrowing(Baseline(path, entries, files))


def _earlier(path: str, overwrite: bool) -> list[Entry]:
    if not os.path.lexists(path) or overwrite:
        return []
    try:
        ours = is_baseline(read_regular(path))
    except OSError as error:
        raise ConfigError(f"{path}: the baseline cannot be read: {error.strerror or error}") from None
    if not ours:
        raise ConfigError(f"{path}: is there and is no baseline of cupylint (--overwrite replaces it)")
    return read(path)


def _remarks(fixed: Sequence[Entry], path: str) -> list[str]:
    """What to say of entries that are fixed."""
    lines = [f"note: {path}: fixed: {entry}" for entry in fixed[:_NAMED]]
    if len(fixed) > _NAMED:
        lines.append(f"note: {path}: fixed: {len(fixed) - _NAMED} more")
    return [*lines, f"note: {path}: --update-baseline takes out what is fixed"] if fixed else []
