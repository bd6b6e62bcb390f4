"""What the standard library's tree of a file shows before LibCST parses it: whether there is anything to size.

A tenth of the price of LibCST's tree. What is found here is never too little: names are looked at with all that any
scope of the function gives them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Iterator, Set
from dataclasses import dataclass, field

from cupylint.large_numbers import CREATES, Mention, is_large, reached

_OF_SMALL = frozenset(("set_limit", "environ", "putenv", "kron"))
"""Names in files whose small lengths may be too large."""
_WORD = re.compile(r"\w+")
_LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, str, int, type(None)))
_HEEDED = frozenset(
    (
        *(ast.Module, ast.Call, ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.comprehension),
        *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    )
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


_Binding = tuple[ast.AST, ast.AST]
"""A target, and what goes into it."""


@dataclass(slots=True, eq=False)
class _Scope:
    """One function (or the module): what goes into its names, what it calls, and the functions in it."""

    tree: ast.AST
    bindings: list[_Binding] = field(default_factory=list)
    calls: list[ast.Call] = field(default_factory=list)
    defined: list[str] = field(default_factory=list)
    inner: list[_Scope] = field(default_factory=list)

    def large(self, known: Iterable[Hashable]) -> set[Hashable]:
        """The names that a large number goes into; `known` are those from outside."""
        return reached(((_mention([target]), _mention([value])) for target, value in self.bindings), known)


def may_make_much(tree: ast.Module, text: str) -> bool:
    """Whether a file makes arrays by numbers that are large, by its own constants too, or of a kind that may be.

    Args:
        text: the source that `tree` was parsed from.
    """
    words = set(_WORD.findall(text))
    if words & _OF_SMALL:
        return True
    if not words & CREATES:
        return False
    scopes = [_Scope(tree)]
    for scope in scopes:
        _read(scope)
        scopes += scope.inner
    makers = CREATES | _mention(target for target, _ in scopes[0].bindings).names
    makers |= {name for scope in scopes for name in scope.defined}
    constants: set[Hashable] | None = None
    for scope in scopes:
        given = [_mention([*call.args, *call.keywords]) for call in scope.calls if name_of(call.func) in makers]
        if not given:
            continue
        if any(each.number for each in given):
            return True
        constants = scopes[0].large(()) if constants is None else constants
        names = scope.large(constants)
        if any(each.is_large(names) for each in given):
            return True
    return False


def _mention(parts: Iterable[ast.AST]) -> Mention:
    """What is mentioned in `parts`."""
    number, names = False, set[str]()
    for node in _inside(parts):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Constant):
            number = number or is_large(node.value)
        elif isinstance(node, (ast.LShift, ast.Pow)):
            number = True
    return Mention(number, names)


def name_of(node: ast.AST) -> str:
    """The name or the attribute that an expression ends in, "" for any other."""
    return str(getattr(node, "id", None) or getattr(node, "attr", ""))


def _read(scope: _Scope) -> None:
    """Note the bindings and calls of a scope; of functions in it what is worked out outside of them."""
    pending = [scope.tree]
    if isinstance(scope.tree, _SCOPES):
        scope.bindings += _defaults(scope.tree.args)
    while pending:
        node = pending.pop()
        if type(node) not in _HEEDED:
            _add_children(node, pending, _LEAVES)
            continue
        if isinstance(node, ast.Call):
            scope.calls.append(node)
        elif isinstance(node, ast.Assign):
            scope.bindings += [(target, node.value) for target in node.targets]
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            scope.bindings.append((node.target, node.value))
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            scope.bindings.append((node.target, node.iter))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            scope.defined.append(node.name)
        if isinstance(node, _SCOPES) and node is not scope.tree:
            scope.inner.append(_Scope(node))
            pending += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            pending += getattr(node, "decorator_list", ())
        else:
            _add_children(node, pending, _LEAVES)


def _inside(parts: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of `parts`."""
    pending = list(parts)
    while pending:
        node = pending.pop()
        yield node
        _add_children(node, pending)


def _add_children(node: ast.AST, pending: list[ast.AST], leaves: Set[type] = frozenset()) -> None:
    """All that a node is made of, but for what is of `leaves`."""
    for name in node._fields:
        held = getattr(node, name, None)
        if isinstance(held, list):
            pending += [each for each in held if isinstance(each, ast.AST)]
        elif type(held) not in leaves and isinstance(held, ast.AST):
            pending.append(held)


def _defaults(arguments: ast.arguments) -> Iterator[_Binding]:
    """Parameters with their defaults."""
    positional = [*arguments.posonlyargs, *arguments.args]
    given = arguments.defaults
    pairs = [*zip(positional[len(positional) - len(given) :], given, strict=True)]
    pairs += [
        (each, default) for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default
    ]
    return ((ast.Name(each.arg), default) for each, default in pairs)
