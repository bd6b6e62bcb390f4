"""A graph is launched after memory that it uses was freed and given to something else.

## What it does
Reports `graph.launch()` where an array that the captured work reads or writes is no longer referred to by anything,
and memory was allocated since on the stream that it came from, or its name was given to another array.

## Why is this bad?
A graph holds addresses, not arrays. The memory pool hands the block of an array that is gone to the next
allocation; each launch then reads what that one holds, or writes over it. Temporaries of an expression in the capture
are gone as soon as the capture is over.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
with stream:
    stream.begin_capture()
    cp.sqrt(x * 4, out=y)
    graph = stream.end_capture()
    other = cp.full(1 << 20, 7.0)
    graph.launch()  # expect: CUP504
```

## Fix
Give every array that the graph uses a name that lives as long as the graph:
```python good
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.zeros(1 << 20)
scaled = cp.empty(1 << 20)
cp.cuda.Device().synchronize()
with stream:
    stream.begin_capture()
    cp.multiply(x, 4, out=scaled)
    cp.sqrt(scaled, out=y)
    graph = stream.end_capture()
    other = cp.full(1 << 20, 7.0)
    graph.launch()
```

A name that is given a new array is not known to the graph: write into the old one.
```python bad
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
with stream:
    stream.begin_capture()
    cp.multiply(x, 4, out=y)
    graph = stream.end_capture()
    x = cp.full(1 << 20, 7.0)
    graph.launch()  # expect: CUP504
```
```python good
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
with stream:
    stream.begin_capture()
    cp.multiply(x, 4, out=y)
    graph = stream.end_capture()
    x[...] = cp.full(1 << 20, 7.0)
    graph.launch()
```

## Limits
Sizes are not compared: a block is handed out again only for an allocation that is no larger. Arrays that code which
is not seen was given are taken to be kept by it.

## References
CuPy, `cupy.cuda.Graph` and "Memory Management"; CUDA Programming Guide, "CUDA Graphs".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import CapturedArrayFreed
from cupylint.findings import UNSEEN, Related
from cupylint.rule import Diagnosis, Rule


def check(freed: CapturedArrayFreed) -> Iterator[Diagnosis]:
    """A launch that uses memory which is no longer the graph's."""
    what = freed.array or "a temporary"
    if freed.rebound:
        yield _replaced(freed, what)
        return
    taken = freed.taken.line(freed.spot)
    yield Diagnosis(
        message=f"the graph still uses the memory of {what}, which was freed: {taken} may have got it",
        place=freed.spot,
        label="reads or writes memory that is no longer its own",
        related=(
            Related(freed.begin.location, "captured from here on", freed.begin.beside(freed.spot)),
            Related(freed.taken.location, f"may get the memory of {what}", freed.taken.beside(freed.spot)),
        ),
        notes=("a graph keeps no array alive: keep all that it uses until its last launch, temporaries included",),
        premises=() if freed.certain else (UNSEEN,),
    )


def _replaced(freed: CapturedArrayFreed, what: str) -> Diagnosis:
    """A name that stood for an array of the graph stands for another one."""
    return Diagnosis(
        message=f"the graph uses the {what} that was captured, not the one of {freed.taken.line(freed.spot)}",
        place=freed.spot,
        label="reads or writes memory of an array that is gone",
        related=(
            Related(freed.begin.location, "captured from here on", freed.begin.beside(freed.spot)),
            Related(freed.taken.location, f"{what} is another array from here on", freed.taken.beside(freed.spot)),
        ),
        notes=(f"a graph keeps addresses: write the new numbers into the array that it knows, `{what}[...] = `",),
        premises=() if freed.certain else (UNSEEN,),
    )


RULE = Rule(
    check,
    code="CUP504",
    name="captured-array-freed",
    severity="error",
    documentation=__doc__,
    needles=(b"begin_capture",),
)
