"""Parameters whose annotations name classes of the project: their streams are those that the constructors make."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from tests.programs import check_marks, every, lint

_PLAN = """\
import cupy as cp
from typing import Optional
class Plan:
    def __init__(self, size, parent: "Plan"):
        self.stream = cp.cuda.Stream({kind})
        self.done = cp.cuda.Event()
        self.work = cp.zeros(size)
        self.eager = False
    def wait(self):
        self.stream.wait_event(cp.cuda.get_current_stream().record())
    def next(self):
        return self.stream
"""
_APPLY = """\
def apply(x, plan: {annotation}):
    y = cp.zeros(9)
    {wait}
    with plan.stream:
        y += 1
    return cp.asnumpy(y, stream=plan.stream)
"""
_FOUND = [("CUP101", 17)]


def _apply(
    annotation: str = "Plan", wait: str = "pass", kind: str = "non_blocking=True", maybe: bool = False
) -> list[tuple[str, int]]:
    source = _PLAN.format(kind=kind) + _APPLY.format(annotation=annotation, wait=wait)
    return [(finding.code, finding.location.row) for finding in lint(source, maybe=maybe)]


@pytest.mark.parametrize("annotation", ["Plan", '"Plan"', "Plan | None", "None | Plan", "Optional[Plan]"])
def test_its_stream_does_not_wait(annotation: str) -> None:
    assert _apply(annotation) == _FOUND


@pytest.mark.parametrize("annotation", ["int", "Plan | int", "list[Plan]", "type(Plan)"])
def test_what_else_an_annotation_says(annotation: str) -> None:
    assert _apply(annotation) == []


@pytest.mark.parametrize(
    "wait",
    [
        "plan.wait()",
        "cp.cuda.Device().synchronize()",
        "plan.stream.wait_event(cp.cuda.Stream.null.record())",
        "plan.done.record(); plan.stream.wait_event(plan.done)",
        "plan.unknown_wait()",
    ],
)
def test_its_stream_waits(wait: str) -> None:
    assert _apply(wait=wait) == []


def test_its_stream_is_ordered_with_the_null_stream() -> None:
    assert _apply(kind="") == []


def test_its_name_is_that_of_the_parameter() -> None:
    (found,) = lint(_PLAN.format(kind="non_blocking=True") + _APPLY.format(annotation="Plan", wait="pass"))
    assert found.message == "y is read on plan.stream while null may still be writing it (line 14)"


_OF_OBJECTS = """
def {name}(x: cp.ndarray, plan: Plan):
    {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "if plan.eager: cp.cuda.Device().synchronize()\n    with plan.stream: plan.work += 1",
        "plan.stream.wait_event(plan.done)\n    with plan.stream: plan.work += 1",
        "with plan.stream: y = x + 1\n    plan.stream.synchronize()",
        "with plan.next(): plan.work += 1",
    ],
)
def test_what_its_callers_may_have_done_is_not_claimed(body: str) -> None:
    assert every(_PLAN.format(kind="non_blocking=True") + _OF_OBJECTS.format(name="use", body=body)) == set()


def test_objects_of_objects() -> None:
    check_marks(
        dedent(
            """
            import cupy as cp
            class Streams:
                def __init__(self):
                    self.load = cp.cuda.Stream(non_blocking=True)
                    self.work = cp.cuda.Stream(non_blocking=True)
            class Engine:
                def __init__(self, streams: Streams):
                    self.streams = streams
                    self.block = cp.empty(100)
                def step(self, host):
                    self.block.set(host, stream=self.streams.load)
                    with self.streams.work:
                        result = self.block * 2  # expect: CUP101
                    self.streams.work.synchronize()
                    return result
            """
        )
    )


def test_a_class_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "plans.py").write_text(_PLAN.format(kind="non_blocking=True"))
    source = "import cupy as cp\nfrom plans import Plan\n" + _APPLY.format(annotation="Plan", wait="pass")
    (tmp_path / "use.py").write_text(source)
    found = check_bytes(source.encode(), str(tmp_path / "use.py"), Settings())
    assert [(finding.code, finding.location.row) for finding in found] == [("CUP101", 7)]
