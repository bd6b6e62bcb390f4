"""One file, from bytes to findings."""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from cupylint import addresses, call_stack, fix, garbage, source
from cupylint.budget import PART, Budget
from cupylint.config import Settings
from cupylint.echoes import without_echoes
from cupylint.facts import (
    Fact,
    IdleSuppression,
    KernelFact,
    LonePool,
    NoSuchName,
    Spot,
    TemporaryAddress,
    Unfinished,
    UnraisedError,
)
from cupylint.failures import failure, isolated
from cupylint.findings import Finding, Location, Premise, is_as_bad, reaches
from cupylint.idle_suppressions import idle_suppressions, with_comment_gone
from cupylint.questions import is_asked, is_enabled, mentions_cupy, model, worth_following
from cupylint.recheck import Part, Recheck, sizes
from cupylint.records import dataclass
from cupylint.registry import INCOMPLETE, rules
from cupylint.rule import Rule
from cupylint.suppress import suppressions
from cupylint.workspace import Workspace

if TYPE_CHECKING:
    from cupylint.fix import Check
    from cupylint.flow.driver.result import Result
    from cupylint.program import Program

_NAMES_WORK = 300_000  # lines to be looked through again at most, to check fixes of names
Follow = Callable[[str, str, "list[Rule]", Settings, Workspace], "list[Finding]"]
"""What follows a program: `check_text`, or what remembers what that has found."""


def check_bytes(
    data: bytes,
    filename: str,
    settings: Settings,
    workspace: Workspace | None = None,
    *,
    bounds: bool = False,
    follow: Follow | None = None,
) -> list[Finding]:
    """The findings of one file, suppressions applied, in order. Never runs the code it reads.

    Each names the page of its rule if the settings say where the documentation is.

    Args:
        workspace: where the files come from that it imports; None: from one that nothing else uses.
        bounds: findings of code `INCOMPLETE` are among them even if ``--maybe`` is off.
        follow: what follows programs, instead of `check_text`.

    A file that cannot be parsed gives one CUP900 finding with the reason and the place, one that is too large to be
    followed one of code `INCOMPLETE`. A finding may stand in another file, which this one calls: then
    `Finding.seen_from` tells it from this file.
    """
    found = _checked(data, filename, settings, workspace or Workspace(), bounds, follow or check_text)
    return [_with_address(finding, settings.docs_url) for finding in found] if settings.docs_url else found


def _with_address(finding: Finding, docs: str) -> Finding:
    seen = finding.seen_from and _with_address(finding.seen_from, docs)
    return replace(finding, url=f"{docs}/rules/{finding.code}/", seen_from=seen)


def _checked(
    data: bytes, filename: str, settings: Settings, workspace: Workspace, bounds: bool, follow: Follow
) -> list[Finding]:
    try:
        asked = is_asked(data, filename, settings, workspace)
        if not asked and not mentions_cupy(data):
            return []
        text = source.decode(data)
        idle = [rule for rule in asked if rule.fact is IdleSuppression and suppressions(text).words()]
        # what comments silence counts, be it likely or not
        wide = replace(settings, min_confidence="low", min_severity="info") if idle else settings
        found: list[Finding] = []
        for part, work in _parts(text, filename, asked, wide, workspace, follow):
            found += _followed(part, filename, settings, work)
    except source.LargeSource as error:
        large = too_large(filename, error.reason)
        return [large] if bounds or _is_shown(large, settings) else []
    except source.UnreadableSource as error:
        return [unreadable(filename, error.reason, error.row, error.column)]
    except RecursionError:
        return [unreadable(filename, "cannot be analysed: nested too deeply")]
    if idle:
        facts = idle_suppressions(found, filename, text, wide)
        found += [with_comment_gone(item, text) for item in findings_of(idle, facts, filename, wide)]
    found = [item for item in found if _is_shown(item, settings) or (bounds and item.code == INCOMPLETE)]
    found = without_echoes(found)
    found.sort(key=lambda finding: finding.sort_key)
    return list(_heeded(found, filename, text, settings, workspace))


def _parts(
    text: str, filename: str, asked: list[Rule], settings: Settings, workspace: Workspace, follow: Follow
) -> Iterator[tuple[str, Callable[[], list[Finding]]]]:
    """What looks at a text for the rules that are asked, each part under its name."""
    groups = _grouped(asked)
    named, flow = groups["names"], worth_following(groups["flow"], text)
    if named or not flow:
        yield "the names of CuPy", lambda: _names(text, filename, named, settings, tell=not flow)
    if kernels := groups["kernels"]:
        yield "the kernels", lambda: _kernels(text, filename, kernels, settings)
    if pointed := groups["addresses"]:
        yield "the addresses", lambda: _by_tree(addresses.check, text, filename, pointed, settings)
    if pools := groups["pools"]:
        yield "the memory pools", lambda: _by_tree(_pools, text, filename, pools, settings)
    if errors := groups["errors"]:
        yield "the handlers of errors", lambda: _by_tree(_errors, text, filename, errors, settings)
    if flow:
        yield "the analysis", lambda: _deeply(lambda: follow(text, filename, flow, settings, workspace))


_LOOKS: dict[type, str] = {
    NoSuchName: "names",
    TemporaryAddress: "addresses",
    LonePool: "pools",
    UnraisedError: "errors",
    IdleSuppression: "comments",
    KernelFact: "kernels",
}
"""What looks for facts of a kind; for all others the analysis does."""


def _grouped(asked: list[Rule]) -> defaultdict[str, list[Rule]]:
    """Rules by what looks for their facts."""
    groups: defaultdict[str, list[Rule]] = defaultdict(list)
    for rule in asked:
        groups[next((_LOOKS[kind] for kind in _LOOKS if issubclass(rule.fact, kind)), "flow")].append(rule)
    return groups


def _deeply(work: Callable[[], list[Finding]]) -> list[Finding]:
    """What `work` finds, which makes many objects and calls itself deeply."""
    with garbage.seldom(), source.deep_recursion():
        return call_stack.in_one_piece(work)


def check_text(
    of: str | Program,
    filename: str,
    chosen: list[Rule],
    settings: Settings,
    workspace: Workspace | None = None,
    *,
    fixes: bool = True,
) -> list[Finding]:
    """The findings of `chosen` rules on the text of a file, or on the program that it is, before suppression; with
    `fixes` those that were tried.

    Where the time or memory for a file was spent, these are those found until then, and one says so whatever is chosen.

    Raises:
        UnreadableSource: the text does not parse.
    """
    from cupylint import flow

    assert flow  # the clock does not run while it is imported
    workspace = workspace or Workspace()
    program = _program(os.path.abspath(filename), of, workspace) if isinstance(of, str) else of
    budget = Budget(settings.time_limit, settings.memory_limit)
    analysis = _Analysis(filename, chosen, settings, workspace, budget)
    return analysis.checked(program) if fixes else analysis.found(program)


@dataclass(frozen=True, slots=True)
class _Analysis:
    """Follows a file as it is, and with fixes that are tried, all within one budget."""

    filename: str
    chosen: list[Rule]
    settings: Settings
    workspace: Workspace
    budget: Budget

    def checked(self, program: Program) -> list[Finding]:
        """What is found in a program, with the fixes that hold, and what failed."""
        result = self._result(program)
        failed = [
            failure(f"`{name}`", self.filename, error, debug=self.settings.debug) for name, error in result.failed
        ]
        facts = self._worth_telling(_of(self._asked, result.facts))
        if not facts:
            return failed
        replaced = _of(self._asked, result.replaced)
        self._place(result, program, [*facts, *replaced])
        found = failed + self._findings(facts)
        unsized = [finding for finding in found if not sizes(finding.premises)]
        check = Recheck(
            program.text,
            result,
            unsized + self._findings(replaced),
            partial(self._told, result, program),
            partial(self._again, program),
        )
        return _verified(found, self.filename, program.text, check, self.settings, self.budget)

    def found(self, program: Program, part: Part | None = None) -> list[Finding]:
        """What is found in a program, or by following a part of it alone, which rests on its premises then."""
        result = self._result(program, part)
        return self._told(result, program, result.facts)

    def _told(self, result: Result, program: Program, facts: list[Fact]) -> list[Finding]:
        facts = _of(self._asked, facts)
        if facts:
            self._place(result, program, facts)
        return self._findings(facts)

    def _again(self, program: Program, changed: str, part: Part) -> list[Finding] | None:
        """What is found in a part of the changed text of a program, None if that took too long."""
        from cupylint.program import Program

        if self.budget.spent:
            return None
        after = self.found(program if changed == program.text else Program(changed, earlier=program), part)
        return None if self.budget.spent else after

    def _result(self, program: Program, part: Part | None = None) -> Result:
        from cupylint.flow import Subject, analyse, analyse_where

        options, path = model(self.chosen, self.settings, program.text), os.path.abspath(self.filename)
        entries = None if part is None else part.entries
        subject = Subject(program.body, options, self.workspace, path, self.budget, entries)
        return analyse(subject) if part is None else analyse_where(subject, part.premises)

    @property
    def _asked(self) -> list[Rule]:
        """The chosen rules, and that which tells of what was not followed to its end, where that is so."""
        if not self.budget.spent:
            return self.chosen
        return [*self.chosen, *(rule for rule in rules() if rule.fact is Unfinished and rule not in self.chosen)]

    def _worth_telling(self, facts: list[Fact]) -> list[Fact]:
        """The facts that anybody sees; where fixes are tried and there are any, all, since they are compared."""
        if self.settings.maybe:
            return facts
        shown = [fact for fact in facts if _is_certain(fact) or isinstance(fact, Unfinished)]
        return facts if shown and self.settings.shows_fixes else shown

    def _findings(self, facts: list[Fact]) -> list[Finding]:
        return findings_of(self._asked, facts, self.filename, self.settings)

    def _place(self, result: Result, program: Program, facts: list[Fact]) -> None:
        place_facts(followed(result.files, self.filename, program, self.workspace), facts)


def _program(path: str, text: str, workspace: Workspace) -> Program:
    """A file as a program: parsed already, if another file imports it."""
    from cupylint.program import Program

    known = workspace.known(path, text)
    return (known.program if known is not None else None) or Program(text)


def _of(chosen: list[Rule], facts: list[Fact]) -> list[Fact]:
    """The facts that the chosen rules are about."""
    wanted = {rule.fact for rule in chosen}
    return [fact for fact in facts if type(fact) in wanted]


def _is_certain(fact: Fact) -> bool:
    """Whether the findings of a fact are shown without ``--maybe``."""
    return bool(getattr(getattr(fact, "race", fact), "certain", True))


def _names(text: str, filename: str, named: list[Rule], settings: Settings, *, tell: bool) -> list[Finding]:
    """The findings about names that CuPy does not have, from the standard library's tree alone.

    Raises:
        UnreadableSource: the text does not parse, and `tell` is set.
    """
    from cupylint.api.check import check

    budget = Budget(settings.time_limit * PART, settings.memory_limit)
    tries = _NAMES_WORK // (text.count("\n") + 1)

    def findings(text: str) -> list[Finding] | None:
        tree = source.standard_tree(text)
        if tree is None:
            return None
        facts = check(tree, settings.model.cupy_version, text, budget) if named else []
        return findings_of(named, facts, filename, settings)

    found = findings(text)
    if found is None:
        if tell:
            source.parse(text)
        return []

    def again(changed: str, premises: tuple[Premise, ...]) -> tuple[list[Finding], list[Finding]] | None:
        nonlocal tries
        tries -= 1
        after = findings(changed) if tries >= 0 else None
        return None if after is None else (found, after)

    return _verified(found, filename, text, again, settings, budget)


def _kernels(text: str, filename: str, chosen: list[Rule], settings: Settings) -> list[Finding]:
    """The findings in kernel sources, from these and the standard library's tree alone."""
    from cupylint.kernels.analyse import kernel_facts

    return findings_of(chosen, kernel_facts(text), filename, settings)


def _pools(tree: ast.Module, text: str) -> Sequence[Fact]:
    from cupylint.api.pools import lone_pools

    return lone_pools(tree, text)


def _errors(tree: ast.Module, text: str) -> Sequence[Fact]:
    from cupylint.api.linalg_errors import unraised

    return unraised(tree, text)


def _by_tree(
    look: Callable[[ast.Module, str], Sequence[Fact]], text: str, filename: str, chosen: list[Rule], settings: Settings
) -> list[Finding]:
    """The findings of what looks at the standard library's tree alone."""

    def findings(text: str) -> list[Finding] | None:
        tree = source.standard_tree(text)
        return None if tree is None else findings_of(chosen, look(tree, text), filename, settings)

    found = findings(text) or []

    def again(changed: str, premises: tuple[Premise, ...]) -> tuple[list[Finding], list[Finding]] | None:
        after = findings(changed)
        return None if after is None else (found, after)

    budget = Budget(settings.time_limit * PART, settings.memory_limit)
    return _verified(found, filename, text, again, settings, budget)


def _followed(part: str, filename: str, settings: Settings, work: Callable[[], list[Finding]]) -> list[Finding]:
    """What one part finds, or a remark that the file is too large for it."""
    try:
        return _isolated(part, filename, settings, work)
    except source.LargeSource as error:
        return [too_large(filename, error.reason)]


def _isolated(part: str, filename: str, settings: Settings, work: Callable[[], list[Finding]]) -> list[Finding]:
    """What one part finds, or a finding that it failed."""
    expected = (source.UnreadableSource, RecursionError)
    return isolated(part, filename, work, expected=expected, debug=settings.debug)


def findings_of(chosen: list[Rule], facts: Sequence[Fact], filename: str, settings: Settings) -> list[Finding]:
    """What the rules make of the facts; one that fails says so in its place."""

    def of(rule: Rule) -> list[Finding]:
        return [finding for fact in facts if isinstance(fact, rule.fact) for finding in rule.findings(fact, filename)]

    parts = (_isolated(rule.code, filename, settings, partial(of, rule)) for rule in chosen)
    return [finding for part in parts for finding in part]


def _verified(
    found: list[Finding], filename: str, text: str, check: Check, settings: Settings, budget: Budget
) -> list[Finding]:
    """The findings with those fixes that hold, where anybody sees them; if a check of one fails, there is none.

    Where nothing of `budget` is left, the others have none either.
    """
    if not settings.shows_fixes:
        return found
    checked: list[Finding] = []
    for finding in found:
        if not _is_shown(finding, settings):
            checked.append(finding)
            continue
        try:
            checked.append(fix.without_fix(finding) if budget.spent else fix.verify(finding, filename, text, check))
        except Exception as error:
            failed = failure(f"the check of a fix for {finding.code}", filename, error, debug=settings.debug)
            checked += [fix.without_fix(finding), failed]
    return checked


def _is_shown(finding: Finding, settings: Settings) -> bool:
    """Whether a finding is bad enough for these settings, and what it rests on likely enough."""
    return reaches(finding.confidence, settings.min_confidence) and is_as_bad(finding.severity, settings.min_severity)


def _shown(path: str, filename: str) -> str:
    """The name for users of the file at an absolute path, like that of the checked file."""
    if os.path.isabs(filename):
        return path
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return path


def _heeded(
    found: list[Finding], filename: str, text: str, settings: Settings, workspace: Workspace
) -> Iterator[Finding]:
    """The findings that are told: without those that a comment silences, or with these marked, if somebody asks."""
    for finding in found:
        if finding.filename != filename and not _is_asked_there(finding, settings):
            continue
        if not _silenced(finding, filename, text, workspace):
            yield finding
        elif settings.show_suppressed:
            seen = finding.seen_from and replace(finding.seen_from, suppressed="comment")
            yield replace(finding, suppressed="comment", seen_from=seen)


def _is_asked_there(finding: Finding, settings: Settings) -> bool:
    """Whether a finding in another file is one of a rule that is asked there."""
    rule = next((rule for rule in rules() if rule.code == finding.code), None)
    return rule is None or is_enabled(rule, settings, finding.filename)


def _silenced(finding: Finding, filename: str, text: str, workspace: Workspace) -> bool:
    """Whether a comment silences a finding: where it stands or, in another file, where the call stands."""
    if finding.filename == filename:
        return suppressions(text).silences(finding)
    if finding.seen_from is not None and suppressions(text).silences(finding.seen_from):
        return True
    file = workspace.file(os.path.abspath(finding.filename))
    return file is not None and suppressions(file.text).silences(finding)


def unreadable(filename: str, reason: str, row: int = 1, column: int = 1) -> Finding:
    """The CUP900 finding for a file that cannot be read or parsed."""
    place = Location(row, column, row, column + 1)
    return Finding("CUP900", "unreadable-file", "error", f"the file {reason}", place, filename)


def too_large(filename: str, reason: str) -> Finding:
    """The finding for a file of which nothing is wrong but that it is too large to be followed."""
    place, premise = Location(1, 1, 1, 2), Premise("not-followed", "something is wrong in what was not followed")
    message = f"the file was not followed: it {reason}"
    return Finding(INCOMPLETE, "analysis-incomplete", "info", message, place, filename, premises=(premise,))


def followed(paths: list[str], filename: str, program: Program, workspace: Workspace) -> list[tuple[str, Program]]:
    """A file and those of its project that were followed for it, as `place_facts` wants them."""
    files = [file for path in paths if (file := workspace.file(path)) is not None]
    others = [(_shown(file.path, filename), file.program) for file in files]
    return [(filename, program), *((name, other) for name, other in others if other is not None)]


def place_facts(files: list[tuple[str, Program]], facts: list[Fact]) -> None:
    """Fill in the files, locations and texts of all spots that the facts refer to."""
    spots: dict[int, Spot] = {}
    stack: list[object] = list(facts)
    seen: set[int] = set()
    while stack:
        item = stack.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, Spot):
            spots[id(item)] = item
        elif isinstance(item, (tuple, list)):
            stack.extend(item)
        elif is_dataclass(item):
            stack.extend(getattr(item, part.name) for part in fields(item))
    missing = list(spots.values())
    for filename, program in files:
        if not missing:
            break
        found = program.locate([spot.node for spot in missing])
        lines = source.split_rows(program.text)
        for spot in missing:
            if spot.node in found:
                spot.location, spot.filename = found[spot.node], filename
                spot.text = lines[spot.row - 1].strip() if spot.row <= len(lines) else ""
        missing = [spot for spot in missing if spot.node not in found]
