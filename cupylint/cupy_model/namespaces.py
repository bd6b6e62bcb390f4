"""What holds for names that no table lists: one record per namespace, and why."""

from __future__ import annotations

from cupylint.cupy_model.records import COMPUTES, MAY_WAIT, OBJECT
from cupylint.cupy_model.spec import Call, Returns, Runs, Waits

CUPY = COMPUTES
"""``cupy.*``: reads all arrays it is given, returns a new one, on the current stream, without a wait.
Most of CuPy is like this, and what waits is listed."""

NUMERICS = MAY_WAIT
"""``cupy.linalg``, ``cupy.polynomial`` and ``cupyx.*``: the same, but may wait. These are built of many
steps, some of which look at values, and they change between versions."""

LIBRARIES = Call(waits=Waits.SOMETIMES, out=("out",))
"""``cupy.cublas`` and its kin: thin layers over CUDA's libraries, most with ``out=``."""

SCIPY = Call(waits=Waits.SOMETIMES, out=("out", "output"))
"""``cupyx.scipy.*``: like `NUMERICS`; results go to ``out=`` or ``output=`` where one is given."""

SPARSE = Call(Returns.OTHER, waits=Waits.SOMETIMES)
"""``cupyx.scipy.sparse.*``: results are matrices, which are no arrays; conversions wait."""

PLUMBING = OBJECT
"""``cupy.cuda.*``, ``cupy.testing.*``, ``cupyx.jit.*`` and the like: handles, settings, decorators. No
array work of their own; the few that do some are listed."""

RUNTIME = Call(Returns.OTHER, Runs.NOWHERE, Waits.SOMETIMES, reads=())
"""``cupy.cuda.runtime.*``: CUDA itself, with raw handles. Some wait for an event or a stream, or make one
wait for another; which is meant cannot be told from the call."""

PRIVATE = Call(Returns.OTHER, waits=Waits.SOMETIMES)
"""``cupy._core.*`` and other private modules: anything, so nothing is claimed but the reads."""

UNKNOWN = Call(Returns.OTHER, Runs.NOWHERE, Waits.SOMETIMES, reads=())
"""A name that is not CuPy's at all."""

NAMESPACES: dict[str, Call] = {
    "cupy": CUPY,
    "cupy._core": PRIVATE,
    "cupy.cublas": LIBRARIES,
    "cupy.cuda": PLUMBING,
    "cupy.cuda.runtime": RUNTIME,
    "cupy.cudnn": LIBRARIES,
    "cupy.cusolver": LIBRARIES,
    "cupy.cusparse": LIBRARIES,
    "cupy.cutensor": LIBRARIES,
    "cupy.exceptions": PLUMBING,
    "cupy.fft.config": PLUMBING,
    "cupy.linalg": NUMERICS,
    "cupy.polynomial": NUMERICS,
    "cupy.prof": PLUMBING,
    "cupy.testing": PLUMBING,
    "cupy.typing": PLUMBING,
    "cupy_backends": PLUMBING,
    "cupyx": NUMERICS,
    "cupyx.cudnn": LIBRARIES,
    "cupyx.cusolver": LIBRARIES,
    "cupyx.cusparse": LIBRARIES,
    "cupyx.cutensor": LIBRARIES,
    "cupyx.distributed": PLUMBING,
    "cupyx.jit": PLUMBING,
    "cupyx.optimizing": PLUMBING,
    "cupyx.profiler": PLUMBING,
    "cupyx.scipy": SCIPY,
    "cupyx.scipy.sparse": SPARSE,
    "cupyx.scipy.sparse.csgraph": SCIPY,
    "cupyx.scipy.sparse.linalg": SCIPY,
    "cupyx.tools": PLUMBING,
}
"""The record of every name below a namespace that is not listed; the longest namespace wins."""


def default(dotted: str) -> Call:
    """The record that the namespace of an unlisted name gives it."""
    parent = dotted
    while parent:
        parent = parent.rpartition(".")[0]
        found = NAMESPACES.get(parent)
        if found is not None:
            return found
    return UNKNOWN
