"""What calls do on a device: whether they wait, on which stream they work, what they return, what they need meanwhile.

A kernel that does nothing for a while is put on a stream before the call. A call that returns sooner has not waited for
that stream; whether one that waits puts something on it afterwards, its calls of the driver tell. One that is held up
by the null stream, while a non-blocking stream is current, works there and waits. Work that is only put on the null
stream, such as that of ``memset``, does not show.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from .calls import ARGUMENTS, UFUNC_KINDS
from .driver_calls import DriverCalls, works_after_waiting

_SPIN = 0.03  # seconds that a stream is kept busy
_LATE = 0.6 * _SPIN
_SOURCE = """
extern "C" __global__ void spin(unsigned long long ns) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do { asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now)); } while (now - start < ns);
}
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one call did.

    Attributes:
        name: canonical dotted name.
        call: the expression.
        waits: for the null stream and for a non-blocking one, whether the host was held until the stream had done all.
        goes_on: whether it puts work on a stream after its last wait; None: it does not wait.
        held: whether it was held up by work on the null stream although another one was current.
        returns: ``same`` and ``view`` of arguments, some ``new`` device memory, ``host``, ``none``, ``other``.
        result: bytes of device memory that the result takes.
        temporaries: the most bytes that were allocated besides at one moment.
    """

    name: str
    call: str
    waits: tuple[bool, bool]
    goes_on: bool | None
    held: bool
    returns: str
    result: int
    temporaries: int


class Device:
    """Measures calls on the current device.

    Args:
        cupy: the module.

    Raises:
        OSError: CUPTI is not there.
    """

    def __init__(self, cupy: Any) -> None:
        self._cp = cupy
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - as long as there is the object
        self._spin = cupy.RawKernel(_SOURCE, "spin")
        self._null = cupy.cuda.Stream.null
        self._other = cupy.cuda.Stream(non_blocking=True)
        self._block(self._null)  # compiled, and loaded
        self._settle()
        self._driver = DriverCalls()

    def measure(self, name: str, expression: str) -> Measured:
        """What a call does.

        Raises:
            Exception: whatever it raises with these arguments.
        """
        code = compile(_short(expression), name, "eval")
        for stream in (self._null, self._other):  # compiled, and what is kept for later is there
            with stream:
                eval(code, self._arguments())
            self._settle()
        waits = (self._waits(code, self._null), self._waits(code, self._other))
        goes_on = self._goes_on(code) if any(waits) else None
        held = self._is_held(code)
        arguments = self._arguments()
        self._settle()
        peak, result = self._counted(code, arguments)
        returns, size = self._kind(result, arguments)
        return Measured(name, expression, waits, goes_on, held, returns, size, max(0, peak - size))

    def ufunc(self, name: str) -> Measured:
        """What a ufunc does with the first arguments that it accepts."""
        count = eval(_short(name), self._arguments()).nin
        wrong: Exception | None = None
        for kinds in UFUNC_KINDS:
            try:
                return self.measure(name, f"{name}({', '.join(kinds[:count])})")
            except TypeError as error:
                wrong = error
        raise wrong or TypeError(name)

    def described(self) -> dict[str, object]:
        """The device and the versions."""
        cp = self._cp
        properties = cp.cuda.runtime.getDeviceProperties(cp.cuda.Device().id)
        name = properties["name"]
        return {
            "device": name.decode() if isinstance(name, bytes) else str(name),
            "cupy": cp.__version__,
            "cuda": cp.cuda.runtime.runtimeGetVersion(),
            "driver": cp.cuda.runtime.driverGetVersion(),
        }

    def _arguments(self) -> dict[str, Any]:
        import cupyx
        import cupyx.scipy.fft
        import cupyx.scipy.fftpack
        import cupyx.scipy.interpolate
        import cupyx.scipy.linalg
        import cupyx.scipy.ndimage
        import cupyx.scipy.sparse
        import cupyx.scipy.special
        import numpy

        names: dict[str, Any] = {"cp": self._cp, "cpx": cupyx, "np": numpy, "k": 3, "file": self._file}
        with self._null:
            for name, expression in ARGUMENTS.items():
                names[name] = eval(expression, names)
        self._settle()
        return names

    def _settle(self) -> None:
        self._cp.cuda.Device().synchronize()

    def _block(self, stream: Any, seconds: float = _SPIN) -> None:
        with stream:
            self._spin((1,), (1,), (self._cp.uint64(int(seconds * 1e9)),))

    def _waits(self, code: Any, stream: Any) -> bool:
        return self._is_late(code, stream, stream, is_ended=False)

    def _is_held(self, code: Any) -> bool:
        return self._is_late(code, self._null, self._other, is_ended=True)

    def _is_late(self, code: Any, busy: Any, stream: Any, *, is_ended: bool) -> bool:
        """Whether a call on a stream takes longer where that one, or another one, is busy for longer than it takes."""
        usual = self._took(code, stream, is_ended)
        return self._took(code, stream, is_ended, busy, usual + _SPIN) - usual > _LATE

    def _took(self, code: Any, stream: Any, is_ended: bool, busy: Any = None, seconds: float = 0.0) -> float:
        """Seconds until a call returns, or until its stream has done it."""
        arguments = self._arguments()
        if busy is not None:
            self._block(busy, seconds)
        start = time.perf_counter()
        with stream:
            kept = eval(code, arguments)
        if is_ended:
            stream.synchronize()
        took = time.perf_counter() - start
        self._settle()
        del kept
        return took

    def _goes_on(self, code: Any) -> bool | None:
        arguments = self._arguments()
        with self._other:
            names = self._driver.of(lambda: eval(code, arguments))
        self._settle()
        return works_after_waiting(names)

    def _counted(self, code: Any, arguments: dict[str, Any]) -> tuple[int, Any]:
        """The most bytes that a call held at one moment, its result included, and the result."""
        hook = _hook(self._cp)
        with hook:
            result = eval(code, arguments)
            self._settle()
        return hook.peak, result

    def _kind(self, result: Any, arguments: dict[str, Any]) -> tuple[str, int]:
        arrays = list(_arrays(self._cp, result))
        if result is None:
            return "none", 0
        if not arrays:
            module = type(result).__module__.partition(".")[0]
            return ("host" if module in ("builtins", "numpy") else "other"), 0
        given = [value for value in arguments.values() if isinstance(value, self._cp.ndarray)]
        if all(any(one is other for other in given) for one in arrays):
            return "same", 0
        if all(any(one.data.mem is other.data.mem for other in given) for one in arrays):
            return "view", 0
        memories = {array.data.mem.ptr: array.data.mem.size for array in arrays}
        return "new", sum(memories.values())


def _short(expression: str) -> str:
    """With the names that `ARGUMENTS` have for the modules."""
    return expression.replace("cupyx.", "cpx.").replace("cupy.", "cp.")


def _arrays(cupy: Any, value: Any) -> Iterator[Any]:
    if isinstance(value, cupy.ndarray):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _arrays(cupy, item)


def _hook(cupy: Any) -> Any:
    class Hook(cupy.cuda.MemoryHook):  # type: ignore[misc]
        """Counts the bytes of blocks that are handed out."""

        name = "peak"

        def __init__(self) -> None:
            self.live: dict[int, int] = {}
            self.peak = 0

        def malloc_postprocess(self, device_id: int, size: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
            self.live[mem_ptr] = mem_size
            self.peak = max(self.peak, sum(self.live.values()))

        def free_preprocess(self, device_id: int, mem_size: int, mem_ptr: int, pmem_id: int) -> None:
            self.live.pop(mem_ptr, None)

    return Hook()


def as_data(found: Measured) -> dict[str, object]:
    """For a file of JSON."""
    return asdict(found)
