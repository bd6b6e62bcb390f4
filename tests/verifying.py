"""The verdicts on one program, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cupylint.findings import Finding
from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.command import Command
from cupylint.runtime_checks.results import Result
from cupylint.runtime_checks.verify import verify_command


def verify_program(
    path: str, findings: Sequence[Finding], backend: Backend, args: Sequence[str] = (), **more: Any
) -> list[Result]:
    """The results of `verify_command` for the program at `path` with these arguments."""
    return list(verify_command(Command(path, "", tuple(args)), findings, backend, **more).results)
