"""Which lines of files are not as they were in a revision of git.

Git is asked for nothing but the name of a revision and the bytes of its files, so that nothing runs which a repository
can set: no hook, no pager, no filter, no other program for differences; and nothing is fetched. The lines are compared
here.
"""

from __future__ import annotations

import difflib
import os
import subprocess
from collections.abc import Iterable
from functools import cache

from cupylint import git
from cupylint.config import ConfigError
from cupylint.escape import shortened
from cupylint.findings import Finding
from cupylint.reading import LIMIT, read_regular
from cupylint.records import dataclass
from cupylint.source import common_start

_SECONDS = 60
_MANY = 10_000
"""Lines from which on those that are often repeated are not matched with one another, which takes too long."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What of a file changed.

    Attributes:
        rows: that are new or other than before; None: all, for the file is new.
        gaps: rows before which lines were taken away.
    """

    rows: frozenset[int] | None
    gaps: frozenset[int] = frozenset()

    def __contains__(self, row: int) -> bool:
        return self.rows is None or row in self.rows


class Since:
    """The lines that changed since a revision, of files in git's repositories.

    Args:
        revision: as git understands it.

    Raises:
        ConfigError: it is no name of a revision, or there is no git.
    """

    def __init__(self, revision: str) -> None:
        if not revision or revision.startswith("-") or not revision.isprintable():
            raise ConfigError(
                f"--diff-base: {shortened(revision)} is no name of a revision: give a branch, tag or commit"
            )
        self._revision = revision
        self._git = _git()
        self._changed = cache(self._of)
        self._commit = cache(self._commit_of)

    def concerns(self, finding: Finding) -> bool:
        """Whether the place of a finding or of its accesses changed, or lines between them were taken away.

        Where it is about no accesses, the places that belong to it stand for them.
        """
        others = finding.accesses or finding.related
        places = [(finding.filename, finding.location.row, finding.location.end_row)]
        places += [(one.filename or finding.filename, one.location.row, one.location.end_row) for one in others]
        if any(row in self._lines(file) for file, first, last in places for row in range(first, last + 1)):
            return True
        for file in {file for file, _, _ in places}:
            rows = [row for other, first, last in places if other == file for row in (first, last)]
            if any(min(rows) < gap <= max(rows) for gap in self._lines(file).gaps):
                return True
        return False

    def check(self, filenames: Iterable[str]) -> None:
        """Make sure that the files lie in repositories that have the revision.

        Raises:
            ConfigError: one does not.
        """
        for filename in filenames:
            self._commit(_root(os.path.abspath(filename)))

    def _lines(self, filename: str) -> Changed:
        return self._changed(os.path.abspath(filename))

    def _of(self, path: str) -> Changed:
        root = _root(path)
        inside = os.path.relpath(path, root).replace(os.sep, "/")
        listed = self._run(root, "ls-tree", "--full-tree", "-z", self._commit(root), "--", inside)
        if not listed.endswith(b"\0") or not listed.startswith(b"100"):
            return Changed(None)
        blob = listed.split(b"\t")[0].split()[-1].decode("ascii", "replace")
        try:
            return compared(self._run(root, "cat-file", "blob", blob), read_regular(path))
        except OSError:
            return Changed(None)

    def _commit_of(self, root: str) -> str:
        wanted = f"{self._revision}^{{commit}}"
        done = self._start(root, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        commit = done.stdout.decode("ascii", "replace").strip()
        if done.returncode or not commit:
            said = b" ".join(done.stderr.split()).decode("utf-8", "replace")
            why = f": git says: {shortened(said)}" if said else ": give a branch, tag or commit that is there"
            raise ConfigError(f"--diff-base: {shortened(self._revision)} is no revision of {root}{why}")
        return commit

    def _run(self, root: str, *arguments: str) -> bytes:
        done = self._start(root, *arguments)
        if done.returncode:
            said = b" ".join(done.stderr.split()).decode("utf-8", "replace")
            raise ConfigError(f"--diff-base: git {arguments[0]} fails in {root}: {shortened(said)}")
        return done.stdout

    def _start(self, root: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                git.command(self._git, root, *arguments),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=git.environment(),
                check=False,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise ConfigError(f"--diff-base: git {arguments[0]} takes longer than {_SECONDS} s in {root}") from None
        except OSError as error:
            raise ConfigError(f"--diff-base: git cannot be run: {error.strerror or error}") from None


def compared(before: bytes, after: bytes) -> Changed:
    """What changed from one text of a file to another; how lines end does not count."""
    if len(before) > LIMIT:
        return Changed(None)
    old, new = before.splitlines(), after.splitlines()
    start = common_start(old, new)
    end = common_start(old[start:][::-1], new[start:][::-1])
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    rows: set[int] = set()
    gaps: set[int] = set()
    quick = len(old) + len(new) > _MANY
    for tag, _, _, first, last in difflib.SequenceMatcher(None, old, new, autojunk=quick).get_opcodes():
        if tag == "delete":
            gaps.add(start + first + 1)
        elif tag != "equal":
            rows.update(range(start + first + 1, start + last + 1))
    return Changed(frozenset(rows), frozenset(gaps))


def _git() -> str:
    found = git.executable()
    if found is None:
        raise ConfigError("--diff-base: needs git, which is not on the path")
    return found


@cache
def _root_of(folder: str) -> str | None:
    if os.path.exists(os.path.join(folder, ".git")):
        return folder
    above = os.path.dirname(folder)
    return None if above == folder else _root_of(above)


def _root(path: str) -> str:
    root = _root_of(os.path.dirname(path))
    if root is None:
        raise ConfigError(f"--diff-base: {path} is in no repository of git")
    return root
