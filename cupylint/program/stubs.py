"""Functions that are not read yet: the rows they take up, and what the standard library's tree shows of them.

LibCST takes ten times as long for a text as the standard library does, and most functions of a file are never followed.
So LibCST is first given the file without the bodies of its functions, and each body when something asks for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import field

from cupylint.large_numbers import is_large
from cupylint.program.ir import ATTRIBUTE_FUNCTIONS, MASKS, OWN
from cupylint.records import dataclass
from cupylint.source import first_row

_LEAST = 4  # rows of a body; fewer are read at once
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef)
_WITHOUT_NAMES = (ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal, ast.expr_context)


@dataclass(slots=True)
class Mentions:
    """What code mentions, inner functions included: a cheap test of what it can be about.

    Attributes:
        idents: names and attribute names, but for what only says where the null stream is.
        imports: the modules and members that it imports; relative ones begin with a dot.
        moduli: constants that something is taken modulo of.
        has_modulo: whether anything is.
        has_large: whether it has a large number, or works one out.
    """

    idents: set[str] = field(default_factory=set)
    imports: set[str] = field(default_factory=set)
    moduli: set[int] = field(default_factory=set)
    has_modulo: bool = False
    has_large: bool = False


@dataclass(frozen=True, slots=True)
class Stub:
    """A function whose body is left out. Rows and columns count from 1.

    Attributes:
        first: its first row, that of a decorator if it has any.
        body: the row that its body begins in, and `last` the one that it ends in.
        end: the column after its last character.
        indented: whether it stands in a class or another block.
    """

    name: str
    first: int
    body: int
    last: int
    end: int
    indented: bool
    mentions: Mentions


def stubs(tree: ast.Module, rows: Sequence[str]) -> list[Stub]:
    """The functions and methods of a file whose bodies can be left out, in order.

    Args:
        rows: of the text, with their line ends.
    """
    return [stub for function, indented in _outermost(tree.body) if (stub := _stub(function, rows, indented))]


def skeleton(rows: Sequence[str], left_out: Sequence[Stub]) -> tuple[str, list[int]]:
    """The text with the number of each stub in place of its body, and for each row of it the row that it was."""
    text: list[str] = []
    kept: list[int] = []
    position = 0
    for number, stub in enumerate(left_out):
        start = stub.body - 1
        text += rows[position:start]
        kept += range(position + 1, start + 1)
        body, last = rows[start], rows[stub.last - 1]
        text.append(f"{body[: len(body) - len(body.lstrip())]}{number}{last[len(last.rstrip(_ENDS)) :]}")
        kept.append(stub.last)
        position = stub.last
    text += rows[position:]
    kept += range(position + 1, len(rows) + 1)
    return "".join(text), kept


_ENDS = "\r\n"


def _outermost(body: Sequence[ast.stmt], indented: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Functions that stand in no other function, in order, and whether they stand in another block."""
    for statement in body:
        if isinstance(statement, _SCOPES):
            yield statement, indented
            continue
        yield from _outermost(getattr(statement, "body", ()), True)
        for handler in getattr(statement, "handlers", ()):
            yield from _outermost(handler.body, True)
        for name in ("orelse", "finalbody"):
            yield from _outermost(getattr(statement, name, ()), True)


def _stub(function: ast.stmt, rows: Sequence[str], indented: bool) -> Stub | None:
    assert isinstance(function, _SCOPES)
    first = first_row(function)
    body, last = first_row(function.body[0]), function.end_lineno or 0
    if last - body + 1 < _LEAST or any(_goes_on(rows[row - 2]) for row in (first, body) if row > 1):
        return None
    end = len(rows[last - 1].encode()[: function.end_col_offset].decode("utf-8", "replace")) + 1
    return Stub(function.name, first, body, last, end, indented, mentions(function.body))


def _goes_on(row: str) -> bool:
    """Whether the next row is a part of this one."""
    return row.rstrip(_ENDS).endswith("\\")


def mentions(body: Sequence[ast.AST]) -> Mentions:
    """What statements mention, as lowering them would note it or a little more."""
    found = Mentions()
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                found.idents.add(node.id)
        elif isinstance(node, ast.Constant):
            found.has_large = found.has_large or is_large(node.value)
        elif isinstance(node, ast.Call):
            if not _note_attribute(found, node, pending):
                _add_children(node, pending)
        elif not isinstance(node, _WITHOUT_NAMES) and not _note(found, node, pending):
            _add_children(node, pending)
    return found


def _note(found: Mentions, node: ast.AST, pending: list[ast.AST]) -> bool:
    """Note what a node itself mentions; whether its children have nothing to add but what is `pending` now."""
    if isinstance(node, ast.Attribute):
        found.idents.add(node.attr)
        base = node.value
        if node.attr == "null" and isinstance(base, ast.Attribute) and base.attr == "Stream":
            pending.append(base.value)  # no mention of a maker
            return True
    elif isinstance(node, ast.keyword):
        found.idents.update((node.arg,) if node.arg else ())
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        _note_imports(found, node)
        return True
    elif isinstance(node, ast.BinOp):
        found.has_large = found.has_large or isinstance(node.op, (ast.LShift, ast.Pow))
        if isinstance(node.op, ast.Mod) and not _is_text(node.left):
            _note_modulo(found, node.right)
        elif isinstance(node.op, ast.BitAnd) and isinstance(node.right, ast.Constant):
            sizes = {mask + 1 for mask in MASKS if mask == node.right.value}
            found.has_modulo = found.has_modulo or bool(sizes)
            found.moduli |= sizes
    return False


def _note_attribute(found: Mentions, node: ast.Call, pending: list[ast.AST]) -> bool:
    """``getattr(x, "name", None)`` mentions that attribute, and ``getattr(self, name)`` that it may be any."""
    if not (isinstance(node.func, ast.Name) and node.func.id in ATTRIBUTE_FUNCTIONS and len(node.args) > 1):
        return False
    base, named, *rest = node.args
    name = named.value if isinstance(named, ast.Constant) else None
    if isinstance(name, str):
        found.idents.add(f".{name}")
    elif isinstance(base, ast.Name) and base.id in OWN:
        return False
    pending += [base, named, *rest, *node.keywords]
    return True


def _note_imports(found: Mentions, node: ast.Import | ast.ImportFrom) -> None:
    relative = "" if isinstance(node, ast.Import) else "." * node.level + (node.module or "")
    joint = "." if relative and not relative.endswith(".") else ""
    for alias in node.names:
        if alias.name == "*":
            found.imports.add(relative)
            continue
        found.idents |= {alias.asname or alias.name.partition(".")[0], alias.name}
        found.imports.add(f"{relative}{joint}{alias.name}")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _note_modulo(found: Mentions, right: ast.expr) -> None:
    found.has_modulo = True
    if isinstance(right, ast.Constant) and type(right.value) is int:
        found.moduli.add(right.value)


def _add_children(node: ast.AST, pending: list[ast.AST]) -> None:
    """All that a node is made of, but for annotations, which nothing follows."""
    for name in node._fields:
        held = getattr(node, name, None)
        if isinstance(held, list):
            pending += [each for each in held if isinstance(each, ast.AST)]
        elif isinstance(held, ast.AST) and name not in ("annotation", "returns"):
            pending.append(held)
