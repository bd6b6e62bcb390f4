"""A Python function is launched as if it were a kernel.

## What it does
Reports Python functions without a decorator that are called with `grid` and `block` or indexed with them; what such a
function returned, launched as a kernel; and a function in the place of a kernel's source.

## Why is this bad?
The function runs on the host, once, and returns what it returns: nothing that can be launched. The program ends with
a TypeError.

## Example
```python bad
import cupy as cp
from cupyx import jit


def doubled(x, y):
    i = jit.grid(1)
    y[i] = 2 * x[i]


x = cp.ones(256)
y = cp.empty_like(x)
doubled[1, 256](x, y)  # expect: CUP302
```

```python good
import cupy as cp
from cupyx import jit


@jit.rawkernel()
def doubled(x, y):
    i = jit.grid(1)
    y[i] = 2 * x[i]


x = cp.ones(256)
y = cp.empty_like(x)
doubled[1, 256](x, y)
```

## Fix
Decorate the function with `@cupyx.jit.rawkernel()`; then it can be launched, and may use only what that translates.
Or write the kernel in CUDA C and make a `cupy.RawKernel` of it.

## References
docs/cancellation.md: four ways that work.
CuPy documentation, "JIT kernel definition", "Raw kernels".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import NotAKernel
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "call": "{name} is a Python function: it cannot be launched with a grid",
    "index": "{name} is a Python function: it cannot be launched with a grid",
    "result": "what {name} returned is launched, but it is no kernel",
    "source": "{name} is a Python function, and cupy.RawKernel takes CUDA C as text",
}
_LABELS = {
    "call": "no kernel",
    "index": "no kernel",
    "result": "the result of a call, no kernel",
    "source": "a function instead of CUDA C",
}


def check(launch: NotAKernel) -> Iterator[Diagnosis]:
    """A launch of something else."""
    fix = "decorate the function with `@cupyx.jit.rawkernel()` and launch it itself: `f((blocks,), (threads,), args)`"
    yield Diagnosis(
        message=_MESSAGES[launch.kind].format(name=launch.name),
        place=launch.spot,
        label=_LABELS[launch.kind],
        notes=(fix,),
    )


RULE = Rule(
    check,
    code="CUP302",
    name="not-a-kernel",
    severity="error",
    documentation=__doc__,
    needles=(
        b"RawKernel",
        b"RawModule",
        (b"cupyx", re.compile(rb"\bjit\b")),
        (re.compile(rb"\bgrid\b"), re.compile(rb"\b(?:block|thread)")),
    ),
)
