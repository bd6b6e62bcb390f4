"""Which functions hand arrays to MPI, and who calls them: worth following though they name no stream."""

from __future__ import annotations

from collections.abc import Sequence

from cupylint.cupy_model.consumers import MPI, MPI_ALONE, mpi_message
from cupylint.program import ir

MPI_NAMES = frozenset(("MPI", "mpi4py"))
"""Names of the library."""
MPI_SIGNS = MPI_NAMES | MPI_ALONE
"""Names that tell that a file is about MPI, though it may get its communicator from elsewhere."""


def sends(name: str) -> bool:
    """Whether a method may be one of MPI that takes buffers, or a variant of one (``Allreduce_inplace``)."""
    return name in MPI or name.partition("_")[0] in MPI


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
