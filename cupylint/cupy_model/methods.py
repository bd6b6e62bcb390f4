"""What the methods and attributes of ``cupy.ndarray`` do, and Python's builtins to an array."""

from __future__ import annotations

from dataclasses import replace

from cupylint.cupy_model.records import (
    COMPUTES,
    COMPUTES_AND_WAITS,
    EARLIER,
    MAY_VIEW,
    MAY_WAIT_AND_COMPUTES,
    METADATA,
    NOWHERE,
    OBJECT,
    READS_BACK,
    SAVES,
    SOMETIMES,
    SOMETIMES_EARLIER,
    TRANSFERS,
    TRUTH,
    VIEWS,
    WAITS_AND_COMPUTES,
    YES,
    fills,
    until_13,
)
from cupylint.cupy_model.spec import Call, Returns
from cupylint.cupy_model.tables import Row, Table, table, words

_CHANGES = Call(Returns.NONE, writes=(0,))
_SETS = Call(Returns.NONE, reads=(), writes=(0,), stream="stream", stream_position=2, host_reads=("1", "arr"))

_METHODS: list[Row] = [
    (TRANSFERS, "get"),
    (READS_BACK, "item tolist tobytes dumps"),
    (SAVES, "dump tofile"),
    (READS_BACK, "__bool__ __bytes__ __complex__ __float__ __format__ __int__ __reduce__ __repr__ __str__"),
    (WAITS_AND_COMPUTES, "nonzero"),
    (fills(3, waits=EARLIER), "compress"),
    # Up to CuPy 12 a synchronous copy if the current stream is the null stream. Never staged since.
    ((replace(_SETS, waits=SOMETIMES, until=12), replace(_SETS, since=13)), "set"),
    (VIEWS, "diagonal reduced_view squeeze swapaxes transpose view __iter__"),
    (MAY_VIEW, "ravel reshape"),
    # The array itself if its dtype is real, else a new one.
    (Call(Returns.MAYBE_VIEW), "conj conjugate"),
    (Call(Returns.MAYBE_VIEW, NOWHERE, SOMETIMES), "__getitem__"),
    (COMPUTES, "astype byteswap copy flatten searchsorted __copy__ __deepcopy__"),
    (MAY_WAIT_AND_COMPUTES, "repeat"),
    (fills(2, boolean=True), "all any"),
    (fills(2), "argmax argmin dot max min ptp round"),
    (fills(2, waits=SOMETIMES_EARLIER), "choose"),
    (fills(3), "clip cumprod cumsum mean prod std sum take var"),
    (fills(5), "trace"),
    (until_13(YES, COMPUTES), "argsort"),
    (COMPUTES_AND_WAITS, "argpartition"),
    (until_13(YES, _CHANGES), "sort"),
    (until_13(SOMETIMES, _CHANGES), "partition"),
    (_CHANGES, "fill scatter_add scatter_max scatter_min"),
    (Call(Returns.NONE, waits=SOMETIMES, writes=(0,)), "put __setitem__"),
    (METADATA, "__len__ __hash__"),
    (OBJECT, "toDlpack __dlpack__ __dlpack_device__ mdspan"),
    (
        COMPUTES,
        """__abs__ __add__ __and__ __divmod__ __floordiv__ __invert__ __lshift__ __matmul__ __mod__ __mul__ __neg__
        __or__ __pos__ __pow__ __radd__ __rand__ __rdivmod__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rmul__
        __ror__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __sub__ __truediv__ __xor__""",
    ),
    (TRUTH, "__eq__ __ge__ __gt__ __le__ __lt__ __ne__"),
    (
        Call(Returns.SAME, writes=(0,)),
        """__iadd__ __iand__ __ifloordiv__ __ilshift__ __imod__ __imul__ __ior__ __ipow__ __irshift__
        __isub__ __itruediv__ __ixor__""",
    ),
]

METHODS: Table = table("", _METHODS)
"""What each method of an array does; position 0 is the array itself."""

UNLISTED_METHOD = Call(waits=SOMETIMES)
"""A method that is not listed: every method of ``ndarray`` is, so the object is something like an
array (a sparse matrix, a subclass). It is taken to read what it is given and to return something
new, and may wait."""

ATTRIBUTES: dict[str, Returns] = {
    **dict.fromkeys(words("T mT real imag flat"), Returns.VIEW),
    **dict.fromkeys(words("shape size ndim dtype itemsize nbytes strides flags device base"), Returns.HOST),
    # Memory and its description, neither an array nor a number.
    **dict.fromkeys(words("data cstruct __cuda_array_interface__ __array_priority__"), Returns.OTHER),
}
"""Attributes of an array. None of them does device work."""

BUILTINS_THAT_WAIT = frozenset(
    # Conversions and text copy the value to the host; the comparing ones ask for the truth of each
    # element. Not here: `len` (metadata), `iter`, `list`, `tuple`, `zip`, `enumerate`, `reversed`, `map`, `filter`
    # (0-d arrays, nothing read), `sum`, `abs`, `pow`, `divmod` (device arithmetic).
    words("all any ascii bool bytes complex float format int max min print repr sorted str")
)
"""Python builtins that wait for the current stream when they are given a device array."""
