"""What a detector is: it hears of what happens, and nobody else has to know of it."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path

from cupylint import flow
from cupylint.facts import EmptyWait, Fact, Step
from cupylint.flow import Subject
from cupylint.flow.detectors.table import DETECTORS
from cupylint.flow.domain.detector import Announcer, Detector, Events
from cupylint.flow.domain.state import State
from cupylint.flow.driver.analysis import analyse
from cupylint.flow.interp.interpreter import Interpreter
from cupylint.options import ModelOptions
from cupylint.program import Program

EVENTS = {name for name, _ in inspect.getmembers(Events, inspect.isfunction)}


class Waits(Detector):
    """The waits of a program, as facts; what a new file in the folder of detectors could hold."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._met: list[Step] = []

    def waited(self, state: State, step: Step) -> None:
        """Keeps each."""
        self._met.append(step)

    def facts(self, ends: list[State]) -> Iterable[Fact]:
        """One for each."""
        return [EmptyWait(step.spot, step.lane, step.spot) for step in self._met]


class Sized(Waits):
    """The same where somebody asks for sizes."""

    OPTION = "sizes"


def _lanes(*detectors: type[Detector], sizes: bool = True) -> list[str]:
    text = "import cupy as cp\ns = cp.cuda.Stream()\ns.synchronize()\ncp.cuda.Device().synchronize()\n"
    subject = Subject(Program(text).body, ModelOptions(sizes=sizes))
    return [fact.event for fact in analyse(subject, detectors).facts if isinstance(fact, EmptyWait)]


def test_a_detector_is_one_class() -> None:
    assert _lanes(Waits) == ["s", "device"]
    assert _lanes() == []


def test_two_hear_of_the_same() -> None:
    assert _lanes(Waits, Waits) == ["s", "device"] * 2


def test_one_that_nobody_asks_for_hears_of_nothing() -> None:
    assert _lanes(Sized) == ["s", "device"]
    assert _lanes(Sized, sizes=False) == []


def test_an_event_without_listeners_is_a_call_of_nothing() -> None:
    assert vars(Announcer()) == {}


def test_each_event_is_announced_and_heard() -> None:
    folder = Path(flow.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    heard = {name for each in DETECTORS for name in EVENTS if getattr(each, name) is not getattr(Events, name)}
    announced = {name for name in EVENTS if f"announce.{name}(" in text}
    assert EVENTS == heard == announced
