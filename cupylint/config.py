"""Settings of a run (placeholder fields; filled from the command line and pyproject.toml)."""

from __future__ import annotations

from dataclasses import dataclass

from cupylint.options import ModelOptions


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a run can be told, after configuration and command line were merged.

    ``select`` empty means the default set (every rule that is not opt-in). Selectors are codes,
    prefixes of codes, rule names, or ``ALL``.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    maybe: bool = False
    model: ModelOptions = ModelOptions()
