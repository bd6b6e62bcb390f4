"""How large an allocation is: enough to tell whether one certainly fits into the block of another.

A count of elements or bytes is a factor times a product of symbols (``4 * n * m``), or else a key that is
equal for computations which give equally much. Nothing here is evaluated before two sizes have to be compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Literal, NamedTuple

from cupylint.cupy_model.ufuncs import UFUNCS
from cupylint.flow.blocks import Allocation, Recipe
from cupylint.flow.regions import linear
from cupylint.flow.values import Array, Const, External, HostArray, Kernel, Symbol, TupleValue, Value
from cupylint.pool.sizes import UNIT, device_class

_DEPTH = 6  # computations looked back at

Fit = Literal["same", "smaller"]


class Product(NamedTuple):
    """``factor`` times the product of ``symbols``."""

    factor: int
    symbols: tuple[int, ...] = ()  # identities, sorted

    def times(self, other: Product) -> Product:
        return Product(self.factor * other.factor, tuple(sorted(self.symbols + other.symbols)))


class Key:
    """What a size that is not known depends on. Equal ones are one object: as trees they would have no end.

    Attributes:
        plain: the same without the names of what is not known.
    """

    __slots__ = ("plain",)

    def __init__(self, plain: Hashable) -> None:
        self.plain = self if plain is None else plain


class Extent(NamedTuple):
    """A size: how many elements, and their type (a name of NumPy's, or a key)."""

    elements: Hashable  # a `Product` if it is known
    dtype: Hashable

    def bytes(self) -> Product | None:
        """The bytes it takes, None if that is not known."""
        item = _ITEM.get(self.dtype) if isinstance(self.dtype, str) else None
        return self.elements.times(Product(item)) if isinstance(self.elements, Product) and item else None


_ITEM = {
    "bool": 1, "bool_": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "int32": 4, "uint32": 4,
    "float32": 4, "int64": 8, "uint64": 8, "float64": 8, "complex64": 8, "complex128": 16, "bytes": 1,
}  # fmt: skip
_DTYPES = {
    "float": "float64", "int": "int64", "complex": "complex128", "f": "float32", "d": "float64", "f2": "float16",
    "f4": "float32", "f8": "float64", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8",
    "u2": "uint16", "u4": "uint32", "u8": "uint64", "c8": "complex64", "c16": "complex128", "?": "bool",
    "bool_": "bool", "single": "float32", "double": "float64", "half": "float16",
}  # fmt: skip

_FILLED = frozenset(("empty", "zeros", "ones", "full"))
_LIKE = frozenset(("empty_like", "zeros_like", "ones_like", "full_like"))
_COPIES = frozenset(("copy", "ascontiguousarray", "asfortranarray", "array", "asarray", "asanyarray", "astype"))
_FROM_HOST = frozenset(("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "copy_to_device"))
_TO_ONE = frozenset(
    ("sum", "prod", "mean", "max", "min", "amax", "amin", "any", "all", "std", "var", "argmax", "argmin")
)
_BY_DATA = frozenset(
    (
        "nonzero", "where", "flatnonzero", "argwhere", "unique", "compress", "extract", "delete", "union1d",
        "intersect1d", "setdiff1d", "setxor1d", "trim_zeros", "repeat", "bincount", "histogram", "choice",
        "from_dlpack", "fromDlpack", "load", "fromfile", "mask",
    )
)  # fmt: skip
"""Functions whose results are as large as the data says."""
_OPERATORS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "floor_divide": "//", "mod": "%",
    "remainder": "%", "negative": "-", "positive": "+", "abs": "+", "absolute": "+", "maximum": "+", "minimum": "+",
    "square": "*",
}  # fmt: skip
_ELEMENTWISE = {name.rpartition(".")[2]: spec.boolean for name, (spec, *_) in UFUNCS.items()}
_TRANSPOSED: tuple[object, ...] = ((("v", "T"),), (("v", "mT"),))
_TRANSFORMS = frozenset(("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"))
_WIDENING = frozenset(("+", "-", "*", "/"))
_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))
_ARITHMETIC = frozenset(("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "~", "<<", ">>"))


def fits(sizes: Sizes, new: Allocation, old: Allocation) -> Fit | None:
    """Whether `new` certainly fits into the block of `old`: whole, or into its first part. None: that is not known."""
    mine, theirs = sizes.of(new), sizes.of(old)
    if mine is None:
        return None
    if mine == theirs or _again(sizes, new, old):
        return "same"
    first = mine.bytes()
    second = None if theirs is None else theirs.bytes()
    if first is None:
        return None
    if not first.symbols and first.factor <= UNIT:
        return "same" if second is not None and not second.symbols and second.factor <= UNIT else "smaller"
    if second is None or first.symbols != second.symbols:
        return None
    if not first.symbols:
        first, second = _rounded(first), _rounded(second)
    if first.factor == second.factor:
        return "same"
    return "smaller" if first.factor < second.factor else None


def _again(sizes: Sizes, new: Allocation, old: Allocation) -> bool:
    """Whether one statement made both, as much each time for all that is seen: of sizes that are not known."""
    if new.recipe.node is None or new.recipe.node is not old.recipe.node or sizes.of(old) is None:
        return False
    return sizes.plain(new) == sizes.plain(old)


def _without_names(key: Hashable) -> Hashable:
    """A key with nothing in the place of each thing that is not known."""
    if isinstance(key, Key):
        return key.plain
    if isinstance(key, Product):
        return Product(key.factor, (0,) * len(key.symbols))
    if isinstance(key, Symbol):
        return ""
    if isinstance(key, tuple):
        return "" if key[:1] == ("array",) else tuple(_without_names(part) for part in key)
    if isinstance(key, frozenset):
        return frozenset(_without_names(part) for part in key)
    return key


def same_extent(sizes: Sizes, new: Allocation, old: Allocation) -> bool:
    """Whether they have as many elements of one type, so that an index of one means the same bytes in the other."""
    mine = sizes.of(new)
    return mine is not None and mine == sizes.of(old)


def size_class(size: Extent) -> Hashable:
    """Equal for sizes that take each other's blocks for certain."""
    total = size.bytes()
    if total is None:
        return size
    return total if total.symbols else _rounded(total)


def _rounded(size: Product) -> Product:
    return Product(device_class(size.factor))


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
            found = _extent(self, allocation.recipe, depth)
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
        if not isinstance(key, (tuple, frozenset)) or isinstance(key, Product):
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
        return Extent(("part", whole.elements, array.region) if length is None else Product(length), whole.dtype)

    def _length(self, array: Array, whole: Extent, depth: int) -> int | None:
        """How many elements a slice with constant bounds has."""
        total = whole.elements
        if not isinstance(total, Product) or total.symbols or len(array.region) != 1 or len(array.region[0]) != 1:
            return None
        axis = array.region[0][0]
        if axis is None or axis[0] != "s" or not self._has_one_axis(Array(array.buffers), depth):
            return None
        bounds = [bound.value if isinstance(bound, Const) else bound for bound in axis[1:]]
        if not all(bound is None or isinstance(bound, int) for bound in bounds) or bounds[2] == 0:
            return None
        return len(range(*slice(*bounds).indices(total.factor)))

    def _has_one_axis(self, array: Array, depth: int) -> bool:
        (buffer,) = array.buffers
        allocation = self._known.get(buffer)
        if allocation is None or depth <= 0:
            return False
        name, values, keywords = allocation.recipe.name, allocation.recipe.values, dict(allocation.recipe.keywords)
        first = values[0] if values else None
        if name in _FILLED:
            shape = first or keywords.get("shape")
            return isinstance(shape, Const) and isinstance(shape.value, int)
        if name not in _LIKE and name not in _COPIES and name not in _ARITHMETIC and name not in _ELEMENTWISE:
            return name == "arange"
        arrays = [value for value in values if isinstance(value, Array)]
        alone = all(isinstance(value, (Array, Const)) for value in values)
        slices = all(len(part.buffers) == 1 and not part.region for part in arrays)
        return bool(arrays) and alone and slices and all(self._has_one_axis(part, depth - 1) for part in arrays)


def _extent(sizes: Sizes, recipe: Recipe, depth: int) -> Extent | None:
    name, values, keywords = recipe.name, recipe.values, dict(recipe.keywords)
    if not name or name in _BY_DATA or depth <= 0:
        return None
    first = values[0] if values else None
    if name in _FILLED:
        return _created(sizes, name, first or keywords.get("shape"), values, keywords, depth)
    if name in ("ndarray",):
        return _created(sizes, "empty", first or keywords.get("shape"), values, keywords, depth)
    if name in ("alloc", "malloc", "mallocAsync"):
        count = None if first is None else _count(sizes, first, depth)
        return None if count is None else Extent(count, "bytes")
    if name == "arange" and len(values) == 1 and first is not None:
        return _created(sizes, "arange", first, (first, keywords.get("dtype", Const(None))), keywords, depth)
    if name in _LIKE or (name in _COPIES and isinstance(first, Array)):
        return _like(sizes, name, values, keywords, depth)
    if name in _TO_ONE and len(values) == 1 and not set(keywords) - {"dtype", "out"}:
        return Extent(Product(1), "complex128")  # at most so large; rounded up all the same
    if name in _ARITHMETIC or name in _COMPARISONS or name in _ELEMENTWISE:
        return _elementwise(sizes, name, values, keywords, depth)
    if name in _TRANSFORMS and len(values) == 1 and isinstance(first, Array) and not {"n", "s", "axes"} & set(keywords):
        return _transformed(sizes.array(first, depth))
    if name in _FROM_HOST and isinstance(first, (HostArray, Symbol)):
        host = ("from the host", id(recipe.node))  # the same statement again: as much as before
        dtype = keywords.get("dtype") or (values[1] if len(values) > 1 else None)
        return Extent(host, host if dtype is None or dtype == Const(None) else _dtype(sizes, dtype, depth))
    keys = [_key(sizes, value, depth) for value in (*values, *keywords.values())]
    if any(key is None for key in keys):
        return None
    key = (name, tuple(keys), tuple(sorted(keywords)))
    return Extent(key, key)


def _transformed(source: Extent | None) -> Extent | None:
    """A Fourier transform: as many numbers, and complex."""
    if source is None:
        return None
    dtype = source.dtype
    if isinstance(dtype, str):
        dtype = "complex64" if dtype in ("float16", "float32", "complex64") else "complex128"
    else:
        dtype = ("complex", dtype)
    return Extent(source.elements, dtype)


def _created(
    sizes: Sizes, name: str, shape: Value | None, values: tuple[Value, ...], keywords: dict[str, Value], depth: int
) -> Extent | None:
    count = None if shape is None else _count(sizes, shape, depth)
    if count is None:
        return None
    position = 2 if name == "full" else 1
    dtype = keywords.get("dtype") or (values[position] if len(values) > position else None)
    if dtype is not None and dtype != Const(None):
        return Extent(count, _dtype(sizes, dtype, depth))
    if name in ("full", "arange"):
        fill = keywords.get("fill_value") or (values[position - 1] if len(values) >= position else None)
        kinds: dict[type, str] = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
        return Extent(count, kinds.get(type(fill.value), fill) if isinstance(fill, Const) else ("of", fill))
    return Extent(count, "float64")


def _like(sizes: Sizes, name: str, values: tuple[Value, ...], keywords: dict[str, Value], depth: int) -> Extent | None:
    first = values[0] if values else None
    whole = sizes.array(first, depth) if isinstance(first, Array) else None
    if whole is None:
        return None
    position = 2 if name == "full_like" else 1
    dtype = keywords.get("dtype") or (values[position] if len(values) > position and name != "copy" else None)
    count = whole.elements
    if (shape := keywords.get("shape")) is not None and shape != Const(None):
        given = _count(sizes, shape, depth)
        if given is None:
            return None
        count = given
    known = whole.dtype if dtype is None or dtype == Const(None) else _dtype(sizes, dtype, depth)
    return Extent(count, known)


def _elementwise(
    sizes: Sizes, name: str, values: tuple[Value, ...], keywords: dict[str, Value], depth: int
) -> Extent | None:
    """The operands broadcast against each other; scalars of Python change no type of floating point."""
    extents: list[Extent] = []
    scalars: list[Value] = []
    for value in values:
        if isinstance(value, Array):
            extent = sizes.array(value, depth)
            if extent is None:
                return None
            extents.append(extent)
        elif isinstance(value, Const) or (isinstance(value, Symbol) and value.host):
            scalars.append(value)
        else:
            return None
    counts = {extent.elements for extent in extents} - {Product(1)} or {Product(1)}
    count = next(iter(counts)) if len(counts) == 1 else ("broadcast", frozenset(counts))
    if (given := keywords.get("dtype")) is not None and given != Const(None):
        return Extent(count, _dtype(sizes, given, depth))
    if name in _COMPARISONS or _ELEMENTWISE.get(name):
        return Extent(count, "bool")
    dtypes = {extent.dtype for extent in extents}
    operator = _OPERATORS.get(name, name)
    if len(dtypes) == 1 and _keeps(operator, dtype := next(iter(dtypes)), scalars):
        return Extent(count, dtype)
    if len(dtypes) == 1 and operator in _WIDENING and (wide := _widened(operator, dtype, scalars)):
        return Extent(count, wide)
    kinds = frozenset(type(value.value) if isinstance(value, Const) else "number" for value in scalars)
    return Extent(count, ("result", operator, frozenset(dtypes), kinds))


def _keeps(operator: str, dtype: Hashable, scalars: list[Value]) -> bool:
    """Whether the result has the type of the operands; one that is not known is taken to be no Boolean."""
    if not isinstance(dtype, str):
        whole = all(isinstance(value, Const) and isinstance(value.value, int) for value in scalars)
        return whole and operator in ("+", "-", "*")
    if any(isinstance(value, Const) and isinstance(value.value, complex) for value in scalars):
        return dtype.startswith("complex")
    if dtype.startswith(("float", "complex")):
        return True
    whole = all(isinstance(value, Const) and isinstance(value.value, int) for value in scalars)
    return whole and dtype.startswith(("int", "uint")) and operator in _ARITHMETIC - {"/", "**"}


def _widened(operator: str, dtype: Hashable, scalars: list[Value]) -> str | None:
    """What whole numbers and Booleans become with scalars of Python, as far as that is simple."""
    kinds = {type(value.value) if isinstance(value, Const) else None for value in scalars}
    if dtype not in ("bool", "int32", "int64", "uint32", "uint64") or not kinds <= {bool, int, float}:
        return None
    if operator == "/" or float in kinds:
        return "float64"
    return "int64" if dtype == "bool" and int in kinds else None


def _count(sizes: Sizes, shape: Value, depth: int) -> Product | Hashable | None:
    """How many elements a shape has."""
    if isinstance(shape, Const) and isinstance(shape.value, tuple):
        shape = TupleValue(tuple(Const(part) for part in shape.value))
    if isinstance(shape, TupleValue):
        total = Product(1)
        for part in shape.items:
            count = _count(sizes, part, depth)
            if not isinstance(count, Product):
                return None
            total = total.times(count)
        return total
    if isinstance(shape, Symbol) and isinstance(shape.key, tuple) and len(shape.key) == 3:
        kind, base, name = shape.key
        if kind == "attribute" and name in ("shape", "size") and isinstance(base, Array):
            whole = sizes.array(base, depth)
            return None if whole is None else whole.elements
    if isinstance(shape, Symbol) and isinstance(shape.key, tuple) and shape.key[:2] == ("binary", "*"):
        return _count(sizes, TupleValue(shape.key[2:]), depth)
    form = linear(shape)
    if form is None or any(not isinstance(part, Symbol) and part != 1 for part in form):
        return None
    if not form:
        return Product(0)
    if len(form) == 1:
        ((symbol, factor),) = form.items()
        return Product(factor, (id(symbol),) if isinstance(symbol, Symbol) else ())
    return Product(1, (id(shape),))


def _dtype(sizes: Sizes, value: Value, depth: int) -> Hashable:
    name = None
    if isinstance(value, External):
        name = value.dotted.rpartition(".")[2]
    elif isinstance(value, Const) and isinstance(value.value, str):
        name = value.value.lstrip("<=|")
    elif isinstance(value, Symbol) and isinstance(value.key, tuple) and len(value.key) == 3:
        kind, base, attribute = value.key
        if kind == "attribute" and attribute == "dtype" and isinstance(base, Array):
            whole = sizes.array(base, depth)
            return value if whole is None else whole.dtype
    if name is None:
        return value
    return _DTYPES.get(name, name)


def _key(sizes: Sizes, value: Value, depth: int) -> Hashable | None:
    """An argument, as far as the size of the result may depend on it; None if that cannot be told."""
    if isinstance(value, Array):
        return sizes.array(value, depth)
    if isinstance(value, TupleValue):
        parts = tuple(_key(sizes, item, depth) for item in value.items)
        return None if None in parts else ("tuple", parts)
    if isinstance(value, (Const, External)):
        return value
    if isinstance(value, Kernel):
        return ("kernel", id(value))
    return value if isinstance(value, Symbol) and not isinstance(value.key, int) else None
