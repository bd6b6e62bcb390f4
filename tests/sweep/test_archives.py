"""Archives that were made to do harm: nothing lies outside of the folder, nothing is followed, and all has bounds."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.reading import NotRegular
from cupylint.sweep import archives, bundles
from cupylint.sweep.archives import Unpacked, Unusable, safe, unpack

PROGRAM = b"import cupy\n"


@pytest.fixture
def into(tmp_path: Path) -> Unpacked:
    (tmp_path / "files").mkdir()
    return Unpacked(str(tmp_path / "files"))


def held(into: Unpacked) -> dict[str, bytes]:
    """The files that were unpacked."""
    found = Path(into.folder)
    return {str(path.relative_to(found)): path.read_bytes() for path in found.rglob("*") if path.is_file()}


def tar(path: Path, *members: tuple[str, bytes] | tarfile.TarInfo, mode: str = "w") -> str:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
                continue
            name, data = member
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return str(path)


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def zipped(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> str:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return str(path)


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_programs_of_a_tar_archive(tmp_path: Path, into: Unpacked, mode: str) -> None:
    path = tar(tmp_path / "a", ("./p/a.py", PROGRAM), ("p/data.bin", b"1"), ("p/pyproject.toml", b""), mode=mode)
    assert unpack(path, into) == "tar"
    assert held(into) == {os.path.join("p", "a.py"): PROGRAM, os.path.join("p", "pyproject.toml"): b""}
    assert into.left_out == 0


def test_programs_of_a_wheel(tmp_path: Path, into: Unpacked) -> None:
    path = zipped(
        tmp_path / "a-1-py3-none-any.whl", ("p/a.py", PROGRAM), ("p/a.so", b"1"), ("a.dist-info/METADATA", b"")
    )
    assert unpack(path, into) == "wheel"
    assert held(into) == {os.path.join("p", "a.py"): PROGRAM}


ELSEWHERE = [
    "../out.py",
    "/out.py",
    "a/../../out.py",
    "..\\out.py",
    "a\0/../out.py",
    ".git/hook.py",
    "a/" * 70 + "a.py",
    "/",
]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_names_that_lead_elsewhere(name: str) -> None:
    assert safe(name) is None


@pytest.mark.parametrize("pack", [tar, zipped])
def test_what_leads_elsewhere_is_left_out(tmp_path: Path, into: Unpacked, pack: Callable[..., str]) -> None:
    unpack(pack(tmp_path / "a.bin", ("../out.py", b"1"), ("/tmp/out.py", b"1"), ("in.py", PROGRAM)), into)
    assert held(into) == {"in.py": PROGRAM}
    assert into.left_out == 2
    assert not (tmp_path / "out.py").exists()


def test_links_and_devices_of_a_tar_archive(tmp_path: Path, into: Unpacked) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    members = [
        special("link", tarfile.SYMTYPE, str(outside)),
        ("link/through.py", PROGRAM),
        special("soft.py", tarfile.SYMTYPE, "/etc/passwd"),
        special("hard.py", tarfile.LNKTYPE, "/etc/passwd"),
        special("pipe.py", tarfile.FIFOTYPE),
        special("device.py", tarfile.CHRTYPE),
    ]
    unpack(tar(tmp_path / "a.tar", *members), into)
    assert held(into) == {os.path.join("link", "through.py"): PROGRAM}
    assert not list(outside.iterdir())
    assert into.left_out == 4


def test_links_of_a_zip_archive(tmp_path: Path, into: Unpacked) -> None:
    link = zipfile.ZipInfo("soft.py")
    link.external_attr = 0o120777 << 16
    unpack(zipped(tmp_path / "a.zip", (link, b"/etc/passwd")), into)
    assert (held(into), into.left_out) == ({}, 1)


def test_the_first_of_two_members_stays(tmp_path: Path, into: Unpacked) -> None:
    unpack(tar(tmp_path / "a.tar", ("a.py", PROGRAM), ("a.py", b"2"), ("a.py/b.py", b"3")), into)
    assert (held(into), into.left_out) == ({"a.py": PROGRAM}, 2)


def test_a_large_member_is_left_out(tmp_path: Path, into: Unpacked) -> None:
    unpack(zipped(tmp_path / "a.zip", ("bomb.py", bytes(10_000_001)), ("a.py", PROGRAM)), into)
    assert (held(into), into.left_out) == ({"a.py": PROGRAM}, 1)


@pytest.mark.parametrize(
    ("bound", "value", "said"),
    [
        ("_STREAM", 20_000, "holds more than 2e-05 GB"),
        ("_MEMBERS", 2, "holds more than 2 files"),
        ("_FILES", 2, "holds more than 2 programs"),
        ("ALL", 20, "or 0 MB of them"),
    ],
)
def test_bounds(
    tmp_path: Path, into: Unpacked, monkeypatch: pytest.MonkeyPatch, bound: str, value: int, said: str
) -> None:
    monkeypatch.setattr(archives, bound, value)
    path = tar(
        tmp_path / "a.tgz", *((f"{number}.py", PROGRAM) for number in range(3)), ("z", bytes(50_000)), mode="w:gz"
    )
    with pytest.raises(Unusable, match=said):
        unpack(path, into)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\3\4 nothing", "is damaged: File is not a zip file"),
        (gzip.compress(b"1" * 5_000)[:-9], "is damaged"),
        (bz2.compress(os.urandom(5_000))[:2_000], "is damaged"),
        (gzip.compress(b"no archive"), "is damaged"),
        (b"\x1f\x8b\x08" + bytes(600), "is damaged"),
        (b"just a text", "is neither a program nor an archive"),
        (b"", "is neither a program nor an archive"),
    ],
    ids=["zip", "cut gzip", "cut bzip2", "no tar", "no gzip", "text", "empty"],  # data differ in each process
)
def test_what_is_no_archive(tmp_path: Path, into: Unpacked, data: bytes, said: str) -> None:
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(Unusable, match=said):
        unpack(str(tmp_path / "a"), into)


def test_a_zip_archive_cut_anywhere(tmp_path: Path, into: Unpacked) -> None:
    data = Path(zipped(tmp_path / "a.zip", ("a.py", PROGRAM * 9), ("b.py", PROGRAM))).read_bytes()
    for size in range(len(data)):
        (tmp_path / "cut").write_bytes(data[:size])
        with pytest.raises(Unusable):
            unpack(str(tmp_path / "cut"), into)


def test_an_archive_with_a_password(tmp_path: Path, into: Unpacked) -> None:
    path = Path(zipped(tmp_path / "a.zip", ("a.py", PROGRAM)))
    data = bytearray(path.read_bytes())
    for mark in (b"PK\3\4", b"PK\1\2"):
        data[data.index(mark) + (6 if mark == b"PK\3\4" else 8)] |= 1
    path.write_bytes(data)
    with pytest.raises(Unusable, match=r"cannot be unpacked: .*encrypted"):
        unpack(str(path), into)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path, into: Unpacked) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotRegular):
        unpack(str(tmp_path / "pipe"), into)


# --- git bundles ----------------------------------------------------------------------------------


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle with a program, a link, data, and attributes that would run a filter on a checkout."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    work = tmp_path / "work"
    (work / "p").mkdir(parents=True)
    (work / "p" / "a.py").write_bytes(PROGRAM)
    (work / "p" / "b.py").write_bytes(PROGRAM * 2)
    (work / "p" / "link.py").symlink_to("/etc/passwd")
    (work / "data.bin").write_bytes(b"1")
    (work / ".gitattributes").write_text("*.py filter=evil export-ignore\n")

    def git(*arguments: str) -> None:
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "filter.evil.clean=cat"]
        subprocess.run(["git", "-C", str(work), *author, *arguments], check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "all")
    git("bundle", "create", str(tmp_path / "all.bundle"), "--all")
    return tmp_path / "all.bundle"


def test_programs_of_a_bundle(tmp_path: Path, bundle: Path, into: Unpacked) -> None:
    assert bundles.MARK.match(bundle.read_bytes()[:100])
    (tmp_path / "git").mkdir()
    assert bundles.unpack(str(bundle), into, str(tmp_path / "git")) == "git bundle"
    assert held(into) == {os.path.join("p", "a.py"): PROGRAM, os.path.join("p", "b.py"): PROGRAM * 2}
    assert into.left_out == 1


def test_a_damaged_bundle(tmp_path: Path, bundle: Path, into: Unpacked) -> None:
    data = bytearray(bundle.read_bytes())
    data[-40:] = bytes(40)
    bundle.write_bytes(data)
    (tmp_path / "git").mkdir()
    with pytest.raises(Unusable, match="cannot be read by git"):
        bundles.unpack(str(bundle), into, str(tmp_path / "git"))
