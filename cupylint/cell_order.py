"""Notebooks whose cells were run in another order than they stand in, and what their names were then.

A notebook is read from top to bottom. The numbers that Jupyter gives cells say in which order they were run last: a
name may have come from another cell then, and what is told of it was not so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from cupylint import source
from cupylint.findings import Finding, Location, Premise
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.notebooks import Cell

_DEEP = 20  # names that others were made of


@dataclass(frozen=True, slots=True)
class _Setting:
    """A statement at the top level of a cell that sets a name. `row`: of the cell, where it ends.

    `text` is the same for what sets the name alike.
    """

    cell: int
    row: int
    text: str
    loaded: frozenset[str]


@dataclass(frozen=True)
class CellOrder:
    """What sets the names of a notebook, in the order of its cells and in the one in which they were run."""

    cells: tuple[Cell, ...]

    @cached_property
    def is_other(self) -> bool:
        """Whether the cells were run in another order than they stand in."""
        return any(later <= earlier for earlier, later in pairwise(self._counts.values()))

    def weighed(self, finding: Finding) -> Finding:
        """A finding in a notebook (with cells and rows in them), with a premise where it rests on the order."""
        places = [finding.location]
        places += [each.location for each in finding.related] + [each.location for each in finding.accesses]
        for name, cell in dict.fromkeys(found for place in places for found in self._loaded_at(place)):
            premise = self._premise(name, cell, set())
            if premise is not None:
                severity = "warning" if finding.severity == "error" else finding.severity
                return replace(finding, premises=(*finding.premises, premise), severity=severity)
        return finding

    # -- names -----------------------------------------------------------------------------------------

    def _premise(self, name: str, cell: int, seen: set[tuple[str, int]]) -> Premise | None:
        """The premise of a name that a cell takes from others, or of what it was made of."""
        if (name, cell) in seen or len(seen) > _DEEP or self._counts.get(cell) is None:
            return None
        seen.add((name, cell))
        stands, ran = self._last(name, cell, self._positions), self._last(name, cell, self._counts)
        if stands is None or ran is None:
            return None
        if stands.text != ran.text:
            text = f"cells run from top to bottom: when they were run last, `{name}` came from cell {ran.cell}"
            return Premise("cell-order", text)
        made_of = sorted(stands.loaded)
        return next((each for one in made_of if (each := self._premise(one, stands.cell, seen)) is not None), None)

    def _last(self, name: str, cell: int, order: dict[int, int]) -> _Setting | None:
        """What set a name last before a cell, by an order of the cells."""
        known = (each for each in self._settings.get(name, ()) if each.cell in order)
        before = [each for each in known if order[each.cell] < order[cell]]
        return max(before, key=lambda each: (order[each.cell], each.row), default=None)

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {cell.number: place for place, cell in enumerate(self.cells)}

    @cached_property
    def _counts(self) -> dict[int, int]:
        return {cell.number: cell.count for cell in self.cells if cell.count is not None}

    @cached_property
    def _trees(self) -> dict[int, ast.Module]:
        trees = {cell.number: source.standard_tree(cell.program) for cell in self.cells}
        return {number: tree for number, tree in trees.items() if tree is not None}

    @cached_property
    def _settings(self) -> dict[str, list[_Setting]]:
        found: dict[str, list[_Setting]] = {}
        for number, tree in self._trees.items():
            for statement in tree.body:
                row, loaded, imported = statement.end_lineno or 0, _loaded_by(statement), _imported(statement)
                for name in _set_by(statement):
                    text = imported.get(name) or ast.dump(statement)
                    found.setdefault(name, []).append(_Setting(number, row, text, loaded))
        return found

    def _loaded_at(self, place: Location) -> Iterator[tuple[str, int]]:
        """The names of other cells that stand there, themselves or by what their own cell made of them."""
        tree = self._trees.get(place.cell)
        own: dict[str, frozenset[str]] = {}
        for statement in tree.body if tree is not None else ():
            loaded = _loaded_by(statement)
            if statement.lineno <= place.end_row and place.row <= (statement.end_lineno or statement.lineno):
                there = loaded & self._standing_at(statement, place)
                yield from ((name, place.cell) for name in sorted(_made_of(there or loaded, own)))
            own.update(dict.fromkeys(_set_by(statement), _made_of(loaded, own)))

    def _standing_at(self, statement: ast.stmt, place: Location) -> frozenset[str]:
        rows = self._rows[place.cell]
        names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
        begin, end = (place.row, place.column), (place.end_row, place.end_column)
        return frozenset(node.id for node in names if begin <= _start(node, rows) < end)

    @cached_property
    def _rows(self) -> dict[int, list[str]]:
        return {cell.number: source.split_rows(cell.program) for cell in self.cells}


def _start(node: ast.Name, rows: list[str]) -> tuple[int, int]:
    """The row and column of a name, both from 1."""
    before = rows[node.lineno - 1].encode()[: node.col_offset]
    return node.lineno, len(before.decode(errors="replace")) + 1


def _made_of(names: frozenset[str], own: dict[str, frozenset[str]]) -> frozenset[str]:
    """Names with those in place of one that its own cell made of them."""
    return frozenset(chain.from_iterable(own.get(name, {name}) for name in names))


def _names(tree: ast.AST, context: type[ast.expr_context]) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, context))


def _loaded_by(statement: ast.stmt) -> frozenset[str]:
    """The names of the notebook that a statement uses."""
    inner = {node.arg for node in ast.walk(statement) if isinstance(node, ast.arg)} | _items(statement)
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        inner |= _names(statement, ast.Store)
    return _names(statement, ast.Load) - inner


def _set_by(statement: ast.stmt) -> frozenset[str]:
    """The names of the notebook that a statement sets."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return frozenset((statement.name,))
    return (_names(statement, ast.Store) - _items(statement)) | _imported(statement).keys()


def _imported(statement: ast.stmt) -> dict[str, str]:
    """The names that a statement imports, with what they stand for."""
    return {
        alias.asname or alias.name.partition(".")[0]: f"{getattr(node, 'module', '')}:{alias.name}"
        for node in ast.walk(statement)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }


def _items(statement: ast.stmt) -> frozenset[str]:
    """The names that comprehensions give to the items that they go through."""
    loops = (node.target for node in ast.walk(statement) if isinstance(node, ast.comprehension))
    return frozenset(chain.from_iterable(_names(target, ast.Store) for target in loops))
