"""A function or file was not followed to its end, since a bound was reached.

## What it does
cupylint follows a program with bounds on rounds, call depth, paths and statements, so that it ends soon whatever
it is given. Where the bound on statements was reached, what comes after it was not looked at. As a last bound, a file
may take 10 s and 500 MB (`time-limit` and `memory-limit` in the configuration): what was found until then is shown.
A file of more than 2 million characters, or with some 20,000 lines outside of functions, is not followed at all.

## Why is this bad?
Silence there does not mean that nothing is wrong. The command says so on standard error, and `--maybe` shows the
places as findings of this code; nothing fails because of it.

## Fix
Split the function, or prove it where it matters: `cupylint --verify` runs the program itself.

## Limits
Calls that are nested too deeply are taken for code that is not seen: findings that depend on them are shown by
`--maybe`.

## References
`docs/` describes the bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import Unfinished
from cupylint.findings import Premise
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import STREAM


def check(fact: Unfinished) -> Iterator[Diagnosis]:
    """Never certain: it is a remark on the analysis, not on the program."""
    others = f", {fact.after} other functions not at all" if fact.after else ""
    yield Diagnosis(
        message=f"{fact.name} was not followed to its end{others}: the bound on {fact.bound} was reached",
        place=fact.spot,
        premises=(Premise("not-followed", "something is wrong in what was not followed"),),
    )


RULE = Rule(
    check,
    code="CUP903",
    name="analysis-incomplete",
    severity="info",
    documentation=__doc__,
    needles=(STREAM, b"Thread"),
    follows_imports=True,
)
