"""Pools of threads or processes, as values."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field

from cupylint.flow.domain.values import Value
from cupylint.records import dataclass


@dataclass(frozen=True, slots=True)
class Executor(Value):
    """A pool of threads. One of a single thread does all its work in that thread, in order.

    Attributes:
        prepare: called in each thread before its work, with its arguments.
        guess: it may as well be a pool of processes.
        pool: it is of ``multiprocessing.pool``.
        processes: its work runs in other processes, which share nothing with this one.
    """

    key: Hashable
    workers: int | None = field(default=None, compare=False)
    prepare: Value | None = field(default=None, compare=False)
    arguments: tuple[Value, ...] = field(default=(), compare=False)
    guess: bool = field(default=False, compare=False)
    pool: bool = field(default=False, compare=False)
    processes: bool = field(default=False, compare=False)
