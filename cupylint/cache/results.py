"""Which files need not be checked, since nothing has changed that their results rest on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from cupylint.cache.codec import NotPlain, decode, encode
from cupylint.cache.stamps import Stamp, Stamps, digest
from cupylint.cache.store import Store
from cupylint.config import Settings
from cupylint.findings import Finding
from cupylint.marks import MARKS_IN
from cupylint.records import dataclass

_ELSEWHERE = frozenset(
    "root exclude jobs respect_gitignore force_exclude debug output_format fixing baseline fail_on".split()  # noqa: SIM905
)
"""Settings on which no findings of a file depend; of the format, whether it shows fixes does."""
_LONGER = (f"{os.sep}.", os.sep * 2, *([os.altsep] if os.altsep else ()))
"""What stands in the path of a file that may also be written in another way."""
_NOT_INSIDE = frozenset((os.sep, MARKS_IN))
"""What paths that are not relative to the project begin with."""


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
        self._paths: list[str] = []  # what entries rest on, by number
        self._held: set[int] = set()  # of these what is known to be as it was
        self._numbers: dict[str, int] = {}
        self._stamps = Stamps({})
        self._changed = False
        with suppress(NotPlain, TypeError, ValueError, AttributeError, KeyError):
            self._read(store.load())

    def find(self, path: str, settings: Settings) -> Result | None:
        """What is known of the file `path`, as it was named; None if that is nothing, or may not hold any more.

        Of files outside of the project nothing is ever known.
        """
        entry = self._group(settings).get(path)
        if entry is None:
            return None
        try:
            looked, cupy, streams, concerned, findings = entry
            if not self._stamps.hold(self._own(path)):
                return None
            if not self._held.issuperset(looked) and not all(map(self._holds, looked)):
                return None
            told = tuple([decode(Finding, item) for item in findings])
        except (NotPlain, TypeError, ValueError, IndexError):
            return None
        known = _nothing(bool(cupy), bool(streams), None if concerned is None else bool(concerned))
        return replace(known, findings=told) if told else known

    def add(self, path: str, settings: Settings, result: Result, looked: Iterable[str]) -> None:
        """Keep what was found out about a file.

        Args:
            looked: the absolute paths of all other files and folders that were looked at for it.
        """
        own, others = self._own(path), sorted(looked)
        if not own.startswith(self._inside):
            return
        if False in [self._stamps.take(each, self._start) for each in (own, *others)]:
            return  # and yet all are noted: other files may rest on them
        told = [encode(finding) for finding in result.findings]
        rests = [self._number(each) for each in others]
        self._group(settings)[path] = [rests, result.cupy, result.streams, result.concerned, told]
        self._changed = True

    def save(self) -> None:
        """Write what is new. What is known of files that are gone is dropped."""
        if not (self._changed or self._stamps.renewed):
            return
        kept: dict[str, dict[str, list[Any]]] = {}
        needed: dict[str, None] = {}
        for key, group in self._entries.items():
            places = {path: self._file(key, path) for path in group}
            kept[key] = {path: group[path] for path, place in places.items() if os.path.lexists(place)}
            needed |= dict.fromkeys(places[path] for path in kept[key])
            needed |= dict.fromkeys(self._paths[each] for entry in kept[key].values() for each in entry[0])
        numbers = {path: number for number, path in enumerate(path for path in needed if path in self._stamps.known)}
        rows = [[self._relative(path), *self._stamps.known[path]] for path in numbers]
        results = {
            key: {
                path: [[numbers[self._paths[each]] for each in rests], *rest] for path, (rests, *rest) in group.items()
            }
            for key, group in kept.items()
            if group
        }
        self._store.save({"paths": rows, "results": results})

    def _read(self, data: Any) -> None:
        rows = data["paths"]
        self._paths = [self._absolute(path) for path, _, _, _ in rows]
        self._stamps = Stamps(dict(zip(self._paths, map(_stamp, rows), strict=True)))
        self._entries = {key: dict(group) for key, group in data["results"].items()}
        self._numbers = {path: number for number, path in enumerate(self._paths)}

    def _own(self, path: str) -> str:
        """The absolute path of a file, as it was named."""
        whole = path if os.path.isabs(path) else f"{self._folder}{os.sep}{path}"
        return os.path.normpath(whole) if any(part in whole for part in _LONGER) else whole

    def _holds(self, number: int) -> bool:
        """Whether what an entry rests on is as it was."""
        if number not in self._held and self._stamps.hold(self._paths[number]):
            self._held.add(number)
        return number in self._held

    def _number(self, path: str) -> int:
        """The number of a path that an entry rests on."""
        if path not in self._numbers:
            self._numbers[path] = len(self._paths)
            self._paths.append(path)
        return self._numbers[path]

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
