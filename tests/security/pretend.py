"""Run as ``python pretend.py PLATFORM FILE FILE``: import all of cupylint and lint two files as if on another system.

What the system lacks is taken away before cupylint is imported. Paths have the rules of `ntpath` while that happens;
afterwards, when files are opened, they have the true ones.
"""

from __future__ import annotations

import concurrent.futures
import ctypes
import importlib
import multiprocessing
import ntpath
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
import uuid

import libcst
import numpy
import pathspec

LOADED = (concurrent.futures, ctypes, multiprocessing, tempfile, uuid, libcst, numpy, pathspec)
"""What asks for the system when it is imported, and is not ours: it has to believe the truth."""

PLATFORM, *FILES = sys.argv[1:]

MODULES_OF_UNIX = ["fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"]
NAMES_OF_UNIX = {
    os: "O_NOFOLLOW O_NONBLOCK chown fork forkpty geteuid getloadavg getpgid getuid killpg mkfifo nice "
    "sched_getaffinity setsid statvfs sysconf wait4 waitid",
    signal: "SIGALRM SIGCHLD SIGHUP SIGKILL SIGQUIT SIGUSR1 alarm pthread_sigmask setitimer",
}

NOT_TO_BE_IMPORTED = ("cupylint.__main__", "cupylint.runtime_checks.canary")
"""They do something, rather than define it."""


def take_away() -> None:
    """Remove what Windows has not."""
    kill = signal.SIGKILL
    subprocess.Popen.kill = lambda process: process.send_signal(kill)  # type: ignore[method-assign]
    for module, names in NAMES_OF_UNIX.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES_OF_UNIX:
        sys.modules[name] = None  # type: ignore[assignment]  # importing it fails


def modules() -> list[str]:
    """All modules of cupylint by name."""
    import cupylint

    found = []
    for package in ("cupylint", "cupylint.rules", "cupylint.runtime_checks"):
        folders = importlib.import_module(package).__path__[:1]
        found += [module.name for module in pkgutil.walk_packages(folders, f"{package}.")]
    assert cupylint.__version__ and len(found) > 200, found
    return sorted(set(found) - set(NOT_TO_BE_IMPORTED))


def main() -> int:
    """The exit status of the linter."""

    import pygls.lsp.server  # noqa: F401  # of what is not our code the parts for this system are loaded

    names = modules()
    if PLATFORM == "win32":
        take_away()
        true_path, os.path = os.path, ntpath
        for name in ("abspath", "isabs", "realpath"):  # what looks at the disk sees the true one
            setattr(ntpath, name, getattr(true_path, name))
    else:
        true_path = os.path
        for name in ("sched_getaffinity", "pidfd_open", "posix_fadvise"):
            if hasattr(os, name):
                delattr(os, name)
    sys.platform = PLATFORM
    for name in names:
        importlib.import_module(name)
    os.path = true_path
    importlib.reload(sys.modules["cupylint.child_python"])  # it knows a path since it was imported
    from cupylint.cli import main

    started = []
    sys.addaudithook(lambda event, arguments: started.append(event) if event == "subprocess.Popen" else None)
    for jobs in ("-j1", "-j2"):
        main([jobs, "--output-format", "concise", *FILES])
    print("processes:", len(started))
    return 0


if __name__ == "__main__":
    sys.exit(main())
