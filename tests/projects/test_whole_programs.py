"""Streams, arrays and waits that go from file to file: ``# expect:`` marks what is found, in whichever file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import marked
from tests.programs.corpus import projects
from tests.projects.conftest import Lint

PROJECTS = projects()


@pytest.mark.parametrize("name", PROJECTS)
def test_findings_stand_where_the_later_access_does(name: str, lint: Lint) -> None:
    files = PROJECTS[name]
    found = {(Path(one.filename).as_posix(), one.location.row, one.code) for one in lint(files) if one.code != "CUP900"}
    assert found == {(file, row, code) for file, text in files.items() for row, code in marked(text)}


def test_processes_find_the_same(lint: Lint) -> None:
    """Of all projects side by side, so that each process has files of most of them."""
    together = {
        f"{project}/{name}": text
        for project, files in PROJECTS.items()
        for name, text in {"pyproject.toml": "", **files}.items()
    }
    one = lint(together)
    marks = {(name, row, code) for name, text in together.items() for row, code in marked(text)}
    assert {(Path(each.filename).as_posix(), each.location.row, each.code) for each in one} >= marks
    assert lint(together, jobs=2) == one


HELPERS = PROJECTS["helpers_that_work_called_by_a_file_without_cupy"]


def test_a_file_linted_alone_tells_it_at_the_call(lint: Lint) -> None:
    (finding,) = lint(HELPERS, "main.py")
    assert (finding.filename, finding.location.row, finding.location.column) == ("main.py", 3, 5)
    assert "line 6 of steps.py" in finding.message
    assert [(one.filename or "main.py", one.location.row) for one in finding.related] == [
        ("steps.py", 6), ("steps.py", 10), ("main.py", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("file", "row"), [("main.py", 3), ("steps.py", 10)])
def test_a_comment_silences_it_at_either_place(file: str, row: int, lint: Lint) -> None:
    lines = HELPERS[file].splitlines()
    lines[row - 1] = lines[row - 1].partition("#")[0] + "  # noqa: CUP101"
    assert lint(HELPERS | {file: "\n".join(lines) + "\n"}) == []


def test_a_fix_may_go_to_the_calling_file(lint: Lint) -> None:
    main = "import steps\nfrom streams import copier\na = steps.load(9)\nb = steps.use(a)\n"
    findings = lint(HELPERS | {"main.py": main})
    (finding,) = findings
    assert finding.fix is not None
    assert (finding.fix.filename, finding.fix.before_row) == ("main.py", 4)
    assert finding.fix.code == "steps.worker.wait_event(copier.record())"


def test_what_several_callers_share_is_said_once(lint: Lint) -> None:
    second = "import steps\n\n\n\n\nx = steps.load(5)\ny = steps.use(x)\n"
    (alone,) = lint(HELPERS)
    (finding,) = lint(HELPERS | {"second.py": second})
    assert finding.location == alone.location
    assert finding.related[: len(alone.related)] == alone.related
    assert {(other.filename, other.location.row) for other in finding.related} >= {("main.py", 3), ("second.py", 7)}


def test_of_many_callers_some_are_named(lint: Lint) -> None:
    caller = "import steps\nx = steps.load(5)\ny = steps.use(x)\n"
    others = {f"other{number}.py": caller for number in range(30)}
    (finding,) = lint(HELPERS | others)
    assert len(finding.related) == 20


TIMERS = PROJECTS["timers_of_another_module"]


def test_a_timer_of_another_file_is_told_once_with_its_uses(lint: Lint) -> None:
    second = "import cupy as cp\nfrom timers import Timer\na = cp.ones(9)\nwith Timer() as timer:\n    b = a + 1\n"
    findings = lint(TIMERS | {"second.py": second})
    assert [(one.filename, one.location.row) for one in findings] == [("timers.py", 10), ("timers.py", 17)]
    used = [(one.filename, one.location.row) for one in findings[0].related if one.message == "this is timed with it"]
    assert used == [("main.py", 9), ("second.py", 4)]


def test_a_file_linted_alone_tells_a_timer_of_another_file_at_its_use(lint: Lint) -> None:
    with_, call = lint(TIMERS, "main.py")
    assert [(one.filename, one.location.row) for one in (with_, call)] == [("main.py", 9), ("main.py", 31)]
    assert [(one.filename, one.location.row) for one in with_.related] == [
        ("timers.py", 6), ("", 10), ("timers.py", 10),
    ]  # fmt: skip


def test_a_changed_file_is_read_again(lint: Lint) -> None:
    assert lint(HELPERS)
    assert not lint(HELPERS | {"streams.py": HELPERS["streams.py"].replace("worker =", "worker = copier #")})


def test_what_is_wrong_in_an_imported_file_is_not_told_of_its_importer(lint: Lint) -> None:
    assert lint(PROJECTS["an_unused_event_at_the_top_level_of_an_imported_file"], "main.py") == []


def test_a_place_in_another_file_is_named(lint: Lint) -> None:
    (finding,) = lint(PROJECTS["an_event_that_a_helper_waits_for"])
    assert finding.message == "the event was never recorded, so this waits for nothing (made in line 6 of main.py)"
    assert [(other.filename, other.location.row) for other in finding.related] == [("main.py", 6)]


def test_the_likeliest_of_several_callers_is_told(lint: Lint) -> None:
    guess = "import cupy as cp\nimport engine\nfrom timers import timed\n"
    guess += "@timed\ndef f(x):\n    y = x @ x\n    engine.run(y)\nf(cp.ones((9, 9)))\n"
    sure = "import cupy as cp\nfrom timers import timed\n@timed\ndef f(x):\n    return x @ x\nf(cp.ones((9, 9)))\n"
    for files in ({"a.py": guess, "b.py": sure}, {"a.py": sure, "b.py": guess}):
        options = {"pyproject.toml": '[tool.cupylint]\nmin-confidence = "low"\n'}
        (finding,) = lint({"timers.py": TIMERS["timers.py"], **files, **options})
        assert (finding.location.row, finding.confidence) == (17, None)
