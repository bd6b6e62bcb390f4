"""``--fix``, ``--diff``, ``--add-ignore`` and ``--add-noqa``: what they change in the files that were linted."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cupylint import runner
from cupylint.cli.status import FOUND, NOTHING, WRONG, UsageError
from cupylint.cli.terminal import complain, emit, emit_bytes

if TYPE_CHECKING:
    from cupylint.config import Settings
    from cupylint.files import Target
    from cupylint.findings import Finding
    from cupylint.fixing.plan import Plan
    from cupylint.runner import Outcome
    from cupylint.workspace import Workspace


def planned(outcome: Outcome, targets: Sequence[Target], paths: Sequence[str], options: argparse.Namespace) -> Plan:
    """What to change in the files that were linted."""
    from cupylint.fixing.ignores import Words, plan_ignores
    from cupylint.fixing.plan import plan

    files = {target.path: target.settings for target in targets}
    allowed = [os.path.realpath(path) for path in paths]
    if options.add_ignore is not None:
        words = Words(options.add_ignore, noqa=options.add_noqa is not None)
        return plan_ignores(files, outcome.findings, words, allowed)

    def check(data: bytes, filename: str, settings: Settings, workspace: Workspace) -> Sequence[Finding]:
        found = runner.check_data(data, filename, settings, workspace).findings
        return [finding for finding in found if not finding.suppressed]

    return plan(files, outcome.findings, check, unsafe=options.unsafe_fixes, allowed=allowed)


def write(plan: Plan) -> bool:
    """Change the files; whether there was anything to change."""
    from cupylint.fixing.replace import NotReplaced, replace_all

    try:
        replace_all(plan.changes)
    except NotReplaced as error:
        raise UsageError(str(error)) from None
    return bool(plan.changes)


def show_diff(plan: Plan, lines: Sequence[str], outcome: Outcome, options: argparse.Namespace) -> int:
    """Print the changes of a plan, for people or for ``patch``, and return the exit status."""
    from cupylint.fixing.diff import shown, unified

    diff = unified(plan.changes)
    if sys.stdout is not None:
        if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
            emit(sys.stdout, shown(diff))
        else:
            emit_bytes(sys.stdout, diff)
    for line in lines:
        complain(line)
    if outcome.internal_errors:
        return WRONG
    return FOUND if diff and not options.exit_zero else NOTHING
