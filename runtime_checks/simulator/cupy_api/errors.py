"""The exceptions of CuPy's run-time layer."""

from __future__ import annotations

from typing import Any


class CUDARuntimeError(RuntimeError):
    """An error of the CUDA runtime; `status` is its name."""

    def __init__(self, status: str) -> None:
        self.status = status
        super().__init__(status)

    def __reduce__(self) -> Any:
        return runtime_error, (self.status,)


def runtime_error(status: str) -> CUDARuntimeError:
    """The error, for another process: the module that it names is there while a program runs only."""
    return CUDARuntimeError(status)


CUDARuntimeError.__module__ = "cupy_backends.cuda.api.runtime"


class OutOfMemoryError(MemoryError):
    """The device has not enough memory."""

    def __init__(self, size: int, total: int, limit: int = 0) -> None:
        message = f"Out of memory allocating {size:,} bytes (allocated so far: {total:,} bytes"
        super().__init__(message + (f", limit set to: {limit:,} bytes)." if limit else ")."))


OutOfMemoryError.__module__ = "cupy.cuda.memory"


class PerformanceWarning(RuntimeWarning):
    """Something works, but slowly."""


class CompileException(Exception):
    """The text of a kernel does not compile."""


CompileException.__module__ = "cupy.cuda.compiler"
