"""Calls of loops that look whether work is done; whatever tree the code is in."""

from __future__ import annotations

LOOKS = frozenset(
    (
        "synchronize", "deviceSynchronize", "streamSynchronize", "eventSynchronize", "query", "sleep", "time",
        "monotonic", "perf_counter", "perf_counter_ns", "time_ns", "process_time", "print", "write", "flush",
        "debug", "info", "warning", "log", "is_set", "is_alive", "get", "item", "asnumpy", "tolist", "copy",
        "int", "float", "bool", "str", "len", "any", "all", "max", "min", "sum", "abs", "round", "format",
        "count_nonzero",
    )
)  # fmt: skip
"""Calls that a loop may make which does nothing but look, by the last part of their names."""
