"""What was meant by names that CuPy never had, and what CuPy's functions and attributes give. Data.

Keys are full names: the real module or class, then the name that is not there.
"""

from __future__ import annotations

_JIT = "inside a `@cupyx.jit.rawkernel()` function"

MEANT: dict[str, str] = {
    # Numba
    "cupy.cuda.grid": f"`cupyx.jit.grid`, {_JIT}",
    "cupy.cuda.gridsize": f"`cupyx.jit.gridsize`, {_JIT}",
    "cupy.cuda.threadIdx": f"`cupyx.jit.threadIdx`, {_JIT}",
    "cupy.cuda.blockIdx": f"`cupyx.jit.blockIdx`, {_JIT}",
    "cupy.cuda.blockDim": f"`cupyx.jit.blockDim`, {_JIT}",
    "cupy.cuda.gridDim": f"`cupyx.jit.gridDim`, {_JIT}",
    "cupy.cuda.syncthreads": f"`cupyx.jit.syncthreads`, {_JIT}",
    "cupy.cuda.syncwarp": f"`cupyx.jit.syncwarp`, {_JIT}",
    "cupy.cuda.shared": f"`cupyx.jit.shared_memory`, {_JIT}",
    "cupy.cuda.local": "nothing: local arrays need `cupy.RawKernel`",
    "cupy.cuda.atomic": f"`cupyx.jit.atomic_add` and its like, {_JIT}",
    "cupy.cuda.jit": "`cupyx.jit.rawkernel`",
    "cupy.jit": "`cupyx.jit`",
    "cupy.kernel": "`cupyx.jit.rawkernel`",
    "cupy.cuda.kernel": "`cupyx.jit.rawkernel`",
    "cupy.cuda.to_device": "`cupy.asarray`",
    "cupy.to_device": "`cupy.asarray`",
    "cupy.cuda.as_cuda_array": "`cupy.asarray`",
    "cupy.cuda.device_array": "`cupy.empty`",
    "cupy.cuda.device_array_like": "`cupy.empty_like`",
    "cupy.cuda.pinned_array": "`cupyx.empty_pinned`",
    "cupy.cuda.mapped_array": "nothing: see `cupy.cuda.malloc_managed` for memory that both sides reach",
    "cupy.cuda.event": "`cupy.cuda.Event`",
    "cupy.cuda.get_current_device": "`cupy.cuda.Device()`",
    "cupy.cuda.select_device": "`cupy.cuda.Device(number).use()`",
    "cupy.cuda.gpus": "`cupy.cuda.Device`",
    "cupy.cuda.close": "nothing: CuPy keeps its context until the program ends",
    "cupy.cuda.elapsed_time": "`cupy.cuda.get_elapsed_time`",
    "cupy.cuda.event_elapsed_time": "`cupy.cuda.get_elapsed_time`",
    "cupy.cuda.ndarray": "`cupy.ndarray`",
    "cupy.cuda.reduce": "`cupy.ReductionKernel`",
    "cupy.atomic": f"`cupyx.jit.atomic_add` {_JIT}, or `cupyx.scatter_add` outside",
    "cupy.atomic.add": f"`cupyx.jit.atomic_add` {_JIT}, or `cupyx.scatter_add` outside",
    "cupy.atomic.max": f"`cupyx.jit.atomic_max` {_JIT}, or `cupyx.scatter_max` outside",
    "cupy.atomic.min": f"`cupyx.jit.atomic_min` {_JIT}, or `cupyx.scatter_min` outside",
    "cupy.cuda.atomic.add": f"`cupyx.jit.atomic_add` {_JIT}, or `cupyx.scatter_add` outside",
    "cupy.cuda.atomic.max": f"`cupyx.jit.atomic_max` {_JIT}, or `cupyx.scatter_max` outside",
    "cupy.cuda.atomic.min": f"`cupyx.jit.atomic_min` {_JIT}, or `cupyx.scatter_min` outside",
    "cupy.scatter_add": "`cupyx.scatter_add`",
    "cupy.sparse": "`cupyx.scipy.sparse`",
    "cupy.parallel": "`cupyx.jit.rawkernel` or `cupy.RawKernel`",
    "cupy.grid": f"`cupyx.jit.grid`, {_JIT}",
    "cupyx.jit.threadfence": "nothing: fences need `cupy.RawKernel`",
    "cupyx.jit.threadfence_system": "nothing: fences need `cupy.RawKernel`",
    "cupyx.jit.volatile": "nothing: volatile reads need `cupy.RawKernel`",
    "cupyx.jit.nanosleep": "nothing: `__nanosleep` needs `cupy.RawKernel`",
    "cupyx.jit.trap": "nothing: `__trap` needs `cupy.RawKernel`",
    # NumPy
    "cupy.errstate": "nothing: CuPy does not warn of divisions by zero and the like, so leave it out",
    "cupy.seterr": "nothing: CuPy does not warn of divisions by zero and the like, so leave it out",
    "cupy.bool8": "`cupy.bool_`",
    # Torch
    "cupy.synchronize": "`cupy.cuda.Device().synchronize()`",
    "cupy.cuda.synchronize": "`cupy.cuda.Device().synchronize()`",
    "cupy.cuda.device_synchronize": "`cupy.cuda.Device().synchronize()`",
    "cupy.cuda.current_stream": "`cupy.cuda.get_current_stream`",
    "cupy.cuda.default_stream": "`cupy.cuda.Stream.null`",
    "cupy.cuda.set_stream": "`stream.use()`, or `with stream:`",
    "cupy.cuda.use_stream": "`stream.use()`, or `with stream:`",
    "cupy.cuda.current_device": "`cupy.cuda.get_device_id()`",
    "cupy.cuda.get_device": "`cupy.cuda.Device()`",
    "cupy.cuda.set_device": "`cupy.cuda.Device(number).use()`",
    "cupy.cuda.device_count": "`cupy.cuda.runtime.getDeviceCount()`",
    "cupy.cuda.get_device_name": '`cupy.cuda.runtime.getDeviceProperties(number)["name"]`',
    "cupy.cuda.get_device_properties": "`cupy.cuda.runtime.getDeviceProperties`",
    "cupy.cuda.empty_cache": "`cupy.get_default_memory_pool().free_all_blocks()`",
    "cupy.cuda.memory_allocated": "`cupy.get_default_memory_pool().used_bytes()`",
    "cupy.cuda.memory_reserved": "`cupy.get_default_memory_pool().total_bytes()`",
    "cupy.cuda.max_memory_allocated": "nothing: CuPy keeps no peak; a `cupy.cuda.MemoryHook` can",
    "cupy.cuda.mem_get_info": "`cupy.cuda.runtime.memGetInfo()`",
    "cupy.cuda.memGetInfo": "`cupy.cuda.runtime.memGetInfo()`",
    "cupy.cuda.memory_pool": "`cupy.get_default_memory_pool()`",
    "cupy.cuda.get_memory_pool": "`cupy.get_default_memory_pool()`",
    "cupy.cuda.get_default_memory_pool": "`cupy.get_default_memory_pool`",
    "cupy.cuda.get_default_pinned_memory_pool": "`cupy.get_default_pinned_memory_pool`",
    "cupy.cuda.set_memory_limit": "`cupy.get_default_memory_pool().set_limit(size=...)`",
    "cupy.cuda.manual_seed": "`cupy.random.seed`",
    "cupy.cuda.OutOfMemoryError": "`cupy.cuda.memory.OutOfMemoryError`",
    "cupy.OutOfMemoryError": "`cupy.cuda.memory.OutOfMemoryError`",
    "cupy.cuda.MemoryError": "`cupy.cuda.memory.OutOfMemoryError`",
    "cupy.cuda.CUDARuntimeError": "`cupy.cuda.runtime.CUDARuntimeError`",
    "cupy.cuda.compile_with_cache": "`cupy.RawModule(code=...)`",
    "cupy.cuda.CompileException": "`cupy.cuda.compiler.CompileException`",
    "cupy.cuda.RawKernel": "`cupy.RawKernel`",
    "cupy.cuda.RawModule": "`cupy.RawModule`",
    "cupy.cuda.ElementwiseKernel": "`cupy.ElementwiseKernel`",
    "cupy.cuda.memcpy_dtoh_async": "`array.get(stream=..., out=..., blocking=False)`",
    "cupy.cuda.memcpy_htod_async": "`array.set(host, stream=...)`",
    "cupy.cuda.memcpyAsync": "`cupy.cuda.runtime.memcpyAsync`",
    "cupy.cuda.runtime.deviceReset": "nothing: CuPy cannot reset a device",
    "cupy.tensor": "`cupy.array`",
    "cupy.from_numpy": "`cupy.asarray`",
    "cupy.asarray_gpu": "`cupy.asarray`",
    "cupy.cpu": "`cupy.asnumpy`",
    "cupy.to_cpu": "`cupy.asnumpy`",
    "cupy.get": "`cupy.asnumpy`",
    "cupy.device": "`cupy.cuda.Device`",
    "cupy.stream": "`cupy.cuda.Stream`",
    "cupy.Stream": "`cupy.cuda.Stream`",
    "cupy.Event": "`cupy.cuda.Event`",
    "cupy.Device": "`cupy.cuda.Device`",
    "cupy.erf": "`cupyx.scipy.special.erf`",
    "cupy.scipy": "`cupyx.scipy`",
    # Removed before the versions that are known
    "cupy.random.generator": "`cupy.random`",
    "cupy.testing.array": "`cupy.testing`, which has its functions",
    "cupy.util": "`cupy.memoize` or `cupy.clear_memo`",
    "cupy.core": "`cupy`, or the private `cupy._core` for what `cupy` has not",
    "cupy.float": "`float`",
    "cupy.int": "`int`",
    "cupy.complex": "`complex`",
    "cupy.object": "`object`: but CuPy has no arrays of objects",
    "cupy.str": "`str`",
    # Streams and events
    "cupy.cuda.Stream.wait": "`stream.wait_event(event)`, or `stream.synchronize()` for the host",
    "cupy.cuda.Stream.wait_stream": "`stream.wait_event(other.record())`",
    "cupy.cuda.Stream.query": "`stream.done`",
    "cupy.cuda.Stream.sync": "`stream.synchronize()`",
    "cupy.cuda.Stream.record_event": "`stream.record()`",
    "cupy.cuda.Stream.cancel": "nothing: work on a stream cannot be cancelled",
    "cupy.cuda.Stream.abort": "nothing: work on a stream cannot be cancelled",
    "cupy.cuda.Stream.destroy": "nothing: a stream ends with its last reference",
    "cupy.cuda.Stream.close": "nothing: a stream ends with its last reference",
    "cupy.cuda.Stream.is_done": "`stream.done`",
    "cupy.cuda.Stream.add_host_func": "`stream.launch_host_func`",
    "cupy.cuda.Event.wait": "`stream.wait_event(event)`, or `event.synchronize()` for the host",
    "cupy.cuda.Event.query": "`event.done`",
    "cupy.cuda.Event.is_done": "`event.done`",
    "cupy.cuda.Event.elapsed_time": "`cupy.cuda.get_elapsed_time(start, end)`",
    "cupy.cuda.Event.time_till": "`cupy.cuda.get_elapsed_time(start, end)`",
    "cupy.cuda.Device.name": '`cupy.cuda.runtime.getDeviceProperties(device.id)["name"]`',
    "cupy.cuda.Device.reset": "nothing: CuPy cannot reset a device",
    "cupy.RawKernel.call": "a call of the kernel itself: `kernel(grid, block, args)`",
    "cupy.RawKernel.launch": "a call of the kernel itself: `kernel(grid, block, args)`",
    "cupy.RawKernel.run": "a call of the kernel itself: `kernel(grid, block, args)`",
    "cupy.RawKernel.get_function": "the kernel itself; `cupy.RawModule` has `get_function`",
    "cupy.RawModule.get_kernel": "`module.get_function(name)`",
    # Arrays
    "cupy.ndarray.cpu": "`array.get()`",
    "cupy.ndarray.numpy": "`array.get()`",
    "cupy.ndarray.to_numpy": "`array.get()`",
    "cupy.ndarray.asnumpy": "`array.get()`",
    "cupy.ndarray.to_host": "`array.get()`",
    "cupy.ndarray.copy_to_host": "`array.get()`",
    "cupy.ndarray.cuda": "the array itself: it is on the device",
    "cupy.ndarray.gpu": "the array itself: it is on the device",
    "cupy.ndarray.to": "`array.get()` for the host, `cupy.asarray` under `with device:` for another device",
    "cupy.ndarray.to_device": "`cupy.asarray` under `with device:`",
    "cupy.ndarray.copy_": "`array[...] = other`",
    "cupy.ndarray.record_stream": "nothing: keep a reference until the stream is done with the array",
    "cupy.ndarray.pin_memory": "`cupyx.empty_pinned`, on the host",
    "cupy.ndarray.synchronize": "`cupy.cuda.get_current_stream().synchronize()`",
    "cupy.ndarray.stream": "nothing: an array does not know its stream",
    "cupy.ndarray.ptr": "`array.data.ptr`",
    "cupy.ndarray.data_ptr": "`array.data.ptr`",
    "cupy.ndarray.free": "`del` on its last reference",
    "cupy.ndarray.numel": "`array.size`",
    "cupy.ndarray.clone": "`array.copy()`",
    "cupy.ndarray.detach": "the array itself: CuPy has no gradients",
    "cupy.ndarray.append": "`cupy.concatenate`",
}

WITH_STREAM = "a `with stream:` block around the call"
KEYWORD_MEANT: dict[str, str] = {
    "stream": WITH_STREAM,
    "device": "a `with cupy.cuda.Device(number):` block around the call",
}
"""Keywords that functions of CuPy do not have, and what stands for them."""

CERTAIN: dict[str, str] = {
    "cupy.cuda.OutOfMemoryError": "cuda.memory.OutOfMemoryError",
    "cupy.cuda.current_stream": "cuda.get_current_stream",
    "cupy.cuda.get_default_memory_pool": "get_default_memory_pool",
    "cupy.cuda.get_default_pinned_memory_pool": "get_default_pinned_memory_pool",
    "cupy.cuda.RawKernel": "RawKernel",
    "cupy.cuda.RawModule": "RawModule",
    "cupy.cuda.ElementwiseKernel": "ElementwiseKernel",
    "cupy.cuda.CUDARuntimeError": "cuda.runtime.CUDARuntimeError",
    "cupy.Stream": "cuda.Stream",
    "cupy.Event": "cuda.Event",
    "cupy.Device": "cuda.Device",
    "cupy.OutOfMemoryError": "cuda.memory.OutOfMemoryError",
    "cupy.cuda.CompileException": "cuda.compiler.CompileException",
    "cupy.cuda.ndarray": "ndarray",
    "cupy.cuda.event_elapsed_time": "cuda.get_elapsed_time",
    "cupy.cuda.memcpyAsync": "cuda.runtime.memcpyAsync",
    "cupy.cuda.memGetInfo": "cuda.runtime.memGetInfo",
    "cupy.to_cpu": "asnumpy",
    "cupy.from_numpy": "asarray",
    "cupy.cuda.Stream.record_event": "record",
    "cupy.cuda.Stream.add_host_func": "launch_host_func",
    "cupy.RawModule.get_kernel": "get_function",
}
"""Names below ``cupy.``, or of the same object, that can stand in the place of a wrong one as they are."""

CERTAIN_CALLS: dict[str, str] = {
    "cupy.synchronize": "cuda.Device().synchronize",
    "cupy.cuda.synchronize": "cuda.Device().synchronize",
    "cupy.cuda.device_synchronize": "cuda.Device().synchronize",
    "cupy.cuda.device_count": "cuda.runtime.getDeviceCount",
    "cupy.cuda.current_device": "cuda.get_device_id",
    "cupy.cuda.mem_get_info": "cuda.runtime.memGetInfo",
    "cupy.cuda.empty_cache": "get_default_memory_pool().free_all_blocks",
    "cupy.cuda.memory_allocated": "get_default_memory_pool().used_bytes",
    "cupy.cuda.memory_reserved": "get_default_memory_pool().total_bytes",
    "cupy.cuda.Stream.sync": "synchronize",
    "cupy.ndarray.cpu": "get",
    "cupy.ndarray.numpy": "get",
    "cupy.ndarray.to_numpy": "get",
    "cupy.ndarray.asnumpy": "get",
    "cupy.ndarray.to_host": "get",
    "cupy.ndarray.copy_to_host": "get",
    "cupy.ndarray.clone": "copy",
}
"""The same for names that are called without arguments."""

CERTAIN_WITH_ONE: dict[str, str] = {
    "cupy.cuda.Stream.wait": "wait_event",
    "cupy.cuda.Stream.wait_for": "wait_event",
}
"""The same for names that are called with one argument."""

UNBOUND: dict[str, str] = {
    "cupy.cuda.Stream.synchronize": "`cupy.cuda.get_current_stream().synchronize()`",
    "cupy.cuda.Stream.record": "`cupy.cuda.get_current_stream().record()`",
    "cupy.cuda.Device.synchronize": "`cupy.cuda.Device().synchronize()`",
    "cupy.cuda.Event.synchronize": "`synchronize()` of an event that was recorded",
    "cupy.cuda.MemoryPool.free_all_blocks": "`cupy.get_default_memory_pool().free_all_blocks()`",
    "cupy.cuda.MemoryPool.used_bytes": "`cupy.get_default_memory_pool().used_bytes()`",
    "cupy.cuda.MemoryPool.total_bytes": "`cupy.get_default_memory_pool().total_bytes()`",
}
"""Methods that are called on the class, without any object."""

CALLS: dict[str, tuple[str, ...]] = {
    "cupy.RawKernel": ("grid", "block", "args", "shared_mem", "stream"),
    "cupy.ElementwiseKernel": ("size", "stream", "block_size"),
}
"""The keywords of calls of objects, where the source takes any and looks later."""

_ARRAYS = (
    "array asarray ascontiguousarray zeros ones empty full zeros_like ones_like empty_like full_like arange "
    "linspace logspace eye identity random.rand random.randn"
)
GIVES: dict[str, str] = {
    **{f"cupy.{name}": "cupy.ndarray" for name in _ARRAYS.split()},
    "cupy.get_default_memory_pool": "cupy.cuda.MemoryPool",
    "cupy.get_default_pinned_memory_pool": "cupy.cuda.PinnedMemoryPool",
    "cupy.cuda.get_current_stream": "cupy.cuda.Stream",
    "cupy.cuda.Stream.record": "cupy.cuda.Event",
    "cupy.cuda.Stream.null": "cupy.cuda.Stream",
    "cupy.RawModule.get_function": "cupy.RawKernel",
}
"""The class of what a function, method or attribute gives."""

OTHERWISE = frozenset({"subok", "retstep", None})
"""Keywords (None: unpacked ones) with which a function may give something else."""

ENTERED = frozenset({"cupy.cuda.Stream", "cupy.cuda.ExternalStream", "cupy.cuda.Device"})
"""Classes that ``with ... as name`` gives an object of, itself."""

_NUMPY_ONLY = (
    "asmatrix block bmat busday_count busday_offset char datetime64 timedelta64 datetime_as_string datetime_data "
    "einsum_path emath frompyfunc fromregex geomspace histogram_bin_edges info insert is_busday isnat "
    "little_endian ma mat matrix matvec vecmat vecdot memmap nanpercentile nanquantile ndenumerate nditer polyder "
    "polydiv polyint rec recarray setbufsize spacing strings unstack errstate seterr geterr"
)
NUMPY_ONLY = frozenset(_NUMPY_ONLY.split())
"""Names of NumPy that no CuPy has."""
