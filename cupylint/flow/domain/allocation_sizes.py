"""How large an allocation is: enough to tell whether one certainly fits into the block of another.

A count of elements or bytes is a factor times a product of unknowns (``4 * n * m``), or else a key that is
equal for computations which give equally much. Nothing here is evaluated before two sizes have to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping

from cupylint.cupy_model.ufuncs import UFUNCS
from cupylint.flow.domain.blocks import Allocation, Recipe
from cupylint.flow.domain.regions import linear
from cupylint.flow.domain.values import (
    Array,
    Const,
    External,
    HostArray,
    Kernel,
    Method,
    Symbol,
    TupleValue,
    Value,
    is_whole,
)
from cupylint.records import dataclass
from cupylint.sizes.counts import ONE, Count, Unknown
from cupylint.sizes.dtypes import default, named, scalar_of
from cupylint.sizes.symbolic_sizes import ARITHMETIC, COMPARISONS, RAW, Extent, Fit, elementwise_dtype, fit

_DEPTH = 6  # computations looked back at


class Key:
    """What a size that is not known depends on. Equal ones are one object: as trees they would have no end.

    Attributes:
        plain: the same without the names of what is not known.
    """

    __slots__ = ("plain",)

    def __init__(self, plain: Hashable) -> None:
        self.plain = self if plain is None else plain


FILLED = frozenset(("empty", "zeros", "ones", "full"))
LIKE = frozenset(("empty_like", "zeros_like", "ones_like", "full_like"))
_COPIES = frozenset(("copy", "ascontiguousarray", "asfortranarray", "array", "asarray", "asanyarray", "astype"))
_FROM_HOST = frozenset(("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "copy_to_device"))
_TO_ONE = frozenset(
    ("sum", "prod", "mean", "max", "min", "amax", "amin", "any", "all", "std", "var", "argmax", "argmin")
)
_LENGTHS = frozenset(("nbytes", "shape", "size"))
"""Attributes of an array that tell how large another one is to be."""
_BY_DATA = frozenset(
    (
        "nonzero", "where", "flatnonzero", "argwhere", "unique", "compress", "extract", "delete", "union1d",
        "intersect1d", "setdiff1d", "setxor1d", "trim_zeros", "repeat", "bincount", "histogram", "choice",
        "from_dlpack", "fromDlpack", "load", "fromfile", "mask",
    )
)  # fmt: skip
"""Functions whose results are as large as the data says."""
_ELEMENTWISE = {name.rpartition(".")[2]: spec.boolean for name, (spec, *_) in UFUNCS.items()}
"""Ufuncs, and whether they give Booleans."""
_TRANSPOSED: tuple[object, ...] = ((("v", "T"),), (("v", "mT"),))


def fits(sizes: Sizes, new: Allocation, old: Allocation) -> Fit | None:
    """Whether `new` certainly fits into the block of `old`: whole, or into its first part. None: that is not known."""
    mine, theirs = sizes.of(new), sizes.of(old)
    if mine is None:
        return None
    return "same" if mine == theirs or _again(sizes, new, old) else fit(mine, theirs)


def _again(sizes: Sizes, new: Allocation, old: Allocation) -> bool:
    """Whether one statement made both, as much each time for all that is seen: of sizes that are not known."""
    if new.recipe.node is None or new.recipe.node is not old.recipe.node or sizes.of(old) is None:
        return False
    return sizes.plain(new) == sizes.plain(old)


def _without_names(key: Hashable) -> Hashable:
    """A key with nothing in the place of each thing that is not known."""
    if isinstance(key, Key):
        return key.plain
    if isinstance(key, Symbol) or (isinstance(key, tuple) and key[:1] == ("array",)):
        return ""
    if isinstance(key, Count) and key.value is None:
        return tuple((factor, sum(power for _, power in unknowns)) for unknowns, factor in key.terms)
    if isinstance(key, tuple):
        return tuple(map(_without_names, key))
    if isinstance(key, frozenset):
        return frozenset(map(_without_names, key))
    return key


def same_extent(sizes: Sizes, new: Allocation, old: Allocation) -> bool:
    """Whether they have as many elements of one type, so that an index of one means the same bytes in the other."""
    mine = sizes.of(new)
    return mine is not None and mine == sizes.of(old)


class Sizes:
    """Sizes of `known` allocations, by buffer."""

    def __init__(self, known: Mapping[int, Allocation]) -> None:
        self._known = known
        self._found: dict[int, Extent | None] = {}
        self._keys: dict[Hashable, Key] = {}
        self._plain: dict[int, Hashable] = {}

    def of(self, allocation: Allocation, depth: int = _DEPTH) -> Extent | None:
        """The size of an allocation, None if nothing at all can be said of it."""
        if allocation.buffer not in self._found:
            found = _extent(_Request(self, allocation.recipe, depth))
            if found is not None:
                found = Extent(self._one(found.elements), self._one(found.dtype))
            self._found[allocation.buffer] = found
        return self._found[allocation.buffer]

    def plain(self, allocation: Allocation) -> Hashable:
        """Equal for sizes that are made in the same way of things that are not known."""
        if allocation.buffer not in self._plain:
            self._plain[allocation.buffer] = _without_names(self.of(allocation))
        return self._plain[allocation.buffer]

    def _one(self, key: Hashable) -> Hashable:
        """The object that stands for a key that is made of others."""
        if not isinstance(key, (tuple, frozenset)):
            return key
        if key not in self._keys:
            plain = _without_names(key)
            self._keys[key] = Key(None if plain == key else self._one(plain))
        return self._keys[key]

    def array(self, array: Array, depth: int) -> Extent | None:
        """The size of an array or view."""
        if len(array.buffers) != 1 or depth <= 0:
            return None
        (buffer,) = array.buffers
        allocation = self._known.get(buffer)
        whole = Extent(("array", buffer), ("array", buffer)) if allocation is None else self.of(allocation, depth - 1)
        if whole is None or not array.region or array.region in _TRANSPOSED:
            return whole
        length = self._length(array, whole, depth)
        return Extent(("part", whole.elements, array.region) if length is None else Count.of(length), whole.dtype)

    def _length(self, array: Array, whole: Extent, depth: int) -> int | None:
        """How many elements a slice with constant bounds has."""
        total = whole.elements.value if isinstance(whole.elements, Count) else None
        if total is None or len(array.region) != 1 or len(array.region[0]) != 1:
            return None
        axis = array.region[0][0]
        if axis is None or axis[0] != "s" or not self._has_one_axis(Array(array.buffers), depth):
            return None
        bounds = [bound.value if isinstance(bound, Const) else bound for bound in axis[1:]]
        if not all(bound is None or isinstance(bound, int) for bound in bounds) or bounds[2] == 0:
            return None
        return len(range(*slice(*bounds).indices(total)))

    def _has_one_axis(self, array: Array, depth: int) -> bool:
        (buffer,) = array.buffers
        allocation = self._known.get(buffer)
        if allocation is None or depth <= 0:
            return False
        name, values, keywords = allocation.recipe.name, allocation.recipe.values, dict(allocation.recipe.keywords)
        first = values[0] if values else None
        if name in FILLED:
            shape = first or keywords.get("shape")
            return isinstance(shape, Const) and isinstance(shape.value, int)
        if name not in LIKE and name not in _COPIES and name not in ARITHMETIC and name not in _ELEMENTWISE:
            return name == "arange"
        arrays = [value for value in values if isinstance(value, Array)]
        alone = all(isinstance(value, (Array, Const)) for value in values)
        slices = all(map(is_whole, arrays))
        return bool(arrays) and alone and slices and all(self._has_one_axis(part, depth - 1) for part in arrays)


@dataclass(frozen=True, slots=True, eq=False)
class _Request:
    """What an allocation was asked for with.

    Attributes:
        depth: how many computations are looked back at.
    """

    sizes: Sizes
    recipe: Recipe
    depth: int

    @property
    def first(self) -> Value | None:
        return self.recipe.values[0] if self.recipe.values else None

    def given(self, keyword: str, position: int | None = None) -> Value | None:
        """An argument, None if there is none or it is None."""
        values = self.recipe.values
        by_position = values[position] if position is not None and len(values) > position else None
        value = dict(self.recipe.keywords).get(keyword) or by_position
        return None if value == Const(None) else value

    def array(self, array: Array) -> Extent | None:
        """The size of an array or view."""
        return self.sizes.array(array, self.depth)

    def dtype(self, value: Value) -> Hashable:
        """The dtype that an argument means."""
        if (base := _array_of(value, ("dtype",))) is not None:
            whole = self.array(base)
            return value if whole is None else whole.dtype
        if isinstance(value, External):
            name = value.dotted.rpartition(".")[2]
        elif isinstance(value, Const) and isinstance(value.value, str):
            name = value.value.lstrip("<=|")
        else:
            return value
        return named(name) or name

    def count(self, shape: Value | None) -> Hashable | None:
        """How many elements a shape has: a `Count` if that is known; None if nothing can be said of it."""
        if isinstance(shape, Const) and isinstance(shape.value, tuple):
            return self._product(map(Const, shape.value))
        if isinstance(shape, TupleValue):
            return self._product(shape.items)
        if (base := _array_of(shape, ("shape", "size"))) is not None:
            whole = self.array(base)
            return None if whole is None else whole.elements
        if isinstance(shape, Method) and isinstance(shape.receiver, HostArray) and shape.name in _LENGTHS:
            return _from_host(self)
        if isinstance(shape, Symbol) and isinstance(shape.key, tuple) and shape.key[:2] == ("binary", "*"):
            return self._product(shape.key[2:])
        return _linear_count(shape)

    def _product(self, lengths: Iterable[Value]) -> Count | None:
        result = ONE
        for count in map(self.count, lengths):
            if not isinstance(count, Count):
                return None
            result = result * count
        return result

    def key(self, value: Value) -> Hashable | None:
        """An argument, as far as the size of the result may depend on it; None if that cannot be told."""
        if isinstance(value, Array):
            return self.array(value)
        if isinstance(value, TupleValue):
            parts = tuple(map(self.key, value.items))
            return None if None in parts else ("tuple", parts)
        if isinstance(value, Kernel):
            return ("kernel", id(value))
        known = isinstance(value, (Const, External)) or (isinstance(value, Symbol) and not isinstance(value.key, int))
        return value if known else None


def _array_of(value: Value | None, attributes: Collection[str]) -> Array | None:
    """The array of which a value that is not known is one of `attributes`."""
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and len(value.key) == 3:
        kind, base, name = value.key
        if kind == "attribute" and name in attributes and isinstance(base, Array):
            return base
    return None


def _linear_count(length: Value | None) -> Count | None:
    """A count that is a number, or a multiple of something unknown; a sum of such is one unknown."""
    form = linear(length)
    if form is None or any(not isinstance(part, Symbol) and part != 1 for part in form):
        return None
    if len(form) > 1:
        return Count.of(Unknown(id(length)))
    ((symbol, factor),) = form.items() or ((1, 0),)
    return Count.of(Unknown(id(symbol)) if isinstance(symbol, Symbol) else 1) * factor


# -- functions -------------------------------------------------------------------------------------


def _extent(request: _Request) -> Extent | None:
    """The size of what a function makes, None if nothing at all can be said of it."""
    name = request.recipe.name
    if not name or name in _BY_DATA or request.depth <= 0:
        return None
    return _FUNCTIONS.get(name, _alike)(request)


def _alike(request: _Request) -> Extent | None:
    """Whatever it is: as much for the same arguments."""
    name, values, keywords = request.recipe.name, request.recipe.values, dict(request.recipe.keywords)
    keys = tuple(request.key(value) for value in (*values, *keywords.values()))
    key = (name, keys, tuple(sorted(keywords)))
    return None if None in keys else Extent(key, key)


def _typed(request: _Request, count: Hashable | None, dtype: Value | None, standard: Hashable) -> Extent | None:
    """So many elements of the dtype asked for, or of the `standard` one."""
    if count is None:
        return None
    return Extent(count, standard if dtype is None else request.dtype(dtype))


def _filled(request: _Request) -> Extent | None:
    full = request.recipe.name == "full"
    standard = _dtype_of(request.given("fill_value", 1)) if full else "float64"
    return _typed(request, request.count(request.given("shape", 0)), request.given("dtype", 1 + full), standard)


def _range(request: _Request) -> Extent | None:
    if len(request.recipe.values) != 1:
        return _alike(request)
    return _typed(request, request.count(request.first), request.given("dtype"), _dtype_of(request.first))


def _dtype_of(number: Value | None) -> Hashable:
    scalar = scalar_of(number.value) if isinstance(number, Const) else None
    return ("of", number) if scalar is None else default(scalar)


def _raw(request: _Request) -> Extent | None:
    return _typed(request, request.count(request.first), None, RAW)


def _like(request: _Request) -> Extent | None:
    name, first = request.recipe.name, request.first
    whole = request.array(first) if isinstance(first, Array) else _of_host(request)
    if whole is None:
        return None
    shape = request.given("shape")
    dtype = request.given("dtype", {"full_like": 2, "copy": None}.get(name, 1))
    return _typed(request, whole.elements if shape is None else request.count(shape), dtype, whole.dtype)


def _copied(request: _Request) -> Extent | None:
    if isinstance(request.first, Array) and request.recipe.name in _COPIES:
        return _like(request)
    if request.recipe.name not in _FROM_HOST or not isinstance(request.first, (HostArray, Symbol)):
        return _alike(request)
    whole = _of_host(request)
    return None if whole is None else _typed(request, whole.elements, request.given("dtype", 1), whole.dtype)


def _of_host(request: _Request) -> Extent | None:
    """The size of what is like something of the host."""
    if not isinstance(request.first, (HostArray, Symbol)):
        return None
    host = _from_host(request)
    return Extent(host, host)


def _from_host(request: _Request) -> Hashable:
    """How much something of the host tells: in the same statement again as much as before."""
    return ("from the host", id(request.recipe.node))


def _reduced(request: _Request) -> Extent | None:
    if len(request.recipe.values) != 1 or dict(request.recipe.keywords).keys() - {"dtype", "out"}:
        return _alike(request)
    return Extent(ONE, "complex128")  # at most so large; rounded up all the same


def _transformed(request: _Request) -> Extent | None:
    """A Fourier transform."""
    first = request.first
    other_lengths = dict(request.recipe.keywords).keys() & {"n", "s", "axes"}
    if len(request.recipe.values) != 1 or not isinstance(first, Array) or other_lengths:
        return _alike(request)
    whole = request.array(first)
    return None if whole is None else whole.transformed()


def _elementwise(request: _Request) -> Extent | None:
    """The operands broadcast against each other; numbers of Python change no type of floating point."""
    name, extents, scalars = request.recipe.name, list[Extent](), set[type | None]()
    for value in request.recipe.values:
        if isinstance(value, Array):
            extent = request.array(value)
            if extent is None:
                return None
            extents.append(extent)
        elif isinstance(value, Const):
            scalars.add(type(value.value))
        elif isinstance(value, HostArray) or (isinstance(value, Symbol) and value.host):
            scalars.add(None)  # CuPy takes numbers of NumPy, and no other arrays of it
        elif isinstance(value, Symbol):
            extents.append(Extent(("array", value), ("array", value)))
        else:
            return None
    counts = {extent.elements for extent in extents} - {ONE} or {ONE}
    count = next(iter(counts)) if len(counts) == 1 else ("broadcast", frozenset(counts))
    boolean = name in COMPARISONS or _ELEMENTWISE.get(name)
    dtypes = frozenset(extent.dtype for extent in extents)
    standard = "bool" if boolean else elementwise_dtype(name, dtypes, frozenset(scalars))
    return _typed(request, count, request.given("dtype"), standard)


def _launched(request: _Request) -> Extent | None:
    """What an element-wise kernel makes: as many elements as it is told, or as its operands have."""
    kernel, *operands = request.recipe.values
    if not isinstance(kernel, Kernel) or not kernel.result:
        return _alike(request)
    size = request.given("size")
    extents = [request.array(value) for value in operands if isinstance(value, Array)]
    counts = {request.count(size)} if size is not None else {each and each.elements for each in extents}
    count = counts.pop() if len(counts) == 1 else None
    return _alike(request) if count is None else Extent(count, named(kernel.result) or kernel.result)


_FUNCTIONS: dict[str, Callable[[_Request], Extent | None]] = {
    **dict.fromkeys(FILLED | {"ndarray"}, _filled),
    **dict.fromkeys(("alloc", "malloc", "mallocAsync"), _raw),
    **dict.fromkeys(LIKE, _like),
    "kernel": _launched,
    **dict.fromkeys(_COPIES | _FROM_HOST, _copied),
    **dict.fromkeys(_TO_ONE, _reduced),
    **dict.fromkeys(ARITHMETIC | COMPARISONS | frozenset(_ELEMENTWISE), _elementwise),
    **dict.fromkeys(("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"), _transformed),
    "arange": _range,
}
