"""The programs of a git bundle: those of the commit that a clone of it would show, as files in a folder.

Git unpacks objects and names them; it checks out nothing, so no filter, attribute or hook has a part in it.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial

from cupylint import git
from cupylint.reading import LIMIT
from cupylint.sweep.archives import ALL, Unpacked, Unusable, is_wanted

MARK = re.compile(rb"# v[23] git bundle\n")
"""How a bundle begins."""
_SECONDS = 300
_LARGEST = 4_000_000_000
_REGULAR = (b"100644", b"100755")
_ENTRY = re.compile(rb"(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)", re.DOTALL)


def unpack(path: str, into: Unpacked, scratch: str) -> str:
    """Unpack the programs of the bundle at `path`; what kind of target it is.

    Args:
        scratch: an empty folder, for git's objects.

    Raises:
        Unusable: git cannot read it, or there is no git.
    """
    executable = git.executable()
    if executable is None:
        raise Unusable("needs git, which is not on the path")
    with _small_files():
        return _unpack(executable, path, into, scratch)


@contextmanager
def _small_files() -> Iterator[None]:
    """What is started meanwhile writes no file of more than `_LARGEST` bytes, where the system can see to that."""
    try:
        import resource
    except ImportError:  # Windows
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _unpack(executable: str, path: str, into: Unpacked, scratch: str) -> str:
    def run(*arguments: str, told: bytes = b"") -> bytes:
        try:
            done = subprocess.run(
                git.command(executable, scratch, f"--git-dir={scratch}", *arguments),
                input=told,
                capture_output=True,
                env=git.environment(),
                check=False,
                timeout=_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unusable(f"cannot be read by git: {' '.join(str(error).split())}") from None
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").split()
            raise Unusable(f"cannot be read by git: {' '.join(said)[:200]}")
        return done.stdout

    run("init", "--quiet", "--bare", "--template=", scratch)
    commit = _shown(run("bundle", "unbundle", os.path.abspath(path)))
    listed = run("ls-tree", "-r", "-l", "-z", "--full-tree", commit)
    entries = [found.groups() for entry in listed.split(b"\0") if (found := _ENTRY.fullmatch(entry))]
    wanted = [(os.fsdecode(name), mode, blob, size) for mode, _, blob, size, name in entries]
    wanted = [entry for entry in wanted if is_wanted(entry[0])]
    blobs = {blob: int(size) for _, mode, blob, size in wanted if mode in _REGULAR and int(size) <= LIMIT}
    if sum(blobs.values()) > ALL:
        raise Unusable(f"holds more than {ALL / 1e6:.0f} MB of programs")
    data = io.BytesIO(run("cat-file", "--batch=", told=b"\n".join(blobs)))
    held = {blob: data.read(size + 2)[1:-1] for blob, size in blobs.items()}  # each stands between line ends
    for name, _, blob, _ in wanted:
        into.add(name, blob in held, partial(_stream, held, blob))
    return "git bundle"


def _stream(held: Mapping[bytes, bytes], blob: bytes) -> io.BytesIO:
    return io.BytesIO(held[blob])


def _shown(refs: bytes) -> str:
    """The commit that a clone would show: that of HEAD, else of the first branch."""
    rows = (line.partition(" ") for line in refs.decode("utf-8", "replace").splitlines())
    known = {name: commit for commit, _, name in rows}
    names = ("HEAD", "refs/heads/main", "refs/heads/master", *known)
    found = next((known[name] for name in names if name in known), None)
    if found is None:
        raise Unusable("is a git bundle without a branch")
    return found
