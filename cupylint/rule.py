"""What a rule is: a code, a name, a documentation text and a function from facts to diagnoses.

A rule lives in a file of its own in ``rules/`` and ends in ``RULE = Rule(check, ...)``. The type
of the first parameter of ``check`` says which facts it is given. Findings are made here and nowhere
else: from the rule's own code, name and severity and from what a diagnosis says.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import lru_cache
from typing import Any, TypeAlias

from cupylint.facts import Fact, Spot
from cupylint.findings import Applicability, Finding, Fix, Lanes, Location, Premise, Related, Severity, Side
from cupylint.records import dataclass


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a rule says of a fact: a `Finding` without what the rule and the fact tell already.

    Attributes:
        place: where it is reported; a `Spot` may be in another file than the checked one.
        applicability: of its fixes, if it is not that of the rule.
        severity: if it is not that of the rule, or "warning" for what rests on premises.
        seen_from: the same, told from the checked file.
        by_two_calls: whether one call of the checked file leads to the earlier operation, and another one to the later.

    The others are those of `Finding`.
    """

    message: str
    place: Spot | Location
    label: str = ""
    related: tuple[Related, ...] = ()
    accesses: tuple[Side, ...] = ()
    notes: tuple[str, ...] = ()
    premises: tuple[Premise, ...] = ()
    candidates: tuple[Fix, ...] = ()
    lanes: Lanes | None = None
    table: tuple[str, ...] = ()
    needs: int = 0
    context: tuple[int, ...] = ()
    severity: Severity | None = None
    applicability: Applicability | None = None
    seen_from: Diagnosis | None = None
    by_two_calls: bool = False


Check = Callable[[Any], Iterator[Diagnosis]]
Needle: TypeAlias = bytes | re.Pattern[bytes] | tuple["Needle", ...]
"""What stands in every file that can break a rule: a text, a pattern, or all of several."""

IMPORTS_CUPY = re.compile(
    rb"(?:\A(?:\xef\xbb\xbf)?|(?<!\\)(?<!\\\r)[\r\n]|[;:])[ \t\f]*(?:from|import)\b"
    rb"(?:[^\r\n\\;:]|\\(?:\r?\n|\r))*?\bcupyx?\b"
)
"""A statement that imports CuPy itself, in whatever scope. What begins one is in no other: nothing is read twice."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the catalogue.

    Attributes:
        check: what it says of a fact.
        code: three letters and three digits, stable for ever.
        name: kebab-case; works wherever the code does.
        documentation: the page about it, whose first line is the `summary`.
        needles: a file whose code contains none of them cannot break the rule and is not parsed for it. Empty:
            every file that mentions CuPy is.
        default: False for rules that run only when selected.
        follows_imports: whether the hazard may come from streams that other files make.
        all_functions: whether functions matter that have nothing to do with streams and clocks.
        fix: whether its fixes are safe or unsafe, None if it has none. Those of findings that rest on a premise are
            never safe.
        imports_clocks: whether a file without needles matters that takes from another one what reads a clock.
        of_streams: whether only files matter that speak of streams or events, or take from others what makes them.
        fact: the class of facts that `check` reads: what its first parameter is annotated with.

    Raises:
        ValueError: it has no documentation.
    """

    check: Check
    code: str
    name: str
    severity: Severity
    documentation: str | None
    needles: tuple[Needle, ...] = ()
    default: bool = True
    follows_imports: bool = False
    all_functions: bool = False
    imports_clocks: bool = False
    of_streams: bool = False
    fix: Applicability | None = None
    fact: type = field(init=False)

    def __post_init__(self) -> None:
        if not self.documentation:
            raise ValueError(f"{self.code} has no documentation: write the module's docstring")
        hints = typing.get_type_hints(self.check)
        hints.pop("return", None)
        object.__setattr__(self, "fact", next(iter(hints.values())))

    def findings(self, fact: Fact, filename: str) -> list[Finding]:
        """What the rule finds in a fact about the checked file `filename`, or about one that it calls."""
        spot = getattr(fact, "spot", None)
        about = spot.filename if isinstance(spot, Spot) else ""
        return [self._finding(diagnosis, about or filename) for diagnosis in self.check(fact)]

    def _finding(self, told: Diagnosis, filename: str) -> Finding:
        place = told.place
        located = place.location if isinstance(place, Spot) else place
        applicability: Applicability = "unsafe" if told.premises or self.fix is None else told.applicability or self.fix
        doubted: Severity = "warning" if self.severity == "error" else self.severity
        return Finding(
            code=self.code,
            name=self.name,
            severity=told.severity or (doubted if told.premises else self.severity),
            message=told.message,
            location=located,
            filename=(place.filename if isinstance(place, Spot) else "") or filename,
            label=told.label,
            related=told.related,
            accesses=told.accesses,
            notes=told.notes,
            premises=told.premises,
            candidates=tuple(replace(fix, applicability=applicability) for fix in told.candidates),
            lanes=told.lanes,
            table=told.table,
            needs=told.needs,
            context=told.context,
            seen_from=None if told.seen_from is None else self._finding(told.seen_from, filename),
            by_two_calls=told.by_two_calls,
        )

    def concerns(self, code: bytes) -> bool:
        """Whether the code of a file (see `skim.code`) has any of the needles."""
        return not self.needles or any(_stands(needle, code) for needle in self.needles)

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return (self.documentation or "").strip().splitlines()[0]


def _stands(needle: Needle, code: bytes) -> bool:
    if isinstance(needle, bytes):
        return needle in code
    if isinstance(needle, tuple):
        return all(_stands(part, code) for part in needle)
    return _is_found(needle, code)


@lru_cache(maxsize=64)  # many rules look for the same in one file
def _is_found(pattern: re.Pattern[bytes], code: bytes) -> bool:
    return pattern.search(code) is not None
