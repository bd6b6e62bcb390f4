"""What a run says of the changes that it made, or would make."""

from __future__ import annotations

from cupylint.counted import counted
from cupylint.fixing.plan import Plan


def told(plan: Plan, *, verb: str, done: bool) -> list[str]:
    """Lines for standard error.

    Args:
        verb: "fix" or "silence".
        done: the files were written.
    """
    lines = list(plan.remarks)
    count, files = sum(plan.applied.values()), len(plan.changes)
    if count:
        by_rule = ", ".join(f"{code} {number}" for code, number in sorted(plan.applied.items()))
        does = {"fix": "fixed", "silence": "silenced"}[verb] if done else f"would {verb}"
        lines.append(f"{does} {counted(count, 'finding')} in {counted(files, 'file')} ({by_rule})")
    if plan.refused:
        lines.append(f"{counted(plan.refused, 'fix', 'fixes')} did not hold when tried: left as they are")
    if plan.unsafe:
        lines.append(f"{counted(plan.unsafe, 'finding has', 'findings have')} an unsafe fix: --unsafe-fixes")
    return lines
