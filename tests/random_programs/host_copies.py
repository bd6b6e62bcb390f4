"""Random programs that copy between pinned host arrays and the device, read, fill, drop and make such arrays."""

from __future__ import annotations

import random

_HEAD = """\
import ctypes

import cupy as cp
import cupyx
import numpy as np

N = 1 << 10


def made(value):
    buffer = cupyx.empty_pinned(N, dtype="float32")
    buffer[:] = value
    return buffer


def upload(target, value, stream):
    buffer = cupyx.zeros_pinned(N, dtype="float32")
    buffer += value
    target.set(buffer, stream=stream)


def download(source, stream):
    out = cupyx.empty_pinned(N, dtype="float32")
    source.get(stream=stream, out=out, blocking=False)
    return out


class Slot:
    def __init__(self, stream):
        self.stream = stream
        self.buffer = cupyx.zeros_pinned(N, dtype="float32")
        self.done = cp.cuda.Event()

    def put(self, target, value):
        self.buffer[:] = value
        target.set(self.buffer, stream=self.stream)
        self.done.record(self.stream)

    def put_after(self, target, value):
        self.done.synchronize()
        self.put(target, value)

    def take(self):
        return self.buffer.sum()


class Ring:
    def __init__(self, stream, depth):
        self.stream, self.depth, self.turn = stream, depth, 0
        self.buffers = [cupyx.zeros_pinned(N, dtype="float32") for _ in range(depth)]
        self.done = [cp.cuda.Event(disable_timing=True) for _ in range(depth)]

    def acquire(self):
        slot = self.turn % self.depth
        self.turn += 1
        self.done[slot].synchronize()
        return slot

    def release(self, slot):
        self.done[slot].record(self.stream)

    def send(self, target, value):
        slot = self.acquire()
        self.buffers[slot][:] = value
        target.set(self.buffers[slot], stream=self.stream)
        self.release(slot)

    def send_wrong(self, target, value):
        slot = self.turn % self.depth
        self.turn += 1
        self.done[(slot + 1) % self.depth].synchronize()
        self.buffers[slot][:] = value
        target.set(self.buffers[slot], stream=self.stream)
        self.done[slot].record(self.stream)

    def receive(self, source):
        slot = self.acquire()
        source.get(stream=self.stream, out=self.buffers[slot], blocking=False)
        self.release(slot)
        return slot

    def result(self, slot):
        self.done[slot].synchronize()
        return self.buffers[slot].sum()

    def peek(self, slot):
        return self.buffers[slot].sum()


class Wrapper:
    def __init__(self, inner):
        self.inner = inner

    def __getitem__(self, key):
        return self.inner[key]

    def __setitem__(self, key, value):
        self.inner[key] = value

    @property
    def host(self):
        return self.inner

    def wait(self, stream):
        stream.synchronize()
        return self.inner


def raw():
    memory = cp.cuda.alloc_pinned_memory(N * 4)
    return np.frombuffer(memory, np.float32, N)


"""
_STREAMS = ("cp.cuda.Stream()", "cp.cuda.Stream(non_blocking=True)", "cp.cuda.Stream(non_blocking=True)")


def program(seed: int) -> str:
    """The program of a seed: straight lines and loops, one trace."""
    chance = random.Random(seed)
    lines = [f"s{number} = {chance.choice(_STREAMS)}" for number in range(3)]
    lines += ["e = cp.cuda.Event()"]
    lines += [f"x{number} = cp.zeros(N, dtype=cp.float32)" for number in range(3)]
    lines += [f"p{number} = cupyx.zeros_pinned(N, dtype='float32')" for number in range(2)]
    lines += ["pool = [cupyx.zeros_pinned(N, dtype='float32') for _ in range(2)]"]
    lines += ["slots = [Slot(s0), Slot(s1)]", "grid = cupyx.zeros_pinned((2, N), dtype='float32')"]
    lines += [f"rings = [Ring(s0, {chance.choice((2, 3))}), Ring(s2, {chance.choice((2, 3))})]"]
    lines += ["wrapped = Wrapper(cupyx.zeros_pinned(N, dtype='float32'))", "w = raw()", "w[:] = 0"]
    lines += ["m = cp.ndarray((N,), dtype=cp.float32, memptr=cp.cuda.malloc_managed(N * 4))"]
    lines += ["shared = np.ctypeslib.as_array((ctypes.c_float * N).from_address(m.data.ptr))", "m.fill(0)"]
    lines += ["last = 0", "kept = []", "cp.cuda.Device().synchronize()"]
    for _ in range(chance.randint(4, 14)):
        if chance.random() < 0.2:
            lines.append(f"for i in range({chance.choice((2, 3, 4))}):")
            lines += [f"    {_step(chance, 'i')}" for _ in range(chance.randint(1, 4))]
        else:
            lines.append(_step(chance, str(chance.randint(0, 3))))
    return _HEAD + "\n".join(lines) + "\n"


def _step(chance: random.Random, i: str) -> str:
    s, other = (f"s{chance.randint(0, 2)}" for _ in range(2))
    x = f"x{chance.randint(0, 2)}"
    p = chance.choice(("p0", "p0", "p1", f"pool[{i} % 2]", f"grid[{i} % 2]", "p0[:N]", "w", "wrapped.host"))
    half = f"p{chance.randint(0, 1)}[{chance.choice((':N // 2', 'N // 2:'))}]"
    name = f"p{chance.randint(0, 1)}"
    return chance.choice(
        (
            f"{x}.set({p}, stream={s})",
            f"{x}.set({p}, stream={s})",
            f"{x}.get(stream={s}, out={p}, blocking=False)",
            f"{x}.get(stream={s}, out={p}, blocking=False)",
            f"{x}.get(stream={s}, out={p})",
            f"{x}[:N // 2].get(stream={s}, out={half}, blocking=False)",
            f"cp.asnumpy({x}, {s}, out={p}, blocking=False)",
            f"with {s}: kept.append(cp.asarray({p}))",
            f"{x}.data.copy_from_host_async({name}.ctypes.data, {x}.nbytes, {s})",
            f"{x}.data.copy_to_host_async({name}.ctypes.data, {x}.nbytes, {s})",
            f"{p}[:] = {i}",
            f"{half}[:] = {i}",
            f"{name} += 1",
            f"{p}.fill({i})",
            f"np.copyto({p}, 2)",
            f"np.add({name}, 1, out={name})",
            f"total = {p}.sum()",
            f"total = {half}.max()",
            f"print({p}[0])",
            f"total = float({name}[3]) + np.mean({name})",
            f"for value in ({name},): total = value.min()",
            f"{s}.synchronize()",
            f"{s}.synchronize()",
            f"e.record({s})",
            "e.synchronize()",
            f"{other}.wait_event({s}.record())",
            "cp.cuda.Device().synchronize()",
            "cp.cuda.Stream.null.synchronize()",
            f"{x}.set(made({i}), stream={s})",
            f"upload({x}, {i}, {s})",
            f"{name} = download({x}, {s})",
            f"total = download({x}, {s}).sum()",
            f"{name} = made({i})",
            f"kept.append(made({i})); {x}.set(kept[-1], stream={s})",
            f"slots[{i} % 2].put({x}, {i})",
            f"slots[{i} % 2].put_after({x}, {i})",
            f"total = slots[{i} % 2].take()",
            f"with {s}: {x} += 1",
            f"rings[{i} % 2].send({x}, {i})",
            f"rings[{i} % 2].send({x}, {i})",
            f"rings[{i} % 2].send_wrong({x}, {i})",
            f"last = rings[0].receive({x})",
            "total = rings[0].result(last)",
            "total = rings[0].peek(last)",
            f"total = rings[{i} % 2].peek(1)",
            f"wrapped[:] = {i}",
            "total = wrapped[3:9].sum()",
            f"total = wrapped.wait({s}).sum()",
            f"with {s}: m += 1",
            f"with {s}: {x} += m",
            "total = shared.mean()",
            f"shared[:] = {i}",
            "w = raw()",
            "w[:] = 1",
            "total = w[::2].max() + w.reshape(2, -1)[0].sum()",
            f"{x}.set(raw(), stream={s})",
            f"cp.cuda.runtime.memcpyAsync({x}.data.ptr, w.ctypes.data, {x}.nbytes, 1, {s}.ptr)",
            f"cp.cuda.runtime.memcpyAsync(w.ctypes.data, {x}.data.ptr, {x}.nbytes, 2, {s}.ptr)",
        )
    )
