"""Processes: whether they are forked, and whether CUDA is used both before that and in the child."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cupylint.facts import ForkAfterCuda
from cupylint.flow.arguments import Arguments
from cupylint.flow.arrays import arrays_in
from cupylint.flow.contact import Contact, on_trial, used
from cupylint.flow.items import items_of, named_items
from cupylint.flow.state import State
from cupylint.flow.values import (
    NONE,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    External,
    FunctionValue,
    Instance,
    Partial,
    Symbol,
    Value,
)

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine
    from cupylint.flow.threads import Executor
