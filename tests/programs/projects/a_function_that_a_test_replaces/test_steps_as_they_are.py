import cupy as cp

import steps


def test_as_they_are():
    x = cp.ones(4)
    assert steps.used(x) is not None
