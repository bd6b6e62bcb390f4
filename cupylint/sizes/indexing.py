"""``array[key]``: the shape of the part, and whether it is a view."""

from __future__ import annotations

from dataclasses import replace

from cupylint.sizes.calls import as_count
from cupylint.sizes.counts import ONE, ZERO, Count, Unknown
from cupylint.sizes.forms import Form, Layout, Made, Shape, rounded
from cupylint.sizes.shapes import broadcast, span, wide

_MASK_WORK = 4  # bytes for each element of a mask: a running count


def index(array: Form, key: object) -> Made | None:
    """The part of `array` that `key` selects."""
    keys = list(key) if isinstance(key, tuple) else [key]
    if array.shape is None:
        return None
    forms = [item for item in keys if isinstance(item, (Form, list))]
    if any(isinstance(item, list) for item in forms):
        return None
    axes = sum(_consumed(item) for item in keys)
    if axes is None or axes > len(array.shape):
        return None
    keys = _without_ellipsis(keys, len(array.shape) - axes)
    if forms:
        return _advanced(array, keys)
    return _basic(array, array.shape, keys)


def stored(key: object) -> Made | None:
    """What ``array[key] = value`` takes meanwhile, for a key that is a mask."""
    if not isinstance(key, Form) or key.dtype != "bool" or key.count is None:
        return None
    return Made((), rounded(key.count * _MASK_WORK))


def _consumed(key: object) -> int:
    """How many axes a key is for."""
    if key is None or key is Ellipsis:
        return 0
    if isinstance(key, Form) and key.dtype == "bool":
        return len(key.shape or ())
    return 1


def _without_ellipsis(keys: list[object], missing: int) -> list[object]:
    rest: list[object] = [slice(None)] * missing
    for place, key in enumerate(keys):
        if key is Ellipsis:
            return keys[:place] + rest + keys[place + 1 :]
    return keys + rest


def _basic(array: Form, shape: Shape, keys: list[object]) -> Made | None:
    if not all(key is None or isinstance(key, slice) or as_count(key) is not None for key in keys):
        return None
    axes = iter(shape)
    cuts = [(key, ONE if key is None else next(axes)) for key in keys]
    kept = [(key, axis) for key, axis in cuts if key is None or isinstance(key, slice)]
    lengths = [axis if key is None else _sliced(key, axis) for key, axis in kept]
    if all(key is None or key == slice(None) for key in keys):
        layout = array.layout
    else:
        layout = _cut_layout(array.layout, cuts, lengths)
    return Made((array.viewed(tuple(lengths), layout),), view=True)


def _cut_layout(layout: Layout, cuts: list[tuple[object, Count]], lengths: list[Count]) -> Layout:
    if layout == "C" and _is_leading(cuts):
        return "C"
    return "-" if layout in ("C", "-") and wide(lengths) else "?"


def _is_leading(cuts: list[tuple[object, Count]]) -> bool:
    """Whether, of the axes that count, only the first is cut, so that what is left stands together."""
    first = True
    for key, axis in cuts:
        if isinstance(key, slice):
            whole = key == slice(None) or _sliced(key, axis) == axis
            if not whole and not (first and _step(key) == 1):
                return False
            first = first and whole and axis == 1
        elif not first and axis != 1:
            return False
    return True


def _step(key: slice) -> int | None:
    return 1 if key.step is None else key.step if isinstance(key.step, int) else None


def _sliced(key: slice, length: Count) -> Count:
    step = _step(key)
    bounds = [None if bound is None else as_count(bound) for bound in (key.start, key.stop)]
    unknown = (bounds[0] is None and key.start is not None) or (bounds[1] is None and key.stop is not None)
    if step is None or step == 0 or unknown:
        return Count.of(Unknown(object(), "part", 0, length.most))
    return span(bounds[0], bounds[1], step, length)


def _advanced(array: Form, keys: list[object]) -> Made | None:
    """Index arrays and masks: a copy. Their common shape stands where they are, or in front if they are apart."""
    assert array.shape is not None
    lengths: list[Count] = []
    parts: list[Shape] = []
    places: list[int] = []
    axis, work, ahead = 0, ZERO, None
    for place, key in enumerate(keys):
        if key is None:
            lengths.append(ONE)
            continue
        if isinstance(key, slice):
            lengths.append(_sliced(key, array.shape[axis]))
            axis += 1
            continue
        ahead = len(lengths) if ahead is None else ahead
        places.append(place)
        if not isinstance(key, Form):
            if as_count(key) is None:
                return None
            parts.append(())
        elif key.shape is None:
            return None
        elif key.dtype == "bool":
            count = key.count or ZERO
            parts.append((Count.of(Unknown(object(), "true", 0, count.most)),))
            work = work + rounded(count * _MASK_WORK)
        else:
            parts.append(key.shape)
        axis += _consumed(key)
    common = broadcast(parts)
    if common is None or ahead is None:
        return None
    if places[-1] - places[0] + 1 > len(places):  # something stands between them
        ahead = 0
    shape = (*lengths[:ahead], *common, *lengths[ahead:])
    return Made((replace(array, shape=shape, layout="C"),), work)
