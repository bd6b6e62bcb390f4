"""Enumerations: members with their values, flags, and the functional form ``Enum("S", "A B")``."""

from __future__ import annotations

import operator as python
import re
from collections.abc import Callable, Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.values import ClassValue, Const, DictValue, External, FunctionValue, Method, TupleValue, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_KINDS = {
    "enum.IntEnum": "int", "enum.IntFlag": "flag int", "enum.Flag": "flag", "enum.StrEnum": "str",
    "builtins.int": "int", "builtins.str": "str",
}  # fmt: skip
_BITS: dict[str, Callable[[int, int], int]] = {"&": python.and_, "|": python.or_, "^": python.xor}


@dataclass(frozen=True, slots=True, repr=False)
class Member:
    """A member of an enumeration (or several flags of one), as the content of a `Const`.

    Attributes:
        identity: its value, by which aliases are one; its name where the value is not known.
        kind: "", "int", "str", "flag" or "flag int".
        mask: all flags of the enumeration together.
    """

    owner: str
    identity: object
    name: str | None = field(compare=False)
    value: Value | None = field(compare=False)
    kind: str = field(default="", compare=False)
    mask: int = field(default=0, compare=False)

    def __bool__(self) -> bool:
        return bool(self.identity) if self.kind and isinstance(self.value, Const) else True

    def __repr__(self) -> str:
        return f"{self.owner}.{self.name}"


def is_enumeration(bases: Iterable[Value]) -> bool:
    """Whether a class with these bases is an enumeration."""
    return any(isinstance(base, External) and base.dotted.startswith("enum.") for base in bases)


def enumeration(name: str, members: dict[str, Value], bases: Iterable[Value]) -> dict[str, Value]:
    """The members of an enumeration: each is itself and nothing else."""
    kind = _kind_of(bases)
    values = _numbered(members, kind)
    mask = 0
    for value in values.values():
        if isinstance(value, Const) and isinstance(value.value, int):
            mask |= value.value
    made = dict(members)
    for member, value in values.items():
        known = value if isinstance(value, (Const, TupleValue)) else None
        identity = known.value if isinstance(known, Const) else known or member
        made[member] = Const(Member(name, identity, member, known, kind, mask))
    return made


def _kind_of(bases: Iterable[Value]) -> str:
    known = [base.dotted for base in bases if isinstance(base, External) and base.dotted in _KINDS]
    return _KINDS["enum.IntFlag" if "enum.IntFlag" in known else known[0]] if known else ""


def _numbered(members: dict[str, Value], kind: str) -> dict[str, Value]:
    """The members with their values, those of ``auto()`` as well."""
    values: dict[str, Value] = {}
    last = 0
    for member, value in members.items():
        if isinstance(value, FunctionValue) or member.startswith("_"):
            continue
        if _is_auto(value):
            value = _automatic(member, last, kind)
        if isinstance(value, Const) and isinstance(value.value, Member):  # built from other members
            value = value.value.value or value
        if isinstance(value, Const) and isinstance(value.value, int):
            last = max(last, value.value)
        values[member] = value
    return values


def _automatic(member: str, last: int, kind: str) -> Const:
    """The value that ``auto()`` gives."""
    if kind == "str":
        return Const(member.lower())
    return Const(1 << last.bit_length() if kind.startswith("flag") else last + 1)


def _is_auto(value: Value) -> bool:
    """Whether a value is what ``enum.auto()`` returns: a call of the standard library, not looked into."""
    return getattr(value, "label", "") == "auto"


def functional(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    """``Enum("S", "A B C")``."""
    title, given = arguments.position(0), arguments.either(1, "names")
    if not (isinstance(title, Const) and isinstance(title.value, str)) or given is None:
        return interpreter.unknown("enum", host=True)
    flags = _KINDS.get(dotted, "").startswith("flag")
    members: dict[str, Value] = {}
    if isinstance(given, Const) and isinstance(given.value, str):
        texts: list[object] = list(re.split(r"[,\s]+", given.value.strip()))
    elif isinstance(given, DictValue):
        pairs = dict_items(state, given)
        texts = []
        members = {str(key.value): value for key, value in pairs if isinstance(key, Const)}
    else:
        items = items_of(state, given)
        if items is None:
            return interpreter.unknown("enum", host=True)
        texts = [item.value for item in items if isinstance(item, Const)]
        for item in items:
            if isinstance(item, TupleValue) and len(item.items) == 2 and isinstance(item.items[0], Const):
                members[str(item.items[0].value)] = item.items[1]
    for number, text in enumerate(texts):
        members[str(text)] = Const(1 << number if flags else number + 1)
    bases = (External(dotted),)
    return ClassValue(title.value, node, enumeration(title.value, members, bases), bases)


# -- members in use --------------------------------------------------------------------------------


def settled(value: Value) -> Value:
    """``S.A.value`` and ``S.A.name`` as what they are."""
    if isinstance(value, Method) and isinstance(value.receiver, Const) and isinstance(value.receiver.value, Member):
        member = value.receiver.value
        if value.name in ("value", "_value_") and member.value is not None:
            return member.value
        if value.name in ("name", "_name_") and member.name is not None:
            return Const(member.name)
    return value


def plain(value: object) -> object:
    """The number or text that a member of an ``IntEnum`` or ``StrEnum`` is."""
    if isinstance(value, Member) and value.kind in ("int", "flag int", "str") and isinstance(value.value, Const):
        return value.value.value
    return value


def combined(operator: str, left: object, right: object) -> Member | None:
    """Flags put together by ``&``, ``|`` or ``^``; None if these are no flags."""
    flag = next((side for side in (left, right) if isinstance(side, Member) and side.kind.startswith("flag")), None)
    if flag is None or operator not in _BITS:
        return None
    numbers = [_bits(flag, side) for side in (left, right)]
    if numbers[0] is None or numbers[1] is None:
        return None
    return _flags(flag, _BITS[operator](numbers[0], numbers[1]))


def inverted(value: Member) -> Member | None:
    """``~flags``."""
    number = _bits(value, value)
    return None if number is None else _flags(value, value.mask & ~number)


def _bits(flag: Member, side: object) -> int | None:
    if isinstance(side, Member):
        side = side.identity if side.owner == flag.owner and isinstance(side.value, Const) else None
    elif flag.kind != "flag int":
        return None
    return side if isinstance(side, int) else None


def _flags(flag: Member, number: int) -> Member:
    return Member(flag.owner, number, None, Const(number), flag.kind, flag.mask)
