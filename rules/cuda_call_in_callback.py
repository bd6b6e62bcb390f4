"""CuPy or CUDA is called in a function that a stream calls on the host.

## What it does
Looks into the functions that are given to `stream.launch_host_func` and `stream.add_callback`, through whatever they
call, for work on device arrays, copies, waits and other calls of CUDA.

## Why is this bad?
CUDA calls the function from a thread of the driver while the stream stands still. CUDA calls are not permitted
there: they fail with `cudaErrorNotPermitted`, an exception that cannot leave the function, or wait for the stream
that waits for the function.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
results = []


def store(array):
    results.append(float(array.sum()))  # expect: CUP205


stream.launch_host_func(store, x)
```

## Fix
Queue the copy to the host before the function, and let that read host memory only:
```python good
import cupy as cp
import cupyx

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
host = cupyx.empty_like_pinned(x)
results = []
cp.cuda.Device().synchronize()


def store(array):
    results.append(float(array.sum()))


x.get(stream=stream, out=host, blocking=False)
stream.launch_host_func(store, host)
```
If device work has to follow, let the function set a `threading.Event` (or put something in a queue) and do the
work in the thread that waits for it.

## Limits
Functions that are not seen are taken to be fine.

## References
CUDA Runtime API, `cudaLaunchHostFunc`; CuPy, `cupy.cuda.Stream.launch_host_func`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import CallbackUsesCuda
from cupylint.findings import UNSEEN, Related
from cupylint.rule import Diagnosis, Rule


def check(called: CallbackUsesCuda) -> Iterator[Diagnosis]:
    """A CUDA call in a host function."""
    here = called.spot.filename
    function = called.function or "this function"
    call = f"`{called.call}`" if called.call.isidentifier() else "device work"
    notes = ["CUDA permits no call of its own there: it fails with cudaErrorNotPermitted, or never returns"]
    if called.waits:
        notes.append("the stream waits for the function, so a wait for the device in it may wait for itself")
    notes.append("queue copies to the host before the function; do device work in the thread that waits for it")
    yield Diagnosis(
        message=f"{call} in {function}, which a stream calls on the host: CUDA calls are not permitted there",
        place=called.spot,
        label="a CUDA call",
        related=(
            Related(
                called.launched.location,
                f"{function} is given to {called.method} here",
                "" if called.launched.filename == here else called.launched.filename,
            ),
        ),
        notes=tuple(notes),
        premises=() if called.certain else (UNSEEN,),
    )


RULE = Rule(
    check,
    code="CUP205",
    name="cuda-call-in-callback",
    severity="error",
    documentation=__doc__,
    needles=(b"launch_host_func", b"add_callback"),
    follows_imports=True,
)
