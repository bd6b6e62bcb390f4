"""Numbers that loops depend on and the code does not tell: what they are called, and a value taken for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cupylint.findings import Premise
from cupylint.flow.domain import truths
from cupylint.flow.domain.regions import linear
from cupylint.flow.domain.values import Array, Const, External, SliceValue, Symbol, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_DEPTH = 4
_COMPUTED = frozenset(("linear", "binary", "unary", "min", "max", "int"))
_ROUNDS = "rounds"
_ANY = (_ROUNDS,)
"""Under this a path notes that it has taken a number for that of rounds."""
_POSITIONS = frozenset(("index", "rindex", "find", "rfind"))
"""Numbers that say where something is: another one for each thing."""


@dataclass(frozen=True, slots=True)
class ConcreteSize:
    """One number for all sizes of some names."""

    names: frozenset[str]
    number: int

    @classmethod
    def by(cls, premises: Iterable[Premise]) -> ConcreteSize | None:
        """What premises take for sizes; None if they take nothing."""
        return next((cls(frozenset(one.names), one.size) for one in premises if one.size is not None), None)

    def of(self, interpreter: Interpreter, value: Value) -> Value:
        """The number, for a size of these names; else the value itself."""
        if isinstance(value, Symbol) and name_of(interpreter, value) in self.names:
            return Const(self.number)
        return value

    def premise(self) -> Premise:
        """What is assumed, as what a finding rests on: ``x.shape[0] is 6``."""
        names = sorted(self.names)
        verb = "is" if len(names) == 1 else "are"
        text = f"{', '.join(names[:-1])}{' and ' if names[:-1] else ''}{names[-1]} {verb} {self.number}"
        return Premise("size", text, self.number, tuple(names))


def note(interpreter: Interpreter, bounds: Iterable[Value]) -> None:
    """The entry that is followed loops as often as these say."""
    found = {name for bound in bounds for name in _names(interpreter, bound)}
    if not found:
        return
    entries, function = interpreter.entries, interpreter.frame.function
    entries.unknown_sizes.setdefault(entries.current, set()).update(found)
    if function.moduli or function.has_modulo:  # which slots of a ring meet is another matter for each number
        entries.guesses.add(entries.current)


def take_rounds(state: State, size: Symbol, number: int) -> Const:
    """A number that is not known is taken to be that of the rounds that are followed, or less if the path asks that.

    Of a sum, ``n + 1``, it is the ``n`` that a number is taken for, so that what else depends on it goes with it.
    """
    more = _more(size)
    if more is not None and more[1] <= number and more[0] not in state.path_condition:
        part, added = more
        return Const(take_rounds(state, part, number - added).value + added)  # type: ignore[operator]
    least = next((each for each in range(number, -1, -1) if _is_possible(state, size, each)), number)
    known = state.path_condition[size] = state.path_condition[(_ROUNDS, size)] = Const(least)
    state.path_condition[_ANY] = truths.TRUTHS[True]
    return known


def _more(size: Symbol) -> tuple[Symbol, int] | None:
    """Which size a size is a number more than, and that number; None if it is not such a sum."""
    form = dict(linear(size) or ())
    added = form.pop(1, 0)
    part, factor = form.popitem() if len(form) == 1 else (None, 0)
    return (part, added) if isinstance(part, Symbol) and factor == 1 and part != size else None


def _is_possible(state: State, size: Symbol, number: int) -> bool:
    """Whether tests that a path has passed allow a number."""
    for key, holds in state.path_condition.items():
        if type(key) is not tuple or key[0] != "truth" or not isinstance(holds, Const):
            continue
        outcome = truths.outcome(key[1], size, Const(number))
        if outcome is not None and outcome != holds.value:
            return False
    return True


def are_taken(state: State) -> bool:
    """Whether any number is taken for that of rounds."""
    return _ANY in state.path_condition


def taken(state: State) -> frozenset[Symbol]:
    """The sizes for which a number of rounds is taken."""
    return frozenset(size for size, _ in _taken(state)) if are_taken(state) else frozenset()


def number_taken(state: State, size: Value) -> Value | None:
    """The number that is taken for that of rounds, also where sizes are what they are; None if none is."""
    return state.path_condition.get((_ROUNDS, size))


def settle(state: State, size: Value) -> None:
    """A number that was taken for that of rounds is the size from now on: a ring of that length was gone round."""
    state.path_condition.pop((_ROUNDS, size), None)


def may_be_more(state: State, size: Value, limit: Value, is_written: bool) -> bool:
    """Whether `limit` is more than the number of rounds that is taken for a size, or for one that it is computed from.

    Args:
        is_written: `limit` is a number in the source, and no count that the rounds have come to.
    """
    if not (isinstance(limit, Const) and isinstance(limit.value, (int, float))):
        return False
    most = limit.value + is_written
    return any(most > number.value for of, number in _taken(state) if of in tuple(_parts(size)))  # type: ignore[operator]


def _parts(size: object, depth: int = _DEPTH) -> Iterator[Symbol]:
    """The sizes that a size is computed from, with itself."""
    if isinstance(size, Symbol):
        yield size
        size = size.key
    if isinstance(size, tuple) and depth:
        for part in size:
            yield from _parts(part, depth - 1)


@contextmanager
def not_taken(state: State) -> Iterator[None]:
    """Numbers of rounds are what they are meanwhile: not known."""
    taken: dict[Hashable, Value] = {size: state.path_condition.pop(size) for size, _ in _taken(state)}
    try:
        yield
    finally:
        state.path_condition.update(taken)


def _taken(state: State) -> list[tuple[Symbol, Const]]:
    return [
        (key[1], value)
        for key, value in state.path_condition.items()
        if type(key) is tuple and key[0] == _ROUNDS and key != _ANY and isinstance(value, Const)
        if key[1] in state.path_condition
    ]


def _names(interpreter: Interpreter, value: object, depth: int = _DEPTH) -> Iterator[str]:
    """The names of the sizes that a number is computed from."""
    if isinstance(value, tuple) and depth:
        for part in value:
            yield from _names(interpreter, part, depth)
    elif isinstance(value, Symbol):
        key = value.key
        if isinstance(key, tuple) and key and key[0] in _COMPUTED:
            yield from _names(interpreter, key[1:], depth - 1) if depth else ()
        elif (name := name_of(interpreter, value)) and name not in _POSITIONS:
            yield name


def name_of(interpreter: Interpreter, value: object, depth: int = _DEPTH) -> str:
    """How the source would write a number or what it is part of: a parameter, its shape, a length; "" if not known."""
    if isinstance(value, Array):
        return _name_of_array(interpreter, value)
    if isinstance(value, External):
        return value.dotted
    if not isinstance(value, Symbol) or not depth:
        return ""
    key = value.key
    if isinstance(key, int):
        return value.label
    kind, *parts = key if isinstance(key, tuple) and len(key) in (2, 3) else ("",)
    if kind == "name":
        return value.label
    base = name_of(interpreter, parts[0], depth - 1) if parts else ""
    return _name_of_part(base, kind, parts) if base else ""


def _name_of_part(base: str, kind: object, parts: list[object]) -> str:
    """How the source would write what is computed from `base`."""
    if kind == "attribute":
        return f"{base}.{parts[1]}"
    if kind == "item" and (index := _index(parts[1])):
        return f"{base}[{index}]"
    return f"len({base})" if kind == "len" else ""


def _index(key: object) -> str:
    """How the source would write an index or a slice, "" where it is not known."""
    if isinstance(key, Const):
        return repr(key.value)
    if not isinstance(key, SliceValue):
        return ""
    bounds = [None if bound is None else _index(bound) for bound in (key.start, key.stop, key.step)]
    if "" in bounds:
        return ""
    start, stop, step = ("" if bound in (None, "None") else bound for bound in bounds)
    return f"{start}:{stop}:{step}" if step else f"{start}:{stop}"


def _name_of_array(interpreter: Interpreter, array: Array) -> str:
    names = {interpreter.names.array(buffer) for buffer in array.buffers}
    return names.pop() if len(names) == 1 else ""
