"""Which arrays kernels only add to, or change in another way in which the order of changes does not matter."""

from __future__ import annotations

from collections import Counter, defaultdict

from cupylint.kernels.memory import root
from cupylint.kernels.model import Call, Function, Name, walk

_KINDS = {
    "atomicAdd": "add",
    "atomicSub": "add",
    "atomicMin": "min",
    "atomicMax": "max",
    "atomicAnd": "and",
    "atomicOr": "or",
    "atomicXor": "xor",
}
"""Atomic operations by what they have in common; those of one kind may come in any order."""


def accumulated(function: Function) -> dict[str, tuple[str, int]]:
    """The parameters that a kernel uses by atomic operations of one kind alone: which kind, and how often.

    Launches that do this to one array need no order, whatever streams they are on. Operations for one block
    (``atomicAdd_block``) are none that other launches meet.
    """
    parts = list(walk(*function.body))
    mentions = Counter(part.id for part in parts if isinstance(part, Name))
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for part in parts:
        kind = _KINDS.get(part.function.removesuffix("_system")) if isinstance(part, Call) else None
        if kind is not None and isinstance(part, Call) and part.arguments:
            kinds[root(part.arguments[0])].append(kind)
    parameters = {parameter.name for parameter in function.parameters}
    alone = {name for name in parameters & kinds.keys() if len(kinds[name]) == mentions[name]}
    return {name: (kinds[name][0], mentions[name]) for name in alone if len(set(kinds[name])) == 1}
