"""Ctrl-C should stop a kernel, but does not arrive while the host waits for the kernel.

## What it does
Reports waits for a kernel that watches a flag, if the code that sets the flag is the `except KeyboardInterrupt` around
the wait, or a handler given to `signal.signal`.

## Why is this bad?
Python runs handlers of signals in the main thread between two of its own steps. A wait for the device is one call
that returns when the kernel has ended. Only then the interrupt arrives: the one thing that could stop the kernel waits
for its end.

## Example
```python bad
import cupy as cp
import cupyx
import numpy as np

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(volatile int* stop, unsigned int* tries) {
    while (*stop == 0 && *tries < 1000000000u) ++*tries;
}
''',
    "search",
)
stop = cupyx.zeros_pinned(1, dtype=np.int32)
tries = cp.zeros(1, dtype=cp.uint32)
worker = cp.cuda.Stream()
search((1,), (1,), (np.uint64(stop.ctypes.data), tries), stream=worker)
try:
    worker.synchronize()  # expect: CUP310
except KeyboardInterrupt:
    stop[0] = 1
```

```python good
import time

import cupy as cp
import cupyx
import numpy as np

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(volatile int* stop, unsigned int* tries) {
    while (*stop == 0 && *tries < 1000000000u) ++*tries;
}
''',
    "search",
)
stop = cupyx.zeros_pinned(1, dtype=np.int32)
tries = cp.zeros(1, dtype=cp.uint32)
worker = cp.cuda.Stream()
search((1,), (1,), (np.uint64(stop.ctypes.data), tries), stream=worker)
try:
    while not worker.done:
        time.sleep(0.01)
except KeyboardInterrupt:
    stop[0] = 1
```

## Fix
Ask with `stream.done` and sleep in between. See `docs/cancellation.md`.

## References
docs/cancellation.md: four ways that work.
Python documentation, "Execution of Python signal handlers".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import UnstoppableWait
from cupylint.findings import UNSEEN, Related
from cupylint.rule import Diagnosis, Rule

_HANDLERS = {"except": "this handler", "signal": "the handler of the signal"}


def check(wait: UnstoppableWait) -> Iterator[Diagnosis]:
    """A wait that keeps the code away that would end it."""
    yield Diagnosis(
        message=f"{_HANDLERS[wait.kind]} of {wait.handler.line(wait.spot)} should stop {wait.kernel}, "
        "but does not run before this wait for the kernel returns",
        place=wait.spot,
        label="Python runs no handler in here",
        related=(
            Related(wait.handler.location, "runs when the kernel has ended", wait.handler.filename),
            Related(wait.launch.location, "the kernel is launched here", wait.launch.filename),
        ),
        notes=("ask instead: `while not stream.done: time.sleep(0.01)`",),
        premises=() if wait.certain else (UNSEEN,),
    )


RULE = Rule(
    check,
    code="CUP310",
    name="unstoppable-wait",
    severity="error",
    documentation=__doc__,
    needles=(b"KeyboardInterrupt", re.compile(rb"\bsignal\s*\(")),
)
