"""Patterns of ``.gitignore``: what git itself says is right, and no pattern takes long."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cupylint.globs import GlobError, Globs, globs, ignore_file, parse


@pytest.mark.parametrize(
    ("pattern", "path", "matched"),
    [
        ("a.py", "a.py", True),
        ("a.py", "deep/er/a.py", True),
        ("a.py", "a.pyx", False),
        ("/a.py", "a.py", True),
        ("/a.py", "deep/a.py", False),
        ("deep/a.py", "deep/a.py", True),
        ("deep/a.py", "x/deep/a.py", False),
        ("deep", "deep/a.py", True),
        ("deep/", "deep/a.py", True),
        ("a.py/", "a.py", False),
        ("*.py", "x/a.py", True),
        ("x/*.py", "x/y/a.py", False),
        ("x/*", "x/y/a.py", True),
        ("**/a.py", "a.py", True),
        ("**/y/a.py", "x/y/a.py", True),
        ("x/**/a.py", "x/a.py", True),
        ("x/**/a.py", "x/y/z/a.py", True),
        ("x/**/a.py", "y/a.py", False),
        ("x/**", "x/y/a.py", True),
        ("x/**", "x", False),
        ("**", "x/a.py", True),
        ("**/", "x/a.py", True),
        ("/**/**/", "a.py", False),
        ("a**b", "axyb", True),
        ("x/a**b", "x/ay/b", False),
        ("?.py", "a.py", True),
        ("?.py", ".py", False),
        ("?.py", "é.py", True),
        ("x?a.py", "x/a.py", False),
        ("[ab].py", "b.py", True),
        ("[!ab].py", "b.py", False),
        ("[^ab].py", "c.py", True),
        ("[a-c].py", "b.py", True),
        ("[c-a].py", "b.py", False),
        ("[]-].py", "].py", True),
        ("[]-].py", "-.py", True),
        ("[[:digit:]_].py", "7.py", True),
        ("[[:digit:]_].py", "a.py", False),
        ("[[:].py", ":.py", True),
        (r"[\]].py", "].py", True),
        ("x[/]a.py", "x/a.py", False),
        (r"\!a.py", "!a.py", True),
        (r"\#a.py", "#a.py", True),
        (r"\*.py", "*.py", True),
        (r"\*.py", "a.py", False),
        (r"x\/a.py", "x/a.py", True),
        ("a.py  ", "a.py", True),
        (r"a.py\ ", "a.py ", True),
        (r"a.py\\ ", "a.py\\", True),
        (" a.py", "a.py", False),
        ("# a.py", "# a.py", False),
        ("", "a.py", False),
        ("*a*b*", "xaxbx", True),
        ("*a*b*", "xbxax", False),
        ("a*a", "a", False),
        ("*ab*ab", "xab", False),
        ("*ab*ab", "abab", True),
        ("*[ab]?c*", "xaaxxc", False),
        ("*[ab]?c*", "xabc.py", True),
    ],
)
def test_one_pattern(pattern: str, path: str, matched: bool) -> None:
    assert globs((pattern,)).covers(path) is matched


@pytest.mark.parametrize("pattern", ["!", "/", "//", "!/", "a//b", "[a", "[]", "[", "a\\", "[[:nosuch:]]", "[a-"])
def test_patterns_that_never_match(pattern: str) -> None:
    with pytest.raises(GlobError):
        globs((pattern,))


def test_the_last_one_decides() -> None:
    some = globs(("*.py", "!keep.py", "x/keep.py", "!/x/", "keep/"))
    said = {path: some.verdict(path, folder=False) for path in ("a.py", "keep.py", "x/keep.py", "x/a.txt", "keep", "x")}
    assert said == {
        "a.py": True, "keep.py": False, "x/keep.py": True, "x/a.txt": None, "keep": None, "x": None,
    }  # fmt: skip
    assert some.verdict("keep", folder=True) is True
    assert some.verdict("x", folder=True) is False


def test_nothing_comes_back_out_of_a_folder_that_is_left_out() -> None:
    some = globs(("gen/", "!gen/keep.py"))
    assert some.covers("gen/keep.py")
    assert not some.covers("gen", folder=False)
    assert some.covers("gen", folder=True)
    assert not globs(("gen/*", "!gen/keep.py")).covers("gen/keep.py")


def test_the_folder_itself_is_not_matched() -> None:
    assert not any(globs((pattern,)).covers(".", folder=True) for pattern in ("*", ".*", "**", "?"))


def test_an_ignore_file() -> None:
    assert ignore_file("# nothing\n\n!\n[a\n") is None
    some = ignore_file("a\x0cb\r\n\u2028c\n\udcff.py")
    assert some is not None
    assert [some.covers(name) for name in ("a\x0cb", "\u2028c", "\udcff.py", "c")] == [True, True, True, False]


# --- git and pathspec -----------------------------------------------------------------------------

_NAMES = st.sampled_from(["a", "b", "ab", "ba", "aab", "a.py", "b.py", "-", "]", "a b", "a "])
_PATHS = st.lists(_NAMES, min_size=1, max_size=4).map("/".join).filter(lambda path: not path.endswith(" "))
_PIECES = st.sampled_from(
    [" ", *"a b ab .py * ? [ab] [!a] [^b] [a-b] []a] [[:alpha:]] \\a - [ ] \\".split()]  # noqa: SIM905
)
_SEGMENTS = st.one_of(st.just("**"), st.lists(_PIECES, min_size=1, max_size=4).map("".join))
_PATTERNS = st.builds(
    lambda negated, slash, segments, end: negated + slash + "/".join(segments) + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(_SEGMENTS, min_size=1, max_size=4),
    st.sampled_from(["", "", "/", " "]),
).filter(lambda text: "**" not in text.replace("/**/", "//").removeprefix("**/").removesuffix("/**"))
"""What git documents: it takes ``**`` beside other characters for ``**`` in some places."""


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    return folder


def ignored_by_git(folder: Path, patterns: list[str], paths: list[str]) -> set[str]:
    """Those of `paths`, none of which is there, that git ignores as files."""
    (folder / ".gitignore").write_text("".join(f"{pattern}\n" for pattern in patterns), encoding="utf-8")
    done = subprocess.run(
        "git -c core.excludesFile= -c core.ignoreCase=false check-ignore --stdin -z --no-index".split(),  # noqa: SIM905
        cwd=folder,
        input="".join(f"{path}\0" for path in paths).encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return {name for name in done.stdout.decode().split("\0") if name}


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(patterns=st.lists(_PATTERNS, min_size=1, max_size=5), paths=st.lists(_PATHS, min_size=1, max_size=20))
@example(patterns=[r"\/**"], paths=["a"])
@example(patterns=[r"\/a"], paths=["a"])
def test_git_says_the_same(repository: Path, patterns: list[str], paths: list[str]) -> None:
    mine = ignore_file("\n".join(patterns)) or Globs(())
    assert {path for path in paths if mine.covers(path)} == ignored_by_git(repository, patterns, paths)


@settings(deadline=None, max_examples=300)
@given(pattern=_PATTERNS, path=_PATHS)
def test_pathspec_says_the_same(pattern: str, path: str) -> None:
    pathspec = pytest.importorskip("pathspec")
    if any(char in pattern for char in "[\\ ") or pattern.startswith("!") or "//" in pattern or pattern.endswith("**/"):
        return  # where it differs from git
    assert ignore_file(pattern) is not None
    spec = pathspec.GitIgnoreSpec.from_lines([pattern])
    assert globs((pattern,)).covers(path) is spec.match_file(path)


# --- time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 60, "a" * 250),
        ("*a" * 60 + "b", "a" * 250),
        ("*a" * 25_000, "a" * 50_000),
        ("*[ab]" * 2_500 + "c", "a" * 20_000),
        ("?*" * 2_000 + "b", "a" * 20_000),
        ("*?a" * 2_000 + "b", "a" * 20_000),
        ("**/a/" * 60 + "b", "a/" * 200 + "c"),
        ("**/*a/" * 60 + "b", "aa/" * 200 + "c"),
        ("[" * 100_000, "a"),
        ("[[:" * 50_000, "a"),
        ("\\" * 100_001, "a"),
        ("a" + " " * 100_000 + "b", "a"),
        ("a" + "\\ " * 100_000, "a"),
        ("[" + "a-" * 50_000 + "]", "a"),
    ],
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    start = time.process_time()
    some = ignore_file(pattern)
    if some is not None:
        some.covers(path)
    assert time.process_time() - start < 2


def test_plain_names_cost_the_same_however_many_there_are() -> None:
    few, many = (globs(tuple(f"name{i}" for i in range(count))) for count in (10, 20_000))
    assert few.covers("x/name3/y")
    start = time.process_time()
    for number in range(5_000):
        assert not many.covers(f"x/y{number}.py")
    assert time.process_time() - start < 1


def test_lines_without_a_pattern() -> None:
    assert [parse(line) for line in ("# comment", "", "   ")] == [None, None, None]
