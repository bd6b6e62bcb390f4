"""What a run says of the changes that it made, or would make."""

from __future__ import annotations

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
        lines.append(f"{does} {_number(count, 'finding')} in {_number(files, 'file')} ({by_rule})")
    if plan.refused:
        lines.append(f"{_number(plan.refused, 'fix', 'fixes')} did not hold when tried: left as they are")
    if plan.unsafe:
        lines.append(f"{_number(plan.unsafe, 'finding has', 'findings have')} an unsafe fix: --unsafe-fixes")
    return lines


def _number(count: int, noun: str, nouns: str = "") -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {nouns or noun + 's'}"
