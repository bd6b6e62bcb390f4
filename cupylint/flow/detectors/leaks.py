"""A task or generator that is suspended in a ``with stream:``: whatever runs next runs on its stream."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.facts import SuspendedOnStream
from cupylint.flow.domain.detector import Detector
from cupylint.order import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from libcst import CSTNode

    from cupylint.flow.domain.operations import Leak
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter

_KEEPS_ITS_KIND = frozenset(("staticmethod", "classmethod"))


class Leaks(Detector):
    """Streams left current by what is suspended; of each ``await`` and ``yield`` the strongest evidence is told."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._found: dict[CSTNode, SuspendedOnStream] = {}

    def task_resumed(self, leaks: Sequence[Leak], own: list[Touch]) -> None:
        """What it did on the default stream ran on those that others have left."""
        for leak in leaks:
            work = (touch for touch in own if not (touch.explicit or touch.blocks) and touch.stream == leak.block.outer)
            if (touch := next(work, None)) is not None:
                self._add(leak, self._worked(leak, touch))

    def task_suspended(self, leak: Leak, work: list[Touch], others: list[Leak], driven: bool) -> None:
        """Is its stream that of others? Nobody knows what else runs in a loop of events that is not the file's own."""
        other = next((inner for inner in others if inner.block.stream != leak.block.stream), None)
        if work:
            self._add(leak, self._worked(leak, work[0]))
        elif other is not None:
            self._add(leak, replace(self._fact(leak), other=self.interpreter.spot(other.node)))
        elif not driven and not self.interpreter.frames[0].function.name.startswith("test"):  # a test runs alone
            self._add(leak, self._fact(leak))

    def generator_suspended(self, leak: Leak, work: list[Touch]) -> None:
        """Does its consumer work on its stream, or may one do so that is not seen?"""
        fact, frame = replace(self._fact(leak), kind="yield"), self.interpreter.frame
        if frame.on_yield is not None:
            if work:
                seen = replace(fact, work=work[0].spot, certain=fact.certain and work[0].certain)
                self._add(leak, seen)
        elif set(frame.function.decorator_names) <= _KEEPS_ITS_KIND:
            private = frame.function.name.startswith("_") and not frame.function.name.startswith("__")
            self._add(leak, replace(fact, certain=fact.certain and not private))

    def _worked(self, leak: Leak, work: Touch) -> SuspendedOnStream:
        fact = self._fact(leak)
        return replace(fact, work=work.spot, certain=fact.certain and work.certain)

    def _fact(self, leak: Leak) -> SuspendedOnStream:
        block, names = leak.block, self.interpreter.names
        return SuspendedOnStream(
            spot=self.interpreter.spot(leak.node),
            block=block.spot,
            stream=names.stream(block.stream),
            expected=names.stream(block.outer),
            kind="await",
            certain=block.stream.kind is not Kind.UNKNOWN,
        )

    def _add(self, leak: Leak, fact: SuspendedOnStream) -> None:
        known = self._found.get(leak.node)
        if not self.interpreter.modules.importing and (known is None or _strength(known) < _strength(fact)):
            self._found[leak.node] = fact

    def facts(self, ends: list[State]) -> list[SuspendedOnStream]:
        """One for each place."""
        return list(self._found.values())


def _strength(fact: SuspendedOnStream) -> tuple[bool, bool]:
    return fact.certain, fact.work is not None or fact.other is not None


DETECTOR = Leaks
