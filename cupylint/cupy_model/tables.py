"""Tables of calls: rows of names that share a record, and the choice of a record by version."""

from __future__ import annotations

from collections.abc import Iterable

from cupylint.cupy_model.spec import Call

Table = dict[str, tuple[Call, ...]]
Row = tuple[tuple[Call, ...] | Call, str]


def words(text: str, prefix: str = "") -> list[str]:
    """The names in a text, each with `prefix` in front."""
    return [prefix + name for name in text.split()]


def table(prefix: str, rows: Iterable[Row]) -> Table:
    """Build a table from rows ``(record or records by version, "name name ...")``.

    Every name gets `prefix` in front. Raises ValueError if a name is given twice: two rows that
    contradict each other would otherwise go unnoticed.
    """
    found: Table = {}
    for calls, names in rows:
        records = (calls,) if isinstance(calls, Call) else calls
        for name in words(names, prefix):
            if name in found:
                raise ValueError(f"{name} is described twice")
            found[name] = records
    return found


def pick(calls: tuple[Call, ...], version: int) -> Call:
    """The record that holds for a CuPy major version; beyond either end, the nearest one."""
    for call in calls:
        if (call.since is None or call.since <= version) and (call.until is None or version <= call.until):
            return call
    return calls[0] if calls[0].since is not None and version < calls[0].since else calls[-1]
