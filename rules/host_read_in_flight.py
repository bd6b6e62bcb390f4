"""The host reads an array that an asynchronous copy to the host, or a kernel, is still filling.

## What it does
Reports each read of host memory (indexing, arithmetic, NumPy, `print`) that nothing makes wait for the work which
writes it: a copy to the host with `blocking=False`, `copy_to_host_async`, `memcpyAsync`, or a kernel that writes
managed memory.

## Why is this bad?
Such a call returns as soon as the copy is queued. The array holds its old bytes, or some of each, until the stream
gets there.

## Example
```python bad
import cupy as cp
import cupyx

stream = cp.cuda.Stream(non_blocking=True)
x = cp.arange(1 << 20, dtype=cp.float32)
host = cupyx.zeros_pinned(x.shape, dtype=x.dtype)
cp.cuda.Device().synchronize()
x.get(stream=stream, out=host, blocking=False)
largest = host.max()  # expect: CUP201
```

## Fix
Wait for the stream, or for an event recorded behind the copy, before the host looks at the array:
```python good
import cupy as cp
import cupyx

stream = cp.cuda.Stream(non_blocking=True)
x = cp.arange(1 << 20, dtype=cp.float32)
host = cupyx.zeros_pinned(x.shape, dtype=x.dtype)
cp.cuda.Device().synchronize()
x.get(stream=stream, out=host, blocking=False)
stream.synchronize()
largest = host.max()
```

## Limits
Whether a copy to ordinary (pageable) memory has ended when the call returns is up to the driver: `--maybe` shows such
reads. Code that is not seen is not taken to read the arrays it is given.

## References
CuPy, `cupy.ndarray.get` (before CuPy 13 it did not wait on a stream other than null); CUDA Runtime API, "API
synchronization behavior".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import REQUEST


def check(race: Race) -> Iterator[Diagnosis]:
    """A race whose later access is a read by the host itself."""
    if race.memory == "host" and race.later.mode == "read":
        yield race_finding(race)


RULE = Rule(
    check,
    code="CUP201",
    name="host-read-in-flight",
    severity="error",
    documentation=__doc__,
    needles=(REQUEST, re.compile(rb"Async|_async|blocking|managed|Stream"), b"launch_host_func", b"add_callback"),
    follows_imports=True,
    fix="unsafe",
)
