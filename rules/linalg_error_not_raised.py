"""A handler for LinAlgError around a function of cupy.linalg that fails in silence.

## What it does
Reports calls of `cupy.linalg.solve`, `inv`, `cholesky`, `eigh`, `svd`, `lstsq` and the like in a `try` with a handler
for `LinAlgError`, where nothing makes CuPy raise it.

## Why is this bad?
The solver writes on the device whether it has failed. To learn that, the host would have to wait, so CuPy does not
look: a matrix that is singular, or not positive definite, gives NaN or infinite numbers, and the program goes on with
them, where NumPy raises `LinAlgError`. So the fallback in the handler never runs where it is needed. (Arrays of a wrong
shape do raise it.)

## Example
```python bad
import cupy as cp

def solved(a, b):
    try:
        return cp.linalg.solve(a, b)  # expect: CUP209
    except cp.linalg.LinAlgError:
        return cp.linalg.lstsq(a, b, rcond=None)[0]
```

## Fix
Ask for the error; CuPy then waits for the solver:
```python good
import cupy as cp
import cupyx

def solved(a, b):
    try:
        with cupyx.errstate(linalg="raise"):
            return cp.linalg.solve(a, b)
    except cp.linalg.LinAlgError:
        return cp.linalg.lstsq(a, b, rcond=None)[0]
```
Or look at the numbers, which waits as well:
```python good
import cupy as cp

def factor(a):
    try:
        factors = cp.linalg.cholesky(a)
    except cp.linalg.LinAlgError:
        factors = None
    if factors is None or not cp.isfinite(factors).all():
        factors = cp.linalg.cholesky(a + 1e-6 * cp.eye(len(a)))
    return factors
```

## Limits
A `try` in which something else may raise the error (`raise`, a function of NumPy or SciPy) is left alone, and so is a
function that asks later whether numbers are finite, and a file that calls `cupyx.seterr(linalg=...)`. What
`xp` stands for is taken to be CuPy, unless the function compares it with something; other names have to be imported.

## References
CuPy, API reference, `cupyx.errstate` and `cupyx.seterr`; CuPy, "Differences between CuPy and NumPy".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import UnraisedError
from cupylint.findings import Fix, Premise, Related
from cupylint.rule import Diagnosis, Rule


def check(fact: UnraisedError) -> Iterator[Diagnosis]:
    """A handler that no failure leads to."""
    yield Diagnosis(
        message=f"`{fact.written}` does not raise LinAlgError when it fails: CuPy would have to wait to learn of it, "
        "and goes on with NaN",
        place=fact.location,
        label="fails in silence",
        related=(Related(fact.handler, "no failure leads here"),),
        candidates=() if fact.statement is None else (Fix.replacing(fact.statement, fact.raising),),
        premises=(Premise("argument", f"`{fact.library}` is CuPy"),) if fact.library else (),
        notes=('with `cupyx.errstate(linalg="raise")` around the call it waits for the solver, and raises',),
    )


RULE = Rule(
    check,
    code="CUP209",
    name="linalg-error-not-raised",
    severity="warning",
    documentation=__doc__,
    fix="unsafe",
    needles=((b"LinAlgError", b"linalg."),),
)
