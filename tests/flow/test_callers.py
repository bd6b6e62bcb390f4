"""The work of the callers of a function: on what they hand over, and on what they get back."""

from __future__ import annotations

import pytest

from tests.programs import lint

READ = """\
import cupy as cp
{top}
def {name}(x: cp.ndarray, stream=None, event=None):
    s = cp.cuda.Stream({kind})
    {wait}
    with s:
        y = x * 2
    s.synchronize()
    return y
"""


def _read(
    wait: str = "pass", kind: str = "non_blocking=True", name: str = "scale", top: str = "", maybe: bool = False
) -> list[tuple[str, int]]:
    found = lint(READ.format(wait=wait, kind=kind, name=name, top=top), maybe=maybe)
    return [(finding.code, finding.location.row) for finding in found]


def test_what_a_caller_hands_over_is_read_too_early() -> None:
    (found,) = lint(READ.format(wait="pass", kind="non_blocking=True", name="scale", top=""))
    assert (found.code, found.location.row, found.severity, found.certain) == ("CUP101", 7, "warning", True)
    assert [premise.text for premise in found.premises] == ["the caller's work on x may still run"]
    assert found.message == "x is read on s while the caller's work on it may still run"
    assert found.fix is not None and found.fix.verified
    assert found.fix.code == "s.wait_event(cp.cuda.get_current_stream().record())"


@pytest.mark.parametrize(
    "wait",
    [
        "cp.cuda.Device().synchronize()",
        "cp.cuda.Stream.null.synchronize()",
        "cp.cuda.get_current_stream().synchronize()",
        "cp.cuda.runtime.deviceSynchronize()",
        "s.wait_event(cp.cuda.get_current_stream().record())",
        "s.wait_event(cp.cuda.Stream.null.record())",
        "e = cp.cuda.Event(); e.record(); s.wait_event(e)",
        "e = cp.cuda.Event(); e.record(); e.synchronize()",
        "n = float(x.sum())",
        "h = x.get()",
        "t = cp.cuda.Stream(); e = t.record(); s.wait_event(e)",
        "x.device.synchronize()",
        "cp.cuda.Device(x.device.id).synchronize()",
        "cp.cuda.runtime.streamSynchronize(0)",
        "import torch; torch.cuda.synchronize()",
    ],
)
def test_the_function_waits_for_its_caller(wait: str) -> None:
    assert _read(wait, maybe=True) == []


@pytest.mark.parametrize(
    "wait",
    ["stream.synchronize()", "s.wait_event(event)", "event.synchronize()", "import lib; lib.show(x)"],
)
def test_something_may_wait(wait: str) -> None:
    assert _read(wait) == []
    assert _read(wait, maybe=True) == [("CUP101", 7)]


@pytest.mark.parametrize("wait", ["cp.cuda.Device().synchronize()", "s.wait_event(cp.cuda.Stream.null.record())"])
def test_a_caller_that_asks_for_no_wait_has_waited(wait: str) -> None:
    assert _read(f"if stream is None: {wait}") == []
    assert _read(f"if stream is None: {wait}", maybe=True) == [("CUP101", 7)]


@pytest.mark.parametrize("kind", ["", "non_blocking=False", "non_blocking=stream"])
def test_a_stream_that_waits_for_null(kind: str) -> None:
    assert _read(kind=kind) == []


def test_a_stream_that_comes_from_elsewhere_may_be_the_callers() -> None:
    program = """\
import cupy as cp

def scale(x: cp.ndarray, stream):
    with stream:
        y = x * 2
    stream.synchronize()
    return y
"""
    assert lint(program, maybe=True) == []


def test_a_stream_that_callers_know_may_be_theirs() -> None:
    module = """\
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)

def scale(x: cp.ndarray):
    with s:
        y = x * 2
    s.synchronize()
    return y
"""
    kept = """\
import cupy as cp

class Scale:
    def __init__(self):
        self.s = cp.cuda.Stream(non_blocking=True)

    def run(self, x: cp.ndarray):
        with self.s:
            y = x * 2
        self.s.synchronize()
        return y
"""
    for program in (module, kept):
        assert lint(program) == []
        assert [finding.code for finding in lint(program, maybe=True)] == ["CUP101"]


def test_private_functions_have_known_callers() -> None:
    assert _read(name="_scale", maybe=True) == []


def test_a_caller_in_the_file_is_followed() -> None:
    waits = "def main():\n    x = cp.ones(9)\n    cp.cuda.Device().synchronize()\n    return scale(x)\n"
    assert _read(top=waits) == []
    assert _read(top=waits.replace("cp.cuda.Device().synchronize()", "pass")) == [("CUP101", 11)]


def test_a_function_that_the_file_mentions_may_be_called_with_care() -> None:
    assert _read(top="import lib\ndef main():\n    lib.run(functions={'scale': scale})\n") == []


def test_what_is_only_written_may_be_new() -> None:
    program = """\
import cupy as cp

def fill(x: cp.ndarray):
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        x[...] = {value}
    s.synchronize()
"""
    assert lint(program.format(value="1")) == []
    assert [finding.code for finding in lint(program.format(value="1"), maybe=True)] == ["CUP102"]
    assert [finding.code for finding in lint(program.format(value="x + 1"))] == ["CUP101"]


def test_another_device_may_have_been_waited_for() -> None:
    program = """\
import cupy as cp

def copy(x: cp.ndarray):
    with cp.cuda.Device(1):
        s = cp.cuda.Stream(non_blocking=True)
        with s:
            y = x + 1
        s.synchronize()
    return y
"""
    assert lint(program) == []


def test_one_missing_wait_is_one_finding() -> None:
    program = """\
import cupy as cp

def add(x: cp.ndarray, y: cp.ndarray):
    s = cp.cuda.Stream(non_blocking=True)
    z = cp.zeros(9)
    with s:
        a = x + y
        b = y * 2
        c = z * 2
    s.synchronize()
    return a, b, c
"""
    found = lint(program)
    assert [(finding.location.row, finding.severity) for finding in found] == [(7, "warning"), (9, "error")]


def test_timing_counts_the_functions_work_only() -> None:
    program = """\
import time
import cupy as cp

def timed(x: cp.ndarray):
    start = time.perf_counter()
    n = x.shape[0]
    return time.perf_counter() - start
"""
    assert lint(program, maybe=True) == []


# -- results ---------------------------------------------------------------------------------------

RESULT = """\
import cupy as cp
{top}
def {name}(n, pool=None):
    s = cp.cuda.Stream({kind})
    e = cp.cuda.Event()
    with s:
        y = cp.ones(n)
        {inside}
    {after}
    return {returned}
"""


def _result(
    *,
    kind: str = "non_blocking=True",
    inside: str = "pass",
    after: str = "pass",
    returned: str = "y",
    name: str = "make",
) -> list[tuple[str, int]]:
    program = RESULT.format(kind=kind, inside=inside, after=after, returned=returned, name=name, top="")
    return [(finding.code, finding.location.row) for finding in lint(program, maybe=True)]


def test_a_result_is_returned_while_it_is_written() -> None:
    program = RESULT.format(kind="non_blocking=True", inside="pass", after="pass", returned="y", name="make", top="")
    (found,) = lint(program)
    assert (found.code, found.location.row, found.severity) == ("CUP103", 10, "warning")
    assert [premise.text for premise in found.premises] == ["the caller uses the result on its own stream"]
    assert found.fix is not None and found.fix.verified and found.fix.code == "s.synchronize()"


def test_also_from_within_the_block_and_from_a_container() -> None:
    assert _result(inside="return y * 2") == [("CUP101", 8)]
    assert _result(returned="{'y': [y]}") == [("CUP103", 10)]


@pytest.mark.parametrize(
    "after",
    [
        "s.synchronize()",
        "cp.cuda.Device().synchronize()",
        "e.record(s); e.synchronize()",
        "cp.cuda.get_current_stream().wait_event(s.record())",
        "cp.cuda.Stream.null.wait_event(s.record())",
        "h = y.get(stream=s)",
        "pool.append(s)",
        "pool.stream = s",
        "pool.keep(s)",
        "e.record(s); pool.keep(e)",
        "pool.keep(y)",
    ],
)
def test_somebody_can_wait_for_it(after: str) -> None:
    assert _result(after=after) == []


@pytest.mark.parametrize("returned", ["y, s", "[s, y]", "(y, e)", "{'s': s, 'y': y}", "y.shape"])
def test_the_caller_gets_what_it_waits_with(returned: str) -> None:
    assert _result(returned=returned, after="e.record(s)") == []


def test_a_caller_that_asks_for_no_wait_waits_itself() -> None:
    program = RESULT.format(
        kind="non_blocking=True", inside="pass", after="if pool: s.synchronize()", returned="y", name="make", top=""
    )
    assert lint(program) == []
    assert [finding.code for finding in lint(program, maybe=True)] == ["CUP103"]


def test_results_of_other_functions_and_streams() -> None:
    assert _result(kind="") == []
    assert _result(name="_make") == []


def test_a_stream_without_a_name_is_one_finding() -> None:
    program = """\
import cupy as cp

def make(n):
    with cp.cuda.Stream(non_blocking=True) as s:
        y = cp.ones(n)
    return y
"""
    assert [finding.code for finding in lint(program)] == ["CUP110"]


HELPERS = """\
import cupy as cp

def copied(a, stream):
    b = cp.empty_like(a)
    b.data.copy_from_device_async(a.data, a.nbytes, stream=stream)
    return b

def pulled(a):
    with cp.cuda.Stream(non_blocking=True) as stream:
        {wait}
        made = copied(a, stream)
        stream.synchronize()
    return made

def fetch(array):
    return pulled(array)
"""


def test_the_calls_that_lead_from_the_function_to_the_access_are_told() -> None:
    (found,) = lint(HELPERS.format(wait="pass"))
    assert (found.code, found.location.row) == ("CUP101", 5)
    places = [(each.location.row, each.message) for each in found.related]
    assert places == [(15, "comes from the caller"), (16, "called here"), (11, "called here")]
    assert lint(HELPERS.format(wait="stream.wait_event(cp.cuda.Stream.null.record())")) == []


GATHERS = """\
import cupy as cp

def bring(part, number, stream):
    with cp.cuda.Device(number), stream:
        return cp.asarray(part)

def add(parts: list[cp.ndarray], number):
    stream = cp.cuda.Stream()
    {wait}
    return sum(bring(part, number, stream) for part in parts)

def keep(parts: list[cp.ndarray], number):
    stream = cp.cuda.Stream()
    {wait}
    return [bring(part, number, stream) for part in parts]
"""


def test_arrays_that_are_gathered_rest_on_where_they_lie_and_every_function_that_gathers_is_told() -> None:
    (found,) = lint(GATHERS.format(wait="pass"))
    assert (found.code, found.location.row) == ("CUP101", 5)
    assert [(premise.kind, premise.text) for premise in found.premises] == [
        ("caller-stream", "the caller's work on parts may still run"),
        ("argument", "the arrays in parts lie on several devices"),
    ]
    places = [(each.location.row, each.message) for each in found.related]
    assert places == [(7, "comes from the caller"), (10, "called here"), (15, "called here as well")]
    assert found.fix is None
    assert lint(GATHERS.format(wait="cp.cuda.runtime.deviceSynchronize()")) == []
