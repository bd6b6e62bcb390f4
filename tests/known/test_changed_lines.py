"""``--diff-base``: only findings that changed lines have a part in, and git runs nothing of the repository's."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cupylint.changed_lines import compared
from tests.known.conftest import Run

HEAD = "import cupy as cp\na, b = cp.cuda.Stream(), cp.cuda.Stream()\n"
OLD = "def old():\n    with a:\n        x = cp.ones(3)\n    with b:\n        y = x + 1\n    return y\n"
NEW = OLD.replace("old", "new")


def git(*arguments: str) -> None:
    """Run git in the working directory, as nobody in particular."""
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def path(project: Path) -> Path:
    """A committed file with a race."""
    path = project / "a.py"
    path.write_text(HEAD + OLD)
    git("init")
    git("add", ".")
    git("commit", "-m", "old", "--no-gpg-sign")
    return path


def rows(run: Run, *arguments: str) -> list[int]:
    """The rows of findings since the last commit."""
    result = run("--diff-base", "HEAD", "--output-format", "concise", *arguments)
    assert result.err == "" and result.status == bool(result.out)
    return [int(line.split(":")[1]) for line in result.out.splitlines()]


def test_new_lines(path: Path, run: Run) -> None:
    assert rows(run) == []
    path.write_text(HEAD + NEW + OLD)
    assert rows(run) == [7]


def test_a_line_of_the_other_access(path: Path, run: Run) -> None:
    path.write_text((HEAD + OLD).replace("ones(3)", "ones(4)"))
    assert rows(run) == [7]


def test_a_line_in_between_that_is_not_in_the_finding(path: Path, run: Run) -> None:
    path.write_text((HEAD + OLD).replace("    with b", "    n = 1\n    with b"))
    assert rows(run) == []


def test_a_wait_that_was_taken_away(path: Path, run: Run) -> None:
    """No line of the finding changed, but one between its accesses is gone."""
    path.write_text((HEAD + OLD).replace("    with b", "    a.synchronize()\n    with b"))
    git("commit", "-am", "waits", "--no-gpg-sign")
    assert rows(run) == []
    path.write_text(HEAD + OLD)
    assert rows(run) == [7]


def test_a_new_file(path: Path, run: Run) -> None:
    (path.parent / "b.py").write_text(HEAD + NEW)
    assert rows(run) == [7]
    assert rows(run, "b.py") == [7] and rows(run, "a.py") == []


def test_line_ends_alone_are_no_change(path: Path, run: Run) -> None:
    path.write_bytes((HEAD + OLD).replace("\n", "\r\n").encode())
    assert rows(run) == []


def test_from_a_folder_below(path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (path.parent / "below").mkdir()
    monkeypatch.chdir(path.parent / "below")
    assert rows(run, "../a.py") == []


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("--output=x", "'--output=x' is no name of a revision"),
        ("", "'' is no name of a revision"),
        ("a\nb", "is no name of a revision"),
        ("nowhere", "'nowhere' is no revision of "),
        ("HEAD:a.py", "'HEAD:a.py' is no revision of "),
    ],
)
def test_revisions_that_are_none(path: Path, run: Run, revision: str, message: str) -> None:
    result = run(f"--diff-base={revision}")
    assert (result.status, result.out) == (2, "") and message in result.err and result.err.count("\n") == 1


def test_outside_of_git(project: Path, run: Run) -> None:
    (project / "a.py").write_text(HEAD + OLD)
    result = run("--diff-base", "HEAD")
    assert result.status == 2 and result.err.endswith(" is in no repository of git\n")


def test_without_git(path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}.")
    (path.parent / "git").write_text("#!/bin/sh\ntouch ran\n")
    (path.parent / "git").chmod(0o755)
    assert run("--diff-base", "HEAD").err == "cupylint: --diff-base: needs git, which is not on the path\n"
    assert not (path.parent / "ran").exists()


def test_nothing_that_the_repository_sets_is_run(path: Path, run: Run) -> None:
    """Each of these would leave a file behind; git itself runs some of them for an ordinary difference."""
    ran = path.parent / "ran"
    command = f"touch {ran}; cat"
    for key in (
        "core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "core.askPass", "diff.external",
        "diff.d.textconv", "diff.d.command", "filter.f.clean", "filter.f.smudge", "filter.f.process",
        "pager.ls-tree", "pager.cat-file", "pager.rev-parse", "gpg.program", "credential.helper", "alias.ls-tree",
    ):  # fmt: skip
        git("config", key, command)
    (path.parent / ".gitattributes").write_text("*.py diff=d filter=f\n")
    hooks = path.parent / ".git" / "hooks"
    for name in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
        (hooks / name).write_text(f"#!/bin/sh\n{command}\n")
        (hooks / name).chmod(0o755)
    path.write_text(HEAD + NEW + OLD)
    assert rows(run) == [7]
    assert not ran.exists()
    subprocess.run(["git", "diff"], capture_output=True, check=False)
    assert ran.exists()  # so they do work


def test_nothing_is_fetched(path: Path, run: Run) -> None:
    """A clone that lacks the file's contents, and whose origin is a command."""
    ran = path.parent / "ran"
    git("config", "extensions.partialClone", "origin")
    git("config", "remote.origin.promisor", "true")
    git("config", "remote.origin.url", f"ext::touch {ran}")
    git("config", "protocol.ext.allow", "always")
    blob = subprocess.run(["git", "rev-parse", "HEAD:a.py"], capture_output=True, check=True, text=True).stdout.strip()
    (path.parent / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    result = run("--diff-base", "HEAD")
    assert result.status == 2 and "git cat-file fails" in result.err and result.err.count("\n") == 1
    assert not ran.exists()


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_the_rest_is_as_it_was(old: list[str], new: list[str]) -> None:
    """Without the rows that changed a text is the old one with lines left out."""
    changed = compared("\n".join(old).encode(), "\n".join(new).encode())
    assert changed.rows is not None
    left = [line for row, line in enumerate(new, 1) if row not in changed]
    kept = iter(old)
    assert all(line in kept for line in left)
    if old != new:
        assert changed.rows or changed.gaps
