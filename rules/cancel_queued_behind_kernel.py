"""The write that should stop a running kernel waits for the kernel.

## What it does
Reports writes to memory that a loop of a running kernel watches, if they are ordered after the kernel: on the same
stream; on null while the kernel runs on a blocking stream, or the other way round; after a call that waits for the
kernel. Also the first write by a kernel that is not loaded yet, since loading one waits for all streams; writes
by a kernel that finds no place, since more threads than any device runs at once wait for it; and writes to host memory
of which the kernel watches a copy on the device.

It takes the kernel's source to see that it watches the memory, and that it does not write there itself.

## Why is this bad?
The kernel is never stopped. It ends by itself or, if nothing else ends its loop, never.

## Example
```python bad
import cupy as cp

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(volatile int* stop, unsigned int* tries) {
    while (*stop == 0 && *tries < 1000000000u) ++*tries;
}
''',
    "search",
)
stop = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(1, dtype=cp.uint32)
worker = cp.cuda.Stream()
search((1,), (1,), (stop, tries), stream=worker)
stop.fill(1)  # expect: CUP303
```

```python good
import cupy as cp

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(volatile int* stop, unsigned int* tries) {
    while (*stop == 0 && *tries < 1000000000u) ++*tries;
}
''',
    "search",
)
stop = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(1, dtype=cp.uint32)
stop.fill(1)  # loads the kernel that the write needs
stop.fill(0)
cp.cuda.Device().synchronize()
worker = cp.cuda.Stream(non_blocking=True)
search((1,), (1,), (stop, tries), stream=worker)
stop.fill(1)
```

## Fix
Keep the flag in pinned host memory: the kernel reads it through its address, and the host writes it without any call
to CUDA. Or write it on a stream that waits for nothing, made with `non_blocking=True`. Or launch the work in many
short kernels and look between them. See `docs/cancellation.md`.

## Limits
Which kernels are loaded is known of a program that is followed from its beginning; elsewhere a first write counts as
uncertain.

## References
docs/cancellation.md: four ways that work.
CUDA C++ Programming Guide, "Implicit Synchronization"; "Lazy Loading".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import LateCancel
from cupylint.findings import UNSEEN, Related
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "same": "{flag} is written on {stream}, behind {kernel} that watches it: the write comes when the kernel has ended",
    "null": "{flag} is written on {stream}, which waits for {kernel} on {launched}: the kernel never sees it",
    "ordered": "{flag} is written on {stream}, which waits for {kernel} on {launched}: the kernel never sees it",
    "callback": "{flag} is written by a function that is called when {kernel} has ended, which watches it",
    "waited": "{flag} is written after {wait} has waited for {kernel}, which watches it: the kernel never sees it",
    "loading": "{flag} is written by a kernel that is not loaded yet, and loading it waits for {kernel}",
    "full": "{flag} is written by a kernel that finds no place: {kernel}, which waits for it, fills the device",
    "copy": "{flag} is not what the host writes here: {kernel} watches a copy on the device",
}
_LABELS = {
    "same": "queued behind the kernel",
    "null": "null and blocking streams wait for each other",
    "ordered": "waits for the kernel",
    "callback": "called by a stream that waits for the kernel",
    "waited": "too late: the host has waited for the kernel",
    "loading": "the first launch of a kernel waits for all streams",
    "full": "starts when threads of the other kernel end",
    "copy": "does not reach the copy",
}
_ELSEWHERE = "write it on a stream made with non_blocking=True, or keep the flag in pinned host memory"
_FIXES = {
    "same": _ELSEWHERE,
    "null": _ELSEWHERE,
    "ordered": _ELSEWHERE,
    "callback": "write the flag from the program, or from a stream that does not wait for the kernel",
    "waited": "write the flag before the wait",
    "loading": "make such a write once before the kernel is launched, or keep the flag in pinned host memory",
    "full": "start fewer blocks, so that there is place for both, or launch what writes the flag first",
    "copy": "give the kernel the address of the pinned memory itself: np.uint64(flag.ctypes.data)",
}


def check(write: LateCancel) -> Iterator[Diagnosis]:
    """A write that a kernel does not live to see."""
    words = {
        "flag": write.flag,
        "stream": write.stream,
        "kernel": write.kernel,
        "launched": write.launched,
        "wait": "" if write.wait is None else write.wait.line(write.spot),
    }
    related = [Related(write.launch.location, f"watches {write.flag} from here on", write.launch.filename)]
    if write.wait is not None:
        related.append(Related(write.wait.location, "waits until the kernel has ended", write.wait.filename))
    yield Diagnosis(
        message=_MESSAGES[write.how].format(**words),
        place=write.spot,
        label=_LABELS[write.how],
        related=tuple(related),
        notes=(_FIXES[write.how],),
        premises=() if write.certain else (UNSEEN,),
    )


RULE = Rule(
    check,
    code="CUP303",
    name="cancel-queued-behind-kernel",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"rawkernel"),
)
