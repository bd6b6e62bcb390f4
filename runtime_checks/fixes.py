"""What becomes of two accesses when the fix that the linter offers is applied."""

from __future__ import annotations

import os
from dataclasses import replace

from cupylint.findings import Finding, Fix

from .backends import Backend
from .jobs import Job, Pair, Seen, Site
from .judging import judged
from .results import Verdict
from .rewrite import RewriteError, read_text


def verify_fix(job: Job, pair: Pair, fix: Fix, backend: Backend) -> Seen:
    """What is seen of `pair` in the program of `job` when the fix is applied, to the file that it names.

    Raises:
        RewriteError: the file cannot be read, or has no such line.
    """
    name = fix.filename or pair.later.filename
    real = os.path.realpath(name)
    texts = {os.path.realpath(known): text for known, text in job.texts}
    before = texts.get(real) or read_text(name)
    if not 0 < fix.before_row <= before.count("\n") + 1:
        raise RewriteError(f"has no line {fix.before_row}")
    text = fix.applied(before)

    def moved(site: Site) -> Site:
        return replace(site, location=fix.moved(site.location)) if os.path.realpath(site.filename) == real else site

    fixed = replace(
        job,
        pairs=(Pair(moved(pair.earlier), moved(pair.later)),),
        texts=tuple({**texts, real: text}.items()),
        warm_up=False,
    )
    return judged(fixed, backend)[0][1]


def tried(job: Job, pair: Pair, finding: Finding, backend: Backend) -> str:
    """A sentence on the fix of a finding whose two accesses nothing orders."""
    assert finding.fix is not None
    fix = replace(finding.fix, filename=finding.fix.filename or finding.filename or pair.later.filename)
    try:
        seen = verify_fix(job, pair, fix, backend)
    except RewriteError as error:
        return f"the fix was not tried: {fix.filename} {error}"
    if seen.verdict == Verdict.ORDERED.name:
        return "with the fix they are ordered"
    return f"with the fix the verdict is {Verdict[seen.verdict].value} ({seen.evidence})"
