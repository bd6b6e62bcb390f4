"""The LibCST trees of one file, made as far as its code is asked for: one without bodies, and one for each body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial

import libcst as cst

from cupylint import source
from cupylint.findings import Location
from cupylint.program import ir
from cupylint.program.lower import LeftOut, lower
from cupylint.program.stubs import Stub, skeleton, stubs
from cupylint.records import dataclass

_BLOCK = "if 1:"


@dataclass(frozen=True, slots=True)
class _Part:
    """A tree of some rows of the file.

    Attributes:
        rows: for each row of the tree the one that this is in the file.
        ends: for rows of the tree that stand for a body that was left out, where that ends.
    """

    tree: cst.Module
    rows: Sequence[int]
    ends: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def place(self, found: Location) -> Location:
        """Where something of this part stands in the file."""
        row, column = self.ends.get(found.end_row, (self.rows[found.end_row - 1], found.end_column))
        return Location(self.rows[found.row - 1], found.column, row, column)


class Program:
    """A file as a program, and where what it is made of stands.

    Args:
        text: its source.
        strict: a body that LibCST cannot parse is an error; otherwise such a function may do anything.
        earlier: the same file before an edit: it gives the trees of what has not changed, and can still be used.

    Attributes:
        body: the code of its top level.
        read: the functions whose bodies were left out and have been read since.

    Raises:
        UnreadableSource: it does not parse. Of a body that is read later: when it is, if `strict`.
    """

    def __init__(self, text: str, strict: bool = True, earlier: Program | None = None) -> None:
        self.text = text
        self._trees: list[tuple[str, cst.Module]] = []
        self._spare: dict[str, list[cst.Module]] = {}
        for known, tree in earlier._trees if earlier is not None else ():
            self._spare.setdefault(known, []).append(tree)
        self._rows = source.split_rows(text)
        self._strict = strict
        self.read: list[Stub] = []
        self._is_located = False
        self._open: list[tuple[int, ir.Later]] = []
        whole = source.standard_tree(text)
        self._stubs = [] if whole is None else stubs(whole, self._rows)
        self._parts = [self._skeleton()]
        self.body: ir.Function = lower(self._parts[0].tree, self._left_out)

    def locate(self, nodes: Iterable[cst.CSTNode]) -> dict[cst.CSTNode, Location]:
        """Where those of `nodes` stand that are of this file."""
        left = set(nodes)
        found: dict[cst.CSTNode, Location] = {}
        for part in self._parts:
            if left:
                here = source.locate(part.tree, left)
                self._is_located = self._is_located or bool(here)
                found |= {node: part.place(place) for node, place in here.items()}
                left -= here.keys()
        return found

    def used(self) -> frozenset[int] | None:
        """The functions, by their numbers in the file, whose bodies were asked for since this was called last.

        None where it was asked, too, where something stands: then every row counts.
        """
        used = None if self._is_located else frozenset(number for number, _ in self._open)
        for _, function in self._open:
            function.close()
        self._open.clear()
        self._is_located = False
        return used

    def _skeleton(self) -> _Part:
        text, kept = skeleton(self._rows, self._stubs)
        last = {stub.last: (stub.last, stub.end) for stub in self._stubs}
        ends = {number: last[row] for number, row in enumerate(kept, 1) if row in last}
        rows = [*kept, len(self._rows) + 1]
        return _Part(self._tree(text, rows), rows, ends)

    def _tree(self, text: str, rows: Sequence[int]) -> cst.Module:
        """The tree of a part of the file; two parts never share one, since nodes tell where something stands."""
        spare = self._spare.get(text)
        tree = spare.pop() if spare else _parsed(text, rows)
        self._trees.append((text, tree))
        return tree

    def _left_out(self, node: cst.FunctionDef) -> LeftOut | None:
        """What a function of the skeleton is a stub of."""
        line = node.body.body[0] if isinstance(node.body, cst.IndentedBlock) and self._stubs else None
        if not isinstance(line, cst.SimpleStatementLine) or not isinstance(line.body[0], cst.Expr):
            return None
        number = line.body[0].value
        if not isinstance(number, cst.Integer) or int(number.value) >= len(self._stubs):
            return None
        stub = self._stubs[int(number.value)]
        return LeftOut(stub, partial(self._read, stub), partial(self._note, int(number.value)))

    def _note(self, number: int, function: ir.Later) -> None:
        self._open.append((number, function))

    def _read(self, stub: Stub) -> cst.FunctionDef | None:
        """A function that was left out; None if it cannot be parsed and that is no error here."""
        self.read.append(stub)
        rows: list[int] = [*range(stub.first, stub.last + 2)]
        text = "".join(self._rows[stub.first - 1 : stub.last])
        if text.rstrip("\r\n").endswith("\\"):  # its last line goes on in an empty one
            text += _line_end(text)
        if stub.indented:
            rows.insert(0, stub.first)
            text = f"{_BLOCK}{_line_end(text)}{text}"
        try:
            part = _Part(self._tree(text, rows), rows)
        except source.UnreadableSource:
            if self._strict:
                raise
            return None
        self._parts.append(part)
        found = part.tree.body[0]
        if isinstance(found, cst.If):
            found = found.body.body[0]  # type: ignore[assignment]
        return found if isinstance(found, cst.FunctionDef) else None


def _parsed(text: str, rows: Sequence[int]) -> cst.Module:
    """The tree of a part of a file that has these rows."""
    try:
        return source.parse(text)
    except source.LargeSource:
        raise
    except source.UnreadableSource as error:
        row = rows[min(error.row, len(rows)) - 1] if rows else error.row
        raise source.UnreadableSource(error.reason, row, error.column) from None


def _line_end(text: str) -> str:
    """How the first row of a text ends."""
    row = source.split_rows(text)[0]
    return row[len(row.rstrip("\r\n")) :] or "\n"
