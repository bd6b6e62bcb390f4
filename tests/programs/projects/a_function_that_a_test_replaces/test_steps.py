import cupy as cp

import steps


def test_with_another_function(monkeypatch):
    x = cp.ones(4)
    monkeypatch.setattr(steps, "worked", lambda y: y)
    assert steps.used(x) is not None
