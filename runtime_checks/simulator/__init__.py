"""A NumPy-backed stand-in for CuPy that judges the order of a program's work without a GPU.

`run` executes a program; every device operation is deferred, numbered and given to the ordering
model. Unordered conflicting accesses are reported as races, whatever the values; then the work of
one stream at a time is held back to show wrong values. Kernels in CUDA C are executed (`cuda_c`). Limits: one trace
is judged, what other kernels write is a hash of what they read, other GPU libraries are not supported, a graph is
launched in the order of its capture, and the host's use of pinned or managed memory is seen through NumPy only.
"""

from __future__ import annotations

from .program import run
from .results import Harm, NotSupported, Options, Place, Race, Report

__all__ = ["Harm", "NotSupported", "Options", "Place", "Race", "Report", "run"]
