"""What ``--probe`` asks a device: small programs whose last step is ordered after a gate or not, and calls of CuPy.

Streams: ``null``, ``ptds`` (the thread's default stream), ``b1 b2`` (blocking), ``n1 n2 n3`` (non-blocking). Steps:
``gate S`` holds S back; ``work S``, ``zeros S``, ``empty S``, ``get S`` (a copy to the host) use it; ``record E S``,
``wait S E``; ``sync S``, ``sync_event E``, ``sync_device`` let the host wait. The last step is the question.
"""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """A question about order. ``steps`` is written one step after the other, separated by semicolons."""

    name: str
    steps: str

    def parsed(self) -> list[tuple[str, ...]]:
        """The steps as tuples of words."""
        return [tuple(step.split()) for step in self.steps.split(";")]


class CallFact(NamedTuple):
    """A question about a call: does the host wait in it for the stream it runs on?

    Attributes:
        code: what is run.
        name: how the model of CuPy calls it: "cupy.sum", ".get" for a method of arrays, "float" for a builtin.
        waits: as measured on an H200 with CuPy 14.2.0.
        arguments: how many it gets.
    """

    code: str
    name: str
    waits: bool
    arguments: int = 1


def _pairs() -> list[Fact]:
    """Work on one stream, then work on another, for every pair of kinds."""
    kinds = {"null": "null", "blocking": "b1", "non-blocking": "n1", "per-thread default": "ptds"}
    other = {"b1": "b2", "n1": "n2"}
    facts = []
    for first, a in kinds.items():
        for second, b in kinds.items():
            if first == second:
                facts.append(Fact(f"one {first} stream", f"gate {a}; work {a}"))
                if a in other:
                    facts.append(Fact(f"two {first} streams", f"gate {a}; work {other[a]}"))
            else:
                facts.append(Fact(f"{first}, then {second}", f"gate {a}; work {b}"))
    return facts


ORDER = (
    *_pairs(),
    Fact("null work between two blocking streams", "gate b1; work null; work b2"),
    Fact("null work between two non-blocking streams", "gate n1; work null; work n2"),
    Fact("fill on null between two blocking streams", "gate b1; zeros null; work b2"),
    Fact("cupy.empty on null between two blocking streams", "gate b1; empty null; work b2"),
    Fact("record on null between two blocking streams", "gate b1; record e null; work b2"),
    Fact("wait on null between two blocking streams", "gate b1; record e n1; wait null e; work b2"),
    Fact("wait for the producer's event", "gate n1; record e n1; wait n2 e; work n2"),
    Fact("wait on the wrong stream", "gate n1; record e n1; wait n1 e; work n2"),
    Fact("recorded before the work", "record e n1; gate n1; wait n2 e; work n2"),
    Fact("recorded on an unrelated stream", "gate n1; record e n3; wait n2 e; work n2"),
    Fact("never recorded", "gate n1; wait n2 e; work n2"),
    Fact("recorded on null for a blocking producer", "gate b1; record e null; wait n2 e; work n2"),
    Fact("recorded on null for a non-blocking producer", "gate n1; record e null; wait n2 e; work n2"),
    Fact("recorded again after the wait", "gate n1; record e n1; wait n2 e; record e n3; work n2"),
    Fact("recorded again before the wait", "gate n1; record e n1; record e n3; wait n2 e; work n2"),
    Fact("through a third stream", "gate n1; record e n1; wait n3 e; record f n3; wait n2 f; work n2"),
    Fact("null waits, a blocking stream goes on", "gate n1; record e n1; wait null e; work b1"),
    Fact("null waits, a non-blocking stream goes on", "gate n1; record e n1; wait null e; work n2"),
    Fact("stream.synchronize() of its own work", "gate n1; sync n1"),
    Fact("stream.synchronize() of another stream", "gate n1; sync n2"),
    Fact("Stream.null.synchronize(), work on a blocking stream", "gate b1; sync null"),
    Fact("Stream.null.synchronize(), work on a non-blocking stream", "gate n1; sync null"),
    Fact("Stream.null.synchronize(), work on the per-thread default stream", "gate ptds; sync null"),
    Fact("idle blocking.synchronize(), work on null", "gate null; sync b1"),
    Fact("used blocking.synchronize(), null work later than its own", "work b1; gate null; sync b1"),
    Fact("blocking.synchronize(), null work before its own", "gate null; work b1; sync b1"),
    Fact("idle blocking.synchronize(), null work waits for another blocking stream", "gate b2; work null; sync b1"),
    Fact("idle Stream.ptds.synchronize(), work on null", "gate null; sync ptds"),
    Fact("idle non-blocking.synchronize(), work on null", "gate null; sync n1"),
    Fact(
        "record on an idle blocking stream, work on null, event.synchronize()", "gate null; record e b1; sync_event e"
    ),
    Fact("event.synchronize()", "gate n1; record e n1; sync_event e"),
    Fact("event.synchronize(), never recorded", "gate n1; sync_event e"),
    Fact("event.synchronize(), recorded before the work", "record e n1; gate n1; sync_event e"),
    Fact("Device().synchronize()", "gate n1; sync_device"),
    Fact("get on the producer's stream", "gate n1; get n1"),
    Fact("get on null, non-blocking producer", "gate n1; get null"),
    Fact("get on null, blocking producer", "gate b1; get null"),
    Fact("get on another blocking stream", "gate b1; get b2"),
)

CALLS = (
    CallFact("float(v)", "float", True),
    CallFact("bool(v)", "bool", True),
    CallFact("range(int(v))", "int", True),
    CallFact("v.item()", ".item", True, 0),
    CallFact("y.tolist()", ".tolist", True, 0),
    CallFact("repr(v)", "repr", True),
    CallFact("y.get()", ".get", True, 0),
    CallFact("cp.asnumpy(y)", "cupy.asnumpy", True),
    CallFact("cp.nonzero(y)", "cupy.nonzero", True),
    CallFact("cp.where(m)", "cupy.where", True),
    CallFact("cp.argwhere(y)", "cupy.argwhere", True),
    CallFact("cp.flatnonzero(y)", "cupy.flatnonzero", True),
    CallFact("y[m]", "[]", True),
    CallFact("z[m] = 0", "[]=", True),
    CallFact("cp.unique(y)", "cupy.unique", True),
    CallFact("cp.bincount(i)", "cupy.bincount", True),
    CallFact("cp.histogram(y, 10)", "cupy.histogram", True, 2),
    CallFact("cp.random.choice(64, 8)", "cupy.random.choice", False, 2),
    CallFact("cp.linalg.svd(A)", "cupy.linalg.svd", True),
    CallFact("cp.linalg.pinv(A)", "cupy.linalg.pinv", True),
    CallFact("cp.linalg.eigh(A)", "cupy.linalg.eigh", True),
    CallFact("cp.linalg.lstsq(A, b, rcond=None)", "cupy.linalg.lstsq", True, 2),
    CallFact("y.argmax()", ".argmax", False, 0),
    CallFact("cp.sort(y)", "cupy.sort", False),
    CallFact("cp.argsort(y)", "cupy.argsort", False),
    CallFact("y.sum()", ".sum", False, 0),
    CallFact("y.max()", ".max", False, 0),
    CallFact("y == z", "==", False),
    CallFact("cp.allclose(y, z)", "cupy.allclose", False, 2),
    CallFact("cp.array_equal(y, z)", "cupy.array_equal", False, 2),
    CallFact("cp.isin(y, z)", "cupy.isin", False, 2),
    CallFact("cp.median(y)", "cupy.median", False),
    CallFact("cp.percentile(y, 30)", "cupy.percentile", False, 2),
    CallFact("cp.where(m, y, z)", "cupy.where", False, 3),
    CallFact("cp.take(y, i)", "cupy.take", False, 2),
    CallFact("cp.repeat(y, 2)", "cupy.repeat", False, 2),
    CallFact("cp.concatenate([y, z])", "cupy.concatenate", False),
    CallFact("cp.stack([y, z])", "cupy.stack", False),
    CallFact("cp.searchsorted(y, z)", "cupy.searchsorted", False, 2),
    CallFact("cp.interp(y, z, z)", "cupy.interp", False, 3),
    CallFact("cp.convolve(y, b)", "cupy.convolve", False, 2),
    CallFact("cp.einsum('ij,j->i', A, b)", "cupy.einsum", False, 3),
    CallFact("A.dot(b)", ".dot", False),
    CallFact("A @ A", "@", False),
    CallFact("cp.lexsort(cp.stack([y, z]))", "cupy.lexsort", False),
    CallFact("for row in A: pass", "iter", False),
    CallFact("cp.linalg.solve(A, b)", "cupy.linalg.solve", False, 2),
    CallFact("cp.linalg.inv(A)", "cupy.linalg.inv", False),
    CallFact("cp.linalg.det(A)", "cupy.linalg.det", False),
    CallFact("cp.linalg.cholesky(A)", "cupy.linalg.cholesky", False),
    CallFact("cp.linalg.norm(A)", "cupy.linalg.norm", False),
    CallFact("cp.fft.fft(y)", "cupy.fft.fft", False),
    CallFact("cp.random.rand(64)", "cupy.random.rand", False),
    CallFact("cp.random.shuffle(z)", "cupy.random.shuffle", False),
    CallFact("cp.linspace(0, 1, 64)", "cupy.linspace", False, 3),
    CallFact("cp.full(64, 2.0)", "cupy.full", False, 2),
    CallFact("cp.zeros(64)", "cupy.zeros", False),
    CallFact("cp.empty(64)", "cupy.empty", False),
    CallFact("cp.array([1, 2, 3])", "cupy.array", False),
    CallFact("cp.asarray(host)", "cupy.asarray", False),
    CallFact("z.set(host)", ".set", False),
    CallFact("z.fill(1)", ".fill", False),
    CallFact("cp.put(z, i, 1)", "cupy.put", False, 3),
    CallFact("cp.copyto(z, y)", "cupy.copyto", False, 2),
)
