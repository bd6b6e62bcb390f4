"""What the tests of the ordering model share."""

from __future__ import annotations

import pytest

from tests.order.programs import Program


@pytest.fixture
def p() -> Program:
    """A program that has done nothing yet."""
    return Program()
