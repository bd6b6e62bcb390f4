"""Which files need not be checked, since nothing has changed that their results rest on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from cupylint.cache.changes import Change
from cupylint.cache.codec import NotPlain, decode, encode
from cupylint.cache.stamps import Stamp, Stamps, digest
from cupylint.cache.store import Store
from cupylint.config import Settings
from cupylint.findings import Finding
from cupylint.marks import MARKS_IN
from cupylint.reading import read_regular
from cupylint.records import dataclass
from cupylint.workspace import Names, Rests, Workspace

_ELSEWHERE = frozenset(
    "root exclude jobs respect_gitignore force_exclude debug output_format fixing baseline fail_on".split()  # noqa: SIM905
)
"""Settings on which no findings of a file depend; of the format, whether it shows fixes does."""
_LONGER = (f"{os.sep}.", os.sep * 2, *([os.altsep] if os.altsep else ()))
"""What stands in the path of a file that may also be written in another way."""
_NOT_INSIDE = frozenset((os.sep, MARKS_IN))
"""What paths that are not relative to the project begin with."""
_NOTHING: list[list[str]] = [[], []]


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out about a file.

    Attributes:
        cupy: it mentions CuPy.
        streams: and makes streams, as far as its bytes show.
        concerned: it was checked; None: nobody has asked whether it is to be.
        findings: where it was checked.
    """

    cupy: bool
    streams: bool
    concerned: bool | None = None
    findings: tuple[Finding, ...] = ()


@lru_cache(maxsize=16)  # most files have the same: nothing
def _nothing(cupy: bool, streams: bool, concerned: bool | None) -> Result:
    return Result(cupy, streams, concerned)


class _Entry(NamedTuple):
    """What is kept of a file.

    Attributes:
        own: the number of the file as it was.
        looked: the numbers of all else that was looked at.
        followed: of those of them that were followed what was used, see `Rests`.
        asked: those that were asked which streams they hand on, and those that were asked which names read clocks.
        told: what they answered, where that was any name.
        findings: encoded.
    """

    own: int
    looked: list[int]
    followed: list[tuple[int, list[int] | None]]
    asked: tuple[list[int], list[int]]
    told: list[tuple[int, list[str], list[str]]]
    cupy: bool
    streams: bool
    concerned: bool | None
    findings: list[Any]


class Results:
    """The results of earlier runs from one folder, and those of this run.

    Args:
        store: where they are kept.
        root: the folder of the project. What the cache knows moves with it.
    """

    def __init__(self, store: Store, root: str) -> None:
        self._store, self._root = store, root
        self._inside = os.path.join(root, "")
        self._folder = os.getcwd()
        self._here = self._relative(self._folder)
        self._start = time.time_ns()
        self._entries: dict[str, dict[str, list[Any]]] = {}  # by settings and current folder, then by path
        self._groups: dict[int, tuple[Settings, dict[str, list[Any]]]] = {}  # the same of this run, by settings
        self._held: set[int] = set()  # numbers of what is known to be as it was
        self._changes: dict[int, Change | None] = {}  # what has become of others
        self._given: dict[tuple[str, str], list[str] | None] = {}  # what files hand on now
        self._taken: dict[str, str] = {}  # files that results of this run rest on, by the digests of what is in them
        self._stamps = Stamps()
        self._changed = False
        with suppress(NotPlain, TypeError, ValueError, AttributeError, KeyError):
            self._read(store.load())

    def find(self, path: str, settings: Settings, workspace: Workspace) -> Result | None:
        """What is known of the file `path`, as it was named; None if that is nothing, or may not hold any more.

        Of files outside of the project nothing is ever known.

        Args:
            workspace: tells what files hand on now.
        """
        kept = self._group(settings).get(path)
        if kept is None:
            return None
        try:
            entry = _Entry(*kept)
            changed = self._changed_since(entry, self._own(path), workspace)
            if changed is None:
                self._tell(entry, workspace)
                return None
            if changed:
                kept[:] = self._resting_anew(entry, changed)
            told = tuple([decode(Finding, item) for item in entry.findings])
        except (NotPlain, TypeError, ValueError, LookupError, AttributeError):
            return None
        known = _nothing(
            bool(entry.cupy), bool(entry.streams), None if entry.concerned is None else bool(entry.concerned)
        )
        return replace(known, findings=told) if told else known

    def add(self, path: str, settings: Settings, result: Result, on: Rests) -> None:
        """Keep what was found out about a file, and what that rests `on`."""
        own, others = self._own(path), sorted(on.looked)
        if not own.startswith(self._inside):
            return
        taken = [self._stamps.take(own, self._start), *map(self._take, others)]
        rests = [number for number in taken if number is not None]
        if len(rests) < len(taken):
            return  # and yet all are noted: other files may rest on them
        numbers = dict(zip(others, rests[1:], strict=True))
        followed = [
            (numbers[each], None if used is None else sorted(used))
            for each, used in on.followed.items()
            if each in numbers
        ]
        told = [(numbers[each], streams, clocks) for each, (streams, clocks) in on.told.items() if each in numbers]
        entry = _Entry(
            rests[0],
            rests[1:],
            followed,
            (
                [each for each, streams, _ in told if streams is not None],
                [each for each, _, clocks in told if clocks is not None],
            ),
            [(each, _texts(streams), _texts(clocks)) for each, streams, clocks in told if streams or clocks],
            result.cupy,
            result.streams,
            result.concerned,
            [encode(finding) for finding in result.findings],
        )
        self._group(settings)[path] = list(entry)
        self._changed = True

    def save(self) -> None:
        """Write what is new. What is known of files that are gone is dropped."""
        if not (self._changed or self._stamps.renewed):
            return
        try:
            data, sources = self._plain()
        except (TypeError, ValueError, LookupError):  # somebody else has written what was read
            data, sources = {"paths": [], "results": {}}, set()
        for contents in sources & self._taken.keys():  # when such a file has changed, it can be told what has
            self._store.keep(contents, self._taken[contents])
        self._store.save(data, sources)

    def _plain(self) -> tuple[dict[str, Any], set[str]]:
        """What is to be written: the paths that are needed as they were, and the results; and what of files is kept."""
        kept = {
            key: {path: _Entry(*entry) for path, entry in group.items() if os.path.lexists(self._file(key, path))}
            for key, group in self._entries.items()
        }
        needed = dict.fromkeys(
            number for group in kept.values() for entry in group.values() for number in (entry.own, *entry.looked)
        )
        numbers = {number: position for position, number in enumerate(needed)}
        rows = [(self._relative(path), *stamp) for path, stamp in map(self._stamps.known.__getitem__, needed)]
        results = {
            key: {path: list(_renumbered(entry, numbers)) for path, entry in group.items()}
            for key, group in kept.items()
            if group
        }
        rests = {number for group in kept.values() for entry in group.values() for number in entry.looked}
        return {"paths": rows, "results": results}, {self._stamps.known[number][1].digest for number in rests}

    def _read(self, data: Any) -> None:
        self._stamps = Stamps([(self._absolute(row[0]), _stamp(row)) for row in data["paths"]])
        self._entries = {key: dict(group) for key, group in data["results"].items()}

    def _own(self, path: str) -> str:
        """The absolute path of a file, as it was named."""
        whole = path if os.path.isabs(path) else f"{self._folder}{os.sep}{path}"
        return os.path.normpath(whole) if any(part in whole for part in _LONGER) else whole

    def _changed_since(self, entry: _Entry, path: str, workspace: Workspace) -> list[int] | None:
        """What has changed that what is kept of the file at `path` rests on; None if it does not hold any more."""
        if self._stamps.known[entry.own][0] != path or not self._is_held(entry.own):
            return None
        if self._held.issuperset(entry.looked):
            return []
        changed = [number for number in entry.looked if not self._is_held(number)]
        followed = dict(entry.followed) if changed else {}
        if not all(self._leaves(number, followed) for number in changed):
            return None
        changes = map(self._change_of, changed)
        alike = all(change is not None and change.hands_on_alike for change in changes)
        return changed if alike or self._is_told(entry, workspace) else None  # to ask takes longer

    def _is_held(self, number: int) -> bool:
        """Whether what entries rest on is as it was."""
        if number not in self._held and self._stamps.hold(number):
            self._held.add(number)
        return number in self._held

    def _is_told(self, entry: _Entry, workspace: Workspace) -> bool:
        """Whether files hand on what they did when they were asked."""
        told = {number: names for number, *names in entry.told}
        ways = zip(entry.asked, (workspace.stream_names, workspace.clock_names), (0, 1), strict=True)
        return all(
            self._handed_on(self._stamps.known[number][0], ask, workspace) == told.get(number, _NOTHING)[kind]
            for asked, ask, kind in ways
            for number in asked
        )

    def _tell(self, entry: _Entry, workspace: Workspace) -> None:
        """Tell what the files that one imports hand on, where that is what they did: nobody has to look again."""
        changes = (self._change_of(number) for number in entry.looked if not self._is_held(number))
        if not all(change is not None and change.hands_on_alike for change in changes):
            return
        looked = frozenset(self._stamps.known[number][0] for number in entry.looked)
        told = {number: names for number, *names in entry.told}
        streams, clocks = (
            {self._stamps.known[number][0]: (_names(told.get(number, _NOTHING)[kind]), looked) for number in asked}
            for kind, asked in enumerate(entry.asked)
        )
        workspace.learn((streams, clocks))

    def _handed_on(self, path: str, ask: Callable[[str], Names], workspace: Workspace) -> list[str] | None:
        """What a file hands on now; None if that cannot be told."""
        key = path, ask.__name__
        if key not in self._given:
            try:
                self._given[key] = _texts(ask(path))
            except Exception:  # the check asks again, and tells of the error
                self._given[key] = None
            finally:
                workspace.rested(())  # which no result of this run does
        return self._given[key]

    def _leaves(self, number: int, followed: Mapping[int, list[int] | None]) -> bool:
        """Whether nothing that was used of a file has changed, though the file has."""
        change, used = self._change_of(number), followed.get(number, ())
        return change is not None and change.leaves(None if used is None else frozenset(used), number in followed)

    def _change_of(self, number: int) -> Change | None:
        """What has become of a file; None if that is no file now or was none, or nobody knows what was in it."""
        if number not in self._changes:
            self._changes[number] = self._change(*self._stamps.known[number])
        return self._changes[number]

    def _change(self, path: str, before: Stamp) -> Change | None:
        """`_change_of`, whatever was found out before."""
        old = self._store.kept(before.digest) if before.size >= 0 else None
        if old is None:
            return None
        try:
            return Change(old, read_regular(path))
        except OSError:
            return None

    def _resting_anew(self, entry: _Entry, changed: Iterable[int]) -> _Entry:
        """What is kept of a file, resting on what others have become, so that nobody has to compare them again."""
        taken = {number: self._take(self._stamps.known[number][0]) for number in changed}
        now = {number: found for number, found in taken.items() if found is not None}
        self._changed = self._changed or bool(now)
        return _renumbered(entry, {each: now.get(each, each) for each in (entry.own, *entry.looked)})

    def _take(self, path: str) -> int | None:
        """The number of a path that a result rests on, as it is now; None if that is not certain."""
        number = self._stamps.take(path, self._start)
        if number is not None and (stamp := self._stamps.known[number][1]).size >= 0:
            self._taken[stamp.digest] = path
        return number

    def _group(self, settings: Settings) -> dict[str, list[Any]]:
        """What is known of files with these settings, by their paths from the current folder."""
        known = self._groups.get(id(settings))
        if known is None:
            key = f"{_digest(settings)} {self._here}"
            known = self._groups[id(settings)] = settings, self._entries.setdefault(key, {})
        return known[1]

    def _file(self, key: str, path: str) -> str:
        """The path of the file that an entry is about."""
        return os.path.normpath(os.path.join(self._root, key.partition(" ")[2], path))

    def _relative(self, path: str) -> str:
        """A path with what stands for the root of the project in it taken out."""
        mark, plain = (MARKS_IN, path[len(MARKS_IN) :]) if path.startswith(MARKS_IN) else ("", path)
        return mark + ("" if plain == self._root else plain.removeprefix(self._inside))

    def _absolute(self, path: str) -> str:
        if path and path[0] not in _NOT_INSIDE and os.altsep is None:  # most are
            return f"{self._inside}{path}"
        mark, plain = (MARKS_IN, path[len(MARKS_IN) :]) if path.startswith(MARKS_IN) else ("", path)
        if os.path.isabs(plain):
            return path
        return f"{mark}{self._inside}{plain}" if plain else f"{mark}{self._root}"


def _digest(settings: Settings) -> str:
    """A text that differs where findings may."""
    kept = [encode(getattr(settings, each.name)) for each in fields(settings) if each.name not in _ELSEWHERE]
    return digest(repr([kept, settings.shows_fixes]).encode())


def _stamp(row: Sequence[Any]) -> Stamp:
    _, size, changed, contents = row
    if not (type(size) is int and type(changed) is int and type(contents) is str):
        raise NotPlain("no stamp")
    return Stamp(size, changed, contents)


def _renumbered(entry: _Entry, numbers: Mapping[int, int]) -> _Entry:
    """What is kept of a file, with other numbers for what it rests on."""
    return entry._replace(
        own=numbers[entry.own],
        looked=[numbers[each] for each in entry.looked],
        followed=[(numbers[each], used) for each, used in entry.followed],
        asked=tuple([numbers[each] for each in asked] for asked in entry.asked),  # type: ignore[arg-type]
        told=[(numbers[each], streams, clocks) for each, streams, clocks in entry.told],
    )


def _texts(names: Collection[bytes] | None) -> list[str]:
    return [] if names is None else sorted(name.decode("latin-1") for name in names)


def _names(texts: Iterable[str]) -> frozenset[bytes]:
    return frozenset(text.encode("latin-1") for text in texts)
