"""Runs a kernel on NumPy arrays, without the rest of the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cupylint.runtime_checks.simulator.cuda_c import Geometry, Launch, shape, written


class Device:
    """Memory and a clock."""

    def __init__(self, arrays: Sequence[Any]) -> None:
        self._arrays, self.now = arrays, 0

    def find(self, address: int) -> Any:
        """The array that holds an address."""
        for array in self._arrays:
            start = array.ctypes.data
            if start <= address < start + array.nbytes:
                return start, array.view(np.uint8).reshape(-1)
        return None

    def tick(self, nanoseconds: int) -> int:
        """Time passes."""
        self.now += nanoseconds
        return self.now


def prepare(
    code: str, *args: Any, grid: Sequence[int] = (1,), block: Sequence[int] = (1,), shared: int = 0, name: str = "f"
) -> Launch:
    """A launch of the kernel `name`: arrays are passed as pointers to them, other arguments as they are."""
    device = Device([value for value in args if isinstance(value, np.ndarray)])
    data = [
        np.int64(value.ctypes.data).tobytes() if isinstance(value, np.ndarray) else np.asarray(value).tobytes()
        for value in args
    ]
    return Launch(written(code, name), Geometry(shape(grid), shape(block), shared), data, device.find, device.tick)


def launch(code: str, *args: Any, **options: Any) -> Launch:
    """The same, run as far as it comes by itself."""
    made = prepare(code, *args, **options)
    made.run()
    return made


def compute(expression: str, kind: str = "int", threads: int = 1, before: str = "", **arrays: Any) -> Any:
    """The value of an expression in each thread, as a type of C; `arrays` are parameters by their names."""
    names = {"f4": "float", "f8": "double", "i4": "int", "u4": "unsigned", "i8": "long long", "u8": "size_t",
             "u1": "unsigned char", "i1": "signed char", "i2": "short", "u2": "unsigned short"}  # fmt: skip
    kinds = {name: code for code, name in names.items()}
    result = np.zeros(threads, kinds[kind])
    given = "".join(f", const {names[array.dtype.str[1:]]}* {name}" for name, array in arrays.items())
    code = (
        f"__global__ void f({kind}* result{given}) {{ const int t = threadIdx.x; {before} result[t] = {expression}; }}"
    )
    launch(code, result, *arrays.values(), block=(threads,))
    return result if threads > 1 else result[0]
