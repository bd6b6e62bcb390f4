"""A `cupyx.jit` kernel is named like a word of C++.

## What it does
Reports functions decorated with `cupyx.jit.rawkernel()` whose name is a keyword or a type of C++, such as `double`.

## Why is this bad?
The function is translated to a C++ function of the same name. That does not compile, and it is compiled only when
the kernel is launched for the first time.

## Example
```python bad
import cupy as cp
from cupyx import jit


@jit.rawkernel()
def double(x, y):  # expect: CUP312
    i = jit.grid(1)
    y[i] = 2 * x[i]
```

```python good
import cupy as cp
from cupyx import jit


@jit.rawkernel()
def doubled(x, y):
    i = jit.grid(1)
    y[i] = 2 * x[i]
```

## Fix
Give the function another name.

## References
ISO C++, "Keywords"; CuPy documentation, "JIT kernel definition".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import ReservedName
from cupylint.rule import Diagnosis, Rule


def check(fact: ReservedName) -> Iterator[Diagnosis]:
    """A kernel that cannot be compiled."""
    yield Diagnosis(
        message=f"`{fact.name}` is a word of C++, so this kernel fails to compile at its first launch: rename it",
        place=fact.location,
        label="cannot be the name of a C++ function",
    )


RULE = Rule(
    check,
    code="CUP312",
    name="reserved-kernel-name",
    severity="error",
    documentation=__doc__,
    needles=(b"rawkernel",),
)
