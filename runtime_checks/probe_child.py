"""Measures single facts on a device. Started with a JSON description on standard input; see `probes`.

Uses nothing of cupylint. Every kernel that spins gives up after `GIVE_UP` seconds of the device's clock.
Answers with one JSON object a line: ``name``, ``answer`` (true: ordered or waited; null: not measured), ``ms``
and ``why``.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any

GIVE_UP = 2
SHUT = 0.03
"""Seconds for which a gate stays shut while something is watched."""

SOURCE = """
extern "C" __global__ void gate(volatile int* open, unsigned long long limit) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        __nanosleep(500);
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (*open == 0 && now - start < limit);
}
extern "C" __global__ void touch(int* cell) { *cell += 1; }
"""

SETUP = """
rng = cp.random.default_rng(1)
y = cp.arange(1, 1025, dtype=cp.float32)
z = cp.arange(1, 1025, dtype=cp.float32)
v = cp.float32(3) * cp.ones((), dtype=cp.float32)
m = y > 500
i = cp.arange(64)
A = cp.eye(64, dtype=cp.float32) * 3 + 0.01
b = cp.ones(64, dtype=cp.float32)
host = np.ones(1024, dtype=np.float32)
"""


class Bench:
    """Streams, events, and the gate whose flag lies in pinned host memory."""

    def __init__(self) -> None:
        import cupy
        import numpy

        self.cp = cupy
        module = cupy.RawModule(code=SOURCE)
        self.gate_kernel, self.touch = module.get_function("gate"), module.get_function("touch")
        self.memory = cupy.cuda.alloc_pinned_memory(64)
        self.flag = numpy.frombuffer(self.memory, dtype=numpy.int32, count=1)
        self.arguments = (numpy.uint64(self.memory.ptr), numpy.uint64(GIVE_UP * 10**9))
        self.cell = cupy.zeros(64, dtype=cupy.int32)
        make = cupy.cuda.Stream
        self.streams = {"null": make.null, "ptds": make.ptds}
        self.streams |= {name: make() for name in ("b1", "b2")}
        self.streams |= {name: make(non_blocking=True) for name in ("n1", "n2", "n3")}
        self.flag[0] = 1
        for name in self.streams:  # everything is loaded before anything is measured
            for kind in ("gate", "work", "zeros", "get"):
                self.step((kind, name), {})
        cupy.cuda.Device().synchronize()

    def shut(self) -> None:
        """All earlier work is over, and gates hold from now on."""
        self.cp.cuda.Device().synchronize()
        self.flag[0] = 0

    def open(self) -> None:
        """Let every gate go on."""
        self.flag[0] = 1

    def step(self, step: tuple[str, ...], events: dict[str, Any]) -> None:
        """Do what one step of a fact says."""
        kind, names = step[0], step[1:]
        if kind == "record":
            events.setdefault(names[0], self.cp.cuda.Event(disable_timing=True)).record(self.streams[names[1]])
        elif kind == "wait":
            event = events.setdefault(names[1], self.cp.cuda.Event(disable_timing=True))
            self.streams[names[0]].wait_event(event)
        elif kind == "sync":
            self.streams[names[0]].synchronize()
        elif kind == "sync_event":
            events.setdefault(names[0], self.cp.cuda.Event(disable_timing=True)).synchronize()
        elif kind == "sync_device":
            self.cp.cuda.Device().synchronize()
        else:
            with self.streams[names[0]]:
                if kind == "gate":
                    self.gate_kernel((1,), (1,), self.arguments)
                elif kind == "work":
                    self.touch((1,), (1,), (self.cell,))
                elif kind == "zeros":
                    self.cell.fill(0)
                elif kind == "empty":
                    self.cp.empty(64, dtype=self.cp.int32)
                elif kind == "get":
                    self.cell.get()
                else:
                    raise ValueError(f"unknown step {kind}")

    def ordered(self, steps: list[tuple[str, ...]]) -> bool:
        """Whether the last of `steps` waits for the gate among them."""
        events: dict[str, Any] = {}
        self.shut()
        for step in steps[:-1]:
            self.step(step, events)
        last = steps[-1]
        if last[0] != "work":
            return self.waits(lambda: self.step(last, events))
        self.step(last, events)
        done = self.cp.cuda.Event(disable_timing=True)
        done.record(self.streams[last[1]])
        end = time.perf_counter() + SHUT
        while not done.done and time.perf_counter() < end:
            pass
        early = bool(done.done)
        self.open()
        return not early

    def waits(self, action: Any) -> bool:
        """Whether the host comes out of `action` only once the gate is open."""
        timer = threading.Timer(SHUT, self.open)
        timer.start()
        action()
        back = self.flag[0] == 0
        timer.cancel()
        timer.join()
        if back:
            self.open()
        return not back

    def waits_in(self, code: str, names: dict[str, Any]) -> bool:
        """Whether the host waits in `code` for the stream it runs on; everything it needs is loaded first."""
        compiled = compile(code, "<probe>", "exec")
        stream = self.streams["n1"]
        with stream:
            for _ in range(2):
                exec(compiled, names)
            self.shut()
            self.step(("gate", "n1"), {})
            return self.waits(lambda: exec(compiled, names))


def main() -> None:
    """Measure everything that standard input asks for, as far as time allows."""
    task = json.load(sys.stdin)
    begun = time.perf_counter()
    try:
        import cupy
        import numpy

        bench = Bench()
        names: dict[str, Any] = {"cp": cupy, "np": numpy}
        exec(SETUP, names)
    except Exception as error:
        _tell(unusable=f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")
        return
    _tell(ready=True)
    for kind, name, content in task["questions"]:
        start = time.perf_counter()
        if start - begun > task["seconds"]:
            _tell(name=name, answer=None, ms=0.0, why="no time left")
            continue
        try:
            if kind == "order":
                answer = bench.ordered([tuple(step) for step in content])
            else:
                answer = bench.waits_in(content, names)
            why = ""
        except Exception as error:
            answer, why = None, f"{type(error).__name__}: {' '.join(str(error).split())[:120]}"
        bench.open()
        cupy.cuda.Device().synchronize()
        _tell(name=name, answer=answer, ms=(time.perf_counter() - start) * 1000, why=why)


def _tell(**what: Any) -> None:
    print(json.dumps(what), flush=True)
