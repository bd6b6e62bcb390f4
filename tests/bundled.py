"""The programs of ``fixtures/`` as cases: read once for all tests of a process."""

from __future__ import annotations

from cupylint.runtime_checks.cases import cases

CASES = tuple(cases())
