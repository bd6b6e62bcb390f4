"""Which files are found."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from cupylint.config import Resolver
from cupylint.files import Discovery, discover


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the working directory and a git repository."""
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "repo")
    return tmp_path / "repo"


def make(*names: str) -> None:
    """Make empty files."""
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch()


def write(name: str, text: str) -> None:
    """Make a file."""
    make(name)
    Path(name).write_text(text)


def found(*paths: str, force: bool = False) -> list[str]:
    """The paths found, with forward slashes."""
    discovery = search(*paths, force=force)
    assert discovery.problems == ()
    return [target.path.replace(os.sep, "/") for target in discovery.targets]


def search(*paths: str, force: bool = False) -> Discovery:
    """What is found below `paths`."""
    return discover(paths or (".",), Resolver({"force_exclude": True} if force else {}))


def test_python_files_sorted() -> None:
    make("b.py", "a/z.py", "a/b.pyi", "a/c.txt", "A.py")
    assert found() == ["A.py", "a/z.py", "b.py"]
    assert found("a") == ["a/z.py"]
    assert found("./a/") == ["a/z.py"]


def test_absolute_paths_stay_absolute(project: Path) -> None:
    make("a/b.py")
    assert found(str(project / "a")) == [str(project / "a" / "b.py").replace(os.sep, "/")]


def test_no_file_twice() -> None:
    make("a/b.py", "c.py")
    assert found("a", "a/b.py", ".", "./c.py") == ["a/b.py", "c.py"]


def test_files_named_are_found_whatever_they_are_called() -> None:
    make("script", "a.txt", ".hidden/x.py")
    write(".gitignore", "a.txt\n")
    assert found("script", "a.txt", ".hidden/x.py") == [".hidden/x.py", "a.txt", "script"]


def test_folders_that_hold_no_source() -> None:
    make(
        "node_modules/a.py", ".tox/a.py", "__pycache__/a.py", "dist/a.py", "venv/a.py", "env/lib/a.py", "env/pyvenv.cfg"
    )
    make("conda/conda-meta/x", "conda/a.py", "src/a.py", "build/a.py")
    assert found() == ["build/a.py", "src/a.py"]
    assert found("dist", "env") == ["dist/a.py", "env/lib/a.py"]


def test_problems_are_one_line_each() -> None:
    make("a.py")
    discovery = search("gone", "a.py", "no/such.py")
    assert [target.path for target in discovery.targets] == ["a.py"]
    assert discovery.problems == ("gone: no such file or directory", "no/such.py: no such file or directory")


def test_gitignore() -> None:
    make("a.py", "gen/x.py", "src/gen.py", "src/keep_gen.py", "src/deep/b.py", "only_here.py", "src/only_here.py")
    write(".gitignore", "# comment\n\ngen/\n*gen.py\n!keep_gen.py\n/only_here.py\n")
    assert found() == ["a.py", "src/deep/b.py", "src/keep_gen.py", "src/only_here.py"]


def test_a_deeper_gitignore_wins() -> None:
    make("a_gen.py", "src/b_gen.py", "src/c.py")
    write(".gitignore", "*_gen.py\n")
    write("src/.gitignore", "!b_gen.py\nc.py\n")
    assert found() == found("src", ".") == ["src/b_gen.py"]


def test_the_root_gitignore_holds_below(monkeypatch: pytest.MonkeyPatch) -> None:
    make("src/a/x.py", "src/a/gen/y.py", "src/a/no.py")
    write(".gitignore", "gen/\n/src/a/no.py\n")
    assert found("src/a") == ["src/a/x.py"]
    monkeypatch.chdir("src/a")
    assert found() == ["x.py"]
    assert found("gen") == ["gen/y.py"]  # asked for by name


def test_info_exclude() -> None:
    make("a.py", "local.py")
    write(".git/info/exclude", "local.py\n")
    assert found() == ["a.py"]


def test_info_exclude_of_a_worktree(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(".git/info/exclude", "local.py\n")
    write(".git/worktrees/w/commondir", "../..\n")
    write("../w/.git", f"gitdir: {project / '.git' / 'worktrees' / 'w'}\n")
    make("../w/a.py", "../w/local.py")
    monkeypatch.chdir("../w")
    assert found() == ["a.py"]


def test_without_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".gitignore").write_text("*.py\n")
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")
    make("a.py", "b.py")
    write(".gitignore", "b.py\n")
    assert found() == ["a.py"]


def test_patterns_that_git_passes_over() -> None:
    make("a.py", "b.py")
    Path(".gitignore").write_bytes(b"\xef\xbb\xbfb.py\n!\n\xff\xfe\n")
    assert found() == ["a.py"]


def test_gitignore_can_be_switched_off() -> None:
    make("a.py", "b.py")
    write(".gitignore", "b.py\n")
    write("pyproject.toml", "[tool.cupylint]\nrespect-gitignore = false\n")
    assert found() == ["a.py", "b.py"]


def test_exclude() -> None:
    make("a.py", "gen/x.py", "gen/keep.py", "sub/old_b.py", "sub/pkg/c.py")
    write("pyproject.toml", '[tool.cupylint]\nexclude = ["gen/*", "!gen/keep.py", "old_*.py"]\n')
    write("sub/pkg/pyproject.toml", '[tool.cupylint]\nexclude = ["c.py"]\n')
    assert found() == ["a.py", "gen/keep.py"]
    assert found("gen/x.py", "gen") == ["gen/keep.py", "gen/x.py"]


def test_force_exclude() -> None:
    make("a.py", "gen/x.py", ".hidden/y.py", "dist/z.py")
    write("pyproject.toml", '[tool.cupylint]\nexclude = ["gen/"]\n')
    named = ("a.py", "gen/x.py", ".hidden/y.py", "dist/z.py")
    assert found(*named) == sorted(named)
    assert found(*named, "gen", force=True) == ["a.py"]


def test_each_file_has_the_settings_of_its_folder() -> None:
    make("a.py", "sub/b.py")
    write("sub/pyproject.toml", "[tool.cupylint]\nmaybe = true\n")
    assert [target.settings.maybe for target in search().targets] == [False, True]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links() -> None:
    make("real/a.py", "z.py")
    os.symlink("..", "real/up")
    os.symlink("real", "linked")
    os.symlink("z.py", "link.py")
    os.symlink("loop.py", "loop.py")
    os.symlink("gone.py", "dangling.py")
    assert found() == ["real/a.py", "z.py"]
    assert found("linked") == ["linked/a.py"]
    assert found("linked", "real") == ["linked/a.py"]
    assert found("link.py", "z.py") == ["z.py"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_is_not_waited_for() -> None:
    os.mkfifo("pipe.py")
    assert search("pipe.py").problems == ("pipe.py: not a regular file (use - to read standard input)",)
    assert found() == []


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), OSError(40, "Too many levels")])
def test_what_must_not_be_looked_at_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    def stat(path: object, **rest: object) -> None:
        raise error

    named = str(tmp_path / "secret" / "a.py")
    monkeypatch.setattr(os, "stat", stat)
    found = discover([named], Resolver(isolated=True))
    assert found.problems == (f"{named}: cannot be read: {error.strerror}",)
