"""A comment is to silence a rule and silences nothing.

## What it does
Reports codes and names in `# noqa: CUP...`, `# cupylint: ignore[...]` and `# cupylint: ignore-file[...]` that no rule
has, and those of rules that find nothing there.

## Why is this bad?
A word that is misspelt silences nothing. A comment that has outlived its finding hides the next one.

## Example
```python bad
import cupy as cp

x = cp.ones(9)
y = x + 1  # cupylint: ignore[unorderd-read]  # expect: CUP901
```

## Fix
Take the comment away, or name the rule as `--rules` does:
```python good
import cupy as cp

x = cp.ones(9)
y = x + 1
```

Where a word is misspelt and the rule that is most like it finds something there, the fix is to spell it so: unsafe,
since it silences a finding. If that rule finds nothing either, the fix takes the comment away: unsafe, since another
word may be meant. All else that silences nothing is safe to take away.

## Limits
Rules that are not selected for the file are not asked; neither are comments without a list, nor those within the text
of a kernel. In a function a finding may come from its callers in other files, and names and sizes depend on the version
of CuPy and on the device: there an idle comment is shown by `--maybe`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import IdleSuppression
from cupylint.findings import Fix, Premise
from cupylint.rule import Diagnosis, Rule


def check(fact: IdleSuppression) -> Iterator[Diagnosis]:
    """A comment that does nothing."""
    fixes = () if fact.deleted is None else (Fix.replacing(fact.deleted, ""),)
    if not fact.known:
        yield Diagnosis(
            f"`{fact.word}` names no rule",
            fact.location,
            "silences nothing",
            notes=(f"is `{fact.meant}` meant?",) if fact.meant else (),
            candidates=(Fix.replacing(fact.location, fact.meant),) if fact.is_needed else fixes,
            applicability="unsafe" if fact.meant else None,
        )
        return
    yield Diagnosis(
        message=f"`{fact.word}` silences nothing here",
        place=fact.location,
        label="no finding",
        notes=("take it away",),
        candidates=fixes,
        premises=(Premise("opaque-call", fact.unless),) if fact.unless else (),
    )


RULE = Rule(
    check,
    code="CUP901",
    name="idle-suppression",
    severity="warning",
    documentation=__doc__,
    needles=(re.compile(rb"(?i)noqa[^\n]{0,200}cup|cupylint\s*:\s*ignore"),),
    fix="safe",
)
