"""An array is read on one stream while another stream may still be writing it.

## What it does
Follows the program and reports each read of a device array that nothing orders after an earlier
write on another stream: no event wait, no synchronise, no work on the null stream in between.

## Why is this bad?
Work on two streams runs in any order and at the same time. The read may see old or half-written
numbers, and it may do so once in ten thousand runs: ordinary tests pass.

## Example
```python bad
import cupy as cp

stream1 = cp.cuda.Stream()
stream2 = cp.cuda.Stream()
x = cp.arange(1 << 20, dtype=cp.float32)
with stream1:
    y = x * 2
with stream2:
    z = y + 1  # expect: CUP101
```

## Fix
Make the reader wait for the writer, on the device. The host does not block:
```python good
import cupy as cp

stream1 = cp.cuda.Stream()
stream2 = cp.cuda.Stream()
x = cp.arange(1 << 20, dtype=cp.float32)
with stream1:
    y = x * 2
stream2.wait_event(stream1.record())
with stream2:
    z = y + 1
```

## Callers
A function that makes a non-blocking stream of its own and reads a device array that it is given has this hazard
for every caller that does not wait first: the array may still be written on the caller's stream. The same holds for
what it returns while such a stream, which nobody else knows, still writes it. Both are warnings that name a premise:
```python bad
import cupy as cp


def scale(x: cp.ndarray) -> cp.ndarray:
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        y = x * 2  # expect: CUP101
    s.synchronize()
    return y
```
```python good
import cupy as cp


def scale(x: cp.ndarray) -> cp.ndarray:
    s = cp.cuda.Stream(non_blocking=True)
    s.wait_event(cp.cuda.get_current_stream().record())
    with s:
        y = x * 2
    s.synchronize()
    return y
```
A parameter counts as a device array if its annotation says so (of `list[cp.ndarray]`, each element does), or if only a
device array can be used as it is (`x.data.ptr`, `x.get(stream=s)`, `isinstance(x, cp.ndarray)`). Functions
whose names begin with `_`, or that the file mentions elsewhere, have callers of their own and are judged by these.
Where such a function can be asked to wait, it is up to the caller, and `--maybe` shows it. So it is with methods, and
with streams that only the object knows: attributes that begin with `_`, of a class with nothing that waits.

What MPI receives is there when its request has been waited for, and no wait for a stream or the device covers that:
```python bad
from mpi4py import MPI
import cupy as cp

received = cp.empty(1000)
request = MPI.COMM_WORLD.Irecv(received, source=0)
cp.cuda.Device().synchronize()
doubled = received * 2  # expect: CUP101
request.Wait()
```
```python good
from mpi4py import MPI
import cupy as cp

received = cp.empty(1000)
request = MPI.COMM_WORLD.Irecv(received, source=0)
request.Wait()
doubled = received * 2
```

## Limits
A stream that comes from elsewhere may be the null stream, so it makes no finding by itself.
A call of unknown code that is given a stream, an event or an array may wait for it; findings
that depend on that are shown by `--maybe` only.

## References
CUDA Programming Guide, "Explicit Synchronization" and "Default Stream".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import REQUEST, STREAM


def check(race: Race) -> Iterator[Diagnosis]:
    """A race whose later access reads, unless it is about the end of a ``with`` (CUP103)."""
    if race.kind == "array" and race.later.mode == "read" and race.left is None and race.memory == "device":
        yield race_finding(race)


RULE = Rule(
    check,
    code="CUP101",
    name="unordered-read",
    severity="error",
    documentation=__doc__,
    needles=(STREAM, REQUEST, b"Thread"),
    follows_imports=True,
    fix="unsafe",
)
