"""Stand-ins for the modules ``cupy`` and ``cupyx``, put into ``sys.modules`` while a program runs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np

from ..engine import active
from . import arrays, devices, errors, fft, functions, graphs, kernels, linalg, pointers, runtime, unknown
from .operands import arrays_in


class Module(ModuleType):
    """A module whose missing names come from `fallback`."""

    def __init__(self, name: str, names: dict[str, Any], fallback: Callable[[str], Any] | None = None) -> None:
        super().__init__(name)
        spec = ModuleSpec(name, None, is_package=True)  # `importlib.util.find_spec` asks for it
        self.__dict__.update(names, __path__=[], __spec__=spec, _fallback=fallback)

    def __getattr__(self, name: str) -> Any:
        fallback = self.__dict__["_fallback"]
        if fallback is None or (name.startswith("__") and name.endswith("__")):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return fallback(name)


def _names(source: Any, text: str) -> dict[str, Any]:
    return {name: getattr(source, name) for name in text.split()}


def _numpy(module: str) -> Callable[[str], Any]:
    return lambda name: functions.from_numpy(module, name)


def _random(name: str) -> Any:
    return getattr(functions.Generator(), name)


def _scipy(module: str) -> Callable[[str], Any]:
    """Functions of SciPy on device arrays, where SciPy is installed."""

    def find(name: str) -> Any:
        try:
            source = importlib.import_module(module.removeprefix("cupyx."))
        except ImportError:
            return unknown.Unknown(f"{module}.{name}")
        if not hasattr(source, name):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        value = getattr(source, name)
        return functions.Ufunc(value) if isinstance(value, np.ufunc) else functions.function(f"{module}.{name}", value)

    return find


def _jit(name: str) -> Any:
    """Names that mean something only inside a kernel."""
    return name


def get_array_module(*args: Any) -> Any:
    """``cupy.get_array_module``."""
    arrays = [*arrays_in(args), *unknown.unknown_in(args)]
    return sys.modules["cupy"] if arrays else np


def benchmark(func: Callable[..., Any], args: Any = (), kwargs: Any = None, *, n_repeat: int = 1, **_: Any) -> None:
    """``cupyx.profiler.benchmark``: runs the function and waits."""
    for _number in range(2):
        func(*args, **(kwargs or {}))
    active().wait_for_device(None)


def _pool() -> pointers.PinnedMemoryPool:
    return pointers.PinnedMemoryPool()


def modules() -> dict[str, ModuleType]:
    """All stand-ins by name."""
    stream = _names(devices, "Stream ExternalStream Event get_current_stream get_elapsed_time")
    memory = _names(
        pointers,
        "MemoryPointer UnownedMemory MemoryPool MemoryAsyncPool malloc_managed malloc_async alloc set_allocator "
        "using_allocator",
    ) | _names(errors, "OutOfMemoryError")
    pinned = _names(pointers, "PinnedMemoryPointer PinnedMemoryPool alloc_pinned_memory")
    kernel = _names(kernels, "RawKernel RawModule ElementwiseKernel ReductionKernel")
    made: dict[str, ModuleType] = {}

    def module(name: str, names: dict[str, Any], fallback: Callable[[str], Any] | None = None) -> None:
        made[name] = Module(name, names, fallback)

    module(
        "cupy",
        _names(
            functions,
            """empty empty_like full full_like zeros zeros_like ones ones_like array asarray ascontiguousarray copy
            asnumpy from_dlpack fuse vectorize""",
        )
        | kernel
        | {
            "asanyarray": functions.asarray,
            "fromDlpack": functions.from_capsule,
            "ndarray": arrays.ndarray,
            "ufunc": functions.Ufunc,
            "concat": functions.function("concatenate", np.concatenate),
            "astype": arrays.ndarray.astype,
            "get_array_module": get_array_module,
            "get_default_memory_pool": pointers.get_default_memory_pool,
            "get_default_pinned_memory_pool": _pool,
            "is_available": lambda: True,
            "may_share_memory": functions.from_numpy("cupy", "may_share_memory"),
            "__version__": "14.2.0",
        },
        _numpy("cupy"),
    )
    module(
        "cupy.cuda",
        {name: value for name, value in (stream | memory | pinned).items() if name != "OutOfMemoryError"}
        | {"Device": devices.Device, "is_available": lambda: True, "get_device_id": devices.current_device}
        | {"Graph": graphs.Graph},
    )
    module("cupy.cuda.stream", stream)
    module("cupy.cuda.memory", memory)
    module("cupy.cuda.pinned_memory", pinned)
    module("cupy.cuda.device", {"Device": devices.Device, "get_device_id": devices.current_device})
    module("cupy.cuda.runtime", {name: value for name, value in vars(runtime).items() if not name.startswith("_")})
    module("cupy.cuda.nvtx", {"RangePush": lambda *_: None, "RangePop": lambda: None, "Mark": lambda *_: None})
    module("cupy.cuda.profiler", {"start": lambda: None, "stop": lambda: None, "profile": nullcontext})
    module("cupy.linalg", {}, linalg.find)
    module("cupy.fft", {}, lambda name: fft.transform("cupy.fft", name))
    module("cupy.fft.config", {"get_plan_cache": fft.PlanCache, "clear_plan_cache": lambda: fft.PlanCache().clear()})
    module(
        "cupy.random",
        {"RandomState": functions.Generator, "Generator": functions.Generator, "default_rng": functions.default_rng}
        | {"seed": lambda seed=None: None},
        _random,
    )
    module("cupy.testing", {}, functions.testing)
    pinned_makers = _names(pointers, "empty_pinned zeros_pinned empty_like_pinned zeros_like_pinned")
    module("cupyx", pinned_makers | _names(functions, "scatter_add rsqrt") | _names(linalg, "errstate seterr geterr"))
    module(
        "cupyx.profiler", {"benchmark": benchmark, "time_range": lambda *_, **__: nullcontext(), "profile": nullcontext}
    )
    module("cupyx.jit", {"rawkernel": kernels.rawkernel}, _jit)
    module("cupyx.scipy", {"get_array_module": get_array_module})
    module("cupyx.scipy.fft", {"get_fft_plan": fft.Plan}, lambda name: fft.transform("cupyx.scipy.fft", name))
    for name in ("ndimage", "special", "signal", "linalg", "stats", "interpolate", "fftpack", "spatial"):
        module(f"cupyx.scipy.{name}", {}, _scipy(f"cupyx.scipy.{name}"))
    for name in ("cupyx.scipy.sparse", "cupyx.distributed", "cupy.cuda.nccl"):
        module(name, {}, unknown.fallback(name))
    for name, value in made.items():
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(made[parent], last, value)
    return made


def _of_cupy() -> list[str]:
    """The modules of CuPy that are imported."""
    return [name for name in sys.modules if name.startswith("cupy") and name.split(".")[0] in ("cupy", "cupyx")]


@contextmanager
def installed() -> Iterator[dict[str, ModuleType]]:
    """``import cupy`` finds the stand-ins inside this block; what was there before comes back after it."""
    hidden = {name: sys.modules[name] for name in _of_cupy()}
    for name in hidden:
        del sys.modules[name]
    made = modules()
    sys.modules.update(made)
    try:
        yield made
    finally:
        for name in _of_cupy():
            del sys.modules[name]
        sys.modules.update(hidden)
