"""What an analysis is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.budget import Budget
    from cupylint.flow.domain.modules import Library
    from cupylint.flow.domain.unknown_sizes import ConcreteSize
    from cupylint.options import ModelOptions
    from cupylint.program import ir


@dataclass(frozen=True, slots=True)
class Subject:
    """A module, and how it is followed.

    Attributes:
        library: gives the other files of its project, which are followed where the module uses them.
        path: the module's own path, as `library` knows it.
        budget: what it may cost; where nothing is left, it ends with what it has found.
        entries: only these functions and classes are followed, besides the top level; None: all that matter.
        concrete_size: a number for sizes that the code does not tell.
        driven: methods that are known to be called by other code than their class.
    """

    module: ir.Function
    options: ModelOptions
    library: Library | None = None
    path: str = ""
    budget: Budget | None = None
    entries: frozenset[str] | None = None
    concrete_size: ConcreteSize | None = None
    driven: frozenset[ir.Function] = frozenset()

    def is_entry(self, name: str) -> bool:
        """Whether the function or class of that name is to be followed."""
        return self.entries is None or name in self.entries
