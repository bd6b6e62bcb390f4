"""The programs of `tests/programs/`: exactly the marked lines have findings. See the README there."""

from __future__ import annotations

import ast
import sys

import pytest

from cupylint.runtime_checks.simulator import Options, run
from tests.programs import corpus
from tests.programs.corpus import Program

PROGRAMS = corpus.programs()


def name(program: Program) -> str:
    return program.name


@pytest.mark.parametrize("program", PROGRAMS, ids=name)
def test_program(program: Program) -> None:
    """Its findings are those that its comments announce, and one for each missing wait names the others."""
    assert list(corpus.differences(program)) == []


@pytest.mark.parametrize("program", [program for program in PROGRAMS if "simulator" in program.settings], ids=name)
def test_the_simulator_agrees(program: Program) -> None:
    version = tuple(map(int, program.settings.get("python", "3").split(".")))
    if sys.version_info < version:
        pytest.skip("needs a newer Python")
    report = run(corpus.FOLDER / f"{program.name}.py", options=Options(schedules="none"))
    assert report.error == ""
    assert {race.later.row for race in report.races} == {mark.row for mark in program.marks if mark.word == "expect"}


@pytest.mark.slow
@pytest.mark.parametrize("program", [program for program in PROGRAMS if program.marks], ids=name)
def test_fixes_that_are_offered_hold_and_change_no_finding(program: Program) -> None:
    tried = program.checked()
    assert all(found.fix is None or found.fix.verified for found in tried)
    places = [(found.code, found.location) for found in program.checked(fixes=False)]
    assert [(found.code, found.location) for found in tried] == places


@pytest.mark.slow
@pytest.mark.parametrize("program", [one for one in PROGRAMS if {"device-memory", "rules"} & {*one.settings}], ids=name)
def test_a_large_device_is_enough_and_rules_are_opt_in(program: Program) -> None:
    """CUP405 asks whether memory that is given back is still referred to, on any device."""
    assert [found for found in program.checked(default=True, fixes=False) if found.code != "CUP405"] == []


def _is_named_well(program: Program) -> bool:
    if any(mark.word == "expect" for mark in program.marks):
        return program.ending in corpus.BAD_ENDINGS
    return program.ending in corpus.GOOD_ENDINGS or (
        program.ending in corpus.BAD_ENDINGS and bool(program.marks or program.missed)
    )


def test_names_tell_what_is_found() -> None:
    assert [program.name for program in PROGRAMS if not _is_named_well(program)] == []


def test_programs_are_python_and_comments_on_top_are_known() -> None:
    for program in PROGRAMS:
        ast.parse(program.text, program.name)
        assert {*program.settings} <= {*corpus.KEYS}, program.name
        if program.missed:
            assert program.ending in corpus.BAD_ENDINGS, program.name
