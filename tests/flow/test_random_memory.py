"""The predicted peak of random programs is what they hold when they run (on stand-ins for arrays)."""

from __future__ import annotations

import pytest

from cupylint import timeline
from cupylint.config import Settings
from tests.flow.memory_programs import Writer, true_peak

pytestmark = pytest.mark.slow

PROGRAMS = 300


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_the_prediction_is_never_too_large_and_mostly_exact(seed: int) -> None:
    writer = Writer(seed)
    source = "number_of_rounds = 2\n" + writer.program()
    if any(source.count(f"{name}(") < 2 for name, _ in writer.functions):
        pytest.skip("has a function that nothing calls")
    try:
        truth = true_peak(source)
    except (NameError, AttributeError, TypeError):
        pytest.skip("uses a name that it has deleted")
    moments = timeline.moments("import cupy as cp\n" + source, "program.py", Settings())
    predicted = max((moment.alive + moment.work for moment in moments), default=0)
    assert predicted <= truth, source
    assert predicted >= truth * 0.5, source
