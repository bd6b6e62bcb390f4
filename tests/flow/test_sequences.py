"""Methods one after another: a second one is followed after a first that it can tell from none."""

from __future__ import annotations

import textwrap

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Confidence
from cupylint.flow.driver import classes
from cupylint.source import standard_tree

CLASS = """
import cupy as cp
class Pipe:
    def __init__(self, n):
        self.a = cp.cuda.Stream(non_blocking=True)
        self.b = cp.cuda.Stream(non_blocking=True)
        self.x = cp.zeros(n)
        self.held = [cp.zeros(n)]
        self.done = cp.cuda.Event()
        cp.cuda.Device().synchronize()
    def first(self):
        {first}
    def second(self):
        {second}
"""
QUIET = "with self.b:\n            y = cp.zeros(4) + 1"


def _pairs(monkeypatch: pytest.MonkeyPatch, first: str, second: str) -> tuple[set[tuple[str, str]], list[str]]:
    """The pairs of methods that were followed in turn, and the codes that were found."""
    followed: set[tuple[str, str]] = set()
    rests_on = classes.pair_rests_on

    def noted(one, two, *rest):  # type: ignore[no-untyped-def]
        followed.add((one.function.name, two.function.name))
        return rests_on(one, two, *rest)

    monkeypatch.setattr(classes, "pair_rests_on", noted)
    text = textwrap.dedent(CLASS).format(first=first, second=second)
    assert standard_tree(text) is not None
    return followed, [finding.code for finding in check_bytes(text.encode(), "pipe.py", Settings())]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("with self.a:\n            self.x += 1", "with self.b:\n            y = self.x + 1"),
        ("with self.a:\n            self.held[0] += 1", "with self.b:\n            y = self.held[0] + 1"),
        ("with self.a:\n            self.new = cp.zeros(4)", "with self.b:\n            y = self.new + 1"),
        (
            "with self.a:\n            self.x += 1",
            "self.third()\n    def third(self):\n        with self.b:\n            y = self.x + 1",
        ),
        ("with self.a:\n            self.x += 1", "with self.b:\n            y = getattr(self, 'x') + 1"),
    ],
    ids=["an attribute", "in a list", "a new attribute", "by way of another method", "by its name as text"],
)
@pytest.mark.usefixtures("interpreted")
def test_work_on_what_an_attribute_holds_is_met(monkeypatch: pytest.MonkeyPatch, first: str, second: str) -> None:
    followed, codes = _pairs(monkeypatch, first, second)
    assert ("first", "second") in followed
    assert "CUP101" in codes


@pytest.mark.parametrize(
    "second",
    [
        QUIET,
        "with self.b:\n            self.x += 1",
        "with self.b:\n            y = getattr(self, 'x') + 1",
        "with self.b:\n            y = self.held[0] + 1",
        "with self.a:\n            self.held[0] += 1",
    ],
    ids=["own array", "other attribute", "that by its name as text", "two reads", "on the same stream"],
)
@pytest.mark.usefixtures("interpreted")
def test_what_cannot_tell_is_not_followed_again(monkeypatch: pytest.MonkeyPatch, second: str) -> None:
    first = "with self.a:\n            z = self.held[0] + 1\n            z += 1"
    followed, codes = _pairs(monkeypatch, first, second)
    assert ("first", "second") not in followed
    assert codes == []


@pytest.mark.parametrize(
    ("second", "is_followed"),
    [("with self.b:\n            y = cp.zeros(4)", False), ("with self.a:\n            y = cp.zeros(4)", True)],
    ids=["elsewhere", "where a block is in use"],
)
@pytest.mark.usefixtures("interpreted")
def test_memory_in_use_is_met_where_it_may_be_taken(
    monkeypatch: pytest.MonkeyPatch, second: str, is_followed: bool
) -> None:
    """A block goes back to the stream that it was allocated on, while another one still reads it."""
    first = "with self.a:\n            z = cp.zeros(4)\n        self.b.wait_event(self.a.record())"
    first += "\n        with self.b:\n            w = z + 1"
    followed, _ = _pairs(monkeypatch, first, second)
    assert (("first", "second") in followed) is is_followed


@pytest.mark.usefixtures("interpreted")
def test_pinned_memory_in_use_is_met_where_some_is_allocated(monkeypatch: pytest.MonkeyPatch) -> None:
    first = "with self.a:\n            p = cupyx.empty_pinned(4)\n            self.held[0].get(out=p, blocking=False)"
    again = "import cupyx\n        p = cupyx.empty_pinned(4)"
    followed, _ = _pairs(monkeypatch, f"import cupyx\n        {first}", again)
    assert ("first", "second") in followed
    followed, _ = _pairs(monkeypatch, f"import cupyx\n        {first}", QUIET)
    assert ("first", "second") not in followed


@pytest.mark.usefixtures("interpreted")
def test_a_thread_that_has_ended_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = "import threading\n        t = threading.Thread(target=self.work)\n        t.start()\n        {}"
    first += "\n    def work(self):\n        with self.a:\n            self.held[0] += 1"
    followed, _ = _pairs(monkeypatch, first.format("t.join()"), QUIET)
    assert ("first", "second") not in followed


@pytest.mark.usefixtures("interpreted")
def test_any_attribute_may_be_meant_where_its_name_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    first = "with self.a:\n            self.x += 1"
    followed, _ = _pairs(monkeypatch, first, "with self.b:\n            y = getattr(self, name) + 1")
    assert ("first", "second") in followed


@pytest.mark.usefixtures("interpreted")
def test_for_clocks_alone_nothing_is_followed_after_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time between two methods is a guess: other code comes between."""
    text = """
    import time
    import cupy as cp
    class Timed:
        def __init__(self, n):
            self.x = cp.zeros(n)
        def first(self):
            self.start = time.perf_counter()
            self.x += 1
        def second(self):
            print(time.perf_counter() - self.start)
            self.x += 1
    """
    order: list[str] = []
    run = classes._run_method

    def noted(following, instance, method, state):  # type: ignore[no-untyped-def]
        order.append(method.function.name)
        return run(following, instance, method, state)

    monkeypatch.setattr(classes, "_run_method", noted)
    assert check_bytes(textwrap.dedent(text).encode(), "timed.py", Settings()) == []
    assert sorted(order) == ["first", "second"]


@pytest.mark.parametrize(("least", "is_followed"), [("medium", False), ("low", True)])
@pytest.mark.usefixtures("interpreted")
def test_what_gives_nothing_but_guesses_is_followed_for_those_who_ask(
    monkeypatch: pytest.MonkeyPatch, least: Confidence, is_followed: bool
) -> None:
    """Where a third method waits, callers are likely to call it between the two."""
    order: list[str] = []
    run = classes._run_method

    def noted(following, instance, method, state):  # type: ignore[no-untyped-def]
        order.append(method.function.name)
        return run(following, instance, method, state)

    monkeypatch.setattr(classes, "_run_method", noted)
    second = "with self.b:\n            y = self.x + 1\n    def finish(self):\n        self.a.synchronize()"
    text = textwrap.dedent(CLASS).format(first="with self.a:\n            self.x += 1", second=second)
    found = check_bytes(text.encode(), "pipe.py", Settings(min_confidence=least))
    assert bool(found) is is_followed
    assert (order.count("second") > 1) is is_followed


@pytest.mark.usefixtures("interpreted")
def test_an_event_recorded_before_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    first = "with self.a:\n            z = cp.zeros(4) + 1\n            self.done.record()"
    followed, codes = _pairs(monkeypatch, first, "self.b.wait_event(self.done)")
    assert ("first", "second") in followed
    assert "CUP105" not in codes


@pytest.mark.usefixtures("interpreted")
def test_methods_that_others_call_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    run = classes._run_method

    def noted(following, instance, method, state):  # type: ignore[no-untyped-def]
        order.append(method.function.name)
        return run(following, instance, method, state)

    monkeypatch.setattr(classes, "_run_method", noted)
    text = textwrap.dedent(CLASS).format(first="with self.a:\n            self.x += 1", second="return self.first()")
    check_bytes(text.encode(), "pipe.py", Settings())
    assert [*dict.fromkeys(order)] == ["second", "first"]


RACE = textwrap.dedent(CLASS).format(
    first="with self.a:\n            self.x += 1", second="with self.b:\n            y = self.x + 1"
)
CALLERS = {
    "nobody": ("", ["called-next"]),
    "somebody that waits": (
        "def run():\n    pipe = Pipe(4)\n    for _ in range(3):\n        pipe.first()\n        pipe.a.synchronize()\n"
        "        pipe.second()\n        pipe.b.synchronize()\n",
        ["called-next", "opaque-call"],
    ),
    "somebody that does not": ("def run():\n    pipe = Pipe(4)\n    pipe.first()\n    pipe.second()\n", []),
}


@pytest.mark.parametrize("caller", CALLERS)
def test_what_two_methods_do_in_turn_rests_on_who_calls_them(caller: str) -> None:
    code, kinds = CALLERS[caller]
    found = check_bytes((RACE + code).encode(), "pipe.py", Settings(min_confidence="low"))
    (finding,) = [each for each in found if each.code == "CUP101" and "self.x" in each.message]
    assert [premise.kind for premise in finding.premises] == kinds
    if kinds:
        assert finding.premises[0].text == "`second` is called after `first`, and nothing waits between the two"


@pytest.mark.parametrize(("name", "kinds"), [("step", ["called-again"]), ("setup", ["called-again", "opaque-call"])])
def test_what_a_method_does_again_rests_on_its_name(name: str, kinds: list[str]) -> None:
    body = "with self.b:\n            y = self.x + 1\n        with self.a:\n            self.x += 1"
    code = textwrap.dedent(CLASS).format(first=body, second="pass").replace("first", name)
    found = check_bytes(code.encode(), "pipe.py", Settings(min_confidence="low"))
    (finding,) = [each for each in found if each.code == "CUP101"]
    assert [premise.kind for premise in finding.premises] == kinds
