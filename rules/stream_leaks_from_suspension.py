"""A `yield` or `await` inside `with stream:` leaves others on that stream.

## What it does
Reports a generator that yields inside a `with stream:` in which it issues work of its own, and a coroutine that
awaits inside one while other tasks can run.

## Why is this bad?
CuPy keeps the current stream for each thread, and generators and tasks share the thread of whoever runs next. A
generator that is suspended in the block leaves its consumer on the generator's stream: the loop's body does not
run where the code around the loop says. A task leaves the other tasks there; and when two tasks are suspended in
blocks of their own, the first to leave takes away the stream of the other one.

## Example
```python bad
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)


def batches():
    for k in range(4):
        with load:
            batch = cp.full(1 << 20, k)
            yield batch  # expect: CUP108


for batch in batches():
    weights = cp.ones(1 << 20)
```

```python bad
import asyncio

import cupy as cp


async def work(stream):
    with stream:
        a = cp.ones(1 << 20)
        await asyncio.sleep(0)  # expect: CUP108
        a += 1


async def main():
    await asyncio.gather(*[work(cp.cuda.Stream(non_blocking=True)) for _ in range(2)])


asyncio.run(main())
```

## Fix
Leave the block before the function is suspended; who uses the result waits for it:
```python good
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)


def batches():
    for k in range(4):
        with load:
            batch = cp.full(1 << 20, k)
        load.synchronize()
        yield batch


for batch in batches():
    weights = cp.ones(1 << 20)
```

```python good
import asyncio

import cupy as cp


async def work(stream):
    with stream:
        a = cp.ones(1 << 20)
    await asyncio.sleep(0)
    with stream:
        a += 1


async def main():
    await asyncio.gather(*[work(cp.cuda.Stream(non_blocking=True)) for _ in range(2)])


asyncio.run(main())
```

## Limits
Context managers (`@contextmanager`, fixtures) are meant to leave their caller on a stream, and so is a block
around nothing but the `yield`. A generator or coroutine whose consumer or other tasks are not seen is reported as a
warning, one that the file runs alone is not.

## References
CuPy, "Current Stream"; Python Enhancement Proposal 789 on suspending inside of context managers.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import SuspendedOnStream
from cupylint.findings import UNSEEN, Premise, Related
from cupylint.rule import Diagnosis, Rule

_WHO = {"yield": "the consumer", "await": "another task"}


def check(leak: SuspendedOnStream) -> Iterator[Diagnosis]:
    """A function suspended in a block."""
    who = _WHO[leak.kind]
    related = [Related(leak.block.location, f"{leak.stream} becomes the stream of the whole thread")]
    premises: tuple[Premise, ...] = () if leak.certain else (UNSEEN,)
    if leak.work is not None:
        message = f"this leaves {who} on {leak.stream}: {leak.work.line(leak.spot)} runs there, not on {leak.expected}"
        related.append(Related(leak.work.location, f"runs on {leak.stream}", leak.work.beside(leak.spot)))
    elif leak.other is not None:
        message = "two tasks wait here, each in a block of its own: the first to go on runs on the other one's stream"
        if leak.other is not leak.spot:
            message = (
                f"this task and that of {leak.other.line(leak.spot)} wait, each in a block of its own: the first to go "
                "on runs on the other one's stream"
            )
            text = "another task waits here, in a block of its own"
            related.append(Related(leak.other.location, text, leak.other.beside(leak.spot)))
    else:
        message = f"this leaves {who} on {leak.stream}"
        premises += (Premise("caller-stream", f"{who} issues device work before this function goes on"),)
    yield Diagnosis(
        message=message,
        place=leak.spot,
        label=f"suspended with {leak.stream} current",
        related=tuple(related),
        notes=(
            "a `with stream:` sets the stream of the thread, which generators and tasks share with whoever runs next",
            f"leave the `with` of line {leak.block.row} before this `{leak.kind}`; who uses the result waits for it",
        ),
        premises=premises,
    )


RULE = Rule(
    check,
    code="CUP108",
    name="stream-leaks-from-suspension",
    severity="error",
    documentation=__doc__,
    needles=(b"yield", b"await"),
    of_streams=True,
)
