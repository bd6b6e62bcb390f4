"""Which files to lint: the ones named, and the Python files and notebooks below the folders named.

Folders are searched as git sees them: what ``.gitignore`` files exclude is left out, and so are hidden
folders, virtual environments, build output and what the configuration excludes. Symbolic links to
folders are not followed. A file named on the command line is always linted, whatever it is called.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cupylint import selectors
from cupylint.globs import Globs, globs
from cupylint.globs import ignore_file as globs_in
from cupylint.reading import IGNORE_LIMIT, NOTEBOOK, read_regular
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.config import Resolver, Settings

SKIPPED_FOLDERS = frozenset(
    {"__pycache__", "__pypackages__", "_build", "buck-out", "dist", "node_modules", "site-packages", "venv"}
)
"""Folders that hold no source of the project. Hidden folders are skipped, too."""

SUFFIXES = (".py", NOTEBOOK)
"""Of the files that are looked for in folders."""

_POINTER = 100_000
"""Bytes that a file with the path of another one may have."""

_ENVIRONMENT_MARKS = frozenset({"pyvenv.cfg", "conda-meta"})
"""What a virtual or conda environment has at its top."""


class Target(NamedTuple):
    """A file to lint, as it is shown to the user, and its settings."""

    path: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Discovery:
    """The files to lint, sorted by path, and one line for each path that could not be searched."""

    targets: tuple[Target, ...]
    problems: tuple[str, ...]


def discover(paths: Iterable[str], resolver: Resolver) -> Discovery:
    """Find the files that `paths` (files and folders) stand for.

    Raises:
        ConfigError: if a configuration file on the way is wrong.
    """
    files: dict[str, tuple[bool, str]] = {}
    problems: list[str] = []
    for given in paths:
        path = os.path.normpath(given)
        if os.path.isdir(path):
            if not _kept_out(path, resolver, folder=True):
                walk = _Walk(path, resolver, problems)
                for identity, linked, file in walk.files():
                    _add(files, identity, linked, file)
        elif os.path.isfile(path):
            if not _kept_out(path, resolver, folder=False):
                _add(files, os.path.realpath(path), os.path.islink(path), path)
        else:
            problems.append(f"{given}: {_unusable(path)}")
    found = sorted(path for _, path in files.values())
    settings_of = cache(resolver.settings_for)
    return Discovery(tuple([Target(path, settings_of(os.path.dirname(path))) for path in found]), tuple(problems))


def _unusable(path: str) -> str:
    """Why what was named is neither a file nor a folder to search."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return "no such file or directory"
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    return "not a regular file (use - to read standard input)"


def _add(files: dict[str, tuple[bool, str]], identity: str, linked: bool, path: str) -> None:
    """Note a file once, under its own name rather than a link's, whatever the order of arrival."""
    key, new = os.path.normcase(identity), (linked, path)
    known = files.setdefault(key, new)
    if new < known:
        files[key] = new


def force_excluded(path: str, settings: Settings) -> bool:
    """Whether ``--force-exclude`` keeps out the file at `path` although it was named."""
    return settings.force_exclude and _named_out(path, settings, folder=False)


def _kept_out(path: str, resolver: Resolver, *, folder: bool) -> bool:
    settings = resolver.settings_for(path if folder else os.path.dirname(path))
    return settings.force_exclude and _named_out(path, settings, folder=folder)


def _named_out(path: str, settings: Settings, *, folder: bool) -> bool:
    parts = selectors.relative(path, settings.root).split("/")
    folders = parts if folder else parts[:-1]
    return any(_skipped(name) for name in folders) or _excluded(path, settings, folder=folder)


def _skipped(name: str) -> bool:
    return name in SKIPPED_FOLDERS or (name.startswith(".") and name not in (".", ".."))


def _excluded(path: str, settings: Settings, *, folder: bool) -> bool:
    if not settings.exclude:
        return False
    return globs(settings.exclude).covers(selectors.relative(path, settings.root), folder=folder)


# --- one folder -----------------------------------------------------------------------------------


class _Walk:
    """The search below one folder that was named."""

    def __init__(self, start: str, resolver: Resolver, problems: list[str]) -> None:
        self._start = start
        self._resolver = resolver
        self._problems = problems
        self._git = resolver.settings_for(start).respect_gitignore

    def files(self) -> Iterator[tuple[str, bool, str]]:
        """For each file: its real path, whether it is a symbolic link, and its path as shown."""
        real = os.path.realpath(self._start)
        above = _ignores_above(real) if self._git else None
        shown = "" if self._start == os.curdir else self._start
        pending = [(shown, real, above)]
        while pending:
            folder, real, ignores = pending.pop()
            entries = self._entries(folder)
            names = {entry.name for entry in entries}
            if names & _ENVIRONMENT_MARKS and folder != shown:
                continue
            if self._git and ".gitignore" in names:
                ignores = _level(real, os.path.join(real, ".gitignore"), ignores)
            for entry, path, inside, is_folder in self._wanted(entries, folder, real, ignores):
                if is_folder:
                    pending.append((path, inside, ignores))
                else:
                    linked = entry.is_symlink()
                    yield os.path.realpath(inside) if linked else inside, linked, path

    def _wanted(
        self, entries: list[os.DirEntry[str]], folder: str, real: str, ignores: _Level | None
    ) -> Iterator[tuple[os.DirEntry[str], str, str, bool]]:
        """The entries of a folder that nothing leaves out: each with its path as shown, its real one, what it is."""
        settings = self._resolver.settings_for(folder)
        before, before_real = os.path.join(folder, ""), os.path.join(real, "")
        for entry in entries:
            is_folder = _is_folder(entry)
            if not _is_wanted(entry, is_folder):
                continue
            path, inside = f"{before}{entry.name}", f"{before_real}{entry.name}"
            if ignores is not None and _ignored(ignores, inside, folder=is_folder):
                continue
            if not _excluded(path, settings, folder=is_folder):
                yield entry, path, inside, is_folder

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder or os.curdir) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._problems.append(f"{folder or os.curdir}: cannot be searched: {error.strerror or error}")
            return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """True for a real folder: links and Windows junctions could lead in a circle."""
    try:
        return entry.is_dir(follow_symlinks=False) and not getattr(entry, "is_junction", bool)()
    except OSError:
        return False


def _is_wanted(entry: os.DirEntry[str], is_folder: bool) -> bool:
    if is_folder:
        return not _skipped(entry.name)
    try:
        return entry.name.endswith(SUFFIXES) and entry.is_file()
    except OSError:  # a link that leads to itself
        return False


# --- .gitignore -----------------------------------------------------------------------------------


class _Level(NamedTuple):
    """The patterns of one ignore file, for what is below `folder`; `above` are less important."""

    folder: str
    globs: Globs
    above: _Level | None


def _ignored(level: _Level | None, path: str, *, folder: bool) -> bool:
    """Whether git ignores `path` (absolute): the deepest file with a matching pattern decides."""
    while level is not None:
        relative = path[len(level.folder) :].lstrip(os.sep)
        verdict = level.globs.verdict(relative if os.sep == "/" else relative.replace(os.sep, "/"), folder=folder)
        if verdict is not None:
            return verdict
        level = level.above
    return False


def _level(folder: str, ignore_file: str, above: _Level | None) -> _Level | None:
    """`above` with the patterns of `ignore_file` on top, if it has any."""
    try:
        text = read_regular(ignore_file, IGNORE_LIMIT).decode("utf-8-sig", "surrogateescape")
    except OSError:
        return above
    patterns = globs_in(text)
    return above if patterns is None else _Level(folder, patterns, above)


def _ignores_above(start: str) -> _Level | None:
    """The patterns that hold at `start` from its repository; none if `start` itself is ignored."""
    folders = [start]
    while not os.path.exists(os.path.join(folders[-1], ".git")):
        parent = os.path.dirname(folders[-1])
        if parent == folders[-1]:
            return None  # not in a repository
        folders.append(parent)
    root = folders[-1]
    level = _level(root, os.path.join(_git_folder(root), "info", "exclude"), None)
    inner = root
    for folder in reversed(folders[:-1]):
        level = _level(inner, os.path.join(inner, ".gitignore"), level)
        if _ignored(level, folder, folder=True):
            return None
        inner = folder
    return level


def _git_folder(root: str) -> str:
    """The folder of git's own files; in a worktree ``.git`` is a file that points there."""
    git = os.path.join(root, ".git")
    try:
        pointer = os.fsdecode(read_regular(git, _POINTER)).strip().removeprefix("gitdir:").strip()
        git = os.path.join(root, pointer)
        git = os.path.join(git, os.fsdecode(read_regular(os.path.join(git, "commondir"), _POINTER)).strip())
    except OSError:
        pass  # a plain repository, or a submodule: no common folder
    return git
