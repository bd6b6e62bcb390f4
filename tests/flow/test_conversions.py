"""Device arrays that NumPy is to convert, capsules of DLPack, and look-alikes that work."""

from __future__ import annotations

import ast

import pytest

from cupylint.converters import may_convert

ROOTS = "import numpy as np\nimport cupy as cp\n"


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    return np.asarray(cp.ones(3))",
        "def f():\n    x = cp.ones(3)\n    y = x + 1\n    return np.array([y])",
        "class A:\n    def f(self):\n        self.x = cp.ones(3)\n    def g(self):\n        return np.asarray(self.x)",
        "h = np.zeros(3)\nh[:] = cp.ones(3)",
        "h = np.zeros(3)\nprint(h[cp.arange(2)])",
        "h = cp.float32(cp.ones(3).sum())",
    ],
)
def test_device_arrays_meet_numpy(code: str) -> None:
    assert may_convert(ast.parse(ROOTS + code))


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    return np.asarray([1]), cp.ones(3)",
        "def f():\n    return np.asarray(cp.asnumpy(cp.ones(3)))",
        "def f():\n    return np.asarray(cp.ones(3).get())",
        "def f(x):\n    xp = cp.get_array_module(x)\n    return np.asarray(cp.ones(3))",
        "xp = cp if GPU else np\nh = np.asarray(cp.ones(3))",
        "def f(cp):\n    return np.asarray(cp.ones(3))",
        "try:\n    import cupy as cp\nexcept ImportError:\n    import numpy as cp\nh = np.asarray(cp.ones(3))",
        "x = cp.ones(3)\nx[0] = cp.ones(1)",
    ],
)
def test_they_do_not_meet_or_the_file_chooses_its_module(code: str) -> None:
    assert not may_convert(ast.parse(ROOTS + code))


def test_a_module_may_be_missing() -> None:
    optional = "import numpy as np\ntry:\n    import cupy as cp\nexcept ImportError:\n    cp = None\n"
    assert may_convert(ast.parse(f"{optional}if cp is not None:\n    h = np.asarray(cp.ones(3))"))
