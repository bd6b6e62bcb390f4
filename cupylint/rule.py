"""What a rule is: a code, a name, a documentation text and a function from facts to findings.

A rule lives in a file of its own in ``rules/`` and ends in ``RULE = Rule.of(check, ...)``. The type
of the first parameter of ``check`` says which facts it is given.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cupylint.findings import Finding, Severity

Check = Callable[[Any], Iterator[Finding]]
Needle = bytes | re.Pattern[bytes] | tuple[bytes | re.Pattern[bytes], ...]
"""What stands in every file that can break a rule: a text, a pattern, or all of several."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the catalogue.

    Attributes:
        code: three letters and three digits, stable for ever.
        name: kebab-case; works wherever the code does.
        fact: the class of facts that `check` reads.
        needles: a file whose code contains none of them cannot break the rule and is not parsed for it. Empty:
            every file that mentions CuPy is.
        default: False for rules that run only when selected.
        follows_imports: whether the hazard may come from streams that other files make.
        all_functions: whether functions matter that have nothing to do with streams and clocks.
        imports_clocks: whether a file without needles matters that takes from another one what reads a clock.
    """

    code: str
    name: str
    severity: Severity
    check: Check
    fact: type
    documentation: str
    needles: tuple[Needle, ...] = ()
    default: bool = True
    follows_imports: bool = False
    all_functions: bool = False
    imports_clocks: bool = False

    @classmethod
    def of(
        cls,
        check: Check,
        *,
        code: str,
        name: str,
        severity: Severity,
        documentation: str | None,
        needles: tuple[Needle, ...] = (),
        default: bool = True,
        follows_imports: bool = False,
        all_functions: bool = False,
        imports_clocks: bool = False,
    ) -> Rule:
        """Make a rule; the fact it subscribes to is the annotation of `check`'s first parameter."""
        hints = typing.get_type_hints(check)
        hints.pop("return", None)
        if not documentation:
            raise ValueError(f"{code} has no documentation: write the module's docstring")
        fact = next(iter(hints.values()))
        return cls(
            code, name, severity, check, fact, documentation, needles, default, follows_imports, all_functions,
            imports_clocks,
        )  # fmt: skip

    def concerns(self, code: bytes) -> bool:
        """Whether the code of a file (see `skim.code`) has any of the needles."""
        return not self.needles or any(_stands(needle, code) for needle in self.needles)

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.documentation.strip().splitlines()[0]


def _stands(needle: Needle, code: bytes) -> bool:
    if isinstance(needle, bytes):
        return needle in code
    if isinstance(needle, tuple):
        return all(_stands(part, code) for part in needle)
    return needle.search(code) is not None
