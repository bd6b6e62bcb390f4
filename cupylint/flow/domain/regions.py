"""Which part of an allocation a view shows, and whether two parts can overlap.

A region is the path of index keys from the allocation to the view. An axis of a key is
``("i", n)`` for an integer index, ``("s", start, stop, step)`` for a slice, ``("v", "...", axes)`` for
the last axes, ``("b", offset)`` for what begins so many bytes behind the first, ``("b", offset, size)`` for so many
bytes from there on, or None for anything else.
Bounds are linear forms over symbols that stand for sizes, so at least zero.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeGuard

from cupylint.flow.domain.values import NONE, Const, SliceValue, Symbol, TupleValue, Value, integer

Axis = tuple[Hashable, ...] | None
Region = tuple[tuple[Axis, ...], ...]
_MAX_DEPTH = 3
_MAX_BOUNDS = 4096
_IN_ORDER = frozenset(("T", "mT", "reshape", "ravel", "transpose", "swapaxes", "squeeze"))
"""Ways to see an array whose first element stays the first."""
_RESHAPES = frozenset(("reshape", "ravel", "squeeze", "view"))
"""Those after which the elements lie in memory as before."""
_ELLIPSIS = Const(Ellipsis)
_FIRST = Const(0)
_WHOLE_AXIS = ("s", None, None, None)
_LAST = "..."
"""What stands for the last axes: how many there are before them is not known."""

Linear = Mapping[object, int]  # symbol -> factor; 1 -> the constant term


def linear(value: Value | None) -> Linear | None:
    """`value` as a linear form, None if it is not one."""
    if isinstance(value, Const) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return {1: value.value}
    if isinstance(value, Symbol):
        if isinstance(value.key, tuple) and value.key and value.key[0] == "linear":
            return dict(value.key[1])
        return {value: 1}
    return None


def combine(left: Linear, right: Linear, sign: int) -> dict[object, int]:
    """``left + sign * right``."""
    total = dict(left)
    for symbol, factor in right.items():
        total[symbol] = total.get(symbol, 0) + sign * factor
    return {symbol: factor for symbol, factor in total.items() if factor}


def scale(form: Linear, factor: int) -> dict[object, int]:
    """``factor * form``."""
    return {symbol: factor * value for symbol, value in form.items() if factor * value}


def at_most(small: Value | None, large: Value | None) -> bool:
    """Whether ``small <= large`` for all sizes, as far as can be told."""
    if isinstance(small, Symbol) and isinstance(small.key, tuple) and small.key and small.key[0] == "min":
        return any(at_most(part, large) for part in small.key[1:] if isinstance(part, Value))
    left, right = linear(small), linear(large)
    if left is None or right is None:
        return False
    return all(factor >= 0 for factor in combine(right, left, -1).values())


def extend(region: Region, key: Value) -> Region:
    """The region of ``view[key]``."""
    if len(region) >= _MAX_DEPTH:
        return (*region[:_MAX_DEPTH], (None,))
    parts = key.items if isinstance(key, TupleValue) else (key,)
    if NONE in parts:  # later keys count other axes
        added = tuple(number for number, part in enumerate(parts) if part == NONE)
        region = (*region, (("v", "new axes", added),))
        parts = tuple(part for part in parts if part != NONE)
    last: tuple[Axis, ...] = ()
    if _ELLIPSIS in parts:
        at = parts.index(_ELLIPSIS)
        parts, last = parts[:at], tuple(_axis(part) for part in parts[at + 1 :])
    axes = tuple(_axis(part) for part in parts)
    if any(axis != _WHOLE_AXIS for axis in last):
        axes = (*axes, ("v", _LAST, last))
    if all(axis == _WHOLE_AXIS for axis in axes):
        return region
    return (*region, axes)[: _MAX_DEPTH + 1]


def viewed(region: Region, name: str) -> Region:
    """The region of another view of the same memory; nothing is known of how its indices map."""
    if region and len(region[-1]) == 1 and name.partition(" ")[0] in _RESHAPES and _is_reshaped(axis := region[-1][0]):
        return (*region[:-1], (("v", f"{name} {axis[1]}"),))  # type: ignore[index]
    return (*region, (("v", name),)) if len(region) < _MAX_DEPTH else region


def moved(region: Region, offset: Value) -> Region:
    """The region of what begins `offset` bytes behind the first one; where it ends is not known."""
    return (*region, (("b", offset),)) if len(region) < _MAX_DEPTH else (*region[:_MAX_DEPTH], (None,))


def sized(region: Region, size: Value) -> Region:
    """The region of `size` bytes from where `moved` has gone on to."""
    offset = offset_of(region)
    return region if offset is None else (*region[:-1], (("b", offset, size),))


def offset_of(region: Region) -> Value | None:
    """How many bytes `moved` has gone on, None for other views."""
    axis = region[-1][0] if region and len(region[-1]) == 1 else None
    return axis[1] if axis is not None and axis[0] == "b" and isinstance(axis[1], Value) else None


def is_all(region: Region) -> bool:
    """Whether a region is a whole allocation, or what begins with it and may go on to its end."""
    return not _from_the_start(region)


def _from_the_start(region: Region) -> Region:
    """The region without a last key that goes on by no bytes, and has no end."""
    return region[:-1] if offset_of(region) == _FIRST and len(region[-1][0] or ()) == 2 else region


def _axis(part: Value) -> Axis:
    if isinstance(part, SliceValue):
        bounds = (part.start, part.stop, part.step)
        if not all(bound is None or isinstance(bound, (Const, Symbol)) for bound in bounds):
            return None
        return ("s", part.start, part.stop, part.step)
    if linear(part) is not None:
        return ("i", part)
    return None


def contiguous(region: Region) -> bool:
    """Whether a part of a contiguous array certainly is contiguous: whole rows only."""
    return all(
        len(key) == 1 and (_is_gapless(key[0]) or _is_reshaped(key[0]) or offset_of((key,)) is not None)
        for key in region
    )


_TRANSPOSED = (("v", "T"), ("v", "t"), ("v", "mT"))


def strided(region: Region) -> bool:
    """Whether a part of a contiguous array certainly is not contiguous: every other item, or transposed."""
    return bool(region) and any(
        axis is not None and (axis in _TRANSPOSED or (axis[0] == "s" and axis[3] not in (None, Const(1))))
        for axis in region[-1]
    )


def _is_gapless(axis: Axis) -> TypeGuard[tuple[Hashable, ...]]:
    """Whether a key of an axis is one index, or a slice of neighbours."""
    return axis is not None and (axis[0] == "i" or (axis[0] == "s" and axis[3] in (None, Const(1))))


def _is_reshaped(axis: Axis) -> bool:
    """Whether a view shows the same elements in the same order."""
    return axis is not None and axis[0] == "v" and str(axis[1]).partition(" ")[0] in _RESHAPES


def has_first(region: Region) -> bool:
    """Whether a part that work is done on has the first element of its allocation: ``a[:n]`` is not empty then."""
    return len(region) < _MAX_DEPTH and all(_has_first(axis) for key in region for axis in key)


def _has_first(axis: Axis) -> bool:
    if axis is None:
        return False
    if axis[0] in ("i", "b"):
        return axis[1] == Const(0)
    if axis[0] == "v":
        return str(axis[1]).partition(" ")[0] in _IN_ORDER or axis[1] == "new axes"
    stop = None if axis[2] is None else integer(axis[2])
    upward = axis[3] in (None, Const(1))
    return upward and _at_first(axis[1]) and (stop is None or stop > 0)


def overlap(left: Region, right: Region) -> bool | None:
    """Whether two regions of one allocation share bytes: None if that cannot be told."""
    if (offset_of(left) is None) != (offset_of(right) is None):
        left, right = _from_the_start(left), _from_the_start(right)
        if all(map(has_first, (left, right))):
            return True
    left, right = _merged(left), _merged(right)
    for depth, (first, second) in enumerate(zip(left, right, strict=False), 1):
        if first == second and _is_known(first):
            continue
        if any(_is_all_of(one[depth - 1 :], other[depth - 1 :]) for one, other in ((left, right), (right, left))):
            return True
        answers = [_axes_overlap(a, b) for a, b in zip(first, second, strict=False)]
        if any(answer is False for answer in answers):
            return False
        whole = all(answers) and not _narrows(left[depth:]) and not _narrows(right[depth:])
        return True if whole else None
    return True


def _is_known(key: tuple[Axis, ...]) -> bool:
    """Whether it is known which elements a key shows."""
    return all(axis is not None and (axis[1] != _LAST or None not in axis[2]) for axis in key)  # type: ignore[operator]


def _is_all_of(one: Region, other: Region) -> bool:
    """Whether one region shows every element of the block, in another order, and what the other shows is known."""
    names = [str(axis[1]).partition(" ")[0] for key in one for axis in key if axis is not None and axis[0] == "v"]
    whole = len(names) == sum(len(key) for key in one) and _IN_ORDER.issuperset(names)
    return whole and all(axis is not None for key in other for axis in key)


def _merged(region: Region) -> Region:
    """The region with ``[a:b][i]`` and ``[a:b][c:d]`` at its head as one key, where the numbers are known."""
    while len(region) > 1 and len(region[0]) == len(region[1]) == 1:
        merged = _part_of(region[0][0], region[1][0])
        if merged is None:
            break
        region = ((merged,), *region[2:])
    return region


def _part_of(outer: Axis, inner: Axis) -> Axis:
    """One key for ``[outer][inner]``, None if that cannot be told."""
    if not (_is_gapless(outer) and _is_gapless(inner)) or outer[0] != "s":
        return None
    numbers = _integers((*outer[1:3], *inner[1:3]))
    if numbers is None or any(number < 0 for number in numbers if number is not None):
        return None
    begin, end = numbers[0] or 0, numbers[1]
    first = begin + (numbers[2] or 0)
    if inner[0] == "i":
        return ("i", Const(first)) if end is None or first < end else None
    ends = [] if end is None else [end]
    if numbers[3] is not None:
        ends.append(begin + numbers[3])
    return ("s", Const(first), Const(min(ends)) if ends else None, None)


def _narrows(keys: Region) -> bool:
    """Whether these keys choose some of the elements."""
    return any(axis is None or axis[0] in ("i", "s", "b") or axis[1] == _LAST for key in keys for axis in key)


def _axes_overlap(a: Axis, b: Axis) -> bool | None:
    if a is not None and b is not None and _LAST == a[1] == b[1]:
        return _last_axes_overlap(a[2], b[2])  # type: ignore[arg-type]
    if a == b:
        return None if a is None else True
    if a is not None and b is not None and a[0] == b[0] == "b" and a[1] == b[1]:
        return True
    if a is None or b is None or "v" in (a[0], b[0]) or "b" in (a[0], b[0]):
        return None
    if a[0] == b[0]:
        return _indices_overlap(_value(a[1]), _value(b[1])) if a[0] == "i" else _slices_overlap(a, b)
    index, part = (a, b) if a[0] == "i" else (b, a)
    after = _successor(_value(index[1]))
    return _slices_overlap(("s", index[1], after, None), part, exact=after is not None)


def _last_axes_overlap(a: tuple[Axis, ...], b: tuple[Axis, ...]) -> bool | None:
    """Whether ``[..., a]`` and ``[..., b]`` do: the last of both are of one axis."""
    answers = [_axes_overlap(one, other) for one, other in zip(reversed(a), reversed(b), strict=False)]
    if any(answer is False for answer in answers):
        return False
    return True if all(answers) and len(a) == len(b) else None


def _indices_overlap(a: Value | None, b: Value | None) -> bool | None:
    left, right = linear(a), linear(b)
    if left is None or right is None:
        return None
    gap = combine(left, right, -1)
    if not gap:
        return True
    same_sign = (left.get(1, 0) < 0) == (right.get(1, 0) < 0)
    return False if set(gap) == {1} and same_sign else None


def _slices_overlap(a: tuple[Hashable, ...], b: tuple[Hashable, ...], exact: bool = True) -> bool | None:
    """Whether two slices share an element, None if that cannot be told.

    `exact`: whether the end of both is known.
    """
    if _before(a, b) or _before(b, a) or _interleaved(a, b):
        return False
    meet = _constant_slices_meet(a, b) if exact else None
    return True if meet is None and _slices_meet(a, b) else meet


def _slices_meet(a: tuple[Hashable, ...], b: tuple[Hashable, ...]) -> bool:
    """Whether two slices that are not known to be apart certainly have an element in common."""
    if _WHOLE_AXIS in (a, b):
        return True
    if a[3] is not None or b[3] is not None:
        return False
    bounds = [bound for part in (*a[1:3], *b[1:3]) if (bound := _value(part)) is not None]
    if any(isinstance(bound, Const) for bound in bounds) and any(_negative(bound) for bound in bounds):
        return False
    if (_at_first(a[1]) and _at_first(b[1])) or a[2] is b[2] is None:
        return True
    return _starts_inside(a, b) or _starts_inside(b, a)


def _at_first(start: Hashable) -> bool:
    return start is None or start == Const(0)


def _constant_slices_meet(a: tuple[Hashable, ...], b: tuple[Hashable, ...]) -> bool | None:
    """Whether two slices with constant bounds share an index in an array that is long enough for both."""
    ranges = [bounds for side in (a, b) if (bounds := _constant_bounds(side)) is not None]
    if len(ranges) < 2:
        return None
    if any(start < 0 or (stop or 0) < 0 for start, stop, _ in ranges):
        return _slices_from_the_end_meet(ranges)
    first = max(start for start, _, _ in ranges)
    horizon = first + ranges[0][2] * ranges[1][2] + 1  # by then every common residue has come up
    left, right = [range(start, horizon if stop is None else min(stop, horizon), step) for start, stop, step in ranges]
    few, many = sorted((left, right), key=lambda indices: (indices.stop - indices.start) // indices.step)
    if (few.stop - few.start) // few.step > _MOST_INDICES:
        return None
    return any(index in many for index in few)


def _constant_bounds(part: tuple[Hashable, ...]) -> tuple[int, int | None, int] | None:
    """Start, stop and step of a slice, if they are known and it goes upwards."""
    numbers = _integers(part[1:4])
    if numbers is None:
        return None
    start, stop, step = numbers
    return None if step is not None and step < 1 else (start or 0, stop, step or 1)


_MOST_INDICES = 100_000
"""Slices of which both have more indices are not compared one by one."""


def _slices_from_the_end_meet(ranges: list[tuple[int, int | None, int]]) -> bool | None:
    """Whether two slices share an index, some bounds counted from the end: in every array, or in every long one.

    An array is long if it has more elements than all the bounds together.
    """
    total = sum(abs(start) + abs(stop or 0) for start, stop, _ in ranges)
    if total > _MAX_BOUNDS or any(step != 1 for _, _, step in ranges):
        return None

    def meet(length: int) -> bool:
        bounds = [slice(start, stop).indices(length) for start, stop, _ in ranges]
        return max(start for start, _, _ in bounds) < min(stop for _, stop, _ in bounds)

    if meet(total + 1) and meet(total + 2):
        return True
    return None if any(meet(length) for length in range(total + 3)) else False


def _starts_inside(a: tuple[Hashable, ...], b: tuple[Hashable, ...]) -> bool:
    """Whether `a` starts at or after the start of `b` and before its end."""
    start = linear(Const(0) if a[1] is None else _value(a[1]))
    if start is None:
        return False
    begins = b[1] is None or at_most(_value(b[1]), _value(a[1]) or Const(0))
    stop = linear(_value(b[2]))
    if b[2] is None:
        return begins
    if stop is None:
        return False
    gap = combine(stop, combine(start, {1: 1}, 1), -1)
    return begins and all(factor >= 0 for factor in gap.values())


def _value(part: Hashable) -> Value | None:
    return part if isinstance(part, Value) else None


def _successor(value: Value | None) -> Value | None:
    if isinstance(value, Const) and isinstance(value.value, int) and value.value >= 0:
        return Const(value.value + 1)
    return None


def _before(a: tuple[Hashable, ...], b: tuple[Hashable, ...]) -> bool:
    """Whether slice `a` ends where `b` starts, or earlier."""
    stop, start = _value(a[2]), _value(b[1])
    if not (_forward(a) and _forward(b)):
        return False
    if stop is None or start is None or _negative(stop) or _negative(start):
        # x[:-h] and x[-h:] meet at the same place counted from the end
        return stop is not None and stop == start
    return at_most(stop, start)


def _forward(part: tuple[Hashable, ...]) -> bool:
    step = _value(part[3])
    return step is None or (isinstance(step, Const) and isinstance(step.value, int) and step.value > 0)


def _negative(value: Value) -> bool:
    form = linear(value)
    return form is None or any(factor < 0 for factor in form.values())


def _interleaved(a: tuple[Hashable, ...], b: tuple[Hashable, ...]) -> bool:
    step_a, step_b = integer(a[3]), integer(b[3])
    start_a = 0 if a[1] is None else integer(a[1])
    start_b = 0 if b[1] is None else integer(b[1])
    if step_a is None or step_a != step_b or step_a < 2 or start_a is None or start_b is None:
        return False
    return start_a >= 0 and start_b >= 0 and (start_a - start_b) % step_a != 0


def _integers(parts: Sequence[Hashable]) -> list[int | None] | None:
    """Bounds as numbers, None for those left out; None if one of them is not known."""
    numbers = [integer(part) for part in parts]
    unknown = any(number is None and part is not None for number, part in zip(numbers, parts, strict=True))
    return None if unknown else numbers
