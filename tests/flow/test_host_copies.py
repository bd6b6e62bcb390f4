"""Copies between pinned memory and the device: staging rings, wrappers, views, and who is waited for."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.programs import after_head, check_marks

CASES = sections("host_copies")


@pytest.mark.parametrize("name", CASES)
def test_host_copies(name: str) -> None:
    """Exactly the marked accesses are found, certain and uncertain ones."""
    check_marks(after_head("import cupyx\n" + CASES[name]))
