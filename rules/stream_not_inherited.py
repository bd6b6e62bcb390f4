"""A thread does not inherit the stream that is in effect where it is started.

## What it does
Reports a thread, a task of an executor or a call of `asyncio.to_thread` that is started inside `with stream:`
(or after `stream.use()`) and whose device work all goes to the default stream.

## Why is this bad?
CuPy keeps the current stream for each thread. A new thread starts on the default stream, whatever is in
effect where it is started; so does a thread of a pool. Its work neither runs on the stream that the code
around it shows, nor waits for that stream, unless the null stream does so for a blocking one.

## Example
```python bad
import threading

import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


def work():
    a = cp.ones(1 << 20)
    a += 1


with stream:
    thread = threading.Thread(target=work)
    thread.start()  # expect: CUP107
thread.join()
```

## Fix
Enter the stream in the thread:
```python good
import threading

import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


def work():
    with stream:
        a = cp.ones(1 << 20)
        a += 1


with stream:
    thread = threading.Thread(target=work)
    thread.start()
thread.join()
```
For an executor, `initializer=stream.use` does the same for each of its threads.

## Limits
A thread that chooses a stream for part of its work is taken to mean the default stream for the rest. Pools of
processes are not looked at. Only code that can be followed from the call that starts the thread counts.

## References
CuPy, "Current Stream"; the Python library reference of `threading` and `asyncio.to_thread`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import NotInherited
from cupylint.findings import UNSEEN, Related
from cupylint.rule import Diagnosis, Rule


def check(lost: NotInherited) -> Iterator[Diagnosis]:
    """A thread started on a stream, with its work on the default one."""
    work = lost.work.line(lost.spot)
    notes = ["the current stream belongs to a thread: a new thread starts on the default stream"]
    if lost.ordered:
        notes.append(f"null and {lost.stream} wait for each other, so results are right, but nothing overlaps")
    notes.append(f"enter it in the function that {lost.task} runs: `with {lost.stream}:` around {work}")
    yield Diagnosis(
        severity="warning" if lost.ordered else None,
        message=f"{lost.task} started here does not run on {lost.stream}: its work goes to {lost.actual}",
        place=lost.spot,
        label=f"{lost.stream} is not inherited",
        related=(
            Related(
                lost.outer.location,
                f"{lost.stream} is in effect from here on, in this thread",
                lost.outer.beside(lost.spot),
            ),
            Related(lost.work.location, f"runs on {lost.actual}", lost.work.beside(lost.spot)),
        ),
        notes=tuple(notes),
        premises=() if lost.certain else (UNSEEN,),
    )


RULE = Rule(
    check,
    code="CUP107",
    name="stream-not-inherited",
    severity="error",
    documentation=__doc__,
    needles=(re.compile(rb"\bthread(?:ing)?\b|_thread\b|Thread|futures|executor"),),
    of_streams=True,
)
