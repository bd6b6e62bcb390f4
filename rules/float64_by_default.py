"""Single precision becomes double precision because nobody told an array or a number its dtype.

## What it does
Reports an operation on a large array of float32 or complex64 whose result has double precision only because of an
operand that is float64 by default: made by `cp.zeros(n)`, `cp.random.randn(n)`, `cp.linspace(0, 1, n)` and so on
without `dtype`, computed from such arrays alone, or a NumPy number such as `np.sqrt(2)` (from CuPy 14 on). If sizes
are known, single precision must save 32 MiB. One finding stands for each such operand. Opt-in.

## Why is this bad?
The result takes twice the memory, and so does all that is computed from it; on most devices double precision is many
times as slow as well.

## Example
```python bad
import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
noise = cp.random.randn(5000, 5000)
b = a + noise  # expect: CUP407
```

## Fix
`dtype=cp.float32` where the operand is made; `cp.float32(...)`, or a number of Python, in the place of a number of
NumPy. Where double precision is meant, `dtype=cp.float64` says so.

```python good
import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
noise = cp.random.randn(5000, 5000, dtype=cp.float32)
b = a + noise
```

## Limits
The dtypes of all operands must be known. Double precision that comes of whole numbers (`a / 2`, `mean`) is not
reported, nor what works in place. Up to CuPy 13 a NumPy number counts by its value: `--cupy-version` tells.

## References
NEP 50; CuPy, "Differences between CuPy and NumPy".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_savings import double_finding
from cupylint.facts import DoubleByDefault
from cupylint.rule import Diagnosis, Rule


def check(fact: DoubleByDefault) -> Iterator[Diagnosis]:
    """The default doubles the memory."""
    yield double_finding(fact)


RULE = Rule(
    check,
    code="CUP407",
    name="float64-by-default",
    severity="info",
    documentation=__doc__,
    needles=(b"float32", b"complex64", b"single", b'"f4"', b"'f4'", b'"f"', b"'f'", b"csingle"),
    default=False,
    all_functions=True,
)
