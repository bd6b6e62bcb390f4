"""Functions of NumPy that convert what they are given, and the files in which they may be given device arrays.

A device array lets NumPy hand a call on to CuPy (``__array_function__``, ``__array_ufunc__``); what NumPy converts by
itself raises TypeError. The glance at the standard library's tree is cheap, and only says whether to look closer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import TypeGuard

from cupylint.outline import inside, name_of, nodes

CONVERT = frozenset(
    (
        *("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "require", "asarray_chkfinite"),
        *("matrix", "asmatrix"),
    )
)
"""Functions of NumPy that make an array of their first argument, also of what a list in its place holds."""
SCALARS = frozenset(
    (
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "intp", "uintp", "bool_"),
        *("float16", "float32", "single", "half", "intc", "uintc", "longlong", "ulonglong", "complex64", "csingle"),
    )
)
"""Scalar types of NumPy, which CuPy gives too, that are not made through ``float()``, as ``float64`` is."""
UNKNOWN_TO_CUPY = frozenset(
    (
        *("block", "geomspace", "histogram_bin_edges", "insert", "nanpercentile", "nanquantile", "polyder", "polydiv"),
        *("polyint", "linalg.multi_dot"),
    )
)
"""Functions of NumPy that ask device arrays to carry them out, and that CuPy has not."""
COMPARE = frozenset(
    ("testing.assert_allclose", "testing.assert_array_equal", "testing.assert_array_almost_equal",
     "testing.assert_array_less")
)  # fmt: skip
"""Functions of NumPy that convert their first two arguments."""
TO_DEVICE = frozenset(("array", "asarray", "asanyarray"))
"""Functions of CuPy that put arrays in a list together, and convert a list of anything else with NumPy."""

_CALLED = CONVERT | SCALARS | {name.rpartition(".")[2] for name in UNKNOWN_TO_CUPY | COMPARE}
_HEEDED = _CALLED | TO_DEVICE
_GIVE_HOST = frozenset(("asnumpy", "get", "item", "tolist", "float", "int", "bool", "len", "shape", "size", "dtype"))
_NUMPY = frozenset(("np", "numpy"))


def may_convert(tree: ast.Module, _text: str = "") -> bool:
    """Whether a file may give a device array to NumPy, by its names."""
    return bool(converting(tree))


@lru_cache(maxsize=1)  # asked twice for one file
def converting(tree: ast.Module) -> frozenset[str]:
    """The functions and classes at the top level of a file that may give a device array to NumPy; "" for other code.

    Files that choose between NumPy and CuPy (``xp = cp if gpu else np``) are left alone: what their arrays are, and
    which code runs with which, their tests know.
    """
    modules = _modules(tree)
    if not modules:
        return frozenset()
    parts = [node for node in tree.body if isinstance(node, _DEFINITIONS)]
    rest = [node for node in tree.body if not isinstance(node, _DEFINITIONS)]
    found = {part.name for part in parts if _meets([part], modules)}
    return frozenset(found | {""} if _meets(rest, modules) else found)


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _modules(tree: ast.Module) -> set[str]:
    """The names that stand for CuPy all through the file; none where one of them may be another module's."""
    every = nodes(tree)
    names = {
        alias.asname or "cupy"
        for node in every
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "cupy"
    }
    if not names:
        return names
    held = {id(part) for node in every if node.__class__ in _HOLD for part in _held(node)}
    return set() if any(node.__class__ in _PASS and _passes(node, names, held) for node in every) else names


_HOLD = frozenset((ast.Attribute, ast.Compare, ast.UnaryOp, ast.If, ast.IfExp, ast.While, ast.Assert, ast.Assign))
_PASS = frozenset((ast.Name, ast.alias, ast.arg, ast.Attribute))


def _held(node: ast.AST) -> Iterable[ast.AST]:
    """The parts of `node` that may be a module without being handed on: its attributes are taken, it is tested."""
    if isinstance(node, ast.Attribute):
        return (node.value,)
    if isinstance(node, (ast.Compare, ast.UnaryOp)):
        return ast.iter_child_nodes(node)
    if isinstance(node, (ast.If, ast.IfExp, ast.While, ast.Assert)):
        return (node.test,)
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None:
        return node.targets
    return ()


def _passes(node: ast.AST, names: Set[str], held: Set[int]) -> bool:
    """Whether `node` hands a module on, or binds one of `names` to another one."""
    if isinstance(node, ast.Name):
        return node.id in names and id(node) not in held
    if isinstance(node, ast.alias):
        return node.name == "get_array_module" or (node.name != "cupy" and _bound(node) in names)
    parameter = isinstance(node, ast.arg) and node.arg in names
    return parameter or getattr(node, "attr", "") == "get_array_module"


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _meets(unit: Sequence[ast.AST], modules: set[str]) -> bool:
    """Whether something that comes from CuPy meets a function that converts it, in one function, say."""
    nodes = inside(unit)
    calls = [node for node in nodes if isinstance(node, ast.Call) and name_of(node.func) in _HEEDED]
    items = [node for node in nodes if isinstance(node, ast.Subscript)]
    if not (calls or items):
        return False
    bound = [
        (targets, value) for node in nodes if node.__class__ in _BIND for targets, value in _bindings(node) if targets
    ]
    bindings = [(targets, _mentioned(value)) for targets, value in bound]
    names = _reached(bindings, modules)
    if any(_converts(call, names, modules) for call in calls):
        return True
    host = _reached(bindings, _NUMPY) if items else set()
    names = _of_cupy(bound, bindings, modules)
    of_host = [item for item in items if not _target(item.value).isdisjoint(host)]
    return any(_mentions(part, names) for part in _put_in_or_taken_by(of_host, nodes))


def _of_cupy(
    bound: Sequence[tuple[set[str], ast.AST]], bindings: Sequence[tuple[set[str], frozenset[str]]], modules: set[str]
) -> set[str]:
    """The names of what comes from CuPy directly, and other names of these."""
    names = modules.union(*(targets for targets, value in bindings if not value.isdisjoint(modules)))
    return _reached([(targets, frozenset((value.id,))) for targets, value in bound if _is_name(value)], names)


def _is_name(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def _put_in_or_taken_by(items: list[ast.Subscript], nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """For each item what is assigned to it, or else its index."""
    stored = {id(target): node.value for node in nodes if isinstance(node, ast.Assign) for target in node.targets}
    return (stored.get(id(item), item.slice) for item in items)


def _reached(bindings: Sequence[tuple[set[str], frozenset[str]]], roots: Set[str]) -> set[str]:
    """The names that something goes into which mentions one of `roots`, and these."""
    names = set(roots)
    while grown := [targets for targets, value in bindings if not targets <= names and not value.isdisjoint(names)]:
        names = names.union(*grown)
    return names


_BIND = frozenset(
    (
        *(ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign, ast.For, ast.AsyncFor, ast.comprehension),
        *(ast.withitem, ast.Call),
    )
)


def _bindings(node: ast.AST) -> Iterator[tuple[set[str], ast.AST]]:
    """Names, and what goes into them."""
    if isinstance(node, ast.Assign):
        yield set().union(*map(_target, node.targets)), node.value
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and node.value is not None:
        yield _target(node.target), node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield _target(node.target), node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield _target(node.optional_vars), node.context_expr
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "extend"):
        for argument in node.args:
            yield _target(node.func.value), argument


def _target(node: ast.AST) -> set[str]:
    if isinstance(node, (ast.Subscript, ast.Starred)):
        return _target(node.value)
    if isinstance(node, (ast.Tuple, ast.List)):
        return set().union(*map(_target, node.elts))
    return {node.id} if isinstance(node, ast.Name) else {node.attr} if isinstance(node, ast.Attribute) else set()


def _mentions(tree: ast.AST, names: set[str]) -> bool:
    """Whether an expression mentions one of `names`, other than to bring it to the host."""
    return not _mentioned(tree).isdisjoint(names)


def _mentioned(tree: ast.AST) -> frozenset[str]:
    """The names that an expression mentions, other than to bring what they stand for to the host."""
    found: set[str] = set()
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Call):
            if name_of(node.func) not in _GIVE_HOST:
                pending.append(node.func)  # what other functions make of it is not known
                pending += node.args if _hands_on(node.func) else ()
            continue
        if name := name_of(node):
            found.add(name)
        if isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and node.attr in _GIVE_HOST):
            continue
        pending += ast.iter_child_nodes(node)
    return frozenset(found)


def _hands_on(function: ast.AST) -> bool:
    """Whether a function is one of NumPy that lets CuPy do its work where it is given a device array: ``np.sum``."""
    return _is_of(function, _NUMPY) and name_of(function) not in _CALLED


def _converts(call: ast.Call, names: set[str], modules: set[str]) -> bool:
    """Whether a call may convert what one of `names` stands for."""
    name = name_of(call.func)
    if name in _CALLED and not _is_of(call.func, modules):
        return any(_mentions(part, names) for part in (*call.args, *call.keywords))
    given = call.args[0] if call.args and name in TO_DEVICE | SCALARS else None
    if isinstance(given, (ast.List, ast.Tuple)) and name in TO_DEVICE:
        device = [_mentions(item, names) for item in _leaves(given)]
        return any(device) and not all(device)  # arrays alone are put together on the device
    return given is not None and name in SCALARS and _mentions(given, names)


def _leaves(display: ast.AST) -> Iterator[ast.AST]:
    """What stands in a list, and in lists in it."""
    if isinstance(display, (ast.List, ast.Tuple)):
        for item in display.elts:
            yield from _leaves(item)
    else:
        yield display


def _is_of(function: ast.AST, modules: Set[str]) -> bool:
    """Whether a function is one of these modules, be it in a module inside of them."""
    while isinstance(function, ast.Attribute):
        function = function.value
    return name_of(function) in modules
