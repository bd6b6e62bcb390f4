"""Sizes that the code does not tell: entries are followed again for small ones, and what is found names the size.

With ``n = x.shape[0]`` unknown it cannot be told which slot of a ring ``buf[(n - 1) % 2]`` is, and what is found there
is a guess. For a number as small as six nearly all of a loop shows: its first rounds, its middle and its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Fact, Race
from cupylint.flow.analysis import Result
from cupylint.flow.analysis import analyse as analyse_once
from cupylint.flow.size_names import Assumed

if TYPE_CHECKING:
    from cupylint.budget import Budget
    from cupylint.flow.modules import Library
    from cupylint.options import ModelOptions
    from cupylint.program import ir

SIZES = (6, 2)
"""Six goes round rings of two, three and six and shows the middle of a loop; two shows loops that hardly begin."""
_MAX_NAMES = 3
"""Entries that loop over more sizes than these are not followed again: which of them matters could not be told."""
_MAX_WORK = 6_000
"""Statements times paths: entries that cost more are not followed again."""


def analyse(
    module: ir.Function,
    options: ModelOptions,
    library: Library | None = None,
    path: str = "",
    budget: Budget | None = None,
    entries: frozenset[str] | None = None,
) -> Result:
    """All facts about a module, as `analysis.analyse` gives them, and races that small sizes show."""
    result = analyse_once(module, options, library, path, budget, entries)
    for entry in sorted(_worth_it(result)):
        names = frozenset(result.sizes[entry])
        for size in SIZES:
            if budget is not None and budget.spent:
                return result
            assumed = Assumed(names, size)
            again = analyse_once(module, options, library, path, budget, frozenset((entry,)), assumed)
            result.facts = _with_races(result.facts, again.facts, assumed)
            result.files += [file for file in again.files if file not in result.files]
            result.work += again.work
            result.entry_work[entry] += again.work
    return result


def _worth_it(result: Result) -> set[str]:
    """Entries in which a guess may become certain: they loop over sizes, and it is not known which parts overlap."""
    return {
        entry
        for entry in result.guesses
        if 0 < len(result.sizes.get(entry, ())) <= _MAX_NAMES and result.entry_work[entry] <= _MAX_WORK
    }


def _with_races(facts: list[Fact], again: list[Fact], assumed: Assumed) -> list[Fact]:
    """The facts, with the races that are certain for a size in place of guesses at the same access."""
    known = {fact.later.spot.node for fact in facts if isinstance(fact, Race) and fact.certain}
    new = [fact for fact in again if isinstance(fact, Race) and fact.certain and fact.later.spot.node not in known]
    for race in new:
        race.premises = (assumed.premise(),)
    shown = {race.later.spot.node for race in new}
    return [fact for fact in facts if not (isinstance(fact, Race) and fact.later.spot.node in shown)] + list(new)
