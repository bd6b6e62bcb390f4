"""One file, from bytes to findings."""

from __future__ import annotations

from dataclasses import replace

from cupylint import source
from cupylint.config import Settings
from cupylint.facts import Fact, Spot, Unreadable
from cupylint.findings import Finding, Location
from cupylint.registry import rules
from cupylint.rule import Rule
from cupylint.selectors import enabled
from cupylint.suppress import apply as suppress

_FIX_LINES = 20_000  # to be analysed again at most, to check fixes
_MENTIONS_CUPY = b"cupy"


def check_bytes(data: bytes, filename: str, settings: Settings) -> list[Finding]:
    """The findings of one file, suppressions applied, in order. Never runs the code it reads.

    A file that cannot be parsed gives one CUP900 finding with the reason and the place.
    """
    if _MENTIONS_CUPY not in data:
        return []
    chosen = [rule for rule in rules() if enabled(rule.code, rule.name, rule.default, settings, filename)]
    try:
        text = source.decode(data)
        needed = [
            rule
            for rule in chosen
            if rule.fact is not Unreadable and (not rule.needles or any(needle in data for needle in rule.needles))
        ]
        if not needed:
            if not source.syntax_is_valid(text):
                source.parse(text)
            return []
        with source.deep_recursion():
            found = check_text(text, filename, needed, settings)
    except source.UnreadableSource as error:
        return [unreadable(filename, error.reason, error.row, error.column)]
    except RecursionError:
        return [unreadable(filename, "cannot be analysed: nested too deeply")]
    found = [finding for finding in found if finding.certain or settings.maybe]
    return suppress(sorted(found, key=lambda finding: finding.sort_key), text)


def check_text(text: str, filename: str, chosen: list[Rule], settings: Settings, fixes: bool = True) -> list[Finding]:
    """The findings of `chosen` rules on the text of a file, before suppression.

    Raises:
        UnreadableSource: the text does not parse.
    """
    from cupylint.fix import verify
    from cupylint.flow import analyse
    from cupylint.program import lower

    module = source.parse(text)
    facts = analyse(lower(module), settings.model).facts
    wanted = {rule.fact for rule in chosen}
    facts = [fact for fact in facts if type(fact) in wanted]
    if not facts:
        return []
    _place(module, text, facts)
    found = [
        replace(finding, filename=filename)
        for rule in chosen
        for fact in facts
        if isinstance(fact, rule.fact)
        for finding in rule.check(fact)
    ]
    if not fixes:
        return found

    budget = max(2, _FIX_LINES // (text.count("\n") + 1))

    def check(changed: str) -> list[Finding] | None:
        nonlocal budget
        budget -= 1
        return check_text(changed, filename, chosen, settings, fixes=False) if budget >= 0 else None

    return [verify(finding, text, found, check) for finding in found]


def unreadable(filename: str, reason: str, row: int = 1, column: int = 1) -> Finding:
    """The CUP900 finding for a file that cannot be read or parsed."""
    place = Location(row, column, row, column + 1)
    return Finding("CUP900", "unreadable-file", "error", f"the file {reason}", place, filename)


def _place(module: object, text: str, facts: list[Fact]) -> None:
    """Fill in the locations and texts of all spots that the facts refer to."""
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
        elif type(item).__module__ == Spot.__module__:
            stack.extend(getattr(item, name) for name in type(item).__slots__)  # type: ignore[attr-defined]
    found = source.locate(module, [spot.node for spot in spots.values()])  # type: ignore[arg-type]
    lines = source.split_rows(text)
    for spot in spots.values():
        spot.location = found.get(spot.node, spot.location)
        row = spot.location.row
        spot.text = lines[row - 1].strip() if row <= len(lines) else ""
