"""A freed block of device memory is written anew while another stream may still use it.

## What it does
Reports the first write to an array whose block of memory may be one that was freed (`del`, rebinding, the
return of a function, a temporary, an exception, an item taken from a container) while work on another stream
still used it, if nothing orders that write after that work.

## Why is this bad?
CuPy's memory pool hands a freed block back to the stream it was allocated on, at once and without any wait.
The next array of that size made there takes it. (A `MemoryAsyncPool`, and `mallocAsync` after `freeAsync`, do the same:
on an H200 each of six such reads was wrong.) The other stream then reads the numbers of the new array, or
writes into it. It waited for the first stream, as it should; what lacks is the wait in the other direction.
torch's allocator does the same with a tensor that CuPy reads on a stream of its own (measured: wrong 6 times of 6,
and right after `tensor.record_stream(...)`, which tells torch of that stream).

## Example
```python bad
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
totals = []
for value in range(4):
    with load:
        block = cp.full(1 << 20, value, dtype=cp.float32)  # expect: CUP104
    work.wait_event(load.record())
    with work:
        totals.append(block.sum())
cp.cuda.Device().synchronize()
```

## Fix
```python good
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
totals = []
for value in range(4):
    load.wait_event(work.record())
    with load:
        block = cp.full(1 << 20, value, dtype=cp.float32)
    work.wait_event(load.record())
    with work:
        totals.append(block.sum())
cp.cuda.Device().synchronize()
```
Keeping a reference until the work is done (a list that is cleared after `work.synchronize()`) is safe too.

## Limits
Only blocks that certainly are large enough are followed: arrays of the same shape and type, smaller ones, and the
same statement again. Arrays given to code that is not seen count as kept there. `free_all_blocks()` is taken to wait
for the device, as it does in practice. Of other allocators only torch's is followed, and of it what no gradient
keeps: tensors that torch made on the device (`torch.rand(..., device="cuda")`), and what is computed of these or of
`x.detach()`.

## References
CuPy, "Memory Management", and `cupy.cuda.MemoryPool`, `cupy.cuda.MemoryAsyncPool`.
PyTorch, `torch.Tensor.record_stream`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_reuse import reuse_finding
from cupylint.facts import Reuse
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import MESSAGES, REQUEST, STREAM


def check(reuse: Reuse) -> Iterator[Diagnosis]:
    """A block that is taken again while it is in use."""
    yield reuse_finding(reuse)


RULE = Rule(
    check,
    code="CUP104",
    name="memory-reused-in-flight",
    severity="error",
    documentation=__doc__,
    needles=(STREAM, REQUEST, MESSAGES, b"Thread"),
    follows_imports=True,
    fix="unsafe",
)
