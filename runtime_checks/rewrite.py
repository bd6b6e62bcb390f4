"""Puts gates and probes into a program's text. Every row stays where it was.

Positions come from Python's own parser, since the program must run in this interpreter anyhow; the
text is only added to, on the same lines, so that tracebacks and stacks name the rows of the original.
Calls go to ``__cupylint__``, which is a built-in name while the program runs:

* ``gate(pair, *candidates)`` before the statement of the earlier access,
* ``probe(pair, *candidates)`` after the statement of the later access,
* ``see(pair, role, value)`` around or after an access: which memory is it,
* ``part(pair, role, array)[...]`` after a store into a part of an array: likewise,
* ``into(pair, role, array)[...] = ...`` where that index must not be evaluated twice,
* ``on(pair, role, stream)`` around the value of a ``stream=`` keyword.

The candidates are arguments of the call that makes the access, one of which may be a stream.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cupylint.findings import Location
from cupylint.reading import read_regular

from .jobs import EARLIER

NAME = "__cupylint__"
_NEWLINE = re.compile(r"\r\n|\r|\n")
_ON_NULL = re.compile(r"memset|memcpy|memcpy2D|copy_(?:from|to)(?:_host|_device)?")
_TAKES_STREAM = re.compile(r"get|set|asnumpy|launch|prefetch|mem\w+Async|\w+_async")
_SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete)
"""Statements that end where their work does; an ``assert`` that fails, because of a race, ends before."""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class RewriteError(Exception):
    """The text cannot be prepared; one line says why."""


@dataclass(frozen=True, slots=True)
class Place:
    """An access to watch: pair, `EARLIER` or `LATER`, and where it stands; see `Site` for the rest."""

    pair: int
    role: int
    location: Location
    unseen: bool = False
    own: bool = False
    clock: bool = False
    behind: bool = False
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The changed text, and the accesses (pair, role) whose memory will be seen."""

    text: str
    visible: frozenset[tuple[int, int]]


def rewrite(text: str, places: Sequence[Place]) -> Rewritten:
    """Put the calls for `places` into `text`.

    Raises:
        RewriteError: the text does not parse, or nothing stands at a place.
    """
    try:
        source = parsed(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise RewriteError(f"cannot be parsed by this Python: {error}") from None
    edits = _Edits(source)
    visible = set()
    for place in places:
        if _prepare(source, edits, place):
            visible.add((place.pair, place.role))
    changed = edits.apply()
    try:
        ast.parse(changed)
    except (SyntaxError, ValueError) as error:
        raise RewriteError(f"cannot be prepared: {error}") from None
    return Rewritten(changed, frozenset(visible))


@lru_cache(maxsize=8)
def parsed(text: str) -> Text:
    """The tree of a text. The same few files are asked about again and again.

    Raises:
        SyntaxError, ValueError, RecursionError: it is no Python.
    """
    return Text(text)


def is_store(text: str, location: Location) -> bool:
    """Whether what stands at `location` is assigned to."""
    node = parsed(text).find(location)
    return isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))


def unit_text(text: str, location: Location) -> tuple[str, Location] | None:
    """The text of the statement (or part of one) that makes the access, and where it stands."""
    source = parsed(text)
    node = source.find(location)
    if node is None:
        return None
    unit, _ = source.unit(node)
    start, end = source.span(unit)
    return text[start:end], source.location(unit)


def statements(text: str) -> Iterator[tuple[str, Location]]:
    """All that `unit_text` may give for some access in `text`: simple statements and parts of others."""
    source = parsed(text)
    seen = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr):
            unit, _ = source.unit(node)
            if id(unit) not in seen:
                seen.add(id(unit))
                start, end = source.span(unit)
                yield text[start:end], source.location(unit)


def read_text(path: str) -> str:
    """The text of a Python file, by its coding comment.

    Raises:
        RewriteError: it cannot be read.
    """
    try:
        data = read_regular(path)
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        raise RewriteError(f"cannot be read: {error}") from None


def text_of(path: str) -> str | None:
    """The text of a Python file, None if it cannot be read."""
    try:
        return read_text(path)
    except RewriteError:
        return None


class Text:
    """Tree, parents and character offsets of a text. Nobody changes it: see `parsed`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def modules(self) -> frozenset[str]:
        """Names that an ``import`` binds."""
        return frozenset(
            (alias.asname or alias.name).partition(".")[0]
            for node in ast.walk(self.tree)
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        )

    def offset(self, row: int, column: int) -> int:
        """Character offset of a row from 1 and a column in UTF-8 bytes from 0."""
        start = self.starts[row - 1]
        end = self.starts[row] if row < len(self.starts) else len(self.text)
        return start + len(self.text[start:end].encode()[:column].decode(errors="ignore"))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Character offsets of a node."""
        row, column = node.lineno, node.col_offset  # type: ignore[attr-defined]
        return self.offset(row, column), self.offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def place(self, offset: int) -> tuple[int, int]:
        """Row and column, both from 1."""
        row = bisect_right(self.starts, offset)
        return row, offset - self.starts[row - 1] + 1

    def location(self, node: ast.AST) -> Location:
        """Where a node stands."""
        start, end = self.span(node)
        return Location(*self.place(start), *self.place(end))

    def find(self, location: Location) -> ast.expr | None:
        """The expression at `location`: the one of exactly that extent, or the smallest around it.

        For a whole augmented assignment it is the target, which is what the statement works on.
        """
        if not (0 < location.row <= len(self.starts) and 0 < location.end_row <= len(self.starts)):
            return None
        start = self.starts[location.row - 1] + location.column - 1
        end = self.starts[location.end_row - 1] + location.end_column - 1
        best: tuple[int, ast.expr] | None = None
        for node in ast.walk(self.tree):
            if not isinstance(node, (ast.expr, ast.AugAssign)):
                continue
            if not node.lineno <= location.row <= (node.end_lineno or 0):
                continue
            first, last = self.span(node)
            # Of two with the same extent the outer comes first: a starred name, say.
            if first <= start and end <= last and (best is None or last - first < best[0]):
                best = (last - first, node.target if isinstance(node, ast.AugAssign) else node)
        return best[1] if best else None

    def selected(self, node: ast.expr) -> ast.expr:
        """The subscript that selects the part of `node` which is used, where it selects a part."""
        parent = self.parents.get(node)
        while isinstance(parent, ast.Subscript) and parent.value is node:
            items = parent.slice.elts if isinstance(parent.slice, ast.Tuple) else [parent.slice]
            # Read through any other index, a new array is made of the elements: `node` itself is read.
            if isinstance(parent.ctx, ast.Load) and not any(isinstance(item, ast.Slice) for item in items):
                break
            node, parent = parent, self.parents.get(parent)
        return node

    def is_target(self, node: ast.expr) -> bool:
        """Whether a statement assigns to `node`, so that it can be read after that statement."""
        for _, parent in self.ancestors(node):
            if not isinstance(parent, (ast.Tuple, ast.List, ast.Starred)):
                return isinstance(parent, (ast.Assign, ast.AugAssign, ast.AnnAssign))
        return False

    def results(self, node: ast.expr) -> ast.expr:
        """All that a call's results are assigned to together with `node`: which of them it was is not told apart."""
        parent = self.parents.get(node)
        outer = self.parents.get(parent) if isinstance(parent, (ast.Tuple, ast.List)) else None
        of_call = isinstance(outer, ast.Assign) and isinstance(outer.value, ast.Call)
        return parent if of_call and isinstance(parent, (ast.Tuple, ast.List)) and _call_free(parent) else node

    def ancestors(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """(child, parent) from `node` up."""
        while node in self.parents:
            parent = self.parents[node]
            yield node, parent
            node = parent

    def unit(self, node: ast.AST) -> tuple[ast.stmt | ast.expr, bool]:
        """What is executed as a whole around `node`, and whether it is a simple statement.

        A lambda's body and the parts of a comprehension run at other times than the statement they
        stand in; the head of a compound statement is an expression of its own.
        """
        if isinstance(node, ast.stmt):
            return node, isinstance(node, _SIMPLE)
        top = node
        for child, parent in self.ancestors(node):
            if isinstance(child, ast.expr):
                top = child
            if isinstance(parent, ast.Lambda) and child is parent.body:
                break
            if isinstance(parent, ast.comprehension) and child is not parent.target:
                break
            if isinstance(parent, _COMPREHENSIONS) and not isinstance(child, ast.comprehension):
                break
            if isinstance(parent, _SIMPLE):
                return parent, True
            if isinstance(parent, ast.withitem):
                top = parent.context_expr
                break
            if isinstance(parent, (ast.For, ast.AsyncFor)):
                top = parent.iter
                break
            if isinstance(parent, ast.stmt):
                break
        assert isinstance(top, ast.expr)
        return top, False


class _Edits:
    """Insertions at character offsets. Openings at one offset go outermost first, closings innermost first."""

    def __init__(self, source: Text) -> None:
        self._source = source
        self._openings: list[tuple[int, int, int, str]] = []
        self._closings: list[tuple[int, int, int, str]] = []

    def around(self, node: ast.AST, before: str, after: str, rank: int) -> None:
        """Put text around a node; of nodes with the same extent the lower `rank` is the outer one."""
        start, end = self._source.span(node)
        order = len(self._openings)
        self._openings.append((start, start - end, rank * 1000 + order, before))
        self._closings.append((end, end - start, -rank * 1000 - order, after))

    def apply(self) -> str:
        text = self._source.text
        pieces = [(offset, 1, length, rank, insert) for offset, length, rank, insert in self._openings]
        pieces += [(offset, 0, length, rank, insert) for offset, length, rank, insert in self._closings]
        parts, position = [], 0
        for offset, _, _, _, insert in sorted(pieces):
            parts += [text[position:offset], insert]
            position = offset
        return "".join([*parts, text[position:]])


_STATEMENT, _UNIT, _OPERAND = 0, 1, 2


def _prepare(source: Text, edits: _Edits, place: Place) -> bool:
    """Add the calls for one access; whether its memory will be seen."""
    node = source.find(place.location)
    if node is None:
        raise RewriteError(f"line {place.location.row}: nothing to watch there")
    pair, role = place.pair, place.role
    unit, simple = (node, False) if place.clock else source.unit(node)
    is_behind = place.behind and role == EARLIER
    if is_behind and place.reads and isinstance(node, ast.Subscript):
        node = node.value  # `x[mask]`, which is no part of `x`
    after = None if place.unseen else _see(source, edits, node, simple, f"{pair}, {role}")
    keyword, candidates = _streams(source, node, node if place.own else unit)
    arguments = ", ".join([str(pair), *candidates])
    if keyword is not None and not is_behind:
        edits.around(keyword, f"{NAME}.on({pair}, {role}, (", "))", _OPERAND)
    if role == EARLIER and not is_behind:
        call = f"{NAME}.gate({arguments})" if keyword is None else ""
        _put_before(edits, unit, simple, call, after or "")
    else:
        call = f"{NAME}.{'behind' if role == EARLIER else 'probe'}({arguments})"
        if simple:
            edits.around(unit, "", f"{after or ''}; {call}", _STATEMENT)
        else:
            edits.around(unit, "((", f"), {call})[0]", _UNIT)
    return after is not None


def _put_before(edits: _Edits, unit: ast.AST, simple: bool, call: str, after: str) -> None:
    """Put a call, if there is one, in front of what is executed as a whole, and what is seen behind it."""
    if simple:
        edits.around(unit, f"{call}; " if call else "", after, _STATEMENT)
    elif call:
        edits.around(unit, f"({call}, (", "))[1]", _UNIT)


def _see(source: Text, edits: _Edits, node: ast.expr, simple: bool, head: str) -> str | None:
    """Arrange for the memory of `node` to be seen; returns the text to add after a statement, None if unseen."""
    if any(isinstance(parent, ast.JoinedStr) for _, parent in source.ancestors(node)):
        return None  # positions in f-strings are exact from Python 3.12 on only
    node = source.selected(node)
    target = getattr(node, "ctx", None)
    if isinstance(target, ast.Del):
        return None
    if isinstance(target, ast.Store):
        simple = simple and source.is_target(node)
        if isinstance(node, ast.Subscript):
            if simple and _call_free(node):
                (first, last), end = source.span(node.value), source.span(node)[1]
                return f"; {NAME}.part({head}, {source.text[first:last]}){source.text[last:end]}"
            edits.around(node.value, f"{NAME}.into({head}, (", "))", _OPERAND)
            return ""
        elif simple and isinstance(node, (ast.Name, ast.Attribute)) and _call_free(node):
            whole = source.results(node)
            start, end = source.span(whole)
            text = source.text[start:end]
            return f"; {NAME}.see({head}, {text if whole is node else f'({text})'})"
        else:
            return None
    if isinstance(node, ast.Starred):
        node = node.value
    if isinstance(node, ast.GeneratorExp):
        return None  # its extent may be that of the call's parentheses
    edits.around(node, f"{NAME}.see({head}, (", "))", _OPERAND)
    return ""


def _streams(source: Text, node: ast.expr, unit: ast.AST) -> tuple[ast.expr | None, list[str]]:
    """The value of the ``stream=`` keyword that decides where the access runs, and texts of possible streams."""
    calls = _calls(source, node, unit)
    for call in calls:
        for keyword in call.keywords:
            if keyword.arg == "stream":
                return keyword.value, []
    candidates: list[str] = []
    for call in calls:
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if _ON_NULL.fullmatch(name):
            return None, [f"{NAME}.null"]
        if not _TAKES_STREAM.fullmatch(name):
            continue
        for argument in call.args:
            if isinstance(argument, ast.Attribute) and argument.attr == "ptr":
                argument = argument.value
            if isinstance(argument, (ast.Name, ast.Attribute, ast.Subscript)) and _call_free(argument):
                start, end = source.span(argument)
                candidates.append(source.text[start:end])
    return None, candidates


def _calls(source: Text, node: ast.expr, unit: ast.AST) -> list[ast.Call]:
    """The calls in `unit` that may make the access to `node`."""
    calls = [node] if node is unit and isinstance(node, ast.Call) else []
    for _, parent in () if node is unit else source.ancestors(node):
        if isinstance(parent, ast.Call):
            calls.append(parent)
        if parent is unit:
            break
    if isinstance(getattr(node, "ctx", None), ast.Store) and isinstance(unit, (ast.Assign, ast.AnnAssign)):
        calls += [inner for inner in ast.walk(unit.value or unit) if isinstance(inner, ast.Call)]
    return calls


def _call_free(node: ast.AST) -> bool:
    """Whether evaluating `node` once more does nothing visible."""
    allowed = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp, ast.Slice)
    return all(isinstance(item, (*allowed, ast.expr_context, ast.operator, ast.unaryop)) for item in ast.walk(node))
