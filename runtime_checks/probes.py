"""``--probe``: is the ordering model right on this device, and do the calls wait that are said to wait?

Each fact is a small program. The same steps run through `cupylint.order` and on the device, behind a gate.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cupylint import child_python
from cupylint.order import HOST, Kind, Order, Stream

from .probe_facts import CALLS, ORDER, CallFact, Fact
from .process import START_LIMIT, end
from .table import Terminal, columns

SECONDS = 45.0
"""Time for all questions together, without the start of CuPy."""

_STREAMS = {
    "null": Stream("null", Kind.NULL),
    "ptds": Stream("ptds", Kind.PER_THREAD),
    **{name: Stream(name, Kind.BLOCKING) for name in ("b1", "b2")},
    **{name: Stream(name, Kind.NON_BLOCKING) for name in ("n1", "n2", "n3")},
}
_GATE = 1

CallModel = Callable[[CallFact], "bool | None"]
"""What the model of CuPy says of a call: it waits, it does not, or (None) nothing definite."""


class ProbeError(Exception):
    """Nothing could be measured; the text is one line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One fact: what the model says and what was measured (None: nothing)."""

    group: str  # "order" or "call"
    name: str
    steps: str
    model: bool | None
    measured: bool | None
    milliseconds: float = 0.0
    why: str = ""

    @property
    def state(self) -> str:
        """``same``, ``DIFFERENT`` or ``-`` where one of both is missing."""
        if self.model is None or self.measured is None:
            return "-"
        return "same" if self.model == self.measured else "DIFFERENT"


def says(steps: Sequence[tuple[str, ...]]) -> bool:
    """Whether the last step waits for the gate, as the ordering model has it."""
    order = Order()
    known = 0
    for kind, *names in steps:
        if kind == "gate":
            known = order.issue(_STREAMS[names[0]], _GATE)
        elif kind in ("work", "zeros"):
            known = order.issue(_STREAMS[names[0]])
        elif kind == "get":
            order.issue(_STREAMS[names[0]])
            order.host_wait_stream(_STREAMS[names[0]])
            known = order.hosts[HOST]
        elif kind == "record":
            order.record(names[0], _STREAMS[names[1]])
        elif kind == "wait":
            order.wait_event(_STREAMS[names[0]], names[1])
        elif kind == "sync":
            order.host_wait_stream(_STREAMS[names[0]])
            known = order.hosts[HOST]
        elif kind == "sync_event":
            order.host_wait_event(names[0])
            known = order.hosts[HOST]
        elif kind == "sync_device":
            order.host_wait_device(0)
            known = order.hosts[HOST]
        elif kind != "empty":
            raise ValueError(f"unknown step {kind}")
    return bool(known & _GATE)


def measure(call_model: CallModel, told: Callable[[str], None] = lambda name: None) -> list[Answer]:
    """All facts, measured on the device in a process of its own.

    Args:
        call_model: what the model of CuPy says of a call.
        told: called with the name of each fact that was measured.

    Raises:
        ProbeError: CuPy or the device does not work.
    """
    questions: list[tuple[str, str, Any]] = [("order", fact.name, fact.parsed()) for fact in ORDER]
    questions += [("call", fact.code, fact.code) for fact in CALLS]
    measured = {line["name"]: line for line in _answers(questions, told)}
    return [_order_answer(fact, measured.get(fact.name)) for fact in ORDER] + [
        _call_answer(fact, measured.get(fact.code), call_model) for fact in CALLS
    ]


def _answers(questions: Sequence[tuple[str, str, Any]], told: Callable[[str], None]) -> Iterable[dict[str, Any]]:
    process = subprocess.Popen(
        child_python.module("cupylint.runtime_checks.probe_child"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=child_python.environment(),
        start_new_session=sys.platform != "win32",
    )
    assert process.stdin is not None and process.stdout is not None
    timer = threading.Timer(SECONDS + START_LIMIT, process.kill)
    ready = False
    try:
        process.stdin.write(json.dumps({"questions": questions, "seconds": SECONDS}).encode())
        process.stdin.close()
        timer.start()
        for text in process.stdout:
            line = json.loads(text)
            if "unusable" in line:
                raise ProbeError(f"the device cannot be probed: {line['unusable']}")
            ready = True
            if "name" in line:
                told(line["name"])
                yield line
        if not ready:
            raise ProbeError("the device cannot be probed: the process that asks it ended at once")
    except BrokenPipeError:
        raise ProbeError("the device cannot be probed: the process that asks it ended at once") from None
    finally:
        timer.cancel()
        end(process)


def _order_answer(fact: Fact, line: dict[str, Any] | None) -> Answer:
    return _answer("order", fact.name, fact.steps, says(fact.parsed()), line)


def _call_answer(fact: CallFact, line: dict[str, Any] | None, call_model: CallModel) -> Answer:
    return _answer("call", fact.code, fact.name, call_model(fact), line)


def _answer(group: str, name: str, steps: str, model: bool | None, line: dict[str, Any] | None) -> Answer:
    if line is None:
        return Answer(group, name, steps, model, None, why="no answer")
    why = line["why"] or ("" if model is not None else "the model: it depends")
    return Answer(group, name, steps, model, line["answer"], line["ms"], why)


def as_json(answer: Answer) -> dict[str, Any]:
    """An answer as JSON has it."""
    return {**asdict(answer), "state": answer.state}


def table(answers: Sequence[Answer], out: Terminal) -> str:
    """All answers, and one line that counts them. Ends with a newline."""
    parts = []
    for group, title, yes, no in (
        ("order", "order: is the last step ordered after the gate?", "ordered", "not ordered"),
        ("call", "calls: does the host wait for its stream?", "waits", "does not wait"),
    ):
        chosen = [answer for answer in answers if answer.group == group]
        if not chosen:
            continue
        words = {True: yes, False: no, None: "-"}
        lines = [(answer, out.plain(answer.name)) for answer in chosen]
        name_width = min(max(columns(name) for _, name in lines), max(out.width - 2 * len(no) - 17, 20))
        wide = len(no)
        parts.append(out.paint(title, "head") + "\n")
        parts.append(f"{'fact':{name_width}}  {'model':{wide}}  {'measured':{wide}}\n")
        for answer, name in lines:
            name = name if len(name) <= name_width else name[: name_width - 3] + "..."
            style = {"same": "good", "DIFFERENT": "bad", "-": "odd"}[answer.state]
            state = answer.state if answer.state != "-" else f"- {out.plain(answer.why)}".rstrip()
            row = f"{name:{name_width}}  {words[answer.model]:{wide}}  {words[answer.measured]:{wide}}  "
            parts.append(row + out.paint(state[: max(out.width - len(row), 9)], style) + "\n")
        parts.append("\n")
    different = sum(answer.state == "DIFFERENT" for answer in answers)
    silent = sum(answer.state == "-" for answer in answers)
    same = len(answers) - different - silent
    parts.append(
        f"{same} of {len(answers)} facts are as the model says, {different} different, {silent} not compared\n"
    )
    return "".join(parts)
