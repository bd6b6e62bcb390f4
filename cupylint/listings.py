"""What the other commands print: rules, the documentation of one, settings, files; as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from cupylint import registry
from cupylint.config import Settings
from cupylint.escape import line, to_json

if TYPE_CHECKING:
    from cupylint.rule import Rule

_OF_A_RUN = frozenset(("debug", "fixing", "show_suppressed"))
"""Settings that no configuration holds."""


def rules(known: Sequence[Rule], *, as_json: bool) -> str:
    """All rules: a table, or a list of objects."""
    return to_json([_brief(rule) for rule in known]) if as_json else registry.table(known)


def explanation(rule: Rule, *, as_json: bool, colored: bool) -> str:
    """What there is to know about a rule."""
    if not as_json:
        return registry.documentation(rule, colored=colored)
    return to_json({**_brief(rule), "documentation": (rule.documentation or "").strip()})


def _brief(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "default": rule.default,
        "summary": rule.summary,
    }


def settings(found: Settings, *, as_json: bool) -> str:
    """What holds after configuration and options were merged, a key a line as in the configuration, or one object."""
    table = _table(found)
    if as_json:
        return to_json(table)
    return "".join(f"{key} = {line(to_json(value, indent=None).strip())}\n" for key, value in sorted(table.items()))


def _table(found: Settings) -> dict[str, object]:
    values: dict[str, object] = {
        part.name: getattr(found, part.name)
        for part in fields(found)
        if part.name != "model" and part.name not in _OF_A_RUN
    }
    model = found.model
    values |= {
        "waits": model.waits,
        "cupy_version": model.cupy_version,
        "per_thread_default_stream": model.per_thread_default_stream,
        "device_memory": model.device_memory,
        "per_file_ignores": {glob: list(codes) for glob, codes in found.per_file_ignores},
    }
    return {key.replace("_", "-"): list(value) if isinstance(value, (tuple, frozenset)) else value
            for key, value in values.items()}  # fmt: skip


def files(names: Iterable[str], *, as_json: bool) -> str:
    """The names of files, one a line, or as a list."""
    return to_json(list(names)) if as_json else "".join(f"{line(name)}\n" for name in names)
