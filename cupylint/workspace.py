"""The files of one run: which one an import means, as Python would find it. Nothing is imported or run.

A module is looked for where Python would look when the program runs: in the folder that holds the importing
file's outermost package, in the ``src`` of the project's root, in the root, beside the importing file, and in a folder
around it that is called like the package: one in between may lack its ``__init__.py``.
Modules of the standard library and of CuPy are never looked for.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint import skim, source
from cupylint.guards import MAX_BYTES
from cupylint.marks import MARKS_IN, ROOT_MARKS
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.program import Program, ir

_NOT_PROJECT = frozenset(sys.stdlib_module_names) | {"cupy", "cupyx", "cupy_backends", "numpy", "scipy", "torch"}


@dataclass(frozen=True, slots=True)
class Member:
    """What a dotted name of an import means: a file, and the names to look up in it one after another."""

    path: str
    names: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class File:
    """A file of the project, read and parsed when that is asked for.

    Attributes:
        path: absolute.
        data: its bytes.
        outline: what other files can take from it, once somebody has kept that here.
        asked: of files that were asked for their programs; it is one of them from then on.
    """

    path: str
    data: bytes
    asked: dict[str, File]
    outline: skim.Outline | None = None
    _text: str | None = None
    _program: Program | None = None
    _failed: bool = False

    @property
    def text(self) -> str:
        """The decoded text.

        Raises:
            UnreadableSource: it cannot be decoded.
        """
        if self._text is None:
            self._text = source.decode(self.data)
        return self._text

    @property
    def program(self) -> Program | None:
        """The file as a program, None if it cannot be read."""
        self.asked[self.path] = self
        if self._program is None and not self._failed:
            from cupylint.program import Program

            try:
                with source.deep_recursion():
                    self._program = Program(self.text, strict=False)
            except (source.UnreadableSource, RecursionError):
                self._failed = True
        return self._program

    @property
    def parsed(self) -> bool:
        """Whether `program` is there."""
        return self._program is not None


Names = frozenset[bytes]
"""Of streams, or of what reads clocks, that a file hands on to those that import it."""


@dataclass(frozen=True, slots=True)
class Rests:
    """What a result rests on, besides the file that it is about. All paths are absolute.

    Attributes:
        looked: the files and folders that were looked at, as `Workspace.looking` gives them.
        followed: those of these files that were followed, each with the numbers of the functions whose bodies were
            (`Program.used`); None for every row of it.
        told: those that were asked what they hand on, with the names of streams and of clocks; None: nobody asked.

    Of a file that was only looked at, nothing matters but which module it is, and what follows for those in `told`.
    """

    looked: frozenset[str] = frozenset()
    followed: Mapping[str, frozenset[int] | None] = field(default_factory=dict)
    told: Mapping[str, tuple[Names | None, Names | None]] = field(default_factory=dict)

    def __or__(self, other: Rests) -> Rests:
        told = dict(self.told)
        for path, (streams, clocks) in other.told.items():
            known = told.get(path, _NOT_ASKED)
            told[path] = (streams if known[0] is None else known[0], clocks if known[1] is None else known[1])
        return Rests(self.looked | other.looked, {**self.followed, **other.followed}, told)


Outlines = tuple[dict[str, "_Names"], dict[str, "_Names"]]
"""By the paths of files: the names in them that may be streams, and those that read clocks. Plain data."""

_NOT_ASKED: tuple[Names | None, Names | None] = (None, None)
_Names = tuple[frozenset[bytes], frozenset[str]]
"""Names, and the paths of all that was looked at to find them."""


def imports_anything(data: bytes) -> bool:
    """Whether a file imports from a module that may be a file of its project."""
    return any(module.partition(".")[0] not in _NOT_PROJECT for module in skim.imports(data))


class Workspace:
    """Finds the files that imports mean, and remembers what it read. Paths are absolute.

    A run makes one and hands it to all that ask for files; no two of them share anything. What it has looked at must
    not change meanwhile, or has to be forgotten.
    """

    def __init__(self) -> None:
        self._looked: set[str] = set()
        self._roots: dict[str, tuple[str, ...]] = {}
        self._entries: dict[str, frozenset[str]] = {}
        self._files: dict[str, tuple[tuple[int, int], File | None]] = {}
        self._modules: dict[tuple[str, str], tuple[Member | None, frozenset[str]]] = {}
        self._exports: dict[str, _Names] = {}
        self._clocks: dict[str, _Names] = {}
        self._asked: dict[str, File] = {}
        self._told: dict[str, tuple[Names | None, Names | None]] = {}
        self.held: Mapping[str, bytes] = {}

    def hold(self, files: Mapping[str, bytes]) -> None:
        """Take files for having other contents than they have on the disk, and all others for what they are there."""
        changed = [path for path in {*files, *self.held} if files.get(path) != self.held.get(path)]
        known = {path: self._files.pop(path)[1] for path in changed if path in self._files}
        were_kept, self.held = bool(self.held), dict(files)
        if changed:
            self._modules.clear()  # a file may put another one in its own place now
        if not all(were_kept and self._hands_on_as(file, self.file(path)) for path, file in known.items()):
            self._exports.clear()
            self._clocks.clear()

    def _hands_on_as(self, before: File | None, after: File | None) -> bool:
        """Whether other files take from a file what they took from it before."""
        if before is None or after is None:
            return False
        return before.outline is None or self._outline(after).hands_on_as(before.outline)

    def _outline(self, file: File) -> skim.Outline:
        """What others can take from a file. It is kept where files are edited."""
        if not self.held:
            return skim.Outline(file.data)
        file.outline = file.outline or skim.Outline(file.data, is_kept=True)
        return file.outline

    def forget(self, path: str) -> None:
        """Look at a file anew when it is asked for next: it was changed, made or removed.

        What is cheap to find is found again for all files; programs of the others stay.
        """
        self._files.pop(path, None)
        for found in (self._entries, self._roots, self._modules, self._exports, self._clocks):
            found.clear()

    def outlines(self) -> Outlines:
        """What was found out about the names of files, for another process."""
        return self._exports, self._clocks

    def learn(self, outlines: Outlines) -> None:
        """Take over what another process has found out; files must not have changed since."""
        for known, told in zip((self._exports, self._clocks), outlines, strict=True):
            known.update(told)

    def imported(self, importer: str, data: bytes) -> set[str]:
        """The files of the project that a file with these contents imports itself."""
        found: set[str] = set()
        for module, taken in skim.imports(data).items():
            joint = "" if module.endswith(".") else "."
            parts = (f"{module}{joint}{name.decode('ascii', 'replace')}" for name in taken.names)
            members = (self.find(importer, dotted) for dotted in (module, *parts))
            found.update(member.path for member in members if member is not None)
        return found - {importer}

    @contextmanager
    def looking(self) -> Iterator[set[str]]:
        """Gives the absolute paths of the files and folders that are looked at meanwhile, be they there or not.

        One that was only asked whether it is the root of a project stands behind `MARKS_IN`.

        Also those that were looked at before for what is remembered, and is used again.
        """
        outer, self._looked = self._looked, set()
        try:
            yield self._looked
        finally:
            outer |= self._looked
            self._looked = outer

    def rested(self, looked: Iterable[str]) -> Rests:
        """What a result rests on that was found since this was called last, while these files were looked at."""
        followed = {
            path: None if file.program is None else file.program.used() for path, file in [*self._asked.items()]
        }
        told, self._told = self._told, {}
        self._asked.clear()
        return Rests(frozenset(looked), followed, told)

    def find(self, importer: str, dotted: str) -> Member | None:
        """The file and names that `dotted`, as an import in the file `importer` has it, stands for.

        Relative imports start with dots. None if no file of the project is meant. A file that puts another module in
        its own place stands for that one. What was found is remembered for all files of a folder but the one that may
        be meant, which does not import itself.
        """
        folder, name = os.path.split(importer)
        own = os.path.basename(folder) if name == "__init__.py" else name.removesuffix(".py")
        key = (importer if own in dotted.split(".") else folder, dotted)
        if key not in self._modules:
            with self.looking() as looked:
                found = self._searched(importer, dotted)
            self._modules[key] = found, frozenset(looked)
        found, rests = self._modules[key]
        self._looked |= rests
        return found

    def _searched(self, importer: str, dotted: str) -> Member | None:
        """`find`, whatever is remembered."""
        found = self._find(importer, dotted)
        if found is None:
            return None
        file = self.file(found.path)
        other = None if file is None else skim.replacement(file.data)
        instead = None if other is None else self._find(found.path, other)
        return found if instead is None else Member(instead.path, instead.names + found.names)

    def _find(self, importer: str, dotted: str) -> Member | None:
        """`find`, whatever the file puts in its own place."""
        names = dotted.lstrip(".")
        level = len(dotted) - len(names)
        parts = tuple(names.split(".")) if names else ()
        folder = os.path.dirname(importer)
        if level:
            package = self._above(folder, level - 1)
            return None if package is None else self._below(package, parts, relative=True)
        if parts[0] in _NOT_PROJECT:
            return None
        for place in dict.fromkeys((self._outermost(folder), *self._root(folder), folder, *_around(folder, parts[0]))):
            found = self._below(place, parts)
            if found is not None and found.path != importer:
                return found
        return None

    def file(self, path: str) -> File | None:
        """The file at an absolute path, None if it cannot be read (or is too large to be a program)."""
        from cupylint.reading import read_regular  # most files of a flake8 run need none of it

        self._looked.add(path)
        if path in self.held:
            if path not in self._files:
                self._files[path] = ((0, 0), File(path, self.held[path], self._asked))
            return self._files[path][1]
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._files.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
        except OSError:
            return None
        try:
            found = File(path, read_regular(path, MAX_BYTES), self._asked)
        except OSError:
            found = None
        self._files[path] = (stamp, found)
        return found

    def remembered(self, path: str) -> File | None:
        """What is known of the file at an absolute path, whatever it has become since; None if nobody has read it."""
        return self._files[path][1] if path in self._files else None

    def known(self, path: str, text: str) -> File | None:
        """The file at an absolute path if it was parsed before and still has this text."""
        file = self._files.get(path, (None, None))[1]
        return file if file is not None and file.parsed and file.text == text else None

    def imports_streams(self, importer: str, data: bytes) -> bool:
        """Whether a file takes from another one what may be, make or use streams: quick, and true too often."""
        return any(self._gives_streams(importer, module, taken, data) for module, taken in skim.imports(data).items())

    def stream_names(self, path: str) -> frozenset[bytes]:
        """Names at the top level of a file that may be, make or use streams; found without LibCST."""
        names = self._handed_on(path, self._exports, skim.Outline.stream_makers)
        self._told[path] = (names, self._told.get(path, _NOT_ASKED)[1])
        return names

    def imports_clocks(self, importer: str, data: bytes) -> bool:
        """Whether a file takes from another one what reads a wall clock: quick, and true too often."""
        for module, taken in skim.imports(data).items():
            member = self.find(importer, module)
            if member is None or member.names or not (clocks := self.clock_names(member.path)):
                continue
            if not clocks.isdisjoint(taken.names):
                return True
            if (taken.every or taken.whole) and not clocks.isdisjoint(skim.words(data)):
                return True
        return False

    def clock_names(self, path: str) -> frozenset[bytes]:
        """Functions and classes at the top level of a file that read a clock, also where it takes them from others."""
        names = self._handed_on(path, self._clocks, skim.Outline.clock_readers)
        self._told[path] = (self._told.get(path, _NOT_ASKED)[0], names)
        return names

    def body(self, path: str) -> ir.Function | None:
        """The program at the top level of a file, None if it cannot be read."""
        file = self.file(path)
        program = None if file is None else file.program
        return None if program is None else program.body

    def _gives_streams(self, importer: str, module: str, taken: skim.Taken, data: bytes) -> bool:
        member = self.find(importer, module)
        if member is None or member.names:
            return False
        exports = self.stream_names(member.path)
        if exports and (taken.every or not exports.isdisjoint(taken.names)):
            return True
        if taken.whole and exports and not exports.isdisjoint(skim.words(data)):
            return True
        if os.path.basename(member.path) != "__init__.py":
            return False
        joint = "" if module.endswith(".") else "."
        for name in (*taken.names, *(skim.parts_of(module, data) if taken.whole else ())):
            part = self.find(importer, f"{module}{joint}{name.decode('ascii', 'replace')}")
            if part is not None and not part.names and not self.stream_names(part.path).isdisjoint(skim.words(data)):
                return True
        return False

    def _handed_on(
        self,
        path: str,
        known: dict[str, _Names],
        own: Callable[[skim.Outline], skim.Names],
    ) -> frozenset[bytes]:
        """The names that a file has and hands on: its `own`, and those that it takes from other files.

        What is found is remembered in `known` with all that was looked at, for all files on the way. These may import
        one another in a circle, or in a chain of any length: each tells those that take from it what is new, until
        nothing is.
        """
        if path not in known:
            with self.looking() as looked:
                names = self._names_of(path, known, own)
            known.update((file, (frozenset(found.found), frozenset(looked))) for file, found in names.items())
        found, rests = known[path]
        self._looked |= rests
        return found

    def _names_of(
        self,
        path: str,
        known: Mapping[str, _Names],
        own: Callable[[skim.Outline], skim.Names],
    ) -> dict[str, skim.Names]:
        """`_handed_on` for a file and those that it takes from, as far as they are not known."""
        names: dict[str, skim.Names] = {}
        takers: defaultdict[str, list[tuple[str, skim.Taken]]] = defaultdict(list)
        pending, new = [path], list[tuple[str, Set[bytes]]]()
        while pending:
            here = pending.pop()
            if here in names:
                continue
            file = self.file(here)
            outline = skim.Outline(b"") if file is None else self._outline(file)
            names[here] = own(outline)
            new.append((here, frozenset(names[here].found)))
            for module, taken in outline.imports.items():
                member = self.find(here, module)
                if member is None or member.names or not (taken.every or taken.names):
                    continue
                if member.path not in known:
                    pending.append(member.path)
                elif member.path not in takers:
                    found, rests = known[member.path]
                    self._looked |= rests
                    new.append((member.path, found))
                takers[member.path].append((here, taken))
        _spread(names, takers, new)
        return names

    def _outermost(self, folder: str) -> str:
        """The folder that holds the outermost package that `folder` lies in."""
        while "__init__.py" in self._listing(folder):
            above = os.path.dirname(folder)
            if above == folder:
                break
            folder = above
        return folder

    def _above(self, folder: str, levels: int) -> str | None:
        """The package so many levels above that of `folder`; None if Python would find that there is none.

        A folder above is a package if it says so, or as a part of the project: never the project's root itself.
        """
        for _ in range(levels):
            above = os.path.dirname(folder)
            root = self._root(above)
            inside = bool(root) and above.startswith(os.path.join(root[-1], ""))
            if above == folder or not (inside or "__init__.py" in self._listing(above)):
                return None
            folder = above
        return folder

    def _root(self, folder: str) -> tuple[str, ...]:
        """Where modules may lie in the root of the project that `folder` belongs to: ``src`` and the root itself."""
        climbed, start = [], folder
        while folder not in self._roots:
            climbed.append(folder)
            above = os.path.dirname(folder)
            if not ROOT_MARKS.isdisjoint(self._names_in(folder)):
                self._roots[folder] = (os.path.join(folder, "src"), folder)
            elif above == folder:
                self._roots[folder] = ()
            else:
                folder = above
        self._roots.update(dict.fromkeys(climbed, self._roots[folder]))
        found = self._roots[folder]
        self._looked.update(f"{MARKS_IN}{each}" for each in _up_to(start, found[-1] if found else ""))
        return found

    def _below(self, folder: str, parts: tuple[str, ...], relative: bool = False) -> Member | None:
        """Walk down packages and modules from `folder`, which is itself a package if the import is relative."""
        found = os.path.join(folder, "__init__.py") if "__init__.py" in self._listing(folder) else ""
        for number, part in enumerate(parts):
            entries = self._listing(folder)
            inside = os.path.join(folder, part)
            if part in entries and "__init__.py" in self._listing(inside):
                folder, found = inside, os.path.join(inside, "__init__.py")
            elif f"{part}.py" in entries:
                return Member(os.path.join(folder, f"{part}.py"), parts[number + 1 :])
            elif part in entries and self._listing(inside):
                folder, found = inside, ""  # a folder without __init__.py is a package, too
            else:
                return Member(found, parts[number:]) if found and (number or relative) else None
        return Member(found) if found else None

    def _listing(self, folder: str) -> frozenset[str]:
        self._looked.add(folder)
        return self._names_in(folder)

    def _names_in(self, folder: str) -> frozenset[str]:
        known = self._entries.get(folder)
        if known is None:
            try:
                known = frozenset(os.listdir(folder))
            except OSError:
                known = frozenset()
            self._entries[folder] = known
        return known


def _up_to(folder: str, root: str) -> Iterator[str]:
    """A folder and those above it, up to `root`; without one, all."""
    yield folder
    while folder != root and (above := os.path.dirname(folder)) != folder:
        folder = above
        yield folder


def _around(folder: str, name: str) -> tuple[str, ...]:
    """What holds the package `name` if `folder` is that package or lies in it, by whatever folders."""
    while os.path.basename(folder) != name:
        above = os.path.dirname(folder)
        if above == folder:
            return ()
        folder = above
    return (os.path.dirname(folder),)


def _spread(
    names: dict[str, skim.Names],
    takers: Mapping[str, list[tuple[str, skim.Taken]]],
    new: list[tuple[str, Set[bytes]]],
) -> None:
    """Add to the `names` of each file what it takes of those that are `new` in another, and so on."""
    while new:
        giver, given = new.pop()
        for taker, taken in takers.get(giver, ()):
            grown = names[taker].add(given if taken.every else given & taken.names)
            if grown:
                new.append((taker, grown))
