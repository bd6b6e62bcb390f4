"""A method of a memory pool that was made for the call, and that no array comes from.

## What it does
Reports `set_limit()`, `free_all_blocks()`, `used_bytes()` and the like of a `MemoryPool()` or `PinnedMemoryPool()` that
is made right there, or under a name of the function that is used for such calls alone.

## Why is this bad?
Each `MemoryPool()` is a new, empty pool. Arrays come from the default pool, or from that of which `malloc` was given to
`set_allocator`. So the limit limits nothing, nothing is given back, and the bytes in use are always zero.

## Example
```python bad
import cupy as cp

cp.cuda.MemoryPool().set_limit(size=2**30)  # expect: CUP408
a = cp.ones((4096, 4096))
del a
cp.cuda.MemoryPool().free_all_blocks()  # expect: CUP408
```

## Fix
```python good
import cupy as cp

cp.get_default_memory_pool().set_limit(size=2**30)
a = cp.ones((4096, 4096))
del a
cp.get_default_memory_pool().free_all_blocks()
```

## Limits
A pool whose `malloc` is used, that is handed on, kept or returned, or that has a name at the top level of a file is
left alone; so is `MemoryAsyncPool()`, which by itself is the pool of the device.

## References
CuPy, "Memory Management", section on memory pools.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import LonePool
from cupylint.rule import Diagnosis, Rule

_NOTHING = {
    "set_limit": "limits nothing",
    "get_limit": "tells a limit that nobody has set",
    "free_all_blocks": "gives nothing back",
    "free_all_free": "gives nothing back",
}


def check(fact: LonePool) -> Iterator[Diagnosis]:
    """A pool that nothing comes from."""
    yield Diagnosis(
        message=f"{fact.written} {_NOTHING.get(fact.method, 'is always 0')}: {fact.made}() is a new pool, "
        "and no array comes from it",
        place=fact.location,
        label="a pool of its own",
        notes=(f"`{fact.meant}` is the pool that arrays come from",),
    )


RULE = Rule(
    check,
    code="CUP408",
    name="lone-memory-pool",
    severity="warning",
    documentation=__doc__,
    needles=tuple((b"MemoryPool(", method) for method in (b"_limit", b"free_all", b"_bytes", b"n_free_blocks")),
)
