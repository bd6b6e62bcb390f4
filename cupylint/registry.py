"""The rules there are: every module of the folder ``rules/`` that defines ``RULE``.

Nothing imports a rule by its name. A new file in the folder is a new rule; there is no list to edit.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from cupylint.findings import Applicability
    from cupylint.rule import Rule

PACKAGE = "cupylint.rules"

UNREADABLE = "CUP900"
"""The code for a file that could not be read or parsed. It cannot be deselected."""
UNREADABLE_NAME = "unreadable-file"
INCOMPLETE = "CUP903"
"""The code for a function in which the bound on work was reached: a remark, no reason to fail."""


class RegistryError(Exception):
    """Two rules share a code or a name, or a rule module has no ``RULE``."""


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """All rules, sorted by code.

    Raises:
        RegistryError: if a module defines no rule or two modules clash.
    """
    import pkgutil  # takes longer than all the rest of this module

    package = importlib.import_module(PACKAGE)
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__) if not info.name.startswith("_"))
    return collect(importlib.import_module(f"{PACKAGE}.{name}") for name in names)


def collect(modules: Iterable[ModuleType]) -> tuple[Rule, ...]:
    """The rules of `modules`, sorted by code.

    Raises:
        RegistryError: naming both files when two rules share a code or a name.
    """
    owners: dict[str, str] = {}
    found: list[Rule] = []
    for module in modules:
        file = module.__file__ or module.__name__
        rule: Rule | None = getattr(module, "RULE", None)
        if rule is None:
            raise RegistryError(f"{file} defines no RULE (helper modules start with an underscore)")
        for key in (rule.code, rule.name):
            if key in owners:
                raise RegistryError(f"{key} is defined twice: in {owners[key]} and in {file}")
            owners[key] = file
        found.append(rule)
    return tuple(sorted(found, key=lambda rule: rule.code))


def find(code_or_name: str) -> Rule | None:
    """The rule with this code or name (case does not matter), or None."""
    wanted = code_or_name.strip().lower()
    return next((rule for rule in rules() if wanted in (rule.code.lower(), rule.name)), None)


def table(rules: Sequence[Rule]) -> str:
    """`rules` as aligned columns: code, name, severity, default or opt-in, whether it has fixes, summary."""
    rows = [(rule.code, rule.name, rule.severity, _state(rule), _fixable(rule), rule.summary) for rule in rules]
    widths = [max(len(row[column]) for row in rows) for column in range(5)] if rows else []
    lines = ("  ".join([*map(str.ljust, row[:5], widths), row[5]]) for row in rows)
    return "".join(f"{line}\n" for line in lines)


def documentation(rule: Rule, *, colored: bool) -> str:
    """What there is to know about `rule`. With colour, fenced code becomes an indented coloured block."""
    title = f"{rule.code} {rule.name} ({rule.severity}, {_state(rule)})"
    lines = (rule.documentation or "").strip().splitlines()
    if rule.fix is not None:
        lines[1:1] = ["", _FIXES[rule.fix]]
    if not colored:
        return "\n".join([title, "", *lines, ""])
    return "\n".join([f"\x1b[1m{title}\x1b[0m", "", *_styled(lines), ""])


def _state(rule: Rule) -> str:
    return "default" if rule.default else "opt-in"


_FIXES: dict[Applicability, str] = {
    "safe": "Its fixes are safe, where the finding rests on no premise: `--fix` applies them.",
    "unsafe": "Its fixes are unsafe: `--fix --unsafe-fixes` applies them.",
}


def _fixable(rule: Rule) -> str:
    return "-" if rule.fix is None else f"{rule.fix} fix"


def _styled(lines: Iterable[str]) -> Iterator[str]:
    fenced = False
    for line in lines:
        if line.lstrip().startswith("```"):
            fenced = not fenced
            label = line.strip(" `")
            if fenced and label:
                yield f"    \x1b[2m{label}:\x1b[0m"
        elif fenced:
            yield f"    \x1b[36m{line}\x1b[0m" if line else ""
        elif line.startswith("#"):
            yield f"\x1b[1m{line.lstrip('# ')}\x1b[0m"
        else:
            yield line
