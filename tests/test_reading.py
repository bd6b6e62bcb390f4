"""Special files make nothing hang, whichever way leads to them: regular files only, of a bounded size."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cupylint import cli
from cupylint.reading import NotRegular, TooLarge, read_regular, read_stream

ROOT = Path(__file__).resolve().parents[1]
WRONG_NAME = "import cupy as cp\n\nx = cp.arrange(3)\n"
"""A program with a finding (CUP301) that takes no parser of its own, and so little time."""

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")


def test_a_regular_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc\r\n\0")
    assert read_regular(tmp_path / "a") == b"abc\r\n\0"
    assert read_regular(str(tmp_path / "a"), limit=6) == b"abc\r\n\0"


def test_an_empty_file_and_one_of_several_blocks(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert read_regular(tmp_path / "a") == b""
    (tmp_path / "a").write_bytes(b"x" * 3_000_000)
    assert len(read_regular(tmp_path / "a")) == 3_000_000


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abcd")
    with pytest.raises(TooLarge) as caught:
        read_regular(tmp_path / "a", limit=3)
    assert caught.value.strerror == "is larger than 3e-06 MB"
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(TooLarge) as caught:
        read_regular(tmp_path / "sparse")
    assert caught.value.strerror == "is larger than 10 MB"


def test_a_file_whose_size_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"abc\n" * 2000)
    untold = os.stat_result((0o100644, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    monkeypatch.setattr(os, "fstat", lambda descriptor: untold)
    assert read_regular(tmp_path / "a") == b"abc\n" * 2000
    with pytest.raises(TooLarge):
        read_regular(tmp_path / "a", limit=100)


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="no such file there")
@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("what", ["/proc/self/maps", "/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled"])
def test_what_the_kernel_tells_is_no_file(tmp_path: Path, what: str, link: bool) -> None:
    """Reading some of these changes something: ``/proc/kmsg`` takes messages away from who is to see them."""
    if not os.path.exists(what):
        pytest.skip("no such file there")
    path = tmp_path / "link.py" if link else Path(what)
    if link:
        path.symlink_to(what)
    with pytest.raises(NotRegular):
        read_regular(path)


@needs_pipes
@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("what", ["pipe", "/dev/zero", "/dev/tty", "folder"])
def test_what_is_not_regular(tmp_path: Path, what: str, link: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    path = tmp_path / what
    if link:
        (tmp_path / "link").symlink_to(path)
        path = tmp_path / "link"
    with pytest.raises(NotRegular) as caught:
        read_regular(path)
    assert caught.value.strerror == "is not a regular file"


@pytest.mark.parametrize("name", ["gone", "a\0b", "a\ud800b"])
def test_names_of_no_file(name: str) -> None:
    with pytest.raises(FileNotFoundError):
        read_regular(name)


def test_a_stream() -> None:
    assert read_stream(io.BytesIO(b"abc"), "-", limit=3) == b"abc"
    with pytest.raises(TooLarge):
        read_stream(io.BytesIO(b"abcd"), "-", limit=3)


# --- every door -----------------------------------------------------------------------------------


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Iterator[Command]:
    """Runs the command in this process: exit status, output and errors. It must not hang."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = cli.main(["--output-format", "concise", *argv])
        out, err = capfdbinary.readouterr()
        return status, out.decode(), err.decode()

    def hangs(*_: object) -> None:
        pytest.fail("it hangs")  # no OSError, which the command would take for an unreadable file

    if not hasattr(signal, "SIGALRM"):
        yield run
        return
    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(60)
    yield run
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def pipe(path: Path) -> None:
    """A pipe that nobody writes to."""
    os.mkfifo(path)


def device(path: Path) -> None:
    """A link to a device that never ends."""
    path.symlink_to("/dev/zero")


special = pytest.mark.parametrize("special", [pipe, device])
Special = Callable[[Path], None]


@needs_pipes
@special
def test_an_imported_module(command: Command, tmp_path: Path, special: Special) -> None:
    race = (ROOT / "fixtures" / "CUP101" / "bad_textbook.py").read_text(encoding="utf-8")
    special(tmp_path / "helper.py")
    (tmp_path / "a.py").write_text("import helper\nfrom helper import f\n" + race, encoding="utf-8")
    status, out, err = command("a.py")
    assert (status, "CUP101" in out, err) == (1, True, "")


@needs_pipes
@special
def test_a_configuration(command: Command, tmp_path: Path, special: Special) -> None:
    special(tmp_path / "pyproject.toml")
    (tmp_path / "a.py").write_text(WRONG_NAME, encoding="utf-8")
    line = "cupylint: pyproject.toml: cannot be read: is not a regular file\n"
    assert command(".") == (2, "", line)
    assert command("--isolated", ".")[0] == 1


@needs_pipes
@special
def test_a_configuration_that_was_named(command: Command, tmp_path: Path, special: Special) -> None:
    special(tmp_path / "own.toml")
    line = "cupylint: own.toml: cannot be read: is not a regular file\n"
    assert command("--config", "own.toml") == (2, "", line)


@needs_pipes
@special
@pytest.mark.parametrize("name", [".gitignore", "deep/.gitignore", ".git/info/exclude"])
def test_an_ignore_file(command: Command, tmp_path: Path, special: Special, name: str) -> None:
    (tmp_path / ".git" / "info").mkdir(parents=True)
    (tmp_path / "deep").mkdir()
    special(tmp_path / name)
    (tmp_path / "deep" / "a.py").write_text(WRONG_NAME, encoding="utf-8")
    status, out, err = command(".")
    assert (status, "CUP301" in out, err) == (1, True, "")


@needs_pipes
@special
def test_the_pointer_of_a_worktree(command: Command, tmp_path: Path, special: Special) -> None:
    special(tmp_path / ".git")
    (tmp_path / "a.py").write_text(WRONG_NAME, encoding="utf-8")
    assert command(".")[0] == 1


def test_a_pointer_to_no_possible_name(command: Command, tmp_path: Path) -> None:
    (tmp_path / ".git").write_bytes(b"gitdir: a\0b")
    (tmp_path / "a.py").write_text(WRONG_NAME, encoding="utf-8")
    assert command(".")[0] == 1


@needs_pipes
@special
def test_a_file_that_was_named(command: Command, tmp_path: Path, special: Special) -> None:
    special(tmp_path / "a.py")
    assert command("a.py") == (
        2, "", "cupylint: a.py: not a regular file (use - to read standard input)\n",
    )  # fmt: skip
    assert command("--memory", "a.py") == (2, "", "cupylint: a.py: cannot be read: is not a regular file\n")
    status, out, err = command("--verify", "a.py")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_file_that_is_too_large_for_the_command(command: Command, tmp_path: Path) -> None:
    with open(tmp_path / "a.py", "wb") as file:
        file.truncate(1 << 40)
    (tmp_path / "b.py").write_text(WRONG_NAME, encoding="utf-8")
    status, out, err = command(".")
    assert (status, err) == (1, "")
    assert out.splitlines()[0] == "a.py:1:1: CUP900 [unreadable-file] cannot be read: is larger than 10 MB"
    assert "b.py" in out


def test_standard_input_that_is_too_large(command: Command, tmp_path: Path) -> None:
    status, out, err = command("-", stdin=b"import cupy\n" * 1_000_000)
    assert (status, err) == (1, "")
    assert out == "<stdin>:1:1: CUP900 [unreadable-file] cannot be read: is larger than 10 MB\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be read")
def test_a_configuration_that_may_not_be_read(command: Command, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch(mode=0)
    assert command(".")[0] == 2


def test_a_configuration_that_is_a_link_to_nothing_is_none(command: Command, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").symlink_to("gone")
    (tmp_path / "a.py").write_text(WRONG_NAME, encoding="utf-8")
    assert command(".")[0] == 1
