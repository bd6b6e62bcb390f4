"""What the functions of ``cupyx`` and of ``cupy.cuda`` do, and the methods of a memory pointer."""

from __future__ import annotations

from dataclasses import replace

from cupylint.cupy_model.records import (
    COMPUTES,
    CREATES,
    EARLIER,
    LEGACY,
    MAY_WAIT,
    MAY_WAIT_AND_COMPUTES,
    METADATA,
    NO,
    NOWHERE,
    OBJECT,
    SETTING,
    SOMETIMES,
    WAITS_AND_COMPUTES,
    YES,
    writes_to,
)
from cupylint.cupy_model.spec import Call, Returns, Runs, Waits
from cupylint.cupy_model.tables import Row, Table, table

_CUPYX: list[Row] = [
    (METADATA, "empty_pinned empty_like_pinned zeros_pinned zeros_like_pinned"),  # page-locked host memory
    (writes_to("a"), "scatter_add scatter_max scatter_min"),
    (OBJECT, "allow_synchronize errstate get_runtime_info geterr seterr DeviceSynchronized GeneralizedUFunc"),
    # Both run a function many times and wait for the device.
    (Call(Returns.OTHER, NOWHERE, YES, reads=()), "profiler.benchmark time.repeat"),
]

_SCIPY: list[Row] = [
    (OBJECT, "get_array_module fftpack.get_fft_plan"),
    (WAITS_AND_COMPUTES, "linalg.expm"),
    (MAY_WAIT, "linalg.lu_solve"),
    (MAY_WAIT_AND_COMPUTES, "linalg.lu linalg.lu_factor linalg.solve_triangular"),
]


_SCIPY_FFT: list[Row] = [
    (
        COMPUTES,
        """fft fft2 fftn fftshift hfft hfft2 hfftn ifft ifft2 ifftn ifftshift ihfft ihfft2 ihfftn irfft irfft2 irfftn
        rfft rfft2 rfftn""",
    ),
    (CREATES, "fftfreq rfftfreq"),
    (METADATA, "next_fast_len"),
    (OBJECT, "get_fft_plan"),
]


def _filters(position: int, waits: Waits = SOMETIMES, boolean: bool = False) -> Call:
    """An image filter: ``output=`` (an array or a dtype), which may also stand at `position`."""
    return Call(waits=waits, out=("output",), out_position=position, boolean=boolean)


_NDIMAGE: list[Row] = [
    # Those that do not wait take no array beside the image; measured, as `fftconvolve`.
    (_filters(1, waits=NO), "laplace"),
    (_filters(2), "convolve correlate generic_gradient_magnitude generic_laplace map_coordinates shift zoom"),
    (
        _filters(2, waits=NO),
        "gaussian_gradient_magnitude gaussian_laplace prewitt sobel spline_filter uniform_filter",
    ),
    (_filters(3), "convolve1d correlate1d maximum_filter median_filter minimum_filter"),
    (
        _filters(3, waits=NO),
        "gaussian_filter maximum_filter1d minimum_filter1d spline_filter1d uniform_filter1d",
    ),
    (
        _filters(4),
        """affine_transform black_tophat generic_filter generic_filter1d grey_closing grey_dilation grey_erosion
        grey_opening morphological_gradient morphological_laplace percentile_filter rank_filter rotate white_tophat""",
    ),
    (_filters(4, waits=NO), "fourier_ellipsoid fourier_gaussian fourier_shift fourier_uniform gaussian_filter1d"),
    (_filters(2, boolean=True), "binary_fill_holes"),
    (_filters(3, boolean=True), "binary_closing binary_hit_or_miss binary_opening binary_propagation"),
    (_filters(4, boolean=True), "binary_dilation binary_erosion"),
    (_filters(2, waits=EARLIER), "label"),  # the number of features is a Python int
    (Call(Returns.HOST, waits=YES), "find_objects maximum_position minimum_position"),
    (Call(Returns.OTHER, waits=YES), "extrema"),  # two device arrays and two positions
    (METADATA, "generate_binary_structure iterate_structure"),
]

# A sparse matrix is no array, though it holds some; building one of a dense array waits.
_SPARSE: list[Row] = [
    (
        Call(Returns.OTHER, waits=SOMETIMES),
        """coo_array coo_matrix csc_array csc_matrix csr_array csr_matrix dia_array dia_matrix block_array block_diag
        bmat diags diags_array hstack vstack kron kronsum rand random random_array spdiags tril triu""",
    ),
    (Call(Returns.OTHER, waits=SOMETIMES, reads=()), "eye eye_array identity"),
    (WAITS_AND_COMPUTES, "find"),
    (
        METADATA,
        "get_index_dtype issparse isspmatrix isspmatrix_coo isspmatrix_csc isspmatrix_csr isspmatrix_dia",
    ),
    (Call(Returns.OTHER, waits=SOMETIMES), "linalg.LinearOperator linalg.aslinearoperator linalg.factorized"),
    (Call(Returns.OTHER, waits=SOMETIMES), "linalg.spilu linalg.splu"),
]

_INTERPOLATE: list[Row] = [
    (
        Call(Returns.OTHER, waits=SOMETIMES),  # objects that are called later
        """Akima1DInterpolator BPoly BSpline BarycentricInterpolator CloughTocher2DInterpolator CubicHermiteSpline
        CubicSpline InterpolatedUnivariateSpline KroghInterpolator LSQUnivariateSpline LinearNDInterpolator NdBSpline
        NdPPoly NearestNDInterpolator PPoly PchipInterpolator RBFInterpolator RegularGridInterpolator UnivariateSpline
        interp1d make_interp_spline make_lsq_spline""",
    ),
]


def _raw(*, legacy: bool = False, source: int | None = None, stream: int | None = None, waits: Waits = NO) -> Call:
    """A copy or fill of raw pointers: destination first, source where it stands."""
    return Call(
        Returns.NONE,
        LEGACY if legacy else Runs.CURRENT,
        waits,
        reads=() if source is None else (source,),
        writes=(0,),
        stream=None if stream is None else "stream",
        stream_position=stream,
    )


RUNTIME_PARAMETERS = {
    "memcpy": ("dst", "src", "size", "kind"),
    "memcpyAsync": ("dst", "src", "size", "kind", "stream"),
    "memcpyPeer": ("dst", "dstDevice", "src", "srcDevice", "size"),
    "memcpyPeerAsync": ("dst", "dstDevice", "src", "srcDevice", "size", "stream"),
    "memset": ("ptr", "value", "size"),
    "memsetAsync": ("ptr", "value", "size", "stream"),
    "memPrefetchAsync": ("devPtr", "count", "dstDevice", "stream"),
    "streamSynchronize": ("stream",),
    "streamWaitEvent": ("stream", "event", "flags"),
    "eventSynchronize": ("event",),
    "eventRecord": ("event", "stream"),
}
"""How CuPy calls the parameters of the runtime's functions (read off CuPy 14.2)."""

_CUDA: list[Row] = [
    (
        OBJECT,
        """Device Event ExternalStream Function Graph ManagedMemory Memory MemoryAsync MemoryAsyncPool MemoryHook
        MemoryPointer MemoryPool Module PinnedMemory PinnedMemoryPointer PinnedMemoryPool PythonFunctionAllocator
        CFunctionAllocator Stream UnownedMemory alloc alloc_pinned_memory get_allocator get_current_stream
        malloc_async malloc_managed memory.malloc_system using_allocator""",
    ),
    (METADATA, "get_device_id get_elapsed_time get_local_runtime_version is_available"),
    (SETTING, "set_allocator set_pinned_memory_allocator"),
    (METADATA, "runtime.getDevice runtime.getDeviceCount runtime.memGetInfo runtime.eventElapsedTime"),
    (METADATA, "runtime.getDeviceProperties runtime.runtimeGetVersion runtime.pointerGetAttributes"),
    (_raw(legacy=True, source=1, waits=SOMETIMES), "runtime.memcpy"),  # waits unless it stays on the device
    (_raw(source=1, stream=4), "runtime.memcpyAsync"),
    (_raw(legacy=True, source=2), "runtime.memcpyPeer"),
    (_raw(source=2, stream=5), "runtime.memcpyPeerAsync"),
    (_raw(legacy=True), "runtime.memset"),
    (_raw(stream=3), "runtime.memsetAsync"),
    (Call(Returns.NONE, reads=(), stream="stream", stream_position=3), "runtime.memPrefetchAsync"),
    (Call(Returns.NONE, NOWHERE, YES, reads=()), "runtime.deviceSynchronize runtime.streamSynchronize"),
    # measured on an H200: these wait for the device; no other driver is known
    (Call(Returns.NONE, NOWHERE, SOMETIMES, reads=()), "runtime.free runtime.freeHost runtime.hostUnregister"),
    (SETTING, "runtime.setDevice"),
]

EXTRAS: Table = {
    **table("cupyx.", _CUPYX),
    **table("cupyx.scipy.", _SCIPY),
    **table("cupyx.scipy.fft.", _SCIPY_FFT),
    **table("cupyx.scipy.fftpack.", [(COMPUTES, "fft fft2 fftn ifft ifft2 ifftn irfft rfft")]),
    **table("cupyx.scipy.ndimage.", _NDIMAGE),
    **table("cupyx.scipy.signal.", [(COMPUTES, "fftconvolve")]),
    **table("cupyx.scipy.sparse.", _SPARSE),
    **table("cupyx.scipy.interpolate.", _INTERPOLATE),
    **table("cupy.cuda.", _CUDA),
}
"""What each function outside ``cupy`` proper does, by canonical dotted name."""


_ASYNC = Call(Returns.NONE, stream="stream", stream_position=3)

MEMORY_METHODS: dict[str, Call] = {
    # The plain forms always use the legacy null stream, so no non-blocking stream is ordered with
    # them. Between device addresses the host goes on; to or from the host it waits.
    "memset": Call(Returns.NONE, LEGACY, NO, reads=(), writes=(0,)),
    "copy_from_device": Call(Returns.NONE, LEGACY, NO, writes=(0,)),
    "copy_from_host": Call(Returns.NONE, LEGACY, YES, reads=(), writes=(0,)),
    "copy_to_host": Call(Returns.NONE, LEGACY, YES, host_writes=("1", "mem")),
    "copy_from": Call(Returns.NONE, LEGACY, SOMETIMES, writes=(0,)),  # either of the two
    # These use the current stream or `stream`, and return at once; nothing keeps a host buffer alive.
    "memset_async": replace(_ASYNC, reads=(), writes=(0,)),
    "copy_from_device_async": replace(_ASYNC, writes=(0,)),
    "copy_from_host_async": replace(_ASYNC, reads=(), writes=(0,), host_reads=("1", "mem")),
    "copy_to_host_async": replace(_ASYNC, host_writes=("1", "mem")),
    "copy_from_async": replace(_ASYNC, writes=(0,), host_reads=("1", "mem")),
    # Managed memory moves to the device in stream order.
    "prefetch": Call(Returns.NONE, reads=(), stream="stream", stream_position=1),
}
"""Methods of ``MemoryPointer``; position 0 is the pointer itself."""

_COPIED = replace(_ASYNC, stream_position=2)
TEXTURE_METHODS: dict[str, Call] = {
    # On the current stream if none is given, and at once there, too: measured with CuPy 14.2, whose documentation says
    # otherwise. Only a pageable target of the host is waited for.
    "copy_from": replace(_COPIED, reads=(1,), writes=(0,), host_reads=("1", "in_arr")),
    "copy_to": replace(_COPIED, reads=(0,), writes=(1,), host_writes=("1", "out_arr")),
}
"""Methods of ``cupy.cuda.texture.CUDAarray``; position 0 is the array itself."""
