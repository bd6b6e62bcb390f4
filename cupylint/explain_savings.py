"""What a rule tells of memory that could be saved, and the smallest change that saves it."""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_memory import amount
from cupylint.facts import DoubleByDefault, Temporaries
from cupylint.findings import Related
from cupylint.rule import Diagnosis

# -- temporaries -----------------------------------------------------------------------------------


def temporaries_finding(fact: Temporaries) -> Diagnosis:
    """The finding for an expression that holds more than its result."""
    total = f"{amount(fact.peak)} at once"
    beside = f"{fact.copied}, into which they are copied" if fact.copied else f"the result of {amount(fact.result)}"
    return Diagnosis(
        message=f"{_what(fact)} beside {beside}{'' if fact.copied else ': ' + total}",
        place=fact.spot,
        label=total if fact.copied else f"{amount(fact.peak)} for {amount(fact.result)}",
        notes=(_change(fact),),
    )


def _what(fact: Temporaries) -> str:
    parts = [f"{amount(fact.temporaries)} of temporaries"] if fact.temporaries else []
    if fact.replaced:
        parts.append(f"the {amount(fact.result)} that {fact.replaced} was before")
    return f"{' and '.join(parts)} {'live' if fact.temporaries else 'lives'}"


def _change(fact: Temporaries) -> str:
    least = f"{amount(fact.least)} at once" if fact.least else "no temporary"
    if not fact.steps and fact.copied:
        return f"a `cupy.ElementwiseKernel` writes into {fact.copied} at once, without a temporary"
    if not fact.steps:
        return f"one kernel, by `cupy.fuse` or `cupy.ElementwiseKernel`, needs no temporary: {least}"
    what = "lines that work" if len(fact.steps) > 1 else "a line that works"
    return f"{what} in place: {'; '.join(f'`{step}`' for step in fact.steps)}: {least}"


# -- double precision ------------------------------------------------------------------------------


def double_finding(fact: DoubleByDefault) -> Diagnosis:
    """The finding for double precision that nobody asked for."""
    bytes_ = f": {amount(fact.nbytes)} instead of {amount(fact.nbytes - fact.saved)}" if fact.nbytes else ""
    return Diagnosis(
        message=f"{fact.dtype} instead of {fact.narrow}, because {_cause(fact)}{bytes_}",
        place=fact.spot,
        label=f"{fact.dtype} from here on",
        related=tuple(_origin(fact)),
        notes=(_typed(fact),),
    )


def _cause(fact: DoubleByDefault) -> str:
    if not fact.call:
        return f"a number of NumPy counts as {fact.source}"
    return f"{fact.name or f'the result of {_short(fact)}'} is {fact.source} by default"


def _short(fact: DoubleByDefault) -> str:
    return "`" + fact.call.replace("cupy.", "cp.", 1) + "`"


def _origin(fact: DoubleByDefault) -> Iterator[Related]:
    if fact.made is not None and fact.made.row != fact.spot.row:
        other = fact.made.filename if fact.made.filename != fact.spot.filename else ""
        yield Related(fact.made.location, f"{fact.source}, since no dtype is given", other)


def _typed(fact: DoubleByDefault) -> str:
    wanted = f"cp.{'complex64' if fact.source == 'complex128' else 'float32'}"
    if fact.made is None:
        return f"`{wanted}(...)`, or a number of Python (`float(...)`), keeps {fact.narrow}; CuPy 13 went by its value"
    if fact.takes_dtype:
        return f"`dtype={wanted}` in {fact.made.line(fact.spot)} keeps {fact.narrow}"
    return f"`.astype({wanted})` in {fact.made.line(fact.spot)} keeps {fact.narrow}"
