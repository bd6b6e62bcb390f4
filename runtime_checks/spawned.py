"""Processes that a simulated program starts anew with `multiprocessing` are simulated, too, and tell what they see.

A process that is forked has all that its parent has. One that is spawned, or forked from a server, gets data from its
parent before it loads the program; here something is put in front of that data which prepares it.
"""

from __future__ import annotations

import json
import multiprocessing.spawn
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from typing import Any

from . import hook
from .journal import Journal
from .lines import Lines
from .simulator import Options, Race

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_NOBODY = -1  # no process: all lines go to the journal
_kept = ExitStack()


class _Begin:
    """Unpickled in the new process, it calls `begin` there."""

    def __init__(self, payload: str) -> None:
        self._payload = payload

    def __reduce__(self) -> tuple[Any, ...]:
        # An installed package, or a checkout, whose root is not on the path of the new process.
        root = _ROOT if os.path.basename(_ROOT) != "cupylint" else os.path.dirname(_ROOT)
        code = (
            f"import sys\nsys.path.append({root!r})\n"
            f"from cupylint.runtime_checks.spawned import begin\nsys.path.remove({root!r})\nbegin({self._payload!r})"
        )
        return exec, (code,)


@contextmanager
def followed(
    options: Options, texts: Mapping[str, str], files: frozenset[str], journal: Journal, dynamic: bool = False
) -> Iterator[None]:
    """In the block, what `multiprocessing` starts is simulated with these options and notes in `journal` what it sees.

    Args:
        texts: texts that are not those on disk, by real path.
        files: real paths of the files whose lines are of interest.
        dynamic: they are traced.
    """
    given = {"options": asdict(options), "texts": dict(texts), "files": sorted(files), "journal": journal.path}
    payload = json.dumps({**given, "dynamic": dynamic})
    spawn: Any = multiprocessing.spawn
    original = spawn.get_preparation_data

    def data(name: str) -> dict[str, Any]:
        return {"cupylint": _Begin(payload), **original(name)}

    spawn.get_preparation_data = data
    try:
        yield
    finally:
        spawn.get_preparation_data = original


def begin(payload: str) -> None:
    """Prepare this process, for as long as it lives."""
    from .simulator.engine import Engine, activate
    from .simulator.program import surroundings

    given = json.loads(payload)
    journal = Journal(given["journal"])
    options = Options(**{**given["options"], "arguments": tuple(given["options"]["arguments"])})
    _kept.enter_context(hook.installed(given["texts"]))
    if given["dynamic"]:
        from .dynamic.simulated import engine_of_child

        activate(engine_of_child(options, journal))
    else:
        activate(Engine(options, told=lambda race: journal.note(race=asdict(race))))
    _kept.enter_context(surroundings())
    _kept.enter_context(Lines(frozenset(given["files"]), _NOBODY, journal).followed())


def race_of(entry: Mapping[str, Any]) -> Race:
    """A race as a journal has it.

    Raises:
        KeyError, TypeError: it is none.
    """
    from .simulator import Place

    fields: dict[str, Any] = {key: tuple(item) if isinstance(item, list) else item for key, item in entry.items()}
    return Race(**{**fields, "earlier": Place(**entry["earlier"]), "later": Place(**entry["later"])})
