"""What the functions of ``cupy`` itself do (ufuncs: see `ufuncs`)."""

from __future__ import annotations

from cupylint.cupy_model.records import (
    ALLOCATES,
    COMPUTES,
    COMPUTES_AND_WAITS,
    CREATES,
    EARLIER,
    MAY_VIEW,
    MAY_WAIT,
    MAY_WAIT_AND_COMPUTES,
    METADATA,
    NOWHERE,
    OBJECT,
    READS_BACK,
    SAVES,
    SETTING,
    SOMETIMES,
    SOMETIMES_EARLIER,
    TRANSFERS,
    TRUTH,
    VIEWS,
    WAITS_AND_COMPUTES,
    YES,
    fills,
    until_13,
    writes_to,
)
from cupylint.cupy_model.spec import Call, Returns
from cupylint.cupy_model.tables import Row, Table, table


def _from_host(returns: Returns, source: str) -> tuple[Call, Call]:
    """Host to device. Pageable memory is staged; since CuPy 13 pinned memory is read by the device
    itself, after the call has returned, unless ``blocking=True``."""
    return (
        Call(returns, until=12),
        Call(returns, blocking="blocking", host_reads=("0", source), since=13),
    )


_CREATION: list[Row] = [
    (CREATES, "arange eye identity indices logspace ones ones_like tri zeros zeros_like mgrid ogrid"),
    (CREATES, "bartlett blackman hamming hanning kaiser diag_indices"),
    (Call(waits=EARLIER, reads=()), "diag_indices_from"),
    (Call(reads=(1,)), "full full_like"),
    (ALLOCATES, "empty empty_like ndarray"),
    (_from_host(Returns.NEW, "obj"), "array"),
    (_from_host(Returns.SAME, "a"), "asarray asanyarray"),
    # No `blocking=` of their own, but the same way to the device.
    (
        (Call(Returns.SAME, until=12), Call(Returns.SAME, host_reads=("0", "a"), since=13)),
        "ascontiguousarray asfortranarray asfarray require",
    ),
    (Call(Returns.SAME, waits=YES), "asarray_chkfinite"),  # tests every element on the host
    ((Call(until=12), Call(host_reads=("0", "buffer"), since=13)), "frombuffer"),
    (COMPUTES, "fromfile fromfunction fromiter fromstring genfromtxt load loadtxt"),
    (VIEWS, "from_dlpack fromDlpack"),  # memory of the exporting library
    # Boolean-mask indexing inside.
    (Call(waits=EARLIER, reads=()), "mask_indices tril_indices tril_indices_from triu_indices triu_indices_from"),
    (MAY_WAIT_AND_COMPUTES, "linspace"),
    (Call(Returns.MAYBE_VIEW, waits=SOMETIMES), "ix_"),
]

_SHAPE: list[Row] = [
    (
        VIEWS,
        """array_split atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to diagonal dsplit expand_dims
        flip fliplr flipud hsplit imag matrix_transpose moveaxis permute_dims real rollaxis rot90 split squeeze
        swapaxes transpose vsplit""",
    ),
    (VIEWS, "lib.stride_tricks.as_strided lib.stride_tricks.sliding_window_view"),
    (MAY_VIEW, "ravel reshape"),
    (
        COMPUTES,
        """append astype column_stack copy diag diagflat dstack hstack kron meshgrid pad resize roll row_stack
        tile tril triu vander vstack packbits unpackbits take_along_axis nan_to_num""",
    ),
    (fills(2), "concat concatenate stack"),
    (fills(3), "take"),
    (MAY_WAIT_AND_COMPUTES, "repeat"),
    (fills(2, waits=SOMETIMES_EARLIER), "choose"),
    (WAITS_AND_COMPUTES, "delete"),
    (Call(Returns.VIEW, waits=YES), "trim_zeros"),
    (Call(Returns.MAYBE_VIEW, waits=SOMETIMES), "real_if_close"),
]

_SEARCH: list[Row] = [
    (WAITS_AND_COMPUTES, "argwhere flatnonzero nonzero extract"),
    (COMPUTES_AND_WAITS, "unravel_index"),
    (fills(3, waits=EARLIER), "compress"),
    (WAITS_AND_COMPUTES, "unique unique_all unique_counts unique_inverse unique_values"),
    (WAITS_AND_COMPUTES, "intersect1d setdiff1d setxor1d union1d"),
    (MAY_WAIT_AND_COMPUTES, "where"),
    (MAY_WAIT, "ravel_multi_index"),
    (COMPUTES, "digitize searchsorted select piecewise"),
    (until_13(SOMETIMES, TRUTH), "in1d isin"),
    (until_13(YES, COMPUTES), "sort argsort lexsort msort sort_complex"),
    (until_13(SOMETIMES, COMPUTES), "partition"),
    (COMPUTES_AND_WAITS, "argpartition"),
    (until_13(SOMETIMES, fills(2)), "median"),
    (fills(2, waits=SOMETIMES), "nanmedian"),
    (fills(3, waits=SOMETIMES_EARLIER), "percentile quantile"),
]

_REDUCTIONS: list[Row] = [
    (fills(2), "amax amin max min ptp around round round_"),
    (fills(2, waits=YES), "nanmax nanmin"),
    (fills(2, boolean=True), "all alltrue any sometrue"),
    (
        fills(3),
        """argmax argmin clip cumprod cumproduct cumsum mean nanargmax nanargmin nancumprod nancumsum nanmean
        nanprod nanstd nansum nanvar prod product std sum var""",
    ),
    (fills(None), "cumulative_prod cumulative_sum"),
    (fills(5), "trace"),
    (COMPUTES, "count_nonzero corrcoef"),
    (MAY_WAIT_AND_COMPUTES, "average cov histogram"),
    # The others end in bincount, whatever the bins are.
    (WAITS_AND_COMPUTES, "bincount histogram2d histogramdd"),
]

_MATHS: list[Row] = [
    (fills(2), "dot matmul outer"),
    (fills(None), "einsum"),
    (COMPUTES, "angle convolve correlate cross diff ediff1d inner tensordot trapezoid trapz unwrap vdot"),
    (MAY_WAIT_AND_COMPUTES, "gradient"),
    (MAY_WAIT, "interp poly polyadd polyfit polymul polysub polyval roots"),
    (Call(Returns.OTHER, waits=SOMETIMES), "poly1d"),
    (MAY_WAIT, "apply_along_axis apply_over_axes"),  # calls the user's function
    (TRUTH, "allclose array_equiv isclose iscomplex isreal"),
    (Call(waits=SOMETIMES_EARLIER, boolean=True), "array_equal"),
    (fills(1, boolean=True), "isneginf isposinf"),
]

_IN_PLACE: list[Row] = [
    (writes_to("dst"), "copyto"),
    (writes_to("a"), "fill_diagonal"),
    (writes_to("arr"), "put_along_axis"),
    (writes_to("arr", waits=EARLIER), "place"),
    (writes_to("a", waits=SOMETIMES), "put"),
    (writes_to("a", waits=SOMETIMES_EARLIER), "putmask"),
]

_HOST: list[Row] = [
    (TRANSFERS, "asnumpy"),
    (READS_BACK, "array2string array_repr array_str format_float_positional format_float_scientific"),
    (SAVES, "save savetxt savez savez_compressed"),
    (Call(Returns.HOST, NOWHERE, SOMETIMES, reads=()), "shares_memory"),
    (
        METADATA,
        """base_repr binary_repr broadcast_shapes byte_bounds can_cast get_printoptions is_available isdtype
        iscomplexobj isfortran isrealobj isscalar issctype issubclass_ issubdtype issubsctype iterable
        may_share_memory mintypecode ndim sctype2char shape size typename""",
    ),
    # Scalar types make host scalars.
    (
        METADATA,
        """bool bool_ byte cdouble cfloat complex128 complex64 complex_ csingle double float16 float32 float64
        float_ half int16 int32 int64 int8 int_ intc intp longlong short single ubyte uint uint16 uint32 uint64
        uint8 uintc uintp ulonglong ushort""",
    ),
    (
        OBJECT,
        """ElementwiseKernel RawKernel RawModule ReductionKernel broadcast common_type dtype errstate
        find_common_type finfo flatiter fuse get_array_module get_array_wrap get_default_memory_pool
        get_default_pinned_memory_pool iinfo make_aligned_dtype memoize min_scalar_type obj2sctype printoptions
        promote_types result_type safe_eval ufunc vectorize""",
    ),
    (SETTING, "clear_memo disp set_printoptions set_string_function show_config who"),
]

# Both arrays are compared on the host.
_TESTING: list[Row] = [
    (
        SAVES,
        """assert_allclose assert_array_almost_equal assert_array_almost_equal_nulp assert_array_equal
        assert_array_less assert_array_list_equal assert_array_max_ulp""",
    ),
]

_FFT: list[Row] = [
    (COMPUTES, "fft fft2 fftn hfft ifft ifft2 ifftn ihfft irfft irfft2 irfftn rfft rfft2 rfftn fftshift ifftshift"),
    (CREATES, "fftfreq rfftfreq"),
]

# CuPy's own error checks are off by default. Of cuSOLVER's routines those that were seen to block say
# YES; those that were not tried say SOMETIMES.
_LINALG: list[Row] = [
    (COMPUTES, "cholesky cross det inv matrix_power qr slogdet solve tensorinv tensorsolve"),
    (fills(2), "matmul"),
    (VIEWS, "matrix_transpose"),
    (WAITS_AND_COMPUTES, "eig eigh eigvals lstsq pinv svd"),  # `eigh` of a stack of matrices does not wait
    (COMPUTES_AND_WAITS, "cond"),
    # Of more than two dimensions, and `norm` of most orders, they do not wait.
    (MAY_WAIT_AND_COMPUTES, "eigvalsh matrix_rank norm"),
]

# What ``cupy.linalg`` is built of, and what wrappers of cuBLAS and cuSOLVER outside of CuPy take from it. The checks of
# status codes look at them only under ``errstate(linalg="raise")``, which is not the default.
_LINALG_PARTS: list[Row] = [
    (METADATA, "linalg_common_type _common_type_internal"),
    (SETTING, "_assert_2d _assert_cupy_array _assert_stacked_2d _assert_stacked_square"),
    (
        SETTING,
        "_check_cublas_info_array_if_synchronization_allowed _check_cusolver_dev_info_if_synchronization_allowed",
    ),
    (Call(Returns.OTHER, writes=(0,)), "_tril _triu"),
    (CREATES, "stacked_identity stacked_identity_like"),
]

# `out` is a parameter of the methods of Generator, which share these records.
_RANDOM: list[Row] = [
    (
        fills(None, reads=()),
        "rand randn random random_sample ranf sample standard_cauchy standard_exponential standard_normal",
    ),
    (
        fills(None),
        """beta binomial chisquare dirichlet f gamma geometric gumbel hypergeometric laplace logistic lognormal
        normal pareto poisson standard_gamma standard_t uniform vonmises wald""",
    ),
    # These test their parameters on the host, or reject and draw again.
    (
        MAY_WAIT_AND_COMPUTES,
        """choice exponential logseries multinomial multivariate_normal negative_binomial noncentral_chisquare
        noncentral_f power randint random_integers rayleigh tomaxint triangular weibull zipf""",
    ),
    (until_13(SOMETIMES, COMPUTES), "permutation"),
    (until_13(SOMETIMES, writes_to("a")), "shuffle"),
    (METADATA, "bytes"),
    (
        OBJECT,
        """BitGenerator Generator MRG32k3a Philox4x3210 RandomState XORWOW default_rng get_random_state""",
    ),
    (SETTING, "reset_states seed set_random_state"),
]

FUNCTIONS: Table = {
    **table("cupy.", [*_CREATION, *_SHAPE, *_SEARCH, *_REDUCTIONS, *_MATHS, *_IN_PLACE, *_HOST]),
    **table("cupy.fft.", _FFT),
    **table("cupy.linalg.", _LINALG),
    **table("cupy.linalg._util.", _LINALG_PARTS),
    **table("cupy.random.", _RANDOM),
    **table("cupy.testing.", _TESTING),
}
"""What each function does, by canonical dotted name."""
