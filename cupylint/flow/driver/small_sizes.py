"""Sizes that the code does not tell: entries are followed again for small ones, and what is found names the size.

With ``n = x.shape[0]`` unknown it cannot be told which slot of a ring ``buf[(n - 1) % 2]`` is, and what is found there
is a guess. For a number as small as six nearly all of a loop shows: its first rounds, its middle and its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cupylint.facts import Fact, Race
from cupylint.findings import Premise
from cupylint.flow.domain.unknown_sizes import ConcreteSize
from cupylint.flow.driver.analysis import TOP_LEVEL
from cupylint.flow.driver.analysis import analyse as analyse_once
from cupylint.flow.driver.result import Result
from cupylint.flow.driver.subject import Subject

SIZES = (6, 2)
"""Six goes round rings of two, three and six and shows the middle of a loop; two shows loops that hardly begin."""
_MAX_NAMES = 3
"""Entries that loop over more sizes than these are not followed again: which of them matters could not be told."""
_MAX_WORK = 6_000
"""Statements times paths: entries that cost more, with the top level before them, are not followed again."""


def analyse(subject: Subject) -> Result:
    """All facts about a module, as `analysis.analyse` gives them, and races that small sizes show."""
    result = analyse_once(subject)
    for entry in sorted(_worth_it(result)):
        names = frozenset(result.sizes[entry])
        for size in SIZES:
            if subject.budget is not None and subject.budget.spent:
                return result
            concrete_size = ConcreteSize(names, size)
            again = analyse_once(
                replace(subject, entries=frozenset((entry,)), concrete_size=concrete_size, driven=result.driven)
            )
            if not result.driven:
                result.sized[(frozenset((entry,)), (concrete_size.premise(),))] = again.facts
            _add_races(result, again.facts, concrete_size)
            result.files += [file for file in again.files if file not in result.files]
    return result


def analyse_where(subject: Subject, premises: Iterable[Premise]) -> Result:
    """All facts about a module where these premises hold; no other sizes are tried."""
    return analyse_once(replace(subject, concrete_size=ConcreteSize.by(premises)))


def _worth_it(result: Result) -> set[str]:
    """Entries in which a guess may become certain: they loop over sizes, and it is not known which parts overlap."""
    return {
        entry
        for entry in result.guesses
        if 0 < len(result.sizes.get(entry, ())) <= _MAX_NAMES
        and sum(result.entry_work[each] for each in {TOP_LEVEL, entry}) <= _MAX_WORK
    }


def _add_races(result: Result, again: list[Fact], concrete_size: ConcreteSize) -> None:
    """Put races that are certain for a size in place of guesses at the same access."""
    known = {fact.later.spot.node for fact in result.facts if isinstance(fact, Race) and fact.certain}
    new = [fact for fact in again if isinstance(fact, Race) and fact.certain and fact.later.spot.node not in known]
    for race in new:
        race.premises = (concrete_size.premise(), *race.premises)
    shown = {race.later.spot.node for race in new}
    guesses = [fact for fact in result.facts if isinstance(fact, Race) and fact.later.spot.node in shown]
    result.replaced += guesses
    result.facts = [fact for fact in result.facts if fact not in guesses] + list(new)
