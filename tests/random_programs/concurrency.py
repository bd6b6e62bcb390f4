"""Threads, executors and tasks. Each is waited for before the next begins, so that there is one trace."""

from __future__ import annotations

from .work import operation
from .writer import Shape, Writer


def _job(w: Writer) -> str:
    """A function for another thread: on a stream that it is given, or on its own default stream."""
    waits = w.chance(0.5)
    name = f"job{int(waits)}"
    return w.define(
        name,
        f"def {name}(stream, data):\n    with stream:\n        data += 1\n        made = data * 2\n"
        + ("    stream.synchronize()\n" if waits else "")
        + "    return made",
    )


def thread(w: Writer, budget: int) -> None:
    """`threading.Thread`, joined."""
    w.needs("import threading")
    name, x = w.fresh("thread"), w.array()
    target, given = _job(w), f"({w.stream()}, {x})"
    if w.chance(0.3):
        target, given = w.define("bare", "def bare(data):\n    data += 1"), f"({x},)"
    if w.chance(0.3):
        with w.on(w.stream()):
            w.write(f"{name} = threading.Thread(target={target}, args={given})\n{name}.start()\n{name}.join()")
            operation(w)
    else:
        w.write(f"{name} = threading.Thread(target={target}, args={given})\n{name}.start()\n{name}.join()")
    with w.on(w.stream()):
        w.write(f"{w.fresh('r')} = {x} + 1")


def executor(w: Writer, budget: int) -> None:
    """`ThreadPoolExecutor`: one job after the other."""
    w.needs("from concurrent.futures import ThreadPoolExecutor")
    job, name, result = _job(w), w.fresh("pool"), w.fresh("future")
    with_block = w.chance(0.6)
    if with_block:
        w.write(f"with ThreadPoolExecutor(max_workers={w.pick((1, 1, 2))}) as {name}:")
    else:
        w.write(f"{name} = ThreadPoolExecutor(max_workers={w.pick((1, 1, 2))})")
    w.depth += with_block
    kept = w.inside
    for _ in range(w.number(1, 2)):
        w.write(f"{result} = {name}.submit({job}, {w.stream()}, {w.array()})")
        w.write(f"{result}.result()" if w.chance(0.3) else f"made_{result} = {result}.result()\nmade_{result} += 1")
    w.depth -= with_block
    w.inside = kept
    if not with_block:
        w.write(f"{name}.shutdown()")
    operation(w)


def task(w: Writer, budget: int) -> None:
    """`asyncio.to_thread` and plain coroutines under `asyncio.run`.

    No coroutine returns an array: at its end `asyncio.run` may take the text of the result, a wait that no
    program means and that not every version of Python has.
    """
    w.needs("import asyncio")
    name, job, x, kept = w.fresh("tasks"), _job(w), w.array(), w.fresh("kept")
    w.write(f"{kept} = []\nasync def {name}(stream, data):")
    with w.indented():
        form = w.number(0, 3)
        if form == 0:
            w.write(f"{kept}.append(await asyncio.to_thread({job}, stream, data))")
        elif form == 1:
            w.write(f"with stream:\n    data += 1\nawait asyncio.sleep(0)\n{kept}.append(data)")
        elif form == 2:
            w.write(f"{kept}.append({job}(stream, data))\n{w.pick(('stream.synchronize()', 'pass'))}")
        else:
            w.write(f"{kept}.append(data)\nawait asyncio.to_thread(stream.synchronize)")
            with w.on(w.stream()):
                w.write("data += 2")
    w.write(f"asyncio.run({name}({w.stream()}, {x}))")
    with w.on(w.stream()):
        w.write(f"{w.fresh('r')} = {kept}[0] * 2" if w.chance(0.5) else f"{w.fresh('r')} = {x} * 2")


CONCURRENCY: tuple[Shape, ...] = (thread, executor, task)
