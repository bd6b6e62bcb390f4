"""A fix is applied if its file, analysed again, has lost the finding and gained none; else it is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding, Fix, Location
from cupylint.fixing.plan import Plan, plan
from cupylint.options import ModelOptions
from cupylint.runtime_checks.cases import Case
from cupylint.workspace import Workspace
from tests.bundled import CASES

BAD = [case for case in CASES if case.bad]
SETTINGS = Settings(fixing=True)


HELPER = """\
import cupy as cp
own = cp.cuda.Stream(non_blocking=True)
def double(x):
    with own:
        return x * 2
"""
CALLER = """\
import cupy as cp
from helper import double, own
work = cp.cuda.Stream(non_blocking=True)
with work:
    x = cp.ones(1 << 20)
y = double(x)
own.synchronize()
print(float(y[0]))
"""


def words(data: bytes, filename: str, settings: Settings, _: object = None) -> list[Finding]:
    """A check that finds words in capitals, each with a fix that writes it small."""
    found = []
    for row, line in enumerate(data.decode().split("\n"), 1):
        for match in re.finditer(r"\b[A-Z]+\b", line):
            place = Location(row, match.start() + 1, row, match.end() + 1)
            fix = Fix(match[0].lower(), row, True, "", place, "unsafe" if match[0] == "RISK" else "safe")
            found.append(Finding("CUP101", "unordered-read", "error", "", place, filename, fix=fix))
    return found


def planned(path: Path, check: object = words, *, unsafe: bool = False) -> Plan:
    name = str(path)
    found = check(path.read_bytes(), name, SETTINGS)  # type: ignore[operator]
    return plan({name: SETTINGS}, found, check, unsafe=unsafe)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with three findings."""
    path = tmp_path / "a.py"
    path.write_bytes(b"ONE, TWO\r\nRISK")
    return path


def test_until_none_is_left(path: Path) -> None:
    made = planned(path)
    assert [(change.path, change.after) for change in made.changes] == [(str(path), b"one, two\r\nRISK")]
    assert (made.applied, made.refused, made.unsafe) == ({"CUP101": 2}, 0, 1)
    assert planned(path, unsafe=True).changes[0].after == b"one, two\r\nrisk"
    assert path.read_bytes() == b"ONE, TWO\r\nRISK"


def test_not_if_another_one_comes_with_it(path: Path) -> None:
    def check(data: bytes, filename: str, settings: Settings, _: object = None) -> list[Finding]:
        return words(data + (b"\nNEW" if b"one" in data else b""), filename, settings)

    made = planned(path, check)
    assert (made.changes[0].after, made.refused) == (b"ONE, two\r\nRISK", 1)


def test_not_if_it_stays(path: Path) -> None:
    def check(data: bytes, filename: str, settings: Settings, _: object = None) -> list[Finding]:
        return words(data.replace(b"one", b"ONE"), filename, settings)

    made = planned(path, check)
    assert (made.changes[0].after, made.refused) == (b"ONE, two\r\nRISK", 1)


def test_what_did_not_hold_is_tried_again_beside_the_others(path: Path) -> None:
    """The first fix brings another finding with it as long as the second one is not applied."""

    def check(data: bytes, filename: str, settings: Settings, _: object = None) -> list[Finding]:
        return words(data + (b"\nNEW" if b"one" in data and b"TWO" in data else b""), filename, settings)

    made = planned(path, check)
    assert (made.changes[0].after, made.refused) == (b"one, two\r\nRISK", 0)


def test_only_what_is_wanted(path: Path) -> None:
    name = str(path)
    first, *_ = words(path.read_bytes(), name, SETTINGS)
    made = plan({name: SETTINGS}, [first], words)
    assert made.changes[0].after == b"one, TWO\r\nRISK"


def test_not_if_a_file_that_imports_it_gains_one(tmp_path: Path) -> None:
    """The fix that harms others is left out, and the other one is not."""
    helper, user = tmp_path / "helper.py", tmp_path / "user.py"
    helper.write_text("ONE\nTWO\n")
    user.write_text("import helper\n")

    def check(data: bytes, filename: str, settings: Settings, workspace: Workspace) -> Sequence[Finding]:
        if filename == str(helper):
            return words(data, filename, settings)
        file = workspace.file(str(helper))
        assert file is not None
        return words(b"HARMED" if b"one" in file.data else b"", filename, settings)

    files = {str(helper): SETTINGS, str(user): SETTINGS}
    made = plan(files, words(helper.read_bytes(), str(helper), SETTINGS), check)
    assert [change.after for change in made.changes] == [b"ONE\ntwo\n"]
    assert made.refused == 1


def test_a_fix_in_the_file_that_calls(tmp_path: Path) -> None:
    """The finding stands in the helper, where nobody knows what to wait for."""
    helper, main = tmp_path / "helper.py", tmp_path / "main.py"
    helper.write_text(HELPER)
    main.write_text(CALLER)
    files = {str(main): SETTINGS, str(helper): SETTINGS}
    found = check_bytes(CALLER.encode(), str(main), SETTINGS)
    assert [finding.filename for finding in found] == [str(helper)]
    for findings in (
        found,
        [finding.seen_from for finding in found if finding.seen_from],
    ):  # with the helper, and alone
        (change,) = plan(files, findings, check_bytes, unsafe=True).changes
        assert change.path == str(main)
        assert change.after.decode() == CALLER.replace("y = ", "own.wait_event(work.record())\ny = ")


def applied(data: bytes, name: Path, options: ModelOptions) -> tuple[bytes, list[Finding], list[Finding]]:
    """A file with all its fixes, and what is found before and after."""
    given = Settings(fixing=True, model=options)
    name.write_bytes(data)
    before = check_bytes(data, str(name), given)
    made = plan({str(name): given}, before, check_bytes, unsafe=True)
    after = made.changes[0].after if made.changes else data
    return after, before, check_bytes(after, str(name), given)


def check_fixed(case: Case, data: bytes, folder: Path) -> bytes:
    """Assert that fixing removes findings, adds none, does all at once and loses no line; gives the fixed file."""
    options = ModelOptions(per_thread_default_stream=case.per_thread)
    path = folder / case.path.name
    after, before, left = applied(data, path, options)
    fixable = [finding for finding in before if finding.fix is not None]
    codes = sorted(finding.code for finding in before)
    for finding in left:
        codes.remove(finding.code)  # none that was not there
    assert (len(left) < len(before)) == bool(fixable)
    assert applied(after, path, options)[0] == after
    if all(finding.fix and finding.fix.place is None for finding in fixable):
        kept = iter(after.splitlines(keepends=True))
        assert all(line in kept for line in data.splitlines(keepends=True))
    return after


SOME = [case for case in BAD if case.code in ("CUP101", "CUP104", "CUP201", "CUP301", "CUP501", "CUP901")][::12]


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.name)
def test_programs_are_fixed(case: Case, tmp_path: Path) -> None:
    check_fixed(case, case.path.read_bytes(), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_every_program_is_fixed(case: Case, tmp_path: Path) -> None:
    check_fixed(case, case.path.read_bytes(), tmp_path)


FORMS = st.tuples(st.sampled_from(["\n", "\r\n"]), st.sampled_from(["utf-8", "utf-8-sig", "latin-1"]), st.booleans())
RACE = """\
import cupy as cp
name = 'é'
a, b = cp.cuda.Stream(), cp.cuda.Stream()
x = cp.ones(9)
if name:
\twith a:
\t\ty = x * 2
\twith b:
\t\tz = y + 1\f
\t# ß"""


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FORMS)
def test_a_program_in_any_form_is_fixed_in_its_form(tmp_path: Path, form: tuple[str, str, bool]) -> None:
    ending, encoding, ended = form
    head = "# coding: latin-1\n" if encoding == "latin-1" else ""
    text = (head + RACE + ("\n" if ended else "")).replace("\n", ending)
    data = text.encode(encoding)
    after, before, left = applied(data, tmp_path / "a.py", ModelOptions())
    assert ([finding.code for finding in before], left) == (["CUP101"], [])
    added = f"\tb.wait_event(a.record()){ending}".encode()
    at = after.index(added)
    assert data == after[:at] + after[at + len(added) :]
    assert after[at + len(added) :].startswith(b"\twith b:")
