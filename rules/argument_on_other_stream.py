"""An argument is computed on the current stream for a kernel that is launched on another one.

## What it does
Reports `kernel(grid, block, (x + 1, out), stream=s)` where `x + 1` runs on a stream that nothing orders with `s`.

## Why is this bad?
`stream=` moves the launch and nothing else. The argument is computed on the current stream, so the kernel may read
it too soon; and since nobody keeps it, its memory goes back to that stream at once and may be handed out again
while the kernel still reads it.

## Example
```python bad
import cupy as cp

double = cp.RawKernel(
    'extern "C" __global__ void twice(const float* x, float* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }', "twice"
)
other = cp.cuda.Stream(non_blocking=True)
x = cp.ones(256, dtype=cp.float32)
out = cp.zeros(256, dtype=cp.float32)
cp.cuda.Device().synchronize()
double((1,), (256,), (x + 1, out), stream=other)  # expect: CUP111
```

## Fix
Make the stream current for both:
```python good
import cupy as cp

double = cp.RawKernel(
    'extern "C" __global__ void twice(const float* x, float* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }', "twice"
)
other = cp.cuda.Stream(non_blocking=True)
x = cp.ones(256, dtype=cp.float32)
out = cp.zeros(256, dtype=cp.float32)
cp.cuda.Device().synchronize()
with other:
    double((1,), (256,), (x + 1, out))
```

## Limits
Arguments that are kept in a name are CUP101. On a blocking stream and with null current both are ordered.

## References
CuPy User Guide, "User-Defined Kernels"; CuPy reference, `cupy.RawKernel`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import STREAM


def check(race: Race) -> Iterator[Diagnosis]:
    """A race between a launch and the computation of one of its arguments."""
    if race.kind == "argument":
        found = race_finding(race)
        source, target = race.earlier.stream, race.later.stream
        yield replace(
            found,
            message=f"this argument is computed on {source}, but the kernel that reads it runs on {target}",
            label=f"computed on {source}, read on {target}",
            related=(),
            notes=(
                f"`stream=` moves the launch only; the argument's memory goes back to {source} at once, too",
                f"make {target} current around the whole call: `with {target}:`",
            ),
            candidates=(),
        )


RULE = Rule(
    check,
    code="CUP111",
    name="argument-on-other-stream",
    severity="error",
    documentation=__doc__,
    needles=(STREAM,),
)
