"""What the standard library's tree of a file shows before LibCST parses it: whether there is anything to size.

A tenth of the price of LibCST's tree. What is found here is never too little: names are looked at with all that any
scope of the function gives them.
"""

from __future__ import annotations

import ast
import builtins
import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from cupylint.large_numbers import CREATES, LARGE, Mention, is_large, reached
from cupylint.looks import LOOKS

_OF_SMALL = frozenset(("set_limit", "environ", "putenv", "kron"))
"""Names in files whose small lengths may be too large."""
_WORD = re.compile(r"\w+")
_NOT_SMALL = 100
"""A length from which on arrays of two dimensions may count."""
_SILENT = frozenset((str, int, type(None), ast.Load, ast.Store, ast.Del))
_LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, str, int, type(None)))
_HEEDED = frozenset(
    (
        *(ast.Module, ast.Call, ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.comprehension),
        *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    )
)
_TAKE = frozenset(
    (
        *(ast.Call, ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.comprehension),
        ast.arguments,
    )
)
_NUMBERS = frozenset((ast.Constant, ast.BinOp, ast.AugAssign))
_MAKE_NUMBERS = (ast.LShift, ast.Pow)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


_Binding = tuple[ast.AST, ast.AST]
"""A target, and what goes into it."""


@dataclass(slots=True, eq=False)
class _Scope:
    """One function (or the module): what goes into its names, what it calls, and the functions in it."""

    tree: ast.AST
    least: int
    bindings: list[_Binding] = field(default_factory=list)
    calls: list[ast.Call] = field(default_factory=list)
    defined: list[str] = field(default_factory=list)
    inner: list[_Scope] = field(default_factory=list)

    def large(self, known: Iterable[Hashable]) -> set[Hashable]:
        """The names that a large number goes into; `known` are those from outside."""
        return reached(
            ((_mention([target], self.least), _mention([value], self.least)) for target, value in self.bindings), known
        )


@lru_cache(maxsize=1)  # several parts ask for those of one file
def nodes(tree: ast.Module) -> list[ast.AST]:
    """All nodes of a file but those that tell nothing, outer ones first."""
    return inside([tree])


def inside(parts: Iterable[ast.AST]) -> list[ast.AST]:
    """All nodes of `parts` but those that tell nothing, outer ones first."""
    found = list(parts)
    for node in found:
        for held in node.__dict__.values():
            if held.__class__ is list:
                found += [each for each in held if each.__class__ not in _SILENT and isinstance(each, ast.AST)]
            elif held.__class__ not in _SILENT and isinstance(held, ast.AST):
                found.append(held)
    return found


def may_make_much(tree: ast.Module, text: str) -> bool:
    """Whether a file makes arrays by numbers that are large, by its own constants too, or of a kind that may be.

    Args:
        text: the source that `tree` was parsed from.
    """
    words = _words(text)
    return bool(words & _OF_SMALL) or (bool(words & CREATES) and _makes_by_numbers(tree, LARGE))


def may_make_some(tree: ast.Module, text: str) -> bool:
    """Whether a file makes arrays by numbers that are not small."""
    return bool(_words(text) & (CREATES | _OF_SMALL)) and _makes_by_numbers(tree, _NOT_SMALL)


def _makes_by_numbers(tree: ast.Module, least: int) -> bool:
    """Whether a number of at least `least`, or what makes one, goes into what may make an array."""
    if not _meets_makers(tree, least):
        return False
    scopes = [_Scope(tree, least)]
    for scope in scopes:
        _read(scope)
        scopes += scope.inner
    makers = CREATES | _mention((target for target, _ in scopes[0].bindings), least).names
    makers |= {name for scope in scopes for name in scope.defined}
    constants: set[Hashable] | None = None
    for scope in scopes:
        given = [_mention([*call.args, *call.keywords], least) for call in scope.calls if name_of(call.func) in makers]
        if not given:
            continue
        if any(each.number for each in given):
            return True
        constants = scopes[0].large(()) if constants is None else constants
        names = scope.large(constants)
        if any(each.is_large(names) for each in given):
            return True
    return False


def _meets_makers(tree: ast.Module, least: int) -> bool:
    """Whether a number goes into a name or into a call of what may be a maker: a look at rows, which rules out most."""
    every = nodes(tree)
    rows = sorted({row for node in every if node.__class__ in _NUMBERS and (row := _number_row(node, least))})
    if not rows:
        return False
    for node in every:
        for part in _given(node) if node.__class__ in _TAKE else ():
            place = bisect_left(rows, part.lineno)
            if place < len(rows) and rows[place] <= (part.end_lineno or part.lineno) and _mention([part], least).number:
                return True
    return False


def _number_row(node: ast.AST, least: int) -> int:
    """The row in which a number begins, or what makes one; 0 for anything else."""
    if isinstance(node, ast.Constant):
        return node.lineno if is_large(node.value, least) else 0
    return node.lineno if isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, _MAKE_NUMBERS) else 0


def _given(node: ast.AST) -> Iterable[ast.expr]:
    """What goes into names or calls at a node."""
    if isinstance(node, ast.Call):
        return [*node.args, *(each.value for each in node.keywords)]
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
        return [node.value] if node.value is not None else []
    if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        return [node.iter]
    if isinstance(node, ast.arguments):
        return [*node.defaults, *filter(None, node.kw_defaults)]
    return ()


_NEVER_IN_POLLS = (
    *(ast.While, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.Try, ast.Raise, ast.Yield, ast.YieldFrom),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)
"""What no loop contains that only looks."""


def may_poll(tree: ast.Module, _text: str = "") -> bool:
    """Whether a file has a ``while`` that may do nothing but look whether something is done."""
    return any(isinstance(node, ast.While) and _only_looks(node) for node in nodes(tree))


def _only_looks(loop: ast.While) -> bool:
    return not any(
        isinstance(node, _NEVER_IN_POLLS) or (isinstance(node, ast.Call) and not _may_look(node.func))
        for node in inside([loop.test, *loop.body])
    )


def _may_look(function: ast.expr) -> bool:
    """Whether a call of `function` may do nothing but look; what functions of the project do is not known."""
    if name_of(function) in LOOKS:
        return True
    return isinstance(function, ast.Name) and not hasattr(builtins, function.id)


@lru_cache(maxsize=1)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


def _is_number(node: ast.AST, least: int) -> bool:
    """Whether a node is a number of at least `least`, or makes one."""
    return isinstance(node, _MAKE_NUMBERS) or (isinstance(node, ast.Constant) and is_large(node.value, least))


def _mention(parts: Iterable[ast.AST], least: int) -> Mention:
    """What is mentioned in `parts`; numbers of at least `least` are large."""
    number, names = False, set[str]()
    for node in inside(parts):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        else:
            number = number or _is_number(node, least)
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
            _add_children(node, pending)
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
            scope.inner.append(_Scope(node, scope.least))
            pending += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            pending += getattr(node, "decorator_list", ())
        else:
            _add_children(node, pending)


def _add_children(node: ast.AST, pending: list[ast.AST]) -> None:
    """All that a node is made of, but for what is a leaf."""
    for held in node.__dict__.values():
        if held.__class__ is list:
            pending += [each for each in held if each.__class__ not in _LEAVES and isinstance(each, ast.AST)]
        elif held.__class__ not in _LEAVES and isinstance(held, ast.AST):
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
