"""A run with a cache finds what one without finds, and checks only what may have changed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import libcst
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cupylint import cli, runner
from cupylint.cache import stamps, store
from cupylint.cache.codec import NotPlain, decode, encode
from cupylint.cache.command import opened
from cupylint.cache.results import _digest
from cupylint.cache.store import FOLDER, Store
from cupylint.config import Resolver, Settings
from cupylint.facts import Spot, Unfinished
from cupylint.files import discover
from cupylint.findings import Finding, Location
from cupylint.rules import analysis_incomplete
from cupylint.workspace import Workspace

_SETTLED = 2.1  # seconds after which a process of its own relies on the time of a change
_FINE = stamps._GRANULARITY
_TICK = 0.012  # seconds; a file system tells times apart that are further from each other

RACE = """\
import cupy as cp
from helper import wait
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x = cp.ones(9)
wait(a)
with b:
    y = x + 1
"""
WAITS = "def wait(stream):\n    stream.synchronize()\n"
FORGETS = "def wait(stream):\n    return stream\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project that is the current folder, on a disk that tells the times of changes well apart."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stamps, "_GRANULARITY", int(_TICK * 0.75e9))
    (tmp_path / "pyproject.toml").write_text("[tool.cupylint]\n")
    return tmp_path


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were really checked."""
    names: list[str] = []
    check = runner.check_data

    def noted(data: bytes, filename: str, *rest: object) -> runner.Checked:
        names.append(os.path.basename(filename))
        return check(data, filename, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(runner, "check_data", noted)
    return names


def lint(*paths: str, cached: bool = True, **options: object) -> tuple[Finding, ...]:
    """The findings in the current folder, or in some of its files, as a new process finds them."""
    time.sleep(_TICK)
    resolver = Resolver(options)
    found = discover(paths or ["."], resolver)
    return runner.run(found.targets, jobs=1, cache=opened("") if cached else None).findings


def codes() -> list[str]:
    return [finding.code for finding in lint()]


# --- what is checked again ------------------------------------------------------------------------


def test_what_has_not_changed_is_not_checked(folder: Path, checked: list[str]) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)
    first = lint()
    assert [finding.code for finding in first] == ["CUP101"]
    assert "main.py" in checked
    checked.clear()
    assert lint() == first
    assert not checked


@pytest.mark.parametrize(("bound", "again"), [("work", []), ("time (10 s a file)", ["main.py"])])
def test_what_was_not_followed_to_its_end(
    folder: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch, bound: str, again: list[str]
) -> None:
    check = runner.check_data
    place = Location(1, 1, 1, 1)
    (told,) = analysis_incomplete.check(Unfinished(Spot(libcst.Pass()), "f", bound))

    def cut_off(data: bytes, filename: str, *rest: object) -> runner.Checked:
        finding = Finding("CUP903", "analysis-incomplete", "info", told.message, place, filename)
        return check(data, filename, *rest)._replace(findings=[finding])  # type: ignore[arg-type]

    monkeypatch.setattr(runner, "check_data", cut_off)
    (folder / "main.py").write_text(RACE)
    lint()
    checked.clear()
    lint()
    assert checked == again


def test_what_has_not_changed_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "main.py").write_text("from nowhere.else_ import made\n" + RACE)  # rests on a folder that is not there
    (folder / "helper.py").write_text(FORGETS)
    lint()
    lint()  # the file of the cache lies in the project: its folder is new to the second run
    monkeypatch.setattr(Store, "save", lambda *_: pytest.fail("nothing is new"))
    lint()


def test_a_file_that_it_imports_changes(folder: Path, checked: list[str]) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)
    (folder / "other.py").write_text("import cupy as cp\nx = cp.ones(3)\n")
    assert codes() == ["CUP101"]
    (folder / "helper.py").write_text(WAITS)
    checked.clear()
    assert codes() == []
    assert "other.py" not in checked


def test_a_file_that_both_import_changes_and_only_one_of_them_is_linted(folder: Path) -> None:
    for name in ("one.py", "other.py"):
        (folder / name).write_text(RACE)
    (folder / "helper.py").write_text(WAITS)
    assert codes() == []
    (folder / "helper.py").write_text(FORGETS)
    assert [finding.filename for finding in lint("one.py")] == ["one.py"]
    assert [finding.filename for finding in lint("other.py")] == ["other.py"], "which rests on the helper as it was"


def test_a_file_that_it_imports_appears_and_goes(folder: Path) -> None:
    (folder / "main.py").write_text(RACE)
    before = codes()
    (folder / "helper.py").write_text(WAITS)
    assert codes() == []
    (folder / "helper.py").unlink()
    assert codes() == before


# --- what of a file results rest on ----------------------------------------------------------------

HELPER = """\
LIMIT = 3


def wait(stream):
    "Waits."
    if LIMIT:
        pass
    stream.synchronize()
    return stream


def other(stream):
    text = "other"
    for letter in text:
        print(letter)
    return stream


def racing(x, first, second):
    with first:
        x += 1
    with second:
        x *= 2
    return x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('text = "other"', 'text = "another one"'),
        ("print(letter)", "# nothing\n        print(letter)"),
        ("LIMIT = 3", "# three\nLIMIT = 3"),
        ('"Waits."', '"Waits, and returns the stream."'),
    ],
    ids=["the body of another function", "a row in it", "a comment", "a docstring"],
)
def test_what_was_not_used_of_a_file_changes(folder: Path, checked: list[str], before: str, after: str) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(HELPER)
    assert codes() == []
    (folder / "helper.py").write_text(HELPER.replace(before, after))
    checked.clear()
    assert codes() == []
    assert "main.py" not in checked
    (folder / "helper.py").write_text(HELPER.replace(before, after).replace("stream.synchronize()", "pass"))
    assert codes() == ["CUP101"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("stream.synchronize()", "pass"),
        ("print(letter)", "print(letter, stream.null)"),
        ("LIMIT = 3", "LIMIT = 0"),
        ("def other(stream):", "def another(stream):"),
    ],
    ids=["a body that was followed", "what another function mentions", "a constant", "a name"],
)
def test_what_was_used_of_a_file_changes(folder: Path, checked: list[str], before: str, after: str) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(HELPER)
    assert codes() == []
    (folder / "helper.py").write_text(HELPER.replace(before, after))
    checked.clear()
    assert lint() == lint(cached=False)
    assert "main.py" in checked


def test_each_file_rests_on_what_was_used_for_it(folder: Path, checked: list[str]) -> None:
    """Also where another one that was checked in the same run has used more."""
    (folder / "a.py").write_text(RACE.replace("import wait", "import other as wait"))
    (folder / "b.py").write_text(RACE)
    (folder / "helper.py").write_text(HELPER)
    assert [finding.filename for finding in lint()] == ["a.py"]
    (folder / "helper.py").write_text(HELPER.replace('text = "other"', 'text = "more"'))
    checked.clear()
    assert [finding.filename for finding in lint()] == ["a.py"]
    assert checked.count("a.py") == 1
    assert "b.py" not in checked


@pytest.mark.parametrize(
    ("more", "again"),
    [
        ("import os\n\ndef deeper(x):\n    return x + 1\n", False),
        ("import cupy\nmade = cupy.cuda.Stream()\n", True),
    ],
    ids=["nothing that matters", "a stream"],
)
def test_a_file_that_nobody_follows_rests_on_what_others_hand_on(
    folder: Path, checked: list[str], more: str, again: bool
) -> None:
    (folder / "main.py").write_text("import cupy as cp\nfrom helper import made\nx = cp.ones(3)\n")
    (folder / "helper.py").write_text("from deep import *\n")
    deep = "import time\nmade = 3\ndef now():\n    return time.perf_counter()\n"  # of which nobody has asked
    (folder / "deep.py").write_text(deep)
    lint()
    (folder / "deep.py").write_text(deep + more)
    checked.clear()
    assert lint() == lint(cached=False)
    assert checked.count("main.py") == 1 + again, "once without the cache"


@pytest.mark.parametrize("package", [False, True], ids=["in a folder", "in a package that imports it"])
def test_what_others_hand_on_is_remembered_for_a_file_that_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, package: bool
) -> None:
    main = folder / "main.py"
    main.write_text((RACE.replace("helper", ".helper") if package else RACE) + "def last():\n    return 3\n")
    (folder / "helper.py").write_text(WAITS)
    if package:
        (folder / "__init__.py").write_text("from .main import x\n")
    found = lint()
    main.write_text(main.read_text().replace("3", "4"))
    with monkeypatch.context() as patched:
        patched.setattr(Workspace, "_names_of", lambda *_: pytest.fail("nothing that hands on has changed"))
        assert lint() == found
    (folder / "helper.py").write_text(FORGETS)
    main.write_text(main.read_text().replace("4", "5"))
    assert [finding.code for finding in lint()] == ["CUP101"]


def test_what_stands_in_a_file_rests_on_all_of_it(folder: Path) -> None:
    """Rows of findings move with the text above them."""
    (folder / "main.py").write_text(
        "import cupy as cp\nfrom helper import racing\nracing(cp.ones(9), cp.cuda.Stream(), cp.cuda.Stream())\n"
    )
    (folder / "helper.py").write_text("import cupy\n" + HELPER)
    assert lint()
    (folder / "helper.py").write_text("import cupy\n\n" + HELPER)
    assert lint() == lint(cached=False)


def test_what_was_in_a_file_is_kept_no_longer_than_needed(folder: Path) -> None:
    def kept() -> int:
        sources = (zlib.decompress(path.read_bytes()) for path in (folder / FOLDER).glob("*.source"))
        return sum(b"def wait" in source for source in sources)

    (folder / "main.py").write_text(RACE)
    for text in (WAITS, FORGETS, HELPER):
        (folder / "helper.py").write_text(text)
        lint()
        assert kept() == 1
    (folder / "main.py").write_text("import cupy\n")
    lint()
    assert kept() == 0


@pytest.mark.skipif(os.name == "nt", reason="other permissions")
def test_what_was_in_a_file_is_for_nobody_else(folder: Path) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(HELPER)
    lint()
    modes = {path.stat().st_mode & 0o777 for path in (folder / FOLDER).glob("*.source")}
    assert modes == {0o600}


@pytest.mark.parametrize("spoil", [lambda data: b"", lambda data: data[:20], lambda data: zlib.compress(b"x" * 99)])
def test_what_is_kept_of_a_file_was_changed(folder: Path, checked: list[str], spoil: Callable[[bytes], bytes]) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(HELPER)
    lint()
    for path in (folder / FOLDER).glob("*.source"):
        path.write_bytes(spoil(path.read_bytes()))
    (folder / "helper.py").write_text(HELPER.replace('text = "other"', 'text = "more"'))
    checked.clear()
    assert codes() == []
    assert "main.py" in checked


def test_what_a_file_hands_on_is_compared_also_by_an_optimised_interpreter() -> None:
    """``python -O`` leaves assertions out, and what stands in them is not done."""
    before = "import cupy\nmade = cupy.cuda.Stream()\nother = 3\n"
    code = f"from cupylint.cache.changes import Change; a = {before!r}.encode()\n"
    code += "print(Change(a, a + b'# more').hands_on_alike, Change(a, a.replace(b'= 3', b'= made')).hands_on_alike)"
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-O", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False"]


# --- the same as without ---------------------------------------------------------------------------


def test_only_the_time_of_a_file_changes(folder: Path, checked: list[str]) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)
    first = lint()
    os.utime(folder / "main.py")
    checked.clear()
    assert lint() == first
    assert not checked


def test_settings_change(folder: Path) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)
    assert len(lint()) == 1
    assert lint(ignore=("CUP101",)) == ()
    (folder / "pyproject.toml").write_text('[tool.cupylint]\nignore = ["CUP101"]\n')
    assert lint() == ()


def test_a_file_that_may_change_while_it_is_checked_is_not_kept(
    folder: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps, "_GRANULARITY", 60 * 10**9)
    (folder / "main.py").write_text(RACE)
    lint()
    checked.clear()
    lint()
    assert checked == ["main.py"]


@pytest.mark.parametrize(("age", "again"), [(0.0, True), (3.0, False)])
def test_a_disk_that_knows_whole_seconds_alone(
    age: float, again: bool, folder: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "main.py").write_text(RACE)
    changed = int(time.time() - age) * 10**9

    status = stamps._status

    def coarse(path: str) -> SimpleNamespace | None:
        if (found := status(path)) is None:
            return None
        return SimpleNamespace(st_mode=found.st_mode, st_size=found.st_size, st_mtime_ns=changed, st_ctime_ns=changed)

    monkeypatch.setattr(stamps, "_status", coarse)
    lint()
    checked.clear()
    lint()
    assert checked == (["main.py"] if again else [])


def test_a_file_that_was_saved_before_a_run_is_known_to_the_next(
    folder: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs in a row right after a save: the second one has nothing to do."""
    monkeypatch.setattr(stamps, "_GRANULARITY", _FINE)
    (folder / "main.py").write_text(RACE)
    time.sleep(0.06)
    lint()
    checked.clear()
    lint()
    assert checked == []


def test_a_moved_project_is_known(folder: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    inside = folder / "here"
    inside.mkdir()
    for name, text in (("pyproject.toml", "[tool.cupylint]\n"), ("main.py", RACE), ("helper.py", FORGETS)):
        (inside / name).write_text(text)
    monkeypatch.chdir(inside)
    first = lint()
    inside.rename(folder / "there")
    monkeypatch.chdir(folder / "there")
    checked.clear()
    assert lint() == first
    assert not checked


_HELPERS = [
    HELPER,
    HELPER.replace("stream.synchronize()", "pass"),
    HELPER.replace("print(letter)", "stream.synchronize()"),
    HELPER.replace("LIMIT = 3", "LIMIT = 0"),
    "# more\n" + HELPER.replace('text = "other"', 'text = "more"'),
    "import cupy\n" + HELPER,
    "import cupy\nmade = cupy.cuda.Stream()\n" + HELPER,
    "import os\n" + HELPER + "\n\ndef more():\n    return os\n",
    "import cupy\n" + HELPER.replace("x += 1", "x += 1\n        first.synchronize()"),
]
_TEXTS = {
    "calls.py": [
        "import cupy as cp\nfrom helper import racing\nracing(cp.ones(9), cp.cuda.Stream(), cp.cuda.Stream())\n",
        RACE.replace("import wait", "import other as wait"),
    ],
    "main.py": [RACE, RACE.replace("wait(a)", "a.synchronize()"), "import cupy\n", "x = 1\n"],
    "helper.py": [
        *_HELPERS,
        WAITS,
        FORGETS,
        "from deep.inner import wait\n",
        "from deep import inner\nwait = inner.wait\n",
        "(",
    ],
    "deep/inner.py": [WAITS, FORGETS, "import cupy\nmade = cupy.cuda.Stream()\ndef wait(s):\n    made.synchronize()\n"],
    "deep/__init__.py": ["", "from .inner import *\n"],
    "user.py": ["from helper import wait\nwait(1)\n", "from deep.inner import made\nmade.use()\n"],
    "pyproject.toml": [
        "[tool.cupylint]\n",
        '[tool.cupylint]\nignore = ["CUP101"]\n',
        "[tool.cupylint]\ncupy-version = 12\n",
    ],
}
_WRITTEN = st.sampled_from(sorted(_TEXTS)).flatmap(
    lambda name: st.tuples(st.just(name), st.one_of(st.none(), st.sampled_from(_TEXTS[name])))
)
_NAMES = ["main.py", "helper.py", "user.py", "deep/inner.py", "deep/helper.py", "other/__init__.py", "other/helper.py"]
_RENAMED = st.tuples(st.sampled_from(_NAMES), st.sampled_from([f"->{name}" for name in _NAMES]))
_VERSIONS = st.tuples(st.just("version"), st.sampled_from(["one", "two"]))
_EDITS = st.one_of(_WRITTEN, _WRITTEN, _RENAMED, _VERSIONS)
"""A file with what is written to it; None removes it, ``->`` renames it. "version": that of cupylint is another one."""


def _apply(folder: Path, name: str, text: str | None) -> None:
    if name == "version":
        store._version.cache_clear()
        store.sys = SimpleNamespace(version=text)  # type: ignore[attr-defined]
        return
    if text is not None and text.startswith("->"):
        if (folder / name).exists():
            (folder / text[2:]).parent.mkdir(exist_ok=True)
            (folder / name).replace(folder / text[2:])
        return
    if text is None:
        (folder / name).unlink(missing_ok=True)
        return
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text)


def _any_edits(folder: Path, rounds: list[list[tuple[str, str | None]]]) -> None:
    for name in {*_TEXTS, *_NAMES}:
        _apply(folder, name, _TEXTS[name][0] if name in _TEXTS else None)
    Store(str(folder / FOLDER)).clean()
    try:
        for edits in [[], *rounds]:
            for name, text in edits:
                _apply(folder, name, text)
            part = [path for path in ("main.py", "calls.py") if (folder / path).exists()][: len(edits) % 3]
            assert lint(*part) == lint(*part, cached=False)
        assert lint() == lint(cached=False)
    finally:
        store.sys = sys  # type: ignore[attr-defined]
        store._version.cache_clear()


_ROUNDS = st.lists(st.lists(_EDITS, min_size=1, max_size=3), min_size=1, max_size=4)
_FIXTURE = [HealthCheck.function_scoped_fixture]


@settings(deadline=None, max_examples=8, suppress_health_check=_FIXTURE)
@given(rounds=_ROUNDS)
def test_after_any_edits_it_finds_the_same(folder: Path, rounds: list[list[tuple[str, str | None]]]) -> None:
    _any_edits(folder, rounds)


@pytest.mark.slow
@settings(deadline=None, max_examples=2_000, suppress_health_check=_FIXTURE)
@given(rounds=_ROUNDS)
def test_after_very_many_edits_it_finds_the_same(folder: Path, rounds: list[list[tuple[str, str | None]]]) -> None:
    _any_edits(folder, rounds)


@pytest.mark.slow
def test_two_runs_at_once(folder: Path) -> None:
    """Each finds what it would alone, and what they leave behind is whole: the cache of one of them."""
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)
    time.sleep(_SETTLED)
    command = [
        sys.executable,
        "-c",
        "import sys; from cupylint.cli import main; sys.exit(main())",
        "--output-format",
        "json",
    ]
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}
    del environment["CUPYLINT_NO_CACHE"]
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(3)]
    said = [process.communicate()[0] for process in started]
    assert [process.returncode for process in started] == [1, 1, 1]
    assert b"CUP101" in said[0]
    assert said == [said[0]] * 3
    left = sorted(path.suffix for path in (folder / FOLDER).iterdir())
    assert [suffix for suffix in left if suffix != ".source"] == ["", ".TAG", ".json"], "nothing half written stays"
    assert Store(str(folder / FOLDER)).load() is not None


def test_there_is_a_whole_cache_while_one_is_written(folder: Path) -> None:
    where = Store(str(folder / FOLDER))
    where.save({"number": 0})
    writer = threading.Thread(target=lambda: [where.save({"number": n, "more": "x" * 50_000}) for n in range(30)])
    writer.start()
    seen = []
    while writer.is_alive():
        seen.append(where.load())
    assert all(isinstance(data, dict) for data in seen)


# --- findings as plain data -----------------------------------------------------------------------


def test_all_findings_of_the_fixtures_come_back(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    paths = sorted(str(path.relative_to(root)) for path in (root / "fixtures").glob("CUP1*/bad_*.py"))[:60]
    found = runner.run(discover(paths, Resolver({})).targets, jobs=1).findings
    assert len(found) > 40
    assert all(decode(Finding, encode(finding)) == finding for finding in found)


@pytest.mark.parametrize("data", [None, [], "text", [["CUP101"]], {"code": "CUP101"}, [1, 2, 3]])
def test_other_data_is_no_finding(data: object) -> None:
    with pytest.raises(NotPlain):
        decode(Finding, data)


# --- the folder -----------------------------------------------------------------------------------


@pytest.fixture
def filled(folder: Path) -> Iterator[tuple[Path, bytes, tuple[Finding, ...]]]:
    """The file of a cache, what is in it, and what the run that made it has found."""
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)
    found = lint()
    place = Path(Store(str(folder / FOLDER)).place)
    yield place, place.read_bytes(), found


def test_a_cache_that_is_cut_is_not_there(filled: tuple[Path, bytes, tuple[Finding, ...]]) -> None:
    place, data, _ = filled
    for size in range(len(data)):
        place.write_bytes(data[:size])
        assert Store(str(place.parent)).load() is None


def test_a_write_that_is_cut_leaves_the_cache_as_it_was(filled: tuple[Path, bytes, tuple[Finding, ...]]) -> None:
    place, data, found = filled
    before = Store(str(place.parent)).load()
    half = place.with_name(f"{place.name}.{'0' * 16}")
    for size in range(len(data)):
        half.write_bytes(data[:size])
        assert Store(str(place.parent)).load() == before
    assert lint() == found
    assert Store(str(place.parent)).clean(), "what was cut goes with the cache"
    assert not half.exists()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.replace(b"CUP101", b"CUP102"),
        lambda data: b"[" * 100_000,
        lambda data: b"\xff" * 100,
        lambda data: stamps.digest(b'{"paths": 3, "results": 4}').encode() + b'\n{"paths": 3, "results": 4}',
        lambda data: stamps.digest(b"[1, 2]").encode() + b"\n[1, 2]",
    ],
)
def test_a_corrupt_cache_costs_nothing_but_time(
    filled: tuple[Path, bytes, tuple[Finding, ...]], spoil: Callable[[bytes], bytes]
) -> None:
    place, data, found = filled
    place.write_bytes(spoil(data))
    assert lint() == found


def test_git_and_backups_pass_it_over(filled: tuple[Path, bytes, tuple[Finding, ...]]) -> None:
    place = filled[0]
    assert (place.parent / ".gitignore").read_text() == "*\n"
    assert (place.parent / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")


def test_a_link_is_not_followed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (folder / FOLDER).symlink_to(elsewhere)
    (folder / "main.py").write_text(RACE)
    lint()
    assert not list(elsewhere.iterdir())


def test_a_folder_that_is_no_cache_is_left_alone(folder: Path) -> None:
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "mine.txt").write_text("keep")
    (folder / "main.py").write_text(RACE)
    lint()
    assert not Store(str(folder / FOLDER)).clean()
    assert [path.name for path in (folder / FOLDER).iterdir()] == ["mine.txt"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be written to")
def test_a_folder_that_cannot_be_written_to(folder: Path) -> None:
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)
    folder.chmod(0o500)
    try:
        assert codes() == ["CUP101"]
    finally:
        folder.chmod(0o700)


def test_what_cannot_be_written_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (folder / "main.py").write_text(RACE)
    monkeypatch.setattr(os, "replace", full)
    lint()
    assert {path.name for path in (folder / FOLDER).iterdir()} == {".gitignore", "CACHEDIR.TAG"}


def test_files_outside_of_the_project_are_not_kept(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "main.py"
    outside.write_text(RACE)
    time.sleep(_TICK)
    runner.run(discover([str(outside)], Resolver({})).targets, jobs=1, cache=opened(""))
    assert not (folder / FOLDER).exists()


# --- the command ----------------------------------------------------------------------------------


def test_the_command(
    folder: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CUPYLINT_NO_CACHE")
    (folder / "main.py").write_text(RACE)
    (folder / "helper.py").write_text(FORGETS)

    def run(*arguments: str) -> tuple[int, str]:
        time.sleep(_TICK)
        return cli.main([*arguments]), capsys.readouterr().out

    assert run("--no-cache", ".")[0] == 1
    assert not (folder / FOLDER).exists()
    first = run("--jobs", "1")
    checked.clear()
    assert run() == first
    assert not checked
    assert "MB  in use" in run("cache", "show")[1]
    assert run("cache", "clean") == (0, f"{folder / FOLDER}: removed\n")
    assert run("cache", "clean") == (0, f"{folder / FOLDER}: no cache\n")
    assert run("--cache-dir", "elsewhere")[0] == 1
    assert not (folder / FOLDER).exists()
    assert "elsewhere: 0.0 MB" in run("cache", "show", "--cache-dir", "elsewhere")[1]


def test_settings_that_no_finding_depends_on() -> None:
    assert _digest(Settings(jobs=2)) == _digest(Settings(jobs=3))
    assert _digest(Settings(output_format="json")) == _digest(Settings())
    assert _digest(Settings(output_format="concise")) != _digest(Settings())
