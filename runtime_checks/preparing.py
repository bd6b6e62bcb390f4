"""The texts of a program with gates and probes, for a job."""

from __future__ import annotations

import os
from contextlib import suppress

from .jobs import EARLIER, LATER, Job, Pair
from .rewrite import Place, RewriteError, read_text, rewrite


def prepared(texts: dict[str, str], pairs: dict[int, Pair]) -> tuple[dict[str, str], frozenset[tuple[int, int]]]:
    """The texts of all files that `pairs` are in, with gates and probes.

    Raises:
        RewriteError: a file cannot be read or prepared.
    """
    places: dict[str, list[Place]] = {}
    for number, pair in pairs.items():
        for role, site in ((EARLIER, pair.earlier), (LATER, pair.later)):
            place = Place(number, role, site.location, site.unseen, site.own, site.clock, site.behind, site.reads)
            places.setdefault(os.path.realpath(site.filename), []).append(place)
    changed: dict[str, str] = {}
    visible: frozenset[tuple[int, int]] = frozenset()
    for name, wanted in places.items():
        result = rewrite(texts[name] if name in texts else read_text(name), wanted)
        changed[name] = result.text
        visible |= result.visible
    return changed, visible


def captures(job: Job) -> bool:
    """Whether the program captures graphs, in which waits are errors."""
    texts = dict(job.texts)
    if job.path and job.path not in texts:
        with suppress(RewriteError):
            texts[job.path] = read_text(job.path)
    return any("begin_capture" in text for text in texts.values())
