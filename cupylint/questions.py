"""Which rules ask about a file, by its bytes and the standard library's tree, and what they want of the analysis.

All of it is cheap beside the analysis, and true too often rather than too seldom.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint import skim, source
from cupylint.config import Settings
from cupylint.converters import converting, may_convert
from cupylint.facts import (
    AliasedOperands,
    BlockingPoll,
    BlowUp,
    CapsuleMisuse,
    DoubleByDefault,
    FlagByValue,
    IdleFree,
    IdleSuppression,
    IndexOverflow,
    KernelArrayLayout,
    KernelArrayType,
    KernelFact,
    LateCancel,
    LaunchArgument,
    NotAKernel,
    NumpyConversion,
    Temporaries,
    TooLarge,
    Unreadable,
    UnsyncedTiming,
)
from cupylint.outline import may_make_much, may_make_some, may_poll
from cupylint.registry import rules
from cupylint.rule import Rule
from cupylint.selectors import enabled
from cupylint.workspace import Workspace

if TYPE_CHECKING:
    from cupylint.options import ModelOptions

_CUPY = re.compile(rb"(?m)^[^#\n]*?(?<![A-Za-z])cupy")
"""A mention that is no part of another word, and not in a comment."""
_STREAMS = re.compile(rb"[Ss]tream(?!\.null\b)|Event|ptds")
"""What names a stream besides the null stream, or an event."""
_IN_TEXTS = (KernelFact, IdleSuppression)
"""Facts about what stands in texts and comments."""

_SAVINGS = (DoubleByDefault, Temporaries)
_SIZES = (TooLarge, BlowUp, Temporaries)
_LAUNCHES = (AliasedOperands, KernelArrayLayout, KernelArrayType, IndexOverflow)
_CONVERSIONS = (NumpyConversion, CapsuleMisuse)
_AT_ANY_TIME = frozenset(
    (
        *(*_SAVINGS, *_SIZES, *_LAUNCHES, *_CONVERSIONS),
        *(BlockingPoll, FlagByValue, IdleFree, LateCancel, LaunchArgument, NotAKernel),
    )
)
"""Facts that hold whenever the work runs, and that stand where the arrays and kernels are made that they are about."""
_SHOWN_BY_TREE: dict[type, Callable[[ast.Module, str], bool]] = {
    **dict.fromkeys(_SIZES, may_make_much),
    NumpyConversion: may_convert,
    BlockingPoll: may_poll,
    IdleFree: may_make_some,
}
"""What the standard library's tree of a file, and its text, show of whether there can be such facts."""


def mentions_cupy(data: bytes) -> bool:
    """Whether the bytes of a file name CuPy."""
    return b"cupy" in data and _CUPY.search(data) is not None


def is_asked(data: bytes, filename: str, settings: Settings, workspace: Workspace) -> list[Rule]:
    """The rules that have to look at a file, by what its bytes and those of the files it imports from show."""
    chosen = [rule for rule in rules() if rule.fact is not Unreadable and is_enabled(rule, settings, filename)]
    asked = set(_may_break(chosen, data, filename, workspace)) if mentions_cupy(data) else set()
    importers = {rule.code for rule in chosen if rule.follows_imports}
    without = set() if _STREAMS.search(skim.code(data)) else {rule.code for rule in chosen if rule.of_streams}
    if not (importers <= asked and asked.isdisjoint(without)):
        if workspace.imports_streams(os.path.abspath(filename), data):
            asked |= importers
        else:
            asked -= without
    return [rule for rule in chosen if rule.code in asked]


def is_enabled(rule: Rule, settings: Settings, filename: str) -> bool:
    """Whether the settings choose a rule for a file."""
    return enabled(rule.code, rule.name, rule.default, settings, filename)


def _may_break(chosen: list[Rule], data: bytes, filename: str, workspace: Workspace) -> Iterator[str]:
    """The codes of the rules that a file can break, as its bytes show.

    Where only texts name CuPy (``load(arch="cupy")``), no other text counts, nor what reads a clock elsewhere.
    """
    is_named = skim.names_cupy(data)
    code = skim.code(data) if is_named else skim.bare(data)
    for rule in chosen:
        if rule.concerns(data if issubclass(rule.fact, _IN_TEXTS) else code) or (
            rule.imports_clocks and is_named and workspace.imports_clocks(os.path.abspath(filename), data)
        ):
            yield rule.code


def worth_following(flow: list[Rule], text: str) -> list[Rule]:
    """Those of `flow` that the standard library's tree, which is cheap, does not show to have nothing to say."""
    looks = {_SHOWN_BY_TREE[rule.fact] for rule in flow if rule.fact in _SHOWN_BY_TREE}
    tree = source.standard_tree(text) if looks else None
    if tree is None:
        return flow
    nothing = {look for look in looks if not look(tree, text)}
    return [rule for rule in flow if _SHOWN_BY_TREE.get(rule.fact) not in nothing]


def model(chosen: list[Rule], settings: Settings, text: str) -> ModelOptions:
    """What the chosen rules want to be looked for."""
    facts = {rule.fact for rule in chosen}
    return replace(
        settings.model,
        all_functions=any(rule.all_functions for rule in chosen),
        savings=not facts.isdisjoint(_SAVINGS),
        sizes=not facts.isdisjoint(_SIZES),
        launches=not facts.isdisjoint(_LAUNCHES),
        conversions=not facts.isdisjoint(_CONVERSIONS),
        converting=_converting(facts, text),
        schedules=not facts <= _AT_ANY_TIME,
        guesses=settings.maybe,
        clocks_alone=facts <= _AT_ANY_TIME | {UnsyncedTiming},
    )


def _converting(facts: set[type], text: str) -> frozenset[str]:
    """The functions that are followed for `NumpyConversion`."""
    tree = source.standard_tree(text) if NumpyConversion in facts else None
    return frozenset() if tree is None else converting(tree)
