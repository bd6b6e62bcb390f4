"""CUDA is used, then a process is forked that uses CUDA too.

## What it does
Reports `os.fork`, processes and pools of `multiprocessing` and `ProcessPoolExecutor` that fork after the program used
CUDA (CuPy work, a stream, a query such as `getDeviceCount`), if what runs in the child uses CUDA.

## Why is this bad?
A forked child inherits the state of the CUDA driver but not its threads: its first CUDA call fails with
`cudaErrorInitializationError`, or hangs. `fork` is the default start method on Linux before Python 3.14.

## Example
```python bad
import multiprocessing

import cupy as cp


def work(number):
    return float(cp.full(1 << 10, number).sum())


if __name__ == "__main__":
    scale = float(cp.ones(1).sum())
    with multiprocessing.Pool(2) as pool:  # expect: CUP206
        print(scale, pool.map(work, [1, 2]))
```

## Fix
Start processes afresh:
```python good
import multiprocessing

import cupy as cp


def work(number):
    return float(cp.full(1 << 10, number).sum())


if __name__ == "__main__":
    scale = float(cp.ones(1).sum())
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(scale, pool.map(work, [1, 2]))
```
or use CUDA in the parent only after the children were forked, or in the children alone.

## Limits
Children whose code is not seen are taken to use no CUDA. Where a program calls `set_start_method` and it is not seen
with which method, or used CUDA on some paths only, the finding is shown by `--maybe`.

## References
Python library reference, `multiprocessing`, "Contexts and start methods"; CUDA Programming Guide, "Initialization".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import ForkAfterCuda, Spot
from cupylint.findings import Premise, Related
from cupylint.rule import Diagnosis, Rule


def check(fork: ForkAfterCuda) -> Iterator[Diagnosis]:
    """A fork between two uses of CUDA."""
    notes = ["a forked child cannot use CUDA once its parent has: cudaErrorInitializationError, or a hang"]
    if fork.default:
        notes.append("processes are forked by default on Linux before Python 3.14")
    notes.append('use multiprocessing.get_context("spawn"), or fork before CUDA is used')
    related = [_related(fork, fork.used, "CUDA is used here first")]
    if fork.work is None:
        notes.insert(0, "a device array is sent to the child, which needs CUDA to receive it")
    else:
        related.append(_related(fork, fork.work, "the child uses CUDA here"))
    yield Diagnosis(
        message=f"{fork.how} forks after CUDA was used in {fork.used.line(fork.spot)}, and the child uses CUDA",
        place=fork.spot,
        label="forks this process",
        related=tuple(related),
        notes=tuple(notes),
        premises=tuple(_premises(fork)),
    )


def _premises(fork: ForkAfterCuda) -> Iterator[Premise]:
    if fork.default:
        yield Premise("environment", "processes are forked: the default on Linux before Python 3.14")
    if not fork.certain:
        yield Premise("opaque-call", "it does fork, and CUDA was used by then")


def _related(fork: ForkAfterCuda, spot: Spot, message: str) -> Related:
    return Related(spot.location, message, "" if spot.filename == fork.spot.filename else spot.filename)


RULE = Rule(
    check,
    code="CUP206",
    name="fork-after-cuda",
    severity="error",
    documentation=__doc__,
    needles=(b"fork", re.compile(rb"Process(?:PoolExecutor)?\b|(?<!Memory)Pool(?:Executor)?\b")),
    follows_imports=True,
)
