"""What those who launch a kernel have to know of it: its parameters, and which of them its loops watch.

Memory that a loop watches is a flag if it is read again in each pass and the kernel itself does not write there:
somebody else is to stop the kernel, or to let it go on.
"""

from __future__ import annotations

import ast
import operator as operators
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from cupylint.kernels import jit
from cupylint.kernels.atomics import accumulated
from cupylint.kernels.cuda import parse
from cupylint.kernels.exits import Exits, Kind, Polled, reads_only
from cupylint.kernels.groups import Groups, functions_with_barriers
from cupylint.kernels.memory import Memory, root
from cupylint.kernels.model import (
    Assign,
    Call,
    Cast,
    Const,
    Expr,
    Function,
    Jump,
    Load,
    Operation,
    Parameter,
    Source,
    walk,
)
from cupylint.kernels.places import Places
from cupylint.kernels.spins import FLAG, Spins
from cupylint.kernels.vocabulary import LOADS, NOT
from cupylint.records import dataclass
from cupylint.source import standard_tree

_STOPS = re.compile(r"stop|cancel|abort|quit|halt|exit|kill|terminat|interrupt|\brun", re.IGNORECASE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*")
_DEFINES = re.compile(r"^[ \t]*#[ \t]*define((?:\\\n|[^\n])*)", re.MULTILINE)
_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "==": operators.eq, "!=": operators.ne, "<": operators.lt, "<=": operators.le, ">": operators.gt,
    ">=": operators.ge,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Poll:
    """A parameter that a loop of the kernel watches.

    Attributes:
        parameter: its position.
        bounded: something else can end the loop too.
        leaves: for what it is compared with: the loop is left where ``value operator constant`` holds; None where
            the test is not that simple.
        everywhere: every thread comes to the loop.
    """

    parameter: int
    name: str
    bounded: bool
    leaves: tuple[str, int] | None = None
    everywhere: bool = False

    def passes(self, value: int) -> bool | None:
        """Whether the loop is left at once if the flag holds `value`; None if that is not known."""
        if self.leaves is None:
            return None
        sign, constant = self.leaves
        return _RELATIONS[sign](value, constant)


@dataclass(frozen=True, slots=True)
class Interface:
    """A kernel as its callers see it.

    Attributes:
        code: the text it is made from; with `name` it tells whether two kernels are the same.
        parameters: in their order; nothing is known of the types of a ``cupyx.jit`` kernel's.
        polls: the flags.
        stores: positions of the parameters that it writes through, at least once.
        shared: positions of the parameters that are declared volatile.
        unused: positions of the parameters that the kernel never names.
        atomics: positions of the parameters that it uses by atomic operations of one kind alone, with the kind ("add").
    """

    name: str
    code: str
    parameters: tuple[Parameter, ...]
    polls: tuple[Poll, ...] = ()
    stores: frozenset[int] = frozenset()
    shared: frozenset[int] = frozenset()
    unused: frozenset[int] = frozenset()
    atomics: tuple[tuple[int, str], ...] = ()


@lru_cache(maxsize=64)
def interface(code: str, name: str) -> Interface | None:
    """The interface of the ``__global__`` function `name` of a CUDA source.

    Returns:
        None where the source cannot be parsed, has several functions of that name, or none.
    """
    try:
        source = parse(code)
    except RecursionError:
        return None
    plain = name.split("<", 1)[0].strip()
    function = None if source is None else source.kernel(plain)
    if source is None or function is None or len(re.findall(rf"\b{re.escape(plain)}\s*\(", code)) != 1:
        return None
    if any(parameter.type.name in source.macros for parameter in function.parameters):
        return None
    return _of(source, function, code)


@lru_cache(maxsize=64)
def jit_interface(text: str) -> Interface | None:
    """The interface of a ``cupyx.jit`` kernel, from the source of its function (decorators and all)."""
    tree = standard_tree(text)
    node = tree.body[0] if tree is not None and tree.body else None
    if not isinstance(node, ast.FunctionDef):
        return None
    source = jit.convert(node, _jit_name, Places(text))
    return _of(source, source.functions[0], text)


def _jit_name(node: ast.expr) -> str:
    """The full name of what is written ``jit.x`` or ``cupyx.jit.x``."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or "jit" not in (node.id, *parts[-1:]):
        return ""
    names = [node.id, *reversed(parts)]
    return ".".join(["cupyx", *names[names.index("jit") :]])


def _of(source: Source, function: Function, code: str) -> Interface:
    memory = Memory.of(source, function)
    positions = {parameter.name: number for number, parameter in enumerate(function.parameters) if parameter.name}
    written = _written(function)
    return Interface(
        function.name,
        code,
        function.parameters,
        _polls(source, function, positions, written),
        frozenset(number for name, number in positions.items() if name in written),
        frozenset(number for name, number in positions.items() if memory.type(name).volatile),
        _unused(function, code),
        _atomics(function, positions, code),
    )


def _atomics(function: Function, positions: dict[str, int], code: str) -> tuple[tuple[int, str], ...]:
    """Those that a kernel uses by atomic operations of one kind alone.

    A macro may do more with one that it names, and so may what is not understood: all uses have to be accounted for.
    """
    named = _named_by_macros(code)
    words = Counter(_WORD.findall(_COMMENT.sub(" ", code[slice(*function.span)])))
    found = {name: kind for name, (kind, uses) in accumulated(function).items() if words[name] == uses + 1}
    return tuple(sorted((positions[name], kind) for name, kind in found.items() if name not in named))


def _unused(function: Function, code: str) -> frozenset[int]:
    """The parameters whose names stand nowhere in a kernel but in the list of its parameters."""
    words, named = Counter(_WORD.findall(code[slice(*function.span)])), _named_by_macros(code)
    return frozenset(
        number for number, each in enumerate(function.parameters) if words[each.name] <= 1 and each.name not in named
    )


def _named_by_macros(code: str) -> set[str]:
    """The words that macros of a source stand for."""
    return {word for line in _DEFINES.findall(code) for word in _WORD.findall(line)} if "#" in code else set()


def _polls(source: Source, function: Function, positions: dict[str, int], written: set[str]) -> tuple[Poll, ...]:
    """The flags among the parameters, in their order."""
    spins = Spins(source, function, Groups.of(function, functions_with_barriers(source)))
    stale = {id(item.loop): item.polled.name for item in spins.stale()}
    found: dict[int, Poll] = {}
    for item in spins.loops:
        for kind, watched, test in item.tests:
            for polled in watched if kind in (Kind.PLAIN, Kind.FRESH) else ():
                number = positions.get(polled.name)
                if number is None or not _is_flag(polled, written, stale.get(id(item.loop))):
                    continue
                leaves, everywhere = _leaves(item, test, polled.name), _comes_everywhere(function, item)
                poll = Poll(number, polled.name, item.bounded, leaves, everywhere)
                found[number] = _joined(found.get(number, poll), poll)
    return tuple(found[number] for number in sorted(found))


def _joined(first: Poll, second: Poll) -> Poll:
    """One parameter that is watched at two places."""
    return replace(
        second,
        bounded=first.bounded and second.bounded,
        leaves=second.leaves if first.leaves == second.leaves else None,
        everywhere=first.everywhere or second.everywhere,
    )


def _comes_everywhere(function: Function, item: Exits) -> bool:
    """Whether the loop stands in no branch, and nothing before it may leave the kernel."""
    for statement in function.body:
        if statement is item.loop:
            return True
        if any(isinstance(part, Jump) and part.kind not in ("break", "continue") for part in walk(statement)):
            return False
    return False


def _is_flag(polled: Polled, written: set[str], stale: str | None) -> bool:
    """Whether others are to write what is polled. Plain memory counts if its name or the loop says so."""
    if polled.name in written and not _STOPS.search(polled.name):
        return False
    return polled.kind is Kind.FRESH or stale == polled.name or bool(FLAG.search(polled.name))


def _written(function: Function) -> set[str]:
    """Names through which a kernel writes, or that it hands on; ``atomicAdd(flag, 0)`` does not."""
    found = set()
    for part in walk(*function.body):
        if isinstance(part, Assign):
            found.add(root(part.target))
        elif isinstance(part, Call) and part.function not in LOADS and not reads_only(part):
            found.update(root(argument) for argument in part.arguments if not isinstance(argument, Load))
    return found


def _leaves(item: Exits, test: Expr, name: str) -> tuple[str, int] | None:
    """When a test that is, or is the negation of, ``flag == constant`` lets the loop end."""
    stays = item.loop.condition is not None and _holds(item.loop.condition, test)
    while isinstance(test, Cast):
        test = test.operand
    while isinstance(test, Operation) and test.operator == "!":
        stays, test = not stays, test.operands[0]
    sign, constant = "!=", 0
    if isinstance(test, Operation) and test.operator in _RELATIONS and len(test.operands) == 2:
        left, right = test.operands
        if _root(left) == name and isinstance(right, Const) and right.value is not None:
            sign, constant = test.operator, right.value
        else:
            return None
    elif _root(test) != name:
        return None
    return (NOT[sign] if stays else sign), constant


def _root(test: Expr) -> str:
    return root(test.arguments[0] if isinstance(test, Call) and test.arguments else test)


def _holds(condition: Expr, test: Expr) -> bool:
    """Whether `test` is a part of the loop's own condition, which must hold for it to go on."""
    if condition is test:
        return True
    both = isinstance(condition, Operation) and condition.operator == "&&"
    return both and any(_holds(operand, test) for operand in condition.operands)  # type: ignore[union-attr]
