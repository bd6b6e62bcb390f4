"""Other spellings of CuPy's names."""

from __future__ import annotations

from functools import lru_cache

from cupylint.cupy_model.tables import words

LIBRARIES = "cublas cusolver cusparse cudnn curand cutensor"
"""Libraries of CUDA that CuPy hands on as they are, in ``cupy_backends.cuda.libs`` and in ``cupy.cuda``."""

NATIVE = tuple(f"cupy.cuda.{name}." for name in words(LIBRARIES))
"""What their functions begin with: they work on the current stream, with addresses, and wait for nothing."""

_MODULES: dict[str, str] = {
    "cupy_backends.cuda.api.runtime": "cupy.cuda.runtime",
    "cupy_backends.cuda.api.driver": "cupy.cuda.driver",
    **{f"cupy_backends.cuda.libs.{name}": f"cupy.cuda.{name}" for name in words(LIBRARIES)},
    "cupy.sparse": "cupyx.scipy.sparse",  # up to CuPy 13
    "cupy.random._generator": "cupy.random",
    "cupy.random._generator_api": "cupy.random",
    "cupy.random._bit_generator": "cupy.random",
    "cupyx.jit._interface": "cupyx.jit",
    "cupyx.distributed._nccl_comm": "cupyx.distributed",
}
"""Modules all of whose members have a public spelling elsewhere."""

_MOVED: dict[str, str] = {
    "cupy.cuda.device": "Device get_cublas_handle get_device_id",
    "cupy.cuda.function": "Function Module",
    "cupy.cuda.graph": "Graph",
    "cupy.cuda.memory": """BaseMemory CFunctionAllocator ManagedMemory Memory MemoryAsync MemoryAsyncPool MemoryPointer
        MemoryPool PythonFunctionAllocator UnownedMemory alloc get_allocator malloc_async malloc_managed
        set_allocator""",
    "cupy.cuda.memory_hook": "MemoryHook",
    "cupy.cuda.pinned_memory": """PinnedMemory PinnedMemoryPointer PinnedMemoryPool alloc_pinned_memory
        set_pinned_memory_allocator""",
    "cupy.cuda.stream": "Event ExternalStream Stream get_current_stream get_elapsed_time",
}
"""Submodules of ``cupy.cuda``: those of their members that ``cupy.cuda`` also has."""

_CORE = frozenset(
    words(
        """ElementwiseKernel RawKernel RawModule ReductionKernel array asfortranarray ascontiguousarray broadcast fuse
        ndarray ufunc"""
    )
)
"""Members of ``cupy._core`` and its submodules that ``cupy`` also has."""


def _objects() -> dict[str, str]:
    return {f"{module}.{name}": f"cupy.cuda.{name}" for module, names in _MOVED.items() for name in words(names)}


_ALIASES = {**_MODULES, **_objects()}


@lru_cache(maxsize=4096)
def canonical(dotted: str) -> str:
    """The spelling of a dotted name that the tables use.

    ``cupy.cuda.stream.Stream.null`` becomes ``cupy.cuda.Stream.null``, ``cupy._core.core.ndarray``
    becomes ``cupy.ndarray``. Two names that CuPy documents side by side (``cupy.abs`` and
    ``cupy.absolute``) stay two, and so does everything that is not CuPy's.
    """
    if not dotted.startswith("cupy"):
        return dotted
    parts = dotted.split(".")
    if len(parts) > 2 and parts[0] == "cupy" and parts[1] in ("core", "_core"):
        for number in range(2, min(len(parts), 4)):
            if parts[number] in _CORE:
                return ".".join(["cupy", *parts[number:]])
        return ".".join(["cupy", "_core", *parts[2:]])
    for length in range(len(parts), 1, -1):
        found = _ALIASES.get(".".join(parts[:length]))
        if found is not None:
            return ".".join([found, *parts[length:]])
    return dotted
