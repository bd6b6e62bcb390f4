"""With which arguments each function and method of the model is called to measure it.

Expressions, in which ``{}`` stands for the function. What names stand for: `ARGUMENTS`. A ufunc gets as many arguments
as it takes, of the first kind that it accepts.
"""

from __future__ import annotations

from collections.abc import Iterator

ARGUMENTS = {
    "x": "cp.random.rand(4096) + 0.1",
    "y": "cp.random.rand(4096) + 0.1",
    "u": "cp.sort(cp.random.rand(4096))",
    "m": "cp.eye(64) * 64 + cp.ones((64, 64))",
    "n": "cp.random.rand(64, 64)",
    "i": "cp.random.randint(1, 8, 4096)",
    "j": "cp.random.randint(1, 8, 4096)",
    "b": "cp.random.rand(4096) > 0.5",
    "d": "cp.random.rand(4096) > 0.5",
    "c": "cp.random.rand(4096) + 1j",
    "w": "cp.random.randint(0, 255, 4096).astype(cp.uint8)",
    "z": "cp.ones(())",
    "o": "cp.empty(4096)",
    "v": "cp.random.rand(4, 3)",
    "h": "np.random.rand(4096)",
}
"""Names in the expressions: device arrays, and `h`, a NumPy array. ``k`` is 3, ``np`` is NumPy, ``cp`` CuPy."""

UFUNC_KINDS = (("x", "y", "u"), ("i", "j", "i"), ("b", "d", "b"), ("c", "c", "c"))
"""What ufuncs are tried with, one after the other."""

_FUNCTIONS: tuple[tuple[str, str], ...] = (
    ("cupy.{}(4096)", "arange bartlett blackman hamming hanning ones zeros"),
    ("cupy.{}(64)", "eye identity tri"),
    ("cupy.{}((16, 16))", "indices"),
    ("cupy.{}(0, 3, 64)", "logspace linspace"),
    ("cupy.{}(64, 8.0)", "kaiser"),
    ("cupy.{}[0:64, 0:64]", "mgrid ogrid"),
    ("cupy.{}(64, 3)", "full"),
    ("cupy.{}(x, 3)", "full_like"),
    ("cupy.{}(8)", "diag_indices tril_indices triu_indices"),
    ("cupy.{}(m)", "diag_indices_from tril_indices_from triu_indices_from"),
    (
        "cupy.{}(x)",
        """ones_like zeros_like array asarray asanyarray ascontiguousarray asfortranarray require asarray_chkfinite
        asfarray copy diagflat nan_to_num argwhere flatnonzero nonzero unique unique_all unique_counts unique_inverse
        unique_values sort argsort msort sort_complex median nanmedian amax amin max min ptp around round round_
        nanmax nanmin all alltrue any sometrue argmax argmin cumprod cumproduct cumsum mean nanargmax nanargmin
        nancumprod nancumsum nanmean nanprod nanstd nansum nanvar prod product std sum var cumulative_prod
        cumulative_sum count_nonzero
        average histogram angle diff ediff1d trapezoid trapz unwrap gradient iscomplex isreal isneginf
        isposinf array2string array_repr array_str real_if_close trim_zeros asnumpy cov""",
    ),
    ("cupy.{}(x, 'f')", "astype"),
    ("cupy.{}(bytes(64))", "frombuffer"),
    ("cupy.{}(lambda a, e: a + e, (8, 8))", "fromfunction"),
    ("cupy.{}(range(8), 'd')", "fromiter"),
    ("cupy.{}('1 2 3', sep=' ')", "fromstring"),
    ("cupy.{}(['1 2', '3 4'])", "genfromtxt loadtxt"),
    ("cupy.{}(8, cp.triu)", "mask_indices"),
    ("cupy.{}(x, i)", "take"),
    ("cupy.{}(i[:8], i[:8])", "ix_"),
    ("cupy.{}(x, y)", "append setxor1d union1d setdiff1d in1d isin dot inner convolve correlate vdot"),
    ("cupy.{}((x, y))", "column_stack dstack hstack row_stack vstack concat concatenate stack"),
    ("cupy.{}(m)", "diag tril triu trace corrcoef"),
    ("cupy.{}(v, v)", "kron cross"),
    ("cupy.{}(x[:64], y[:64])", "meshgrid outer"),
    ("cupy.{}(x, 3)", "pad roll tile repeat"),
    ("cupy.{}(x, (64, 64))", "resize"),
    ("cupy.{}(x[:16])", "vander poly"),
    ("cupy.{}(x[:2])", "roots"),
    ("cupy.{}(w)", "packbits unpackbits"),
    ("cupy.{}(n, m[:1].astype('l') % 64, 0)", "take_along_axis"),
    ("cupy.{}(i % 2, cp.stack((x, y)))", "choose"),
    ("cupy.{}(x, 3)", "delete"),
    ("cupy.{}(b, x)", "extract"),
    ("cupy.{}(b, x)", "compress"),
    ("cupy.{}(i, (64, 64))", "unravel_index"),
    ("cupy.{}((i, j), (64, 64))", "ravel_multi_index"),
    ("cupy.{}(b, x, y)", "where"),
    ("cupy.{}(u, x)", "searchsorted"),
    ("cupy.{}(x, u)", "digitize"),
    ("cupy.{}([b, d], [x, y])", "select"),
    ("cupy.{}(x, [b], [1.0])", "piecewise"),
    ("cupy.{}(m)", "lexsort"),
    ("cupy.{}(x, 3)", "argpartition partition"),
    ("cupy.{}(x, 30)", "percentile"),
    ("cupy.{}(x, 0.3)", "quantile"),
    ("cupy.{}(x, 0.2, 0.8)", "clip"),
    ("cupy.{}(i)", "bincount"),
    ("cupy.{}(x, y)", "histogram2d"),
    ("cupy.{}(i, j)", "intersect1d"),
    ("cupy.{}(v)", "histogramdd"),
    ("cupy.{}(m, n)", "matmul tensordot"),
    ("cupy.{}('ab,bc->ac', m, n)", "einsum"),
    ("cupy.{}(x, u, y)", "interp"),
    ("cupy.{}(x[:8], y[:8])", "polyadd polymul polysub"),
    ("cupy.{}(x[:64], y[:64], 2)", "polyfit"),
    ("cupy.{}(x[:8], y)", "polyval"),
    ("cupy.{}(x[:8])", "poly1d"),
    ("cupy.{}(cp.sum, 0, v)", "apply_along_axis"),
    ("cupy.{}(cp.sum, v, [0])", "apply_over_axes"),
    ("cupy.{}(x, y)", "allclose array_equiv isclose array_equal"),
    ("cupy.{}(o, x)", "copyto"),
    ("cupy.{}(m, 3)", "fill_diagonal"),
    ("cupy.{}(n, m[:1].astype('l') % 64, 3, 0)", "put_along_axis"),
    ("cupy.{}(x, b, y)", "place putmask"),
    ("cupy.{}(x, i, y)", "put"),
    ("cupy.{}(z)", "format_float_positional format_float_scientific"),
    ("cupy.{}(file, x)", "save savetxt savez savez_compressed"),
    ("cupy.fft.{}(x)", "fft ifft rfft irfft hfft ihfft fftshift ifftshift"),
    ("cupy.fft.{}(n)", "fft2 fftn ifft2 ifftn irfft2 irfftn rfft2 rfftn"),
    ("cupy.fft.{}(64)", "fftfreq rfftfreq"),
    ("cupy.linalg.{}(m)", "cholesky det inv qr slogdet cond eigh pinv svd eig eigvals eigvalsh matrix_rank norm"),
    ("cupy.linalg.{}(m, 3)", "matrix_power"),
    ("cupy.linalg.{}(m, n)", "solve matmul lstsq"),
    ("cupy.linalg.{}(m, ind=1)", "tensorinv"),
    ("cupy.linalg.{}(m, n[0])", "tensorsolve"),
    ("cupy.linalg.{}(v, v)", "cross"),
    ("cupy.linalg._util.{}(m)", "_tril _triu stacked_identity_like"),
    ("cupy.linalg._util.{}((), 8, 'd')", "stacked_identity"),
    ("cupy.random.{}(64)", "rand randn random random_sample ranf sample"),
    (
        "cupy.random.{}(size=64)",
        """standard_cauchy standard_exponential standard_normal gumbel laplace logistic lognormal normal rayleigh
        uniform""",
    ),
    ("cupy.random.{}(2.0, size=64)", "exponential"),
    ("cupy.random.{}(3, size=64)", "chisquare poisson standard_gamma standard_t gamma"),
    ("cupy.random.{}(0.5, size=64)", "geometric pareto power weibull logseries"),
    ("cupy.random.{}(2.5, size=64)", "zipf"),
    ("cupy.random.{}(2, 3, size=64)", "beta f vonmises wald noncentral_chisquare"),
    ("cupy.random.{}(8, 0.5, size=64)", "binomial negative_binomial"),
    ("cupy.random.{}(8, 8, 8, size=64)", "hypergeometric"),
    ("cupy.random.{}((1, 2, 3), size=64)", "dirichlet"),
    ("cupy.random.{}(64, size=8)", "choice randint random_integers"),
    ("cupy.random.{}(8, [0.5, 0.5], size=64)", "multinomial"),
    ("cupy.random.{}(x[:4], m[:4, :4], size=8)", "multivariate_normal"),
    ("cupy.random.{}(2, 3, 4, size=64)", "noncentral_f"),
    ("cupy.random.{}(64)", "permutation"),
    ("cupy.random.{}(0, 1, 2, size=64)", "triangular"),
    ("cupy.random.{}(x)", "shuffle"),
    (
        "cupy.testing.{}(x, x)",
        "assert_allclose assert_array_almost_equal assert_array_almost_equal_nulp assert_array_equal",
    ),
    ("cupy.testing.{}(x, x)", "assert_array_max_ulp"),
    ("cupy.testing.{}(x, x + 1)", "assert_array_less"),
    ("cupy.testing.{}([x], [x])", "assert_array_list_equal"),
    ("cupyx.{}(x, i, y)", "scatter_add scatter_max scatter_min"),
    ("cupyx.scipy.linalg.{}(m)", "expm lu lu_factor"),
    ("cupyx.scipy.linalg.{}(m, n)", "solve_triangular"),
    ("cupyx.scipy.fft.{}(x)", "fft hfft ifft ihfft irfft rfft fftshift ifftshift"),
    ("cupyx.scipy.fft.{}(n)", "fft2 fftn hfft2 hfftn ifft2 ifftn ihfft2 ihfftn irfft2 irfftn rfft2 rfftn"),
    ("cupyx.scipy.fft.{}(64)", "fftfreq rfftfreq"),
    (
        "cupyx.scipy.ndimage.{}(n)",
        """laplace prewitt sobel spline_filter uniform_filter label binary_fill_holes binary_closing
        binary_opening binary_propagation binary_dilation binary_erosion extrema maximum_position minimum_position""",
    ),
    (
        "cupyx.scipy.ndimage.{}(n, 1.5)",
        "gaussian_gradient_magnitude gaussian_laplace gaussian_filter gaussian_filter1d shift zoom",
    ),
    ("cupyx.scipy.ndimage.{}(n, m[:3, :3])", "convolve correlate"),
    ("cupyx.scipy.ndimage.{}(n, m[0, :3])", "convolve1d correlate1d"),
    (
        "cupyx.scipy.ndimage.{}(n, 3)",
        "maximum_filter maximum_filter1d median_filter minimum_filter minimum_filter1d uniform_filter1d",
    ),
    (
        "cupyx.scipy.ndimage.{}(n, 3)",
        "black_tophat grey_closing grey_dilation grey_erosion grey_opening morphological_gradient",
    ),
    ("cupyx.scipy.ndimage.{}(n, 3)", "morphological_laplace white_tophat spline_filter1d"),
    ("cupyx.scipy.ndimage.{}(n, 30, 3)", "percentile_filter"),
    ("cupyx.scipy.ndimage.{}(n, 1, 3)", "rank_filter"),
    ("cupyx.scipy.ndimage.{}(n, 30)", "rotate"),
    ("cupyx.scipy.ndimage.{}(n, m[:2, :2])", "affine_transform"),
    ("cupyx.scipy.ndimage.{}(n.astype('F'), 2)", "fourier_ellipsoid fourier_gaussian fourier_shift fourier_uniform"),
    ("cupyx.scipy.ndimage.{}(i.reshape(64, 64))", "find_objects"),
    ("cupyx.scipy.ndimage.{}(n)", "binary_hit_or_miss"),
    ("cupyx.scipy.ndimage.{}(n, m[:2])", "map_coordinates"),
    ("cupyx.scipy.ndimage.{}(n, cpx.scipy.ndimage.sobel)", "generic_gradient_magnitude generic_laplace"),
    ("cupyx.scipy.linalg.{}(cpx.scipy.linalg.lu_factor(m), n)", "lu_solve"),
    ("cupyx.scipy.fftpack.{}(x)", "fft ifft rfft irfft"),
    ("cupyx.scipy.fftpack.{}(n)", "fft2 fftn ifft2 ifftn"),
    ("cupyx.scipy.sparse.{}(m)", "coo_matrix csc_matrix csr_matrix coo_array csc_array csr_array find"),
    ("cupyx.scipy.sparse.{}(cpx.scipy.sparse.csr_matrix(m))", "dia_matrix dia_array"),
    ("cupyx.scipy.sparse.{}(64)", "eye identity eye_array"),
    ("cupyx.scipy.sparse.{}(m, m)", "kron kronsum"),
    ("cupyx.scipy.sparse.{}(m)", "tril triu"),
    ("cupyx.scipy.sparse.{}(x[:64])", "diags"),
    ("cupyx.scipy.sparse.{}(8, 8)", "rand random"),
    ("cupyx.scipy.sparse.{}((8, 8))", "random_array"),
    (
        "cupyx.scipy.interpolate.{}(u, y)",
        "Akima1DInterpolator CubicSpline PchipInterpolator make_interp_spline interp1d",
    ),
    ("cupy.cuda.runtime.{}(o.data.ptr, x.data.ptr, x.nbytes, 3)", "memcpy"),
    ("cupy.cuda.runtime.{}(o.data.ptr, x.data.ptr, x.nbytes, 3, cp.cuda.get_current_stream().ptr)", "memcpyAsync"),
    ("cupy.cuda.runtime.{}(o.data.ptr, 0, x.data.ptr, 0, x.nbytes)", "memcpyPeer"),
    (
        "cupy.cuda.runtime.{}(o.data.ptr, 0, x.data.ptr, 0, x.nbytes, cp.cuda.get_current_stream().ptr)",
        "memcpyPeerAsync",
    ),
    ("cupy.cuda.runtime.{}(o.data.ptr, 0, x.nbytes)", "memset"),
    ("cupy.cuda.runtime.{}(o.data.ptr, 0, x.nbytes, cp.cuda.get_current_stream().ptr)", "memsetAsync"),
)

_FORMS: tuple[tuple[str, str], ...] = (
    ("cupy.{}(x, 3, 8)", "linspace"),
    ("cupy.{}(z, z + 1, 8)", "linspace"),
    ("cupy.{}(x, weights=y)", "average"),
    ("cupy.{}(x, aweights=y)", "cov"),
    ("cupy.{}(x[:8], i[:8])", "repeat"),
    ("cupy.{}(x, u)", "gradient"),
    ("cupy.{}(m)", "gradient median sort argsort unique histogram"),
    ("cupy.{}(x, u[:3] * 99)", "percentile"),
    ("cupy.{}(x, u[:3])", "quantile"),
    ("cupy.{}(x, 16, (0.0, 1.0))", "histogram"),
    ("cupy.{}(x, u)", "histogram"),
    ("cupy.{}(x, return_counts=True, return_inverse=True)", "unique"),
    ("cupy.{}(b)", "where argwhere"),
    ("cupy.{}(i % 2, cp.stack((x, y)), mode='wrap')", "choose"),
    ("cupy.{}(x, i, y, mode='raise')", "put"),
    ("cupy.{}((i, j), (64, 64), 'clip')", "ravel_multi_index"),
    ("cupy.{}(x, y, True)", "array_equal"),
    ("cupy.{}(x, u, y, z, z)", "interp"),
    ("cupy.{}(i, x)", "bincount"),
    ("cupy.{}(i, minlength=16)", "bincount"),
    ("cupy.{}([1.0, 2.0])", "array"),
    ("cupy.{}(h)", "array"),
    ("cupy.{}([x, y])", "array"),
    ("cupy.{}(x, blocking=False)", "asnumpy"),
    ("cupy.{}(x, np.s_[:8])", "delete"),
    ("cupy.{}(x, i[:8])", "delete"),
    ("cupy.{}([b, d], [x, y], default=3)", "select"),
    ("cupy.random.{}(x, 8)", "choice"),
    ("cupy.random.{}(64, 8, False)", "choice"),
    ("cupy.random.{}(64, 8, p=cp.full(64, 1 / 64))", "choice"),
    ("cupy.random.{}(x)", "permutation"),
    ("cupy.random.{}(i, size=4096)", "randint"),
    ("cupy.random.{}(x, size=4096)", "poisson exponential chisquare"),
    ("cupy.linalg.{}(cp.kron(m, cp.eye(8)))", "cholesky det inv qr slogdet eigh pinv svd eigvalsh cond"),
    ("cupy.linalg.{}(cp.kron(m, cp.eye(8)), cp.ones(512))", "solve lstsq"),
    ("cupy.linalg.{}(cp.stack((m, m)))", "cholesky det inv qr slogdet pinv svd eigvalsh"),
    ("cupy.linalg.{}(cp.stack((m, m)), cp.stack((n, n)))", "solve"),
    ("cupy.linalg.{}(m, compute_uv=False)", "svd"),
    ("cupy.linalg.{}(m, 2)", "norm"),
    ("cupy.linalg.{}(m, 'nuc')", "norm"),
    ("cupyx.scipy.linalg.{}(m, n, check_finite=True)", "solve_triangular"),
    ("cupyx.scipy.linalg.{}(cp.kron(m, cp.eye(8)))", "expm lu lu_factor"),
)
"""The same functions called in other ways, on which it depends what they do."""

_METHODS: tuple[tuple[str, str], ...] = (
    (
        "x.{}()",
        """get tolist tobytes dumps nonzero conj conjugate byteswap copy flatten __copy__ all any argmax argmin max min
        ptp round cumprod cumsum mean prod std sum var argsort sort __abs__ __neg__ __pos__ __repr__ __str__""",
    ),
    ("z.{}()", "item __bool__ __complex__ __float__ __int__"),
    ("w.{}()", "__bytes__ __invert__"),
    ("z.{}('')", "__format__"),
    ("x.{}(file)", "dump tofile"),
    ("x.{}(None)", "__deepcopy__"),
    ("x.{}()", "__reduce__"),
    ("x.{}(b)", "compress"),
    ("x.{}(h)", "set"),
    ("x.{}('f')", "astype"),
    ("u.{}(x)", "searchsorted"),
    ("x.{}(3)", "repeat fill argpartition partition"),
    ("x.{}(y)", "dot"),
    ("(i % 2).{}(cp.stack((x, y)))", "choose"),
    ("x.{}(0.2, 0.8)", "clip"),
    ("x.{}(i)", "take"),
    ("m.{}()", "trace"),
    ("x.{}(i, y)", "scatter_add scatter_max scatter_min put __setitem__"),
    (
        "x.{}(y)",
        """__add__ __divmod__ __floordiv__ __mod__ __mul__ __pow__ __radd__ __rdivmod__ __rfloordiv__ __rmod__
        __rmul__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ __eq__ __ge__ __gt__ __le__ __lt__ __ne__
        __iadd__ __ifloordiv__ __imod__ __imul__ __ipow__ __isub__ __itruediv__""",
    ),
    (
        "i.{}(j)",
        """__and__ __lshift__ __or__ __rand__ __rlshift__ __ror__ __rrshift__ __rshift__ __rxor__ __xor__ __iand__
        __ilshift__ __ior__ __irshift__ __ixor__""",
    ),
    ("m.{}(n)", "__matmul__ __rmatmul__"),
)


def calls() -> Iterator[tuple[str, str]]:
    """Canonical dotted names of the model, each with the expression that calls it."""
    for template, names in (*_FUNCTIONS, *_FORMS):
        place = template.partition("{}")[0]
        for name in names.split():
            yield place + name, template.format(name)
    for template, names in _METHODS:
        for name in names.split():
            yield f"cupy.ndarray.{name}", template.format(name)
