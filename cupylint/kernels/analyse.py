"""Facts about the kernels that a Python file makes. The file is parsed with the standard library and never run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from cupylint.facts import (
    BlocksWait,
    EndlessSpin,
    GlobalMemoryRace,
    KernelFact,
    ReservedName,
    SharedMemoryRace,
    SkippedBarrier,
    StaleFlag,
    UnparsedKernel,
)
from cupylint.findings import Location
from cupylint.kernels import jit
from cupylint.kernels.constructions import Construction, Finder
from cupylint.kernels.cuda import parse
from cupylint.kernels.judge import Judgement, judge
from cupylint.kernels.model import Source, Span
from cupylint.kernels.places import Places
from cupylint.kernels.python_text import Texts
from cupylint.kernels.scopes import Scopes
from cupylint.kernels.text import HOLE, KernelText
from cupylint.kernels.vocabulary import RESERVED
from cupylint.source import standard_tree

NEEDLES = ("RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel", "rawkernel")
"""A text without any of these makes no kernel."""

_ALONE = re.compile(rf"^([ \t]*){HOLE}([ \t]*)$", re.MULTILINE)


def kernel_facts(text: str) -> list[KernelFact]:
    """The facts about all kernels that are made in a Python file, in the order of their places.

    Args:
        text: the source of the file.

    Returns:
        nothing for a text that makes no kernels, or that this interpreter cannot parse.
    """
    if not any(needle in text for needle in NEEDLES):
        return []
    tree = standard_tree(text)
    if tree is None:
        return []
    found: list[KernelFact] = []
    places = Places(text)
    scopes = Scopes(tree)
    finder = Finder(tree, scopes, Texts(places, scopes))
    texts: dict[str, list[Construction]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            made = finder.construction(node)
            if made is not None:
                texts.setdefault(made.code.text, []).append(made)
        elif isinstance(node, ast.FunctionDef):
            try:
                found += _jit_facts(node, finder, places)
            except RecursionError:
                continue
    for group in texts.values():
        try:
            found += _cuda_facts(group, places)
        except RecursionError:
            continue
    return sorted(found, key=lambda fact: fact.location)


class _Reporter:
    """Turns judgements into facts with locations in the Python file."""

    def __init__(self, code: KernelText, places: Places, made: Location, *, jit: bool = False) -> None:
        self._code, self._places, self._made, self._jit = code, places, made, jit

    def location(self, span: Span) -> Location:
        found = self._code.range(*span)
        return self._made if found is None else self._places.location(*found)

    def shown(self, span: Span) -> str:
        return " ".join(self._code.text[span[0] : span[1]].split())

    def facts(self, judged: Judgement, cooperative: bool | None) -> Iterator[KernelFact]:
        kernel = judged.function.name
        for stale in judged.stale:
            span = stale.polled.place.span
            cached, name = stale.polled.cached, stale.polled.name
            yield StaleFlag(self.location(span), kernel, self.shown(span), name, cached, self._jit)
        for item in judged.divergences:
            barrier = item.barrier
            yield SkippedBarrier(
                self.location(barrier.span),
                kernel,
                self.shown(barrier.span),
                item.how,  # type: ignore[arg-type]
                self.shown(item.reason),
                self.location(item.reason),
                barrier.kind == "grid",
                item.certain,
            )
        for call in judged.grid_barriers:
            yield BlocksWait(
                self.location(call.span),
                kernel,
                self.shown(call.span),
                True,
                cooperative,
                self._jit,
                self._made,
                not self._jit,  # what jit.cg.sync(grid) compiles to was read in its source, not tried
            )
        for wait in judged.block_waits:
            span = wait.place.span
            yield BlocksWait(
                self.location(span), kernel, self.shown(span), False, cooperative, self._jit, self._made, wait.certain
            )
        for race in judged.shared_races:
            earlier, later = race.earlier, race.later
            yield SharedMemoryRace(
                self.location(later.span),
                kernel,
                self.shown(later.span),
                later.writes,
                earlier.writes,
                self.location(earlier.span),
                later.rounds != earlier.rounds,
                not race.warp,
            )
        for met in judged.global_races:
            read, write = met.read, met.write
            yield GlobalMemoryRace(
                self.location(read.span),
                kernel,
                self.shown(read.span),
                self.shown(write.span),
                met.how,
                met.blocks,
                self.location(write.span),
            )
        for spin in judged.endless:
            span = spin.polled.place.span
            yield EndlessSpin(self.location(span), kernel, self.shown(span), spin.back_off)


def _cuda_facts(made: list[Construction], places: Places) -> Iterator[KernelFact]:
    """Facts about one text, however many kernels are made from it."""
    first = made[0]
    code, source = _parsed(first)
    if source is None:
        return
    reporter = _Reporter(code, places, places.location(*places.span(first.node.func)))
    if HOLE not in code.text and all(item.complete for item in made):
        # One is enough: what follows the first error may only follow from it.
        for error in source.errors[:1]:
            yield UnparsedKernel(reporter.location(error))
    names = {function.name for function in source.functions if function.kernel}
    for judged in judge(source, _unused(made, names)):
        ways = {item.cooperative for item in made if item.name not in names or item.name == judged.function.name}
        yield from reporter.facts(judged, ways.pop() if len(ways) == 1 else None)


def _unused(made: list[Construction], names: set[str]) -> frozenset[str]:
    """Those of the kernels called `names` that nothing is made from."""
    if any(item.kind != "RawKernel" or item.name not in names for item in made):
        return frozenset()
    return frozenset(names - {item.name for item in made} - {""})


def _parsed(made: Construction) -> tuple[KernelText, Source | None]:
    """The text that could be parsed, and what was found in it."""
    element = made.kind == "ElementwiseKernel"
    source = parse(made.code.text, element=element)
    if source is not None and HOLE in made.code.text:
        # An unknown part on a line of its own is most often one or more statements.
        pieces, start = [], 0
        for match in _ALONE.finditer(made.code.text):
            pieces += [made.code.cut(start, match.end(1) + len(HOLE)), KernelText.made(";")]
            start = match.end(1) + len(HOLE)
        code = KernelText.join([*pieces, made.code.cut(start, len(made.code.text))])
        other = parse(code.text, element=element)
        if other is not None and len(other.errors) <= len(source.errors):
            return code, other
    return made.code, source


def _jit_facts(node: ast.FunctionDef, finder: Finder, places: Places) -> Iterator[KernelFact]:
    made = next((item for item in node.decorator_list if _is_rawkernel(item, finder)), None)
    if made is None:
        return
    at = places.text.find(node.name, places.span(node)[0] + len("def"))
    name = places.location(at, at + len(node.name))
    if node.name in RESERVED:
        yield ReservedName(name, node.name)
    source = jit.convert(node, finder.cupy_name, places)
    whole = KernelText.copied(places.text, 0)
    reporter = _Reporter(whole, places, name, jit=True)
    for judged in judge(source):
        yield from reporter.facts(judged, jit.is_cooperative(node, finder.cupy_name))


def _is_rawkernel(decorator: ast.expr, finder: Finder) -> bool:
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    return finder.cupy_name(function).startswith("cupyx") and finder.cupy_name(function).endswith(".rawkernel")
