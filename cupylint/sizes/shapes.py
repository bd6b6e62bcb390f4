"""How shapes follow from shapes. None wherever a shape cannot be told, also for what would raise an error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cupylint.sizes.counts import ONE, ZERO, Count, Unknown, larger, smaller, total
from cupylint.sizes.forms import Form, Layout, Shape


class AnyAxis:
    """An axis, or several, that are given but not known."""


ANY = AnyAxis()
Axes = int | tuple[int, ...] | None | AnyAxis


def broadcast(shapes: Sequence[Shape | None]) -> Shape | None:
    """The shape that operands of these shapes have together."""
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes) or not known:
        return None
    dimensions = max(len(shape) for shape in known)
    result = []
    for place in range(dimensions):
        lengths = [shape[place - dimensions + len(shape)] for shape in known if place - dimensions + len(shape) >= 0]
        length = _common(lengths)
        if length is None:
            return None
        result.append(length)
    return tuple(result)


def _common(lengths: list[Count]) -> Count | None:
    """The length that axes have together: all are it, or one."""
    found: Count = ONE
    for length in lengths:
        if length == found or length == 1:
            continue
        if found == 1:
            found = length
        elif found.value is not None and length.value is not None:
            return None
        elif found.value is not None or length.value is not None:  # the other is one, or as much
            found = found if found.value is not None else length
        else:
            found = larger(found, length)
    return found


def normal_axis(axis: int, dimensions: int) -> int | None:
    """The axis counted from the front, None if there is no such axis."""
    return axis + dimensions if -dimensions <= axis < 0 else axis if 0 <= axis < dimensions else None


def normal_axes(axes: Axes, dimensions: int) -> tuple[int, ...] | None:
    """The axes counted from the front; all of them for None. None if they are not known, or wrong."""
    if isinstance(axes, AnyAxis):
        return None
    if axes is None:
        return tuple(range(dimensions))
    given = (axes,) if isinstance(axes, int) else axes
    found = tuple(normal_axis(axis, dimensions) for axis in given)
    if any(axis is None for axis in found) or len(set(found)) < len(found):
        return None
    return tuple(axis for axis in found if axis is not None)


def reduced(shape: Shape | None, axes: Axes, keepdims: bool = False) -> Shape | None:
    """What is left of a shape when `axes` are reduced."""
    if axes is None and not keepdims:
        return ()
    if shape is None:
        return None
    gone = normal_axes(axes, len(shape))
    if gone is None:
        return None
    if keepdims:
        return tuple(ONE if place in gone else length for place, length in enumerate(shape))
    return tuple(length for place, length in enumerate(shape) if place not in gone)


def replaced(shape: Shape, axis: int, length: Count) -> Shape:
    """The shape with another length of one axis."""
    return (*shape[:axis], length, *shape[axis + 1 :])


def reshaped(count: Count | None, wanted: Shape, hole: int | None) -> Shape | None:
    """``reshape`` to `wanted`, where the axis `hole` (given as -1) takes what is left of `count` elements."""
    if hole is None:
        return wanted
    if count is None:
        return None
    rest = total(length for place, length in enumerate(wanted) if place != hole)
    if rest.value == 0:
        return None
    if rest.value is not None:
        length = count // rest.value
    elif len(rest.terms) == 1:
        length = _quotient(count, rest)
    else:
        length = Count.of(Unknown(("/", count, rest), f"({count})/({rest})"))
    return replaced(wanted, hole, length)


def _quotient(count: Count, divisor: Count) -> Count:
    """The quotient by a single term, if it divides every term; else an unknown count."""
    ((monomial, factor),) = divisor.terms
    below = dict(monomial)
    quotient = {}
    for above, times in count.terms:
        powers = dict(above)
        for unknown, power in below.items():
            powers[unknown] = powers.get(unknown, 0) - power
        if times % factor or any(power < 0 for power in powers.values()):
            return Count.of(Unknown(("/", count, divisor), f"({count})/({divisor})"))
        quotient[frozenset((unknown, power) for unknown, power in powers.items() if power)] = times // factor
    return Count(quotient)


def squeezed(shape: Shape, axes: Axes) -> Shape | None:
    """``squeeze``: without `axes`, or for None without those of length one (if that is known of each)."""
    if axes is None:
        if any(length.least <= 1 and length.value is None for length in shape):
            return None
        return tuple(length for length in shape if length != 1)
    gone = normal_axes(axes, len(shape))
    return None if gone is None else tuple(length for place, length in enumerate(shape) if place not in gone)


def expanded(shape: Shape, axes: int | tuple[int, ...]) -> Shape | None:
    """``expand_dims``."""
    given = (axes,) if isinstance(axes, int) else axes
    places = normal_axes(given, len(shape) + len(given))
    if places is None:
        return None
    rest = list(shape)
    for place in sorted(places):
        rest.insert(place, ONE)
    return tuple(rest)


def permuted(shape: Shape, order: Sequence[int] | None) -> Shape | None:
    """``transpose``: the axes in another order, turned around for None."""
    if order is None:
        return shape[::-1]
    axes = normal_axes(tuple(order), len(shape))
    return None if axes is None or len(axes) != len(shape) else tuple(shape[axis] for axis in axes)


def turned(form: Form, order: Sequence[int] | None) -> Layout:
    """The layout after ``transpose``."""
    dimensions = len(form.shape or ())
    axes = tuple(range(dimensions))[::-1] if order is None else normal_axes(tuple(order), dimensions)
    if axes == tuple(range(dimensions)):
        return form.layout
    if axes is not None and axes == tuple(range(dimensions))[::-1] and form.layout in ("C", "F"):
        return "F" if form.layout == "C" else "C"
    return "-" if form.layout in ("C", "F") and form.shape is not None and wide(form.shape) else "?"


def wide(shape: Iterable[Count]) -> bool:
    """Whether every axis has certainly more than one element, so that their order and gaps show."""
    return all(length.least > 1 for length in shape)


def moved(dimensions: int, source: tuple[int, ...], target: tuple[int, ...]) -> tuple[int, ...] | None:
    """The order of axes that ``moveaxis`` makes."""
    sources, targets = normal_axes(source, dimensions), normal_axes(target, dimensions)
    if sources is None or targets is None or len(sources) != len(targets):
        return None
    order = [axis for axis in range(dimensions) if axis not in sources]
    for place, axis in sorted(zip(targets, sources, strict=True)):
        order.insert(place, axis)
    return tuple(order)


def joined(shapes: Sequence[Shape | None], axis: int) -> Shape | None:
    """``concatenate`` along `axis`; the least it can be if a shape is not known."""
    known = [shape for shape in shapes if shape is not None]
    if not known or len({len(shape) for shape in known}) > 1:
        return None
    place = normal_axis(axis, len(known[0]))
    if place is None:
        return None
    length = Count.of(0)
    for shape in known:
        length = length + shape[place]
    if len(known) < len(shapes):
        length = length + Unknown(("more", tuple(known), len(shapes)), "more")
    return replaced(max(known, key=_certainty), place, length)


def _certainty(shape: Shape) -> int:
    return sum(length.value is not None for length in shape)


def stacked(shapes: Sequence[Shape | None], axis: int) -> Shape | None:
    """``stack``: a new axis that counts the arrays."""
    known = [shape for shape in shapes if shape is not None]
    if not known or len({len(shape) for shape in known}) > 1:
        return None
    place = normal_axis(axis, len(known[0]) + 1)
    shape = max(known, key=_certainty)
    return None if place is None else (*shape[:place], Count.of(len(shapes)), *shape[place:])


def multiplied(first: Shape | None, second: Shape | None) -> Shape | None:
    """``matmul``."""
    if first is None or second is None or not first or not second:
        return None
    left = first if len(first) > 1 else (ONE, *first)
    right = second if len(second) > 1 else (*second, ONE)
    batch = broadcast([left[:-2], right[:-2]])
    if batch is None:
        return None
    rows = left[-2:-1] if len(first) > 1 else ()
    columns = right[-1:] if len(second) > 1 else ()
    return (*batch, *rows, *columns)


def span(start: Count | None, stop: Count | None, step: int, length: Count) -> Count:
    """How many elements ``[start:stop:step]`` takes of `length`; what is not constant counts as not negative."""
    bounds = [bound for bound in (start, stop) if bound is not None]
    if length.value is not None and all(bound.value is not None for bound in bounds):
        numbers = slice(start and start.value, stop and stop.value, step).indices(max(length.value, 0))
        return Count.of(_size(*numbers))
    if step > 0:
        return _forward(start, stop, step, length)
    if not bounds:
        return _upward(length, -step)
    return Count.of(Unknown(("part", start, stop, step, length), "part", 0, length.most))


def _size(first: int, last: int, step: int) -> int:
    """``len(range(first, last, step))``, which ends at 2**63."""
    return max(0, (last - first + step - (1 if step > 0 else -1)) // step)


def _forward(start: Count | None, stop: Count | None, step: int, length: Count) -> Count:
    constant = None if start is None else start.value
    begin = start if start is not None and constant is not None and constant >= 0 else _bound(start, length, ZERO)
    size = _bound(stop, length, length) - begin
    return ZERO if size.value is not None and size.value < 0 else _upward(size, step)


def _bound(bound: Count | None, length: Count, otherwise: Count) -> Count:
    if bound is None:
        return otherwise
    return length + bound if bound.value is not None and bound.value < 0 else smaller(bound, length)


def _upward(size: Count, step: int) -> Count:
    """The quotient, rounded up."""
    return (size + (step - 1)) // step
