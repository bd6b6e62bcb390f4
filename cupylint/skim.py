"""What the bytes of a file show of it at a glance: its imports, its words, what its top level makes.

Whoever asks about a file that others import asks for many files, so nothing here needs LibCST, and everything takes
time that is linear in the file, however it was written.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cupylint import source

_MAKER = re.compile(rb"Stream(?!\.null\b)|\b(?:ptds|create_stream)\b")
STREAM = re.compile(rb"%s|\bwait_event\b|\bwith [\w.]*(?:stream|lane)\w*[ \[:,]" % _MAKER.pattern)
"""A stream besides the null stream, which alone is ordered with itself: one is made, or what callers give is used."""
REQUEST = re.compile(
    rb"\bI(send|[sbr]send|recv|bcast|reduce|allreduce|gatherv?|allgatherv?|scatterv?|alltoall[vw]?)\("
    rb"|\bp(read|write)\("
)
"""A call of MPI, or of KvikIO, that returns at once, and uses its buffers until that is waited for."""
MESSAGES = re.compile(rb"\bMPI\b|mpi4py|Allreduce|Isend|Irecv|ucp|ucxx|kvikio")
"""What tells of messages between processes: who sends them uses the buffers at once, whatever is queued for them."""
LENDER = re.compile(rb"get_current_stream")
"""What asks for the stream of its callers, who may have several."""
_MAKERS = frozenset((b"Stream", b"ExternalStream", b"ptds"))
_MAKING_METHODS = frozenset((b"create_stream",))
"""Those of a device of cuda.core; a project's own function may be called so."""
_CLOCK = re.compile(rb"perf_counter|process_time|monotonic(?:_ns)?\(\)|default_timer|\btime(?:_ns)?\(\)|\bnow\(\)")
_CLOCK_AS = re.compile(rb"\b(?:(?:perf_counter|process_time|monotonic|time)(?:_ns)?|default_timer)[ \t]+as[ \t]+(\w+)")
"""A clock that is imported under another name; so may be the module ``time``, which nobody calls."""
_IMPORTS = re.compile(
    rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*([^\n;]*)|import[ \t]+(\w[\w., \t]*))", re.MULTILINE
)
_WORD = re.compile(rb"\w+")
_COMMENT_OR_TEXT = re.compile(  # a text that is not closed ends where it has to, so that nothing is tried twice
    rb"""#[^\n]*"""
    rb"""|(?P<long>"{3}[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"{3})?|'{3}[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:'{3})?)"""
    rb"""|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?""",
    re.DOTALL,
)
_IMPORTED_BY_TEXT = re.compile(rb"""(?i)import\w{0,16}\(\s{0,9}["']cupy""")
_REPLACED = re.compile(rb"(?m)^(?:_?sys\.)?modules\[__name__\][ \t]*=[ \t]*(\w+)[ \t\r]*$")
_NOT_NAMES = re.compile(rb"#[^\n]*|\bas[ \t]+\w+")


@dataclass(slots=True)
class Taken:
    """What a file takes from one module.

    Attributes:
        names: those that it imports from it.
        every: it imports all of them, with a star.
        whole: it imports the module itself.
    """

    names: set[bytes]
    every: bool = False
    whole: bool = False


@lru_cache(maxsize=8)  # several questions about one file follow one another
def imports(data: bytes) -> Mapping[str, Taken]:
    """The modules that a file imports or imports from, each once; found without parsing."""
    found: dict[str, Taken] = {}
    for module, text in statements(data):
        taken = found.setdefault(module, Taken(set()))
        bare = _NOT_NAMES.sub(b"", text)
        names = _WORD.findall(bare)
        taken.names.update(names)
        taken.every = taken.every or bare.strip() == b"*"
        taken.whole = taken.whole or (not names and bare.strip() != b"*")
    return found


@lru_cache(maxsize=2)  # many rules ask for that of one file
def code(data: bytes) -> bytes:
    """A file without comments and long texts (docstrings, sources of kernels); short strings stay, as in ``getattr``.

    Of a text that is no program as much as can be told.
    """
    return _COMMENT_OR_TEXT.sub(_kept, data)


def bare(data: bytes) -> bytes:
    """The same without any text."""
    return _COMMENT_OR_TEXT.sub(b"", data)


def names_cupy(data: bytes) -> bool:
    """Whether code names CuPy, be it to import it by its name (``import_module("cupy")``)."""
    return b"cupy" in bare(data) or _IMPORTED_BY_TEXT.search(code(data)) is not None


def _kept(found: re.Match[bytes]) -> bytes:
    if found["long"] is not None:
        return b'""'
    return b"" if found[0][:1] == b"#" else found[0]


@lru_cache(maxsize=2)
def words(data: bytes) -> frozenset[bytes]:
    """All words of a file."""
    return frozenset(_WORD.findall(data))


def parts_of(module: str, data: bytes) -> set[bytes]:
    """The names that a file uses of a module, ``module.name``; those in comments and texts as well."""
    return set(re.findall(rb"\b%s\.(\w+)" % re.escape(module.encode()), data))


def statements(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The modules that a file imports (from), each with the text of the names it takes, once for each statement."""
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
                if found := part.split():
                    yield found[0].decode("ascii", "replace"), b""


def replacement(data: bytes) -> str | None:
    """The module that a file puts in its own place (``sys.modules[__name__] = other``), as an import has it.

    None if the file stands for itself, or for something that it does not import by that name.
    """
    found = _REPLACED.search(data) if b"modules[__name__]" in data else None
    if found is None:
        return None
    for module, text in statements(data):
        if found[1] in _WORD.findall(_NOT_NAMES.sub(b"", text)):
            return f"{module}{'' if module.endswith('.') else '.'}{found[1].decode('ascii', 'replace')}"
    return None


class Names:
    """Names at the top level of a file that others can take from it, growing with those that it takes itself."""

    def __init__(self, own: Iterable[bytes] = ()) -> None:
        self.found = set(own)

    def add(self, taken: Iterable[bytes]) -> set[bytes]:
        """Note names that the file takes from others; those that are found through them, with them."""
        new = set(taken) - self.found
        self.found |= new
        return new


class Outline:
    """What other files can take from a file, by its contents. Each part is found out when somebody asks for it.

    Args:
        is_kept: the same is asked again and again: what was found out stays, and without the tree, which is large.
    """

    def __init__(self, data: bytes, is_kept: bool = False) -> None:
        self._data = data
        self._is_kept = is_kept

    @cached_property
    def imports(self) -> Mapping[str, Taken]:
        """See the function of that name."""
        return imports(self._data)

    @cached_property
    def clocks(self) -> frozenset[bytes]:
        """Functions and classes at the top level whose text reads a clock."""
        renamed = b"|".join(sorted(set(_CLOCK_AS.findall(self._data))))
        clock = re.compile(rb"%s|\b(?:%s)\(" % (_CLOCK.pattern, renamed)) if renamed else _CLOCK
        tree = _parsed(self._data) if clock.search(self._data) else None
        if tree is None:
            return frozenset()
        lines = self._data.splitlines(keepends=True)
        return frozenset(
            part.name.encode()
            for part in tree.body
            if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            and clock.search(b"".join(lines[source.first_row(part) - 1 : part.end_lineno]))
        )

    @cached_property
    def definitions(self) -> list[Definition]:
        """The statements at the top level that bind names, in order. Whoever does not need them saves the parser."""
        found = []
        tree = _parsed(self._data)
        lines = self._data.splitlines(keepends=True)
        row = 0
        for statement in tree.body if tree is not None else ():
            first = source.first_row(statement)
            if names := frozenset(_bound(statement)):
                definition = Definition(statement, names)
                if first > row:
                    definition.words = frozenset(_WORD.findall(b"".join(lines[first - 1 : statement.end_lineno])))
                else:  # one of many in a row
                    definition.words = definition.idents
                if self._is_kept:
                    definition.settle()
                found.append(definition)
            row = statement.end_lineno or first
        return found

    @cached_property
    def users(self) -> Mapping[bytes, list[Definition]]:
        """The definitions in whose text a word stands. Words are quick to find, but stand in comments, too."""
        found: defaultdict[bytes, list[Definition]] = defaultdict(list)
        for definition in self.definitions:
            for word in definition.words:
                found[word].append(definition)
        return found

    @cached_property
    def may_make(self) -> bool:
        """Whether it mentions a stream's maker at all."""
        return _MAKER.search(self._data) is not None

    @cached_property
    def names_cupy(self) -> bool:
        """Whether it mentions CuPy; without it a file only hands on what it takes."""
        return b"cupy" in self._data

    def clock_readers(self) -> Names:
        """`clocks`, to grow."""
        return Names(self.clocks)

    def stream_makers(self) -> Names:
        """Names whose definitions name a stream's maker, or another such name; without CuPy only what it hands on."""
        return _Makers(self) if self.names_cupy else Names()

    def hands_on_as(self, other: Outline, *, unasked: bool = False) -> bool:
        """Whether all files take the same from both, if all but this one stays as it is.

        Args:
            unasked: also of what nobody has asked for yet.
        """
        quick = ((one.imports, one.names_cupy, one.may_make, one.clocks) for one in (self, other))
        if next(quick) != next(quick):
            return False
        if not unasked and "definitions" not in self.__dict__ and "definitions" not in other.__dict__:
            return True  # nobody has asked, since nothing that is taken or made leads there
        return self._links() == other._links()

    def _links(self) -> list[tuple[frozenset[bytes], frozenset[bytes]]]:
        """The names that statements bind, with what else of the top level, or of other files, they mention."""
        if any(taken.every for taken in self.imports.values()):
            return [(definition.names, definition.idents) for definition in self.definitions]
        told = (_MAKERS | _MAKING_METHODS).union(*(taken.names for taken in self.imports.values()))
        told = told.union(*(definition.names for definition in self.definitions))
        return [(definition.names, definition.idents & told) for definition in self.definitions]


class Definition:
    """A statement and the names that it binds.

    Attributes:
        words: all that stand in its text.
    """

    def __init__(self, tree: ast.stmt, names: frozenset[bytes]) -> None:
        self.names = names
        self.words: frozenset[bytes] = frozenset()
        self._tree: ast.stmt | None = tree
        self._idents: frozenset[bytes] = frozenset()

    @property
    def idents(self) -> frozenset[bytes]:
        """The names that it mentions; looked up when a word of its text asks for it."""
        self.settle()
        return self._idents

    def settle(self) -> None:
        """Find out what it mentions, and forget its tree."""
        if self._tree is not None:
            self._idents, self._tree = frozenset(_idents(self._tree)), None


class _Makers(Names):
    """Names whose definitions name a maker. The file is parsed when that can matter."""

    def __init__(self, outline: Outline) -> None:
        super().__init__()
        self._outline = outline
        self._done: set[Definition] = set()
        if outline.may_make:
            self._follow(_MAKERS | _MAKING_METHODS)
            for module, taken in outline.imports.items():
                if module.partition(".")[0] == "cupy":
                    self.found |= taken.names & _MAKERS  # it hands them on

    def add(self, taken: Iterable[bytes]) -> set[bytes]:
        new = set(taken) - self.found - _MAKERS
        self.found |= new
        return new | self._follow(new)

    def _follow(self, names: Set[bytes]) -> set[bytes]:
        """The names, not found before, whose definitions mention one of `names`, or another such name."""
        found: set[bytes] = set()
        pending = list(names)
        users = self._outline.users if pending else {}
        while pending:
            name = pending.pop()
            for definition in users.get(name, ()):
                if definition not in self._done and name in definition.idents:
                    self._done.add(definition)
                    grown = definition.names - self.found - _MAKERS
                    self.found |= grown
                    found |= grown
                    pending += grown
        return found


def _parsed(data: bytes) -> ast.Module | None:
    try:
        return source.standard_tree(source.decode(data))
    except source.UnreadableSource:
        return None


def _bound(statement: ast.stmt) -> Iterator[bytes]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name.encode()
    elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.With, ast.If, ast.For, ast.Try)):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id.encode()


def _idents(tree: ast.AST) -> set[bytes]:
    """All names and attribute names in a tree, but for what only says where the null stream is."""
    found = set()
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name):
            found.add(node.id.encode())
        elif isinstance(node, ast.Attribute):
            found.add(node.attr.encode())
            if node.attr == "null" and getattr(node.value, "attr", "") == "Stream":
                continue
        pending += ast.iter_child_nodes(node)
    return found
