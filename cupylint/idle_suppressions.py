"""Which comments silence none of the findings of a file."""

from __future__ import annotations

import ast
from dataclasses import replace

from cupylint import source
from cupylint.config import Settings
from cupylint.facts import (
    BlowUp,
    IdleSuppression,
    KernelFact,
    LonePool,
    NoSuchName,
    TemporaryAddress,
    TooLarge,
    Unfinished,
    UnraisedError,
    Unreadable,
)
from cupylint.findings import Finding, Location
from cupylint.fix import without_fix
from cupylint.records import dataclass
from cupylint.registry import INCOMPLETE, UNREADABLE, rules
from cupylint.rule import Rule
from cupylint.selectors import enabled, nearest
from cupylint.suppress import Suppressions, Word, suppressions

_OF_ONE_FILE = (KernelFact, LonePool, TemporaryAddress, UnraisedError)
"""Facts that no other file has a part in."""
_BY_SURROUNDINGS = (NoSuchName, TooLarge, BlowUp)
"""Facts that depend on the version of CuPy, or on the device."""
_OF_NO_PROGRAM = (Unreadable, Unfinished, IdleSuppression)
"""Facts that do not speak of what a program does."""
_OWN_CODES = frozenset((UNREADABLE, "ALL"))


def idle_suppressions(found: list[Finding], filename: str, text: str, settings: Settings) -> list[IdleSuppression]:
    """The comments that silence none of the findings of a file, as far as the rules that they name ran to their end."""
    here = [finding for finding in found if finding.filename == filename]
    is_whole = not any(finding.code in (INCOMPLETE, UNREADABLE) for finding in found)
    file = _File(suppressions(text), source.standard_tree(text), here, is_whole, filename, settings)
    facts = (
        file.known_word(word) if _meant(word) or word.text.upper() in _OWN_CODES else file.unknown_word(word)
        for word in file.comments.words()
    )
    return [fact for fact in facts if fact is not None]


def with_comment_gone(finding: Finding, text: str) -> Finding:
    """The finding with its fix if that changes a comment alone, and of what comments name just one word."""
    before, words = source.standard_tree(text), len(suppressions(text).words())
    for fix in finding.candidates:
        changed = fix.applied(text)
        after, left = source.standard_tree(changed), len(suppressions(changed).words())
        one_less = left == words - (not fix.code)
        if one_less and before is not None and after is not None and ast.dump(before) == ast.dump(after):
            return replace(finding, fix=replace(fix, verified=True), candidates=())
    return without_fix(finding)


@dataclass(frozen=True, slots=True)
class _File:
    """A file's comments, and what they could silence.

    Attributes:
        findings: those that stand in it.
        is_whole: it was followed to its end.
    """

    comments: Suppressions
    tree: ast.Module | None
    findings: list[Finding]
    is_whole: bool
    filename: str
    settings: Settings

    def known_word(self, word: Word) -> IdleSuppression | None:
        """The fact that a word which names rules silences nothing, if so."""
        unless = self._unless(word)
        if unless is None:
            return None
        return IdleSuppression(_place(word), word.text, True, unless=unless, deleted=self.comments.without(word))

    def unknown_word(self, word: Word) -> IdleSuppression:
        """The fact that a word names no rule, with the one that was meant."""
        names = [part for rule in rules() for part in (rule.code, rule.name)[: 1 + word.has_names]]
        near = nearest(word.text, names, [name for name in names if self._silences(replace(word, text=name))])
        right = replace(word, text=near or "")
        is_idle = near is None or self._unless(right) == ""
        return IdleSuppression(
            _place(word),
            word.text,
            False,
            near or "",
            deleted=self.comments.without(word) if is_idle else None,
            is_needed=near is not None and self._silences(right),
        )

    def _unless(self, word: Word) -> str | None:
        """Under which condition a word silences nothing, "" for none; None: it does something, or nobody can tell."""
        meant = _meant(word)
        if not self.is_whole or self.tree is None or not _can_judge(meant):
            return None
        if not all(self._is_enabled(rule) for rule in meant) or self._silences(word):
            return None
        if any(rule.fact in _BY_SURROUNDINGS for rule in meant):
            return "no other version of CuPy or size of the device is checked"
        if not all(issubclass(rule.fact, _OF_ONE_FILE) for rule in meant) and _may_be_entered(self.tree, word):
            return "no other file that calls this function has a finding here"
        return ""

    def _is_enabled(self, rule: Rule) -> bool:
        return enabled(rule.code, rule.name, rule.default, self.settings, self.filename)

    def _silences(self, word: Word) -> bool:
        return any(self.comments.silences_by(word, finding) for finding in self.findings)


def _place(word: Word) -> Location:
    return Location(word.row, word.column, word.row, word.column + len(word.text))


def _meant(word: Word) -> list[Rule]:
    return [rule for rule in rules() if word.names(rule.code, rule.name)]


def _can_judge(meant: list[Rule]) -> bool:
    """Whether rules that a comment names speak of what a program does, and not of files that cannot be read."""
    return bool(meant) and not any(rule.fact in _OF_NO_PROGRAM for rule in meant)


def _may_be_entered(tree: ast.Module, word: Word) -> bool:
    """Whether a comment stands in a function, which other files may call, or is about all of them."""
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return word.way == "ignore-file" or any(
        node.lineno <= word.row <= (node.end_lineno or node.lineno) for node in functions
    )
