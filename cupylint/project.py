"""The files around a file: which one an import means, as Python would find it. Nothing is imported or run.

A module is looked for where Python would look when the program runs: in the folder that holds the importing
file's outermost package, in the ``src`` of the project's root, in the root, and beside the importing file.
Modules of the standard library and of CuPy are never looked for.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from cupylint import source
from cupylint.guards import MAX_BYTES

if TYPE_CHECKING:
    from libcst import Module

    from cupylint.program import ir

_NOT_PROJECT = frozenset(sys.stdlib_module_names) | {"cupy", "cupyx", "cupy_backends", "numpy", "scipy", "torch"}
_MAKES_STREAMS = re.compile(rb"Stream|\bptds\b")
_MAKERS = frozenset((b"Stream", b"ExternalStream", b"ptds"))
_CLOCK = re.compile(rb"perf_counter|process_time|monotonic(?:_ns)?\(\)|default_timer|\btime(?:_ns)?\(\)|\bnow\(\)")
_IMPORTS = re.compile(
    rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*([^\n;]*)|import[ \t]+(\w[\w., \t]*))", re.MULTILINE
)
_WORD = re.compile(rb"\w+")
_NOT_NAMES = re.compile(rb"#[^\n]*|\bas[ \t]+\w+")
_ROOT_MARKS = frozenset(("pyproject.toml", "setup.py", "setup.cfg", ".git"))


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
    """

    path: str
    data: bytes
    _text: str | None = None
    _tree: Module | None = None
    _body: ir.Function | None = None
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
    def tree(self) -> Module:
        """The tree that the nodes of `body` belong to.

        Raises:
            UnreadableSource: it does not parse.
        """
        if self._tree is None:
            self._tree = source.parse(self.text)
        return self._tree

    @property
    def parsed(self) -> bool:
        """Whether `tree` and `body` are there."""
        return self._body is not None

    @property
    def body(self) -> ir.Function | None:
        """The module as a program, None if the file cannot be read."""
        if self._body is None and not self._failed:
            from cupylint.program import lower

            try:
                with source.deep_recursion():
                    self._body = lower(self.tree)
            except (source.UnreadableSource, RecursionError):
                self._failed = True
        return self._body


def _parsed(data: bytes) -> ast.Module | None:
    try:
        return source.standard_tree(source.decode(data))
    except source.UnreadableSource:
        return None


def _exports(data: bytes, imported: frozenset[bytes]) -> frozenset[bytes]:
    """Top-level names whose definitions name a stream's maker, one of `imported`, or another such name."""
    tree = _parsed(data)
    if tree is None:
        return frozenset()
    lines = data.splitlines(keepends=True)
    makers, rest = _MAKERS | imported, []
    for statement in tree.body:
        names = set(_bound(statement))
        if names:
            text = b"".join(lines[_first_row(statement) - 1 : statement.end_lineno])
            rest.append((names, statement, set(_WORD.findall(text))))
    grown = True
    while grown:
        # Words are quick to find, but stand in comments and texts, too.
        found = [part for part in rest if not part[2].isdisjoint(makers) and not _idents(part[1]).isdisjoint(makers)]
        rest = [part for part in rest if part not in found]
        grown = bool(found)
        makers = makers.union(*(names for names, _, _ in found))
    return frozenset(makers) - _MAKERS


def _definitions(data: bytes, pattern: re.Pattern[bytes]) -> set[bytes]:
    """Functions and classes at the top level whose text has a match."""
    tree = _parsed(data)
    if tree is None:
        return set()
    lines = data.splitlines(keepends=True)
    return {
        part.name.encode()
        for part in tree.body
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and pattern.search(b"".join(lines[_first_row(part) - 1 : part.end_lineno]))
    }


def _first_row(statement: ast.stmt) -> int:
    """Where a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _bound(statement: ast.stmt) -> Iterator[bytes]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name.encode()
    elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.With, ast.If, ast.For, ast.Try)):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id.encode()


def _idents(tree: ast.AST) -> set[bytes]:
    """All names and attribute names in a tree."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id.encode())
        elif isinstance(node, ast.Attribute):
            found.add(node.attr.encode())
    return found


def _imports(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The modules that a file imports (from), each with the text of the names it takes; found without parsing."""
    position, last = 0, data.rfind(b")")
    while match := _IMPORTS.search(data, position):
        position = match.end()
        if match[1] is not None:
            names = match[2]
            if names.startswith(b"(") and match.start(2) < last:
                position = data.index(b")", match.start(2)) + 1
                names = data[match.start(2) : position]
            yield match[1].decode("ascii", "replace"), names
        else:
            for part in match[3].split(b","):
                if words := part.split():
                    yield words[0].decode("ascii", "replace"), b""


def imports_anything(data: bytes) -> bool:
    """Whether a file imports from a module that may be a file of its project."""
    return any(module.partition(".")[0] not in _NOT_PROJECT for module, _ in _imports(data))


def _names(text: bytes) -> list[bytes]:
    """The names in what follows ``import``."""
    return _WORD.findall(_NOT_NAMES.sub(b"", text))


class Project:
    """Finds the files that imports mean, and remembers what it read. Paths are absolute."""

    def __init__(self) -> None:
        self._roots: dict[str, tuple[str, ...]] = {}
        self._entries: dict[str, frozenset[str]] = {}
        self._files: dict[str, tuple[tuple[int, int], File | None]] = {}
        self._modules: dict[tuple[str, str], Member | None] = {}
        self._exports: dict[str, frozenset[bytes]] = {}
        self._clocks: dict[str, frozenset[bytes]] = {}

    def find(self, importer: str, dotted: str) -> Member | None:
        """The file and names that `dotted`, as an import in the file `importer` has it, stands for.

        Relative imports start with dots. None if no file of the project is meant.
        """
        names = dotted.lstrip(".")
        level = len(dotted) - len(names)
        parts = tuple(names.split(".")) if names else ()
        folder = os.path.dirname(importer)
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return self._below(folder, parts, relative=True)
        if parts[0] in _NOT_PROJECT:
            return None
        for place in dict.fromkeys((self._outermost(folder), *self._root(folder), folder)):
            found = self._below(place, parts)
            if found is not None and found.path != importer:
                return found
        return None

    def file(self, path: str) -> File | None:
        """The file at an absolute path, None if it cannot be read (or is too large to be a program)."""
        from cupylint.reading import read_regular  # most files of a flake8 run need none of it

        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._files.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
        except OSError:
            return None
        try:
            found = File(path, read_regular(path, MAX_BYTES))
        except OSError:
            found = None
        self._files[path] = (stamp, found)
        return found

    def known(self, path: str, text: str) -> File | None:
        """The file at an absolute path if it was parsed before and still has this text."""
        file = self._files.get(path, (None, None))[1]
        return file if file is not None and file.parsed and file.text == text else None

    def imports_streams(self, importer: str, data: bytes) -> bool:
        """Whether a file takes from another one what may be, make or use streams: quick, and true too often."""
        return any(self._gives_streams(importer, module, names, data) for module, names in _imports(data))

    def gives_streams(self, path: str, names: tuple[str, ...] = ()) -> bool:
        """Whether the first of `names` of a file (without names: anything there) may be, make or use streams."""
        exports = self._exported(path)
        return names[0].encode() in exports if names else bool(exports)

    def imports_clocks(self, importer: str, data: bytes) -> bool:
        """Whether a file takes from another one what reads a wall clock: quick, and true too often."""
        for module, names in _imports(data):
            member = self._module(importer, module)
            if member is None or member.names or not (clocks := self.clock_names(member.path)):
                continue
            wanted = _names(names) if names.strip() != b"*" else []
            if not clocks.isdisjoint(wanted or _WORD.findall(data)):
                return True
        return False

    def clock_names(self, path: str) -> frozenset[bytes]:
        """Functions and classes at the top level of a file that read a clock, also where it takes them from others."""
        known = self._clocks.get(path)
        if known is not None:
            return known
        self._clocks[path] = frozenset()  # for circles
        file = self.file(path)
        found: set[bytes] = set()
        for module, names in _imports(file.data) if file is not None else ():
            member = self._module(path, module)
            if member is not None and not member.names:
                taken = self.clock_names(member.path)
                found |= taken if names.strip() == b"*" else taken.intersection(_names(names))
        if file is not None and _CLOCK.search(file.data):
            found |= _definitions(file.data, _CLOCK)
        self._clocks[path] = frozenset(found)
        return self._clocks[path]

    def body(self, path: str) -> ir.Function | None:
        """The program at the top level of a file, None if it cannot be read."""
        file = self.file(path)
        return None if file is None else file.body

    def _gives_streams(self, importer: str, module: str, names: bytes, data: bytes) -> bool:
        member = self._module(importer, module)
        if member is None or member.names:
            return False
        package = os.path.basename(member.path) == "__init__.py"
        exports = self._exported(member.path)
        if not exports and not (package and names):
            return False
        wanted = _names(names)
        if exports and (not exports.isdisjoint(wanted) or names.strip() == b"*"):
            return True
        joint = "" if module.endswith(".") else "."
        parts = [self.find(importer, f"{module}{joint}{name.decode('ascii', 'replace')}") for name in wanted if package]
        exports = frozenset().union(
            exports if not wanted else (),
            *(self._exported(part.path) for part in parts if part is not None and not part.names),
        )
        return bool(exports) and not exports.isdisjoint(_WORD.findall(data))

    def _exported(self, path: str) -> frozenset[bytes]:
        """Names at the top level of a file that may be, make or use streams; found without LibCST."""
        known = self._exports.get(path)
        if known is None:
            self._exports[path] = frozenset()  # for circles
            known = self._exports[path] = self._own_exports(path)
        return known

    def _own_exports(self, path: str) -> frozenset[bytes]:
        file = self.file(path)
        if file is None:
            return frozenset()
        imported: frozenset[bytes] = frozenset()
        for module, names in _imports(file.data):
            member = self._module(path, module)
            if member is not None and not member.names and (found := self._exported(member.path)):
                imported |= found if names.strip() == b"*" else found.intersection(_names(names))
        if b"cupy" not in file.data:
            return imported  # names that it hands on
        return _exports(file.data, imported) if imported or _MAKES_STREAMS.search(file.data) else frozenset()

    def _module(self, importer: str, module: str) -> Member | None:
        """`find`, remembered for all files of a folder."""
        key = (os.path.dirname(importer), module)
        if key not in self._modules:
            self._modules[key] = self.find(importer, module)
        return self._modules[key]

    def _outermost(self, folder: str) -> str:
        """The folder that holds the outermost package that `folder` lies in."""
        while "__init__.py" in self._listing(folder):
            above = os.path.dirname(folder)
            if above == folder:
                break
            folder = above
        return folder

    def _root(self, folder: str) -> tuple[str, ...]:
        """Where modules may lie in the root of the project that `folder` belongs to: ``src`` and the root itself."""
        known = self._roots.get(folder)
        if known is None:
            above = os.path.dirname(folder)
            if not _ROOT_MARKS.isdisjoint(self._listing(folder)):
                known = (os.path.join(folder, "src"), folder)
            else:
                known = () if above == folder else self._root(above)
            self._roots[folder] = known
        return known

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
        known = self._entries.get(folder)
        if known is None:
            try:
                known = frozenset(os.listdir(folder))
            except OSError:
                known = frozenset()
            self._entries[folder] = known
        return known


@cache
def project() -> Project:
    """The one of this process."""
    return Project()
