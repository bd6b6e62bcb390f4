"""Which functions hand arrays to MPI, and who calls them: worth following though they name no stream."""

from __future__ import annotations

from collections.abc import Sequence, Set

from cupylint.cupy_model.consumers import MPI, MPI_ALONE, mpi_message
from cupylint.flow.domain.loop_carried import walk
from cupylint.program import ir

MPI_NAMES = frozenset(("MPI", "mpi4py"))
"""Names of the library."""
MPI_SIGNS = MPI_NAMES | MPI_ALONE
"""Names that tell that a file is about MPI, though it may get its communicator from elsewhere."""


def sends(name: str) -> bool:
    """Whether a method may be one of MPI that takes buffers, or a variant of one (``Allreduce_inplace``)."""
    return name in MPI or name.partition("_")[0] in MPI


def writers(functions: Sequence[ir.Function], sending: Set[ir.Function]) -> set[ir.Function]:
    """The methods that write into attributes which a method of the same class names that is among `sending`.

    And these methods themselves.
    """
    named: dict[str, frozenset[str]] = {}
    for function in sending:
        if function.parent_class:
            named[function.parent_class] = named.get(function.parent_class, frozenset()) | function.idents
    found: set[ir.Function] = set()
    for function in functions:
        names = named.get(function.parent_class, frozenset())
        if function in sending or (names and not names.isdisjoint(_written(function))):
            found.add(function)
    return {function for function in found if function.parent_class}


def _written(function: ir.Function) -> set[str]:
    """The attributes whose elements a function changes."""
    found: set[str] = set()
    for statement in walk(function.body):
        if isinstance(statement, (ir.Assign, ir.Augment)):
            target: object = statement.target
            is_part = isinstance(statement, ir.Augment) or isinstance(target, ir.Item)
            while isinstance(target, ir.Item):
                target = target.base
            if is_part and isinstance(target, ir.Attr):
                found.add(target.name)
    return found


def senders(functions: Sequence[ir.Function], idents: frozenset[str]) -> set[ir.Function]:
    """Those of a file's `functions` that call a method of MPI which takes buffers, or one that does, by name.

    `idents` are the names in the file.
    """
    found: set[ir.Function] = set()
    names = frozenset(filter(mpi_message, idents)) if MPI_SIGNS & idents else frozenset()
    while grown := {function for function in functions if names & function.idents} - found:
        found |= grown
        names = frozenset(function.name for function in grown if not function.name.startswith(("__", "<")))
    return found
