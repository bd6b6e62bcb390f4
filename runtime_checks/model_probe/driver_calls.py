"""What a call asks of the CUDA driver, in order: seen by CUPTI, NVIDIA's library for tools.

Time tells that a call waits, and no more: the kernel that it starts after its wait may have come to its end before
anybody looks. The order of its calls of the driver tells that it starts one, every time.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

_DRIVER = 1  # CUPTI_CB_DOMAIN_DRIVER_API
_ENTERS = 0  # CUPTI_API_ENTER

_WAITS = ("cuStreamSynchronize", "cuEventSynchronize", "cuCtxSynchronize", "cuMemcpyDtoH")
"""How names of calls begin that hold up the host; a copy to pageable memory is done when its call returns."""
_WORK = ("cuLaunch", "cuGraphLaunch", "cuMemcpyHtoD", "cuMemcpyDtoD", "cuMemcpyAsync", "cuMemcpy2D", "cuMemset")


class _CallbackData(ctypes.Structure):
    """The first fields of `CUpti_CallbackData`."""

    _fields_ = (("site", ctypes.c_int), ("function", ctypes.c_char_p))


_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32, ctypes.POINTER(_CallbackData))


class DriverCalls:
    """Listens to this process's calls of the driver. There can be one listener at a time.

    Raises:
        OSError: CUPTI is not there, or does not let itself be used; the message says why.
    """

    def __init__(self) -> None:
        self._names: list[str] = []
        self._callback = _CALLBACK(self._entered)  # as long as there is the object
        self._cupti = _library()
        subscriber = ctypes.c_void_p()
        self._check(self._cupti.cuptiSubscribe(ctypes.byref(subscriber), self._callback, None))
        self._check(self._cupti.cuptiEnableDomain(1, subscriber, _DRIVER))

    def of(self, work: Callable[[], Any]) -> list[str]:
        """The names of the functions of the driver that a call makes, in their order."""
        self._names.clear()
        kept = work()
        names = list(self._names)
        del kept
        return names

    def _entered(self, _: Any, domain: int, __: int, data: Any) -> None:
        if data.contents.site == _ENTERS:
            self._names.append(data.contents.function.decode())

    def _check(self, status: int) -> None:
        if status:
            raise OSError(f"CUPTI: status {status}")


def works_after_waiting(names: Sequence[str]) -> bool | None:
    """Whether work is put on a stream after the last wait; None: nothing waits.

    >>> works_after_waiting(["cuLaunchKernel", "cuMemcpyDtoHAsync_v2", "cuStreamSynchronize", "cuLaunchKernel"])
    True
    >>> works_after_waiting(["cuLaunchKernel", "cuMemcpyDtoHAsync_v2", "cuStreamSynchronize"])
    False
    """
    waits = [at for at, name in enumerate(names) if name.startswith(_WAITS)]
    return any(name.startswith(_WORK) for name in names[waits[-1] :]) if waits else None


def _library() -> ctypes.CDLL:
    """CUPTI: of the toolkit, of packages of Python, or of the system."""
    found = next(_places(), None) or ctypes.util.find_library("cupti")
    if found is None:
        raise OSError("CUPTI (libcupti) was not found in $CUDA_PATH, /usr/local/cuda, or beside Python's packages")
    return ctypes.CDLL(str(found))


def _places() -> Iterator[Path]:
    for folder in (os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if folder:
            yield from sorted(Path(folder).glob("lib64/libcupti.so*"))
    for folder in sys.path:
        yield from sorted(Path(folder).glob("nvidia/*/lib/libcupti.so*"))
