"""What the calls that fall through to NumPy do, where it is not "reads its arguments, returns a new array"."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


VIEWS = _names(
    """array_split atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to diagonal dsplit expand_dims flip
    fliplr flipud hsplit imag matrix_transpose moveaxis permute_dims real rollaxis rot90 split squeeze swapaxes
    transpose vsplit ravel reshape view as_strided sliding_window_view"""
)
"""Results that share memory with the argument where NumPy's do: no device work."""

INPLACE = {"copyto": 0, "put": 0, "putmask": 0, "place": 0, "fill_diagonal": 0, "put_along_axis": 0}
"""Calls that write into an argument."""

NO_WORK = _names(
    """all amax amin angle any arange argmax argmin array asnumpy astype bincount clip column_stack concatenate conj
    conjugate copy copyto cumsum diag diagonal eye fill flatten getitem identity imag kron linalg.cholesky linspace max
    mean meshgrid min outer pad partition random.rand random.randn random.random random.standard_normal ravel real
    repeat reshape roll round setitem stack sum take tensordot tile tri vstack where"""
) | frozenset(("dot", "random.random_sample", "hstack"))
"""Calls beside ufuncs that take no memory beyond their result: less than 1 MiB on an H200, see the folder PEAK of the
bundled programs. Others take work memory, or nobody has looked."""

SOME_WORK = _names(
    """sort argsort einsum matmul dot tensordot outer kron interp linalg.inv linalg.norm linalg.solve fft.fftshift
    fft.fftfreq random.randint random.permutation"""
) | {"a write through boolean indices"}
"""Calls whose work memory `cupylint.sizes` knows, as an H200 has shown, see the folder PEAK of the bundled programs."""

METADATA = _names(
    """can_cast result_type min_scalar_type promote_types common_type iinfo finfo ndim shape size isscalar
    broadcast_shapes may_share_memory iscomplexobj isrealobj issubdtype isdtype get_printoptions set_printoptions
    printoptions errstate geterr seterr index_exp s_ dtype"""
)
"""Calls that look at no element: the host's result is the result."""

HOST = _names("save savez savez_compressed savetxt array_repr array_str array2string shares_memory")
"""Calls that bring their arguments to the host first."""

ABSENT = _names(
    """matrix nditer ndenumerate memmap recarray record chararray frompyfunc asmatrix bmat datetime_as_string
    busday_count test char rec strings ma ctypeslib f2py emath typing"""
)
"""Names of NumPy that CuPy does not have."""

METHODS = _names(
    """all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy cumprod cumsum
    diagonal dot flatten max mean min nonzero prod ravel repeat reshape round searchsorted squeeze std sum swapaxes take
    trace transpose var view"""
)
"""Methods of an array that compute, or give a view."""

MUTATORS = _names("fill partition put sort")
"""Methods that write into the array."""

OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "matmul": "matmul", "truediv": "true_divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "lshift": "left_shift", "rshift": "right_shift",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "divmod": "divmod",
}  # fmt: skip
COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
}  # fmt: skip
UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}
