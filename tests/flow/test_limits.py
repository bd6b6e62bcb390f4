"""Limits that a program sets on CuPy's pool: ``set_limit`` and ``CUPY_GPU_MEMORY_LIMIT``."""

from __future__ import annotations

import pytest

from cupylint import timeline
from cupylint.config import Settings
from cupylint.findings import Premise
from cupylint.options import ModelOptions
from tests.programs import lint

SMALL = ModelOptions(device_memory=256 << 20)
POOL = "cp.get_default_memory_pool().set_limit"
ARRAY = "a = cp.ones(25_000_000, dtype=cp.float32)\n"  # 100 MB


def codes(source: str, model: ModelOptions | None = None) -> list[str]:
    return [finding.code for finding in lint(source, model)]


def limited(call: str, after: str = ARRAY) -> str:
    return f"import cupy as cp\n\n{call}\n{after}"


@pytest.mark.parametrize(
    "call",
    [
        f"{POOL}(64 << 20)",
        f"{POOL}(size=64 * 1024**2)",
        f"{POOL}(size=64e6)",
        f"{POOL}(fraction=0.001)",
        f"{POOL}(None, 0.001)",
        "pool = cp.get_default_memory_pool()\nlimit = 1 << 26\npool.set_limit(limit)",
        "def restrict(pool, size):\n    pool.set_limit(size=size)\n\nrestrict(cp.get_default_memory_pool(), 1 << 26)",
        f"{POOL}(size=1 << 30)\n{POOL}(size=1 << 26)",
        f"if unknown:\n    {POOL}(size=1 << 26)\nelse:\n    {POOL}(size=1 << 26)",
    ],
)
def test_the_pool_may_take_less_than_the_device_has(call: str) -> None:
    assert codes(limited(call)) == ["CUP401"]


@pytest.mark.parametrize(
    "call",
    [
        f"{POOL}(size=128 << 20)",
        f"{POOL}(size=1 << 26)\n{POOL}(size=0)",
        f"{POOL}(size=1 << 26)\n{POOL}()",
        f"{POOL}(size=1 << 26)\n{POOL}(size=unknown)",
        f"{POOL}(size=1 << 26)\n{POOL}(fraction=0.9)",
        f"{POOL}(size=1 << 26, fraction=0.001)",  # an error of its own
        f"{POOL}(fraction=2)",
        f"if unknown:\n    {POOL}(size=1 << 26)",
        f"if unknown:\n    {POOL}(size=1 << 26)\nelse:\n    {POOL}(size=1 << 27)",
        f"with cp.cuda.Device(1):\n    {POOL}(size=1 << 26)",
    ],
)
def test_limits_that_do_not_hold(call: str) -> None:
    assert codes(limited(call)) == []


def test_a_new_pool_limits_nothing() -> None:
    assert codes(limited("cp.cuda.MemoryPool().set_limit(size=1 << 26)")) == ["CUP408"]


def test_each_device_has_its_own_limit() -> None:
    inside = f"with cp.cuda.Device(1):\n    {POOL}(size=1 << 26)\n    {ARRAY}"
    assert codes(limited(inside, "b = cp.ones(25_000_000, dtype=cp.float32)\n")) == ["CUP401"]


def test_what_is_alive_counts() -> None:
    source = limited(f"{POOL}(size=128 << 20)", ARRAY + "b = a * 2\n")
    (found,) = lint(source)
    assert found.code == "CUP402"
    assert found.message == "200 MB alive at line 5, CuPy may take 134 MB (set_limit at line 3)"
    assert found.notes[0] == "without that limit it would fit: the device has 85.9 GB"
    assert found.premises == ()
    assert codes(limited(f"{POOL}(size=128 << 20)", ARRAY + "del a\n" + ARRAY)) == []


def test_what_a_loop_keeps_counts() -> None:
    source = limited(f"{POOL}(size=1 << 30)", "kept = [cp.ones(25_000_000) for _ in range(20)]\n")
    assert codes(source) == ["CUP404"]


def test_the_smaller_of_both_counts() -> None:
    (found,) = lint(limited(f"{POOL}(size=1 << 30)", "a = cp.ones(50_000_000)\n"), SMALL)
    assert found.message == "a takes 400 MB, the device has 268 MB (--device-memory 256MiB)"


def test_a_share_is_one_of_the_device() -> None:
    source = limited(f"{POOL}(fraction=0.5)", "a = cp.ones(20_000_000)\n")
    assert codes(source) == []
    (found,) = lint(source, SMALL)
    room = "CuPy may take 134 MB (set_limit at line 3: 0.5 of 268 MB, --device-memory 256MiB)"
    assert found.message == f"a takes 160 MB, {room}"
    (found,) = lint(limited(f"{POOL}(fraction=0.001)"))
    text = "the device has no more than 80GiB; --device-memory tells what it has"
    assert found.premises == (Premise("environment", text),)
    assert found.confidence == "high" and found.severity == "warning"


# -- the variable ----------------------------------------------------------------------------------


def variable(value: str, between: str = "") -> str:
    return f'import os\nos.environ["CUPY_GPU_MEMORY_LIMIT"] = {value}\nimport cupy as cp\n{between}{ARRAY}'


@pytest.mark.parametrize("value", ['"67108864"', "str(64 << 20)", '"0.1%"', 'f"{64 << 20}"'])
def test_the_variable_is_read_at_the_first_allocation(value: str) -> None:
    assert codes(variable(value)) == ["CUP401"]


@pytest.mark.parametrize("value", ['"1073741824"', '"64MB"', '"0"', '""', "unknown", '"90%"', '"x%"', '"nan%"'])
def test_values_of_the_variable_that_are_no_small_limit(value: str) -> None:
    assert codes(variable(value)) == []


def test_set_limit_goes_before_the_variable() -> None:
    assert codes(variable('"67108864"', f"{POOL}(size=1 << 30)\n")) == []
    assert codes(variable('"67108864"', f"{POOL}(size=0)\n")) == []
    assert codes(variable('"67108864"', f"with cp.cuda.Device(1):\n    {POOL}(size=0)\n")) == ["CUP401"]


def test_after_the_first_allocation_nobody_reads_the_variable() -> None:
    assert (
        codes('import os\nimport cupy as cp\nb = cp.ones(3)\nos.environ["CUPY_GPU_MEMORY_LIMIT"] = "1"\n' + ARRAY) == []
    )


def test_other_variables_do_not_matter() -> None:
    assert codes(f'import os\nos.environ["LIMIT"] = "1024"\nimport cupy as cp\n{ARRAY}') == []


def test_a_limit_in_another_function() -> None:
    source = f"""\
import cupy as cp

def setup():
    {POOL}(size=64 << 20)

def main():
    setup()
    a = cp.ones((5000, 5000))
    print(float(a.sum()))

if __name__ == "__main__":
    main()
"""
    (found,) = lint(source)
    assert (found.code, found.location.row) == ("CUP401", 8)
    assert any(related.location.row == 4 for related in found.related)


def test_the_timeline_knows_limits() -> None:
    (line,) = timeline._lines(
        "p.py", timeline.moments(limited(f"{POOL}(size=1 << 26)"), "p.py", Settings()), Settings()
    )[-1:]
    assert line == "p.py: peak 100 MB at line 4; does not fit into 64MiB (set_limit at line 3)"
