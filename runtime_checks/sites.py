"""From a place in a simulated run to the two accesses in the text: what a gate needs to know of a race without a rule.

The simulator says where the operation stands and what the array is called there. Here the operand that
is this array is looked for in the text, so that the memory of both accesses can be compared on a device.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .jobs import Pair, RaceAt, Site
from .rewrite import Text, parsed

_OPERATORS = (ast.BinOp, ast.UnaryOp, ast.Compare)


def pair_at(race: RaceAt, text: str, filename: str) -> Pair | None:
    """The two accesses of a race in the program `text`; None if either stands in no statement of it."""
    return pair_in(race, ((filename, text), (filename, text)))


def pair_in(race: RaceAt, files: Sequence[tuple[str, str]]) -> Pair | None:
    """The two accesses of a race in two files, each with its name and text; None if either stands in no statement.

    Raises:
        SyntaxError, ValueError, RecursionError: a text is no Python.
    """
    sites = []
    for role, (filename, text) in enumerate(files):
        source = parsed(text)
        found = _operand(source, race, role)
        if found is None:
            return None
        node, seen, own = found
        sites.append(
            Site(filename, source.location(node), race.hosts[role], race.streams[role], unseen=not seen, own=own)
        )
    return Pair(sites[0], sites[1], guessed=True)


def marked(text: str, earlier: int, later: int, filename: str, host: bool) -> Pair | None:
    """The accesses of the whole statements in two rows, whose memory is not compared."""
    source = parsed(text)
    sites = []
    for row, by_host in ((earlier, False), (later, host)):
        node = _statement_value(source, row)
        if node is None:
            return None
        sites.append(Site(filename, source.location(node), by_host, "host" if by_host else "", unseen=True, own=True))
    return Pair(sites[0], sites[1])


def moved(site: Site, text: str, row: int, expression: str) -> Site:
    """`site` at the expression with this text in `row`.

    Raises:
        ValueError: there is none.
    """
    source = parsed(text)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr) and node.lineno == row and source.text[slice(*source.span(node))] == expression:
            return replace(site, location=source.location(node))
    raise ValueError(f"line {row} has no {expression}")


def _operand(source: Text, race: RaceAt, role: int) -> tuple[ast.expr, bool, bool] | None:
    """The expression to watch, whether its memory is that of the access, and whether it is the operation itself."""
    operation = _operation(source, race.rows[role], race.columns[role])
    if operation is None:
        return None
    unit, _ = source.unit(operation)
    named = next(_named(source, unit, race.names[role]), None) if race.names[role] else None
    if named is not None:
        parent = source.parents.get(named)  # `host[i]`, where the access is to that part
        if isinstance(parent, ast.Subscript) and parent.value is named and parent is not operation:
            return parent, True, False
        return named, True, False
    if isinstance(operation, ast.Subscript):
        return operation, True, False  # a store into a part
    for keyword in operation.keywords if isinstance(operation, ast.Call) else ():
        if keyword.arg == "plan":
            return keyword.value, True, False  # the plan of a transform owns its work area
    if race.kinds[role] == "write":
        receiver = _receiver(source, operation)
        if isinstance(receiver, ast.Call):
            return receiver, True, False
        # What a call returns is what it wrote only where it made the array: memory that was somebody else's before.
        return operation, race.reuse or isinstance(operation, _OPERATORS), True
    made = _receiver(source, operation) or next(_made(operation), None)
    return (operation, False, True) if made is None else (made, True, False)


def _operation(source: Text, row: int, column: int) -> ast.expr | None:
    """The largest expression that starts at a place: the call or the operator itself."""
    if not column:
        return _statement_value(source, row)
    found: ast.expr | None = None
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr) and not isinstance(node, ast.Tuple):
            (first, end), place = source.span(node), source.location(node)
            if (place.row, place.column) == (row, column):
                size = end - first
                if found is None or size > source.span(found)[1] - source.span(found)[0]:
                    found = node
    return found or _statement_value(source, row)


def _statement_value(source: Text, row: int) -> ast.expr | None:
    """The right side of the innermost statement that covers `row`, or the expression that it is."""
    best: ast.stmt | None = None
    for node in ast.walk(source.tree):
        if (
            isinstance(node, ast.stmt)
            and node.lineno <= row <= (node.end_lineno or 0)
            and (best is None or node.lineno >= best.lineno)
        ):
            best = node
    value = getattr(best, "value", None)
    return value if isinstance(value, ast.expr) else None


def _named(source: Text, unit: ast.AST, name: str) -> Iterator[ast.expr]:
    """Expressions in `unit` whose text is `name`, those that are read first."""
    found = [
        node
        for node in ast.walk(unit)
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and source.text[slice(*source.span(node))] == name
    ]
    yield from sorted(found, key=lambda node: not isinstance(node.ctx, ast.Load))


def _receiver(source: Text, operation: ast.expr) -> ast.expr | None:
    """``x`` in ``x.sum()``, None where it is a module."""
    if not isinstance(operation, ast.Call) or not isinstance(operation.func, ast.Attribute):
        return None
    root: ast.expr = operation.func.value
    while isinstance(root, ast.Attribute):
        root = root.value
    if isinstance(root, ast.Name) and root.id in source.modules():
        return None
    # The target of a copy is the receiver, its source is an argument.
    return None if operation.func.attr == "set" else operation.func.value


def _made(operation: ast.expr) -> Iterator[ast.expr]:
    """Arguments of a call that may be the array without a name: those made on the spot, and the source of a copy."""
    if not isinstance(operation, ast.Call):
        return
    if isinstance(operation.func, ast.Attribute) and operation.func.attr == "set":
        yield from operation.args[:1]
        return
    for argument in operation.args:
        for item in argument.elts if isinstance(argument, ast.Tuple) else [argument]:
            whole = isinstance(item, ast.BinOp) and isinstance(item.op, (ast.FloorDiv, ast.Mod))  # numbers of blocks
            if isinstance(item, (ast.Call, *_OPERATORS)) and not whole:
                yield item
