"""What the analysis needs to know about the program's surroundings. No file or command line here."""

from __future__ import annotations

from cupylint.records import dataclass

CUPY_VERSIONS = (12, 13, 14)
DEVICE_MEMORY = 80 << 30
"""Bytes that a device is taken to have where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """The CuPy that the program runs on.

    Attributes:
        cupy_version: major version, one of `CUPY_VERSIONS`.
        per_thread_default_stream: ``CUPY_CUDA_PER_THREAD_DEFAULT_STREAM=1`` is set.
        waits: dotted names of functions that wait for the whole device (from configuration).
        all_functions: follow functions, too, that have nothing to do with streams and clocks.
        sizes: look for arrays that are too large; functions are followed for that alone, too.
        device_memory: bytes of each device, None if nobody said; then `DEVICE_MEMORY` are assumed.
        timeline: tell what is alive at each allocation, instead of where that is too much.
        savings: look for memory that could be saved.
        conversions: look for device arrays that NumPy is to convert, and for capsules of DLPack.
        converting: the functions and classes of the file that are followed for the sake of such arrays.
        launches: look for arrays that kernels read wrongly; functions are followed for that alone, too.
        schedules: look for what hangs on when work runs (streams, events, clocks); without it functions of other files
            are followed only where they may make what is looked for.
        clocks_alone: of that nothing but what clocks leave out, for which no call is followed after another one.
        guesses: look for what rests on something that is not likely, too.
        every_access: report each racy access; otherwise one finding stands for each missing wait.
    """

    cupy_version: int = 14
    per_thread_default_stream: bool = False
    waits: tuple[str, ...] = ()
    every_access: bool = False
    all_functions: bool = False
    sizes: bool = True
    device_memory: int | None = None
    timeline: bool = False
    savings: bool = False
    conversions: bool = False
    converting: frozenset[str] = frozenset()
    launches: bool = False
    schedules: bool = True
    clocks_alone: bool = False
    guesses: bool = True
