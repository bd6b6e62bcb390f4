"""What shows that a parameter is a device array: its annotation, and what the code does with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

import libcst as cst

from cupylint.flow.device import callers
from cupylint.flow.device.array_names import Evidence, Names, Scope, receiver_of
from cupylint.flow.device.array_uses import ARRAY_TYPES, Passed, Uses
from cupylint.flow.domain.loop_carried import targets_of, walk
from cupylint.program import ir

_EITHER = frozenset(("typing.Optional", "typing.Union", "Optional", "Union"))
_SEQUENCES = frozenset(("list", "List", "tuple", "Tuple", "Sequence", "MutableSequence"))
_DEPTH = 4


def evidence(code: ir.Function, scope: Scope, depth: int = _DEPTH) -> dict[str, Evidence]:
    """What is known of each parameter that may be a device array; worked out once for a scope."""
    if (code, depth) not in scope.known:
        scope.known[(code, depth)] = _evidence(code, scope, depth)
    return scope.known[(code, depth)]


def _evidence(code: ir.Function, scope: Scope, depth: int) -> dict[str, Evidence]:
    names = {parameter.name for parameter in code.parameters}
    uses = Uses.of(code, names, scope)
    rebound = {str(name) for statement in walk(code.body) for name in _binds(statement)}
    _hand_on(uses, uses.passed, uses.sure, depth)
    if code.name == "__init__":
        here = len(uses.passed)
        _read_methods(uses, code, names - rebound)
        _hand_on(uses, uses.passed[here:], uses.shown, depth)
    found = {name: uses.evidence(name) for name in names if name not in rebound or name in uses.asked}
    for parameter in code.parameters:
        kind = _annotated(code, parameter, scope, uses)
        if kind is not None:
            found[parameter.name] = kind
    return {name: known for name, known in found.items() if known is not Evidence.NONE}


def _hand_on(uses: Uses, passed: list[Passed], arrays: set[str], depth: int) -> None:
    """Add to `arrays` what functions of the file show of the parameters that are handed on to them."""
    for name, code, parameter in passed if depth else ():
        known = evidence(code, uses.scope, depth - 1).get(parameter, Evidence.NONE)
        if known is Evidence.SURE:
            arrays.add(name)
        elif known is Evidence.LIKELY:
            uses.likely.add(name)


def _read_methods(uses: Uses, constructor: ir.Function, names: Set[str]) -> None:
    """Add what the methods of a class do with what its constructor is given, and keeps as attributes.

    Nothing of an attribute that anything else may set as well, or that is a property.
    """
    stand = uses.scope.methods_of(constructor.parent_class)
    if any(not _SETTERS.isdisjoint(each.idents) for each in stand):
        return
    methods = [each for each in stand if each is not constructor and receiver_of(each)]
    elsewhere = {each.name for each in stand} | set(_set_elsewhere(constructor, methods))
    kept = _kept(constructor, Names(names, receiver=receiver_of(constructor)))
    attributes = {attribute: name for attribute, name in kept.items() if name and attribute not in elsewhere}
    for method in methods if attributes else ():
        uses.read_as(attributes, method)


def _kept(constructor: ir.Function, own: Names) -> dict[str, str]:
    """The attributes that a constructor sets, each with the one of its names that it is; "" for what is none."""
    kept: dict[str, str] = {}
    for statement in walk(constructor.body):
        for attribute in _attributes(statement, own.receiver):
            is_new = isinstance(statement, ir.Assign) and attribute not in kept
            kept[attribute] = own.of(statement.value) if is_new and isinstance(statement, ir.Assign) else ""
    return kept


def _set_elsewhere(constructor: ir.Function, methods: list[ir.Function]) -> Iterator[str]:
    """The attributes that methods set, and functions inside them and inside the constructor."""
    for method in (constructor, *methods):
        for code in method.inner if method is constructor else [method, *method.inner]:
            for statement in walk(code.body):
                yield from _attributes(statement, receiver_of(method))


_SETTERS = frozenset(("setattr", "__setattr__", "__dict__", "vars"))
"""What sets attributes without naming them."""


def _attributes(statement: ir.Statement, receiver: str) -> Iterator[str]:
    """The attributes of an object that a statement sets, but for what it adds to them in place."""
    if not isinstance(statement, (ir.Assign, ir.For, ir.With)) or statement.target is None:
        return
    pending: list[ir.Target] = [statement.target]
    while pending:
        target = pending.pop()
        if isinstance(target, ir.Unpack):
            pending += target.targets
        elif name := Names(frozenset(), receiver=receiver).attribute(target):
            yield name


def lists(code: ir.Function, scope: Scope) -> frozenset[str]:
    """The parameters that are lists of device arrays; worked out once for a scope."""
    if code not in scope.lists:
        scope.lists[code] = _found_lists(code, scope)
    return scope.lists[code]


def _found_lists(code: ir.Function, scope: Scope) -> frozenset[str]:
    """Those by their annotation, and by what is done to each element."""
    annotated = {
        parameter.name: set(_kinds(annotation, scope))
        for parameter in code.parameters
        if parameter.kind not in ("*", "**") and (annotation := _annotation(code, parameter)) is not None
    }
    names = {parameter.name for parameter in code.parameters} - set(annotated)
    elements = dict(_elements(code, names))
    uses = Uses.of(code, set(elements), scope) if elements else None
    if uses is not None:
        _hand_on(uses, uses.passed, uses.sure, _DEPTH)
    used = {held for name, held in elements.items() if uses is not None and uses.evidence(name) is Evidence.SURE}
    return frozenset(used) | {name for name, kinds in annotated.items() if kinds == {"list"}}


def _elements(code: ir.Function, names: set[str]) -> Iterator[tuple[str, str]]:
    """The names that loops give the elements of parameters, and nothing but loops sets, each with its parameter."""
    others = (statement for statement in walk(code.body) if not isinstance(statement, ir.For))
    rebound = {name for statement in others for name in _binds(statement)}
    for statement in walk(code.body):
        if isinstance(statement, ir.For) and isinstance(target := statement.target, ir.Load):
            held = Names(names).of(statement.iterable)
            if held and isinstance(target.name, str) and target.name not in rebound:
                yield target.name, held


def _annotation(code: ir.Function, parameter: ir.Parameter) -> ast.expr | None:
    """What a parameter is annotated with, if that speaks of arrays."""
    node = callers.parameter_node(code, parameter.name)
    if node is None or node.annotation is None:
        return None
    text = cst.Module([]).code_for_node(node.annotation.annotation)
    return _parsed(text) if "ndarray" in text or "NDArray" in text else None


def _annotated(code: ir.Function, parameter: ir.Parameter, scope: Scope, uses: Uses) -> Evidence | None:
    """What an annotation says; None: nothing, or that it may be an array of another library."""
    annotation = _annotation(code, parameter)
    if annotation is None:
        return None
    kinds = set(_kinds(annotation, scope))
    if "array" not in kinds or not kinds <= {"array", "none"}:
        return Evidence.NONE if "array" not in kinds else None
    may_be_none = "none" in kinds or (isinstance(parameter.default, ir.Const) and parameter.default.value is None)
    return Evidence.ASKED if may_be_none and parameter.name in uses.compared else Evidence.SURE


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _kinds(node: ast.expr | None, scope: Scope) -> Iterator[str]:
    """What an annotation allows: "array", "list" (of arrays), "none" or "other"."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from _kinds(_parsed(node.value), scope)
    elif isinstance(node, ast.Constant) and node.value is None:
        yield "none"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _kinds(node.left, scope)
        yield from _kinds(node.right, scope)
    elif isinstance(node, ast.Subscript):
        yield from _kinds_of_generic(node, scope)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        yield _kind_of_class(node, scope)
    else:
        yield "other"


def _kinds_of_generic(node: ast.Subscript, scope: Scope) -> Iterator[str]:
    """The same for ``Optional[...]``, ``list[...]``, ``NDArray[...]``."""
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if (name := scope.dotted(ast.unparse(node.value))) in _EITHER:
        yield from ["none"] * name.endswith("Optional")
        for each in inside:
            yield from _kinds(each, scope)
    elif _is_sequence(ast.unparse(node.value)):
        kinds = {kind for each in inside if ast.unparse(each) != "..." for kind in _kinds(each, scope)}
        yield "list" if kinds == {"array"} else "other"
    else:
        yield _kind_of_class(node.value, scope)


def _kind_of_class(node: ast.expr, scope: Scope) -> str:
    return "array" if scope.dotted(ast.unparse(node)) in ARRAY_TYPES else "other"


def _is_sequence(name: str) -> bool:
    return name.rpartition(".")[2] in _SEQUENCES


def _binds(statement: ir.Statement) -> list[ir.Name_]:
    """The names that a statement gives another value."""
    if isinstance(statement, (ir.Assign, ir.For, ir.With)) and statement.target is not None:
        return targets_of(statement.target)
    return []
