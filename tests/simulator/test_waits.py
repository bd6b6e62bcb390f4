"""The simulator's host waits where the model of CuPy says so: both read one table."""

# ruff: noqa: E501 - many calls a line

from __future__ import annotations

import re

import pytest

from cupylint import cupy_model
from cupylint.cupy_model import Waits
from cupylint.cupy_model.functions import FUNCTIONS
from cupylint.runtime_checks.simulator import Options, run
from cupylint.runtime_checks.simulator.cupy_api.waits import DECIDED

HEAD = """\
import cupy as cp, numpy as np
d = cp.arange(16, dtype='f8').reshape(4, 4); v = cp.arange(4); m = d > 3; one = cp.ones(4)
host = cp.cuda.alloc_pinned_memory(8); seen = np.frombuffer(host, 'f8', 1)
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1)
cp.cuda.Device().synchronize()
with s:
    x += 1
    x.get(out=seen, blocking=False)
    CALL
first = seen[0]
"""

YES = """
cp.nonzero(d)|cp.flatnonzero(d)|cp.argwhere(d)|cp.where(m)|cp.extract(m, d)|cp.compress(v > 1, d, axis=0)|cp.unravel_index(v, (2, 2))
cp.unique(v)|cp.intersect1d(v, v)|cp.setdiff1d(v, v)|cp.setxor1d(v, v)|cp.union1d(v, v)|cp.delete(d, 1, 0)|cp.trim_zeros(one)
cp.bincount(v)|cp.histogram(d)|cp.histogram(d, bins=4)|cp.histogram(d, one.cumsum(), (0, 4))|cp.histogram2d(one, one)|cp.nanmax(d)|cp.nanmin(d, axis=0)
cp.tril_indices(3)|cp.triu_indices(3)|cp.asarray_chkfinite(d)|cp.place(d, m, one)|cp.choose(v % 2, [one, one])|cp.put(one, v, 1, 'raise')
cp.average(d, 0, one)|cp.linspace(v[0], v[1], 3)|cp.cov(d, fweights=v)|cp.argpartition(d, 2)|cp.diag_indices_from(d)
cp.linalg.svd(d)|cp.linalg.eigh(d)|cp.linalg.eig(d)|cp.linalg.eigvals(d)|cp.linalg.pinv(d)|cp.linalg.lstsq(d, one)|cp.linalg.cond(d)|cp.linalg.norm(d, 2)
d.nonzero()|v.compress(v > 1)|v.choose([one, one, one, one])|one.put(v, 1, mode='raise')|np.nonzero(d)|np.linalg.svd(d)
cp.random.randint(0, 10, 4)|cp.random.default_rng(1).integers(0, 10, 4)|d[m]|d.item(0) if False else float(d[0, 0])
"""

NO = """
cp.where(m, d, 0)|cp.count_nonzero(d)|cp.histogram(d, 4, (0, 16))|cp.sort(d)|cp.isin(v, v)|cp.median(d)|cp.searchsorted(v, v)|cp.put(one, v, 1)
cp.average(d)|cp.linspace(0, 1, 3)|cp.cov(d)|cp.repeat(d, 2)|cp.choose(v % 2, [one, one], mode='clip')|cp.tril(d)|cp.stack([d, d])
cp.linalg.inv(d + cp.eye(4))|cp.linalg.solve(d + cp.eye(4), one)|cp.linalg.norm(d)|cp.linalg.norm(one, 2)|cp.linalg.det(d)
cp.random.randint(0, 16, 4)|cp.random.rand(4)|d.sum()|d.take([1, 2])|d[v]|np.sort(d)|cp.add.at(one, v, 1)|cp.clip(d, 0, 1)|one.put(v, 1)
"""


def calls(text: str) -> list[str]:
    return [call for line in text.strip().splitlines() for call in line.split("|")]


def waited(call: str) -> bool:
    """Whether the host has waited for the stream: then nothing races with what it reads."""
    report = run("waits.py", options=Options(), source=HEAD.replace("CALL", call))
    assert not report.error and not report.not_supported, report.error or report.not_supported
    return not report.races


@pytest.mark.parametrize("call", calls(YES))
def test_the_host_waits(call: str) -> None:
    assert waited(call)


@pytest.mark.parametrize("call", calls(NO))
def test_the_host_does_not_wait(call: str) -> None:
    assert not waited(call)


def test_all_functions_that_always_wait_are_tried() -> None:
    """But for those that copy to the host in any case, and those that NumPy does not have or has in other forms."""
    copies = "array2string array_repr array_str asnumpy format_float_positional format_float_scientific"
    alike = "mask_indices tril_indices_from triu_indices_from unique_all unique_counts unique_inverse unique_values"
    tried = {f"cupy.{name}" for name in re.findall(r"(?:cp|np)\.([\w.]+)\(", YES)}
    waiting = {
        name
        for name in FUNCTIONS
        if cupy_model.function(name).waits is Waits.YES
        and not name.startswith("cupy.testing.")
        and not name.startswith("cupy.save")
    }
    left = {name.removeprefix("cupy.") for name in waiting - tried}
    assert left <= {*copies.split(), *alike.split(), "histogramdd"}


def test_what_values_decide_is_what_the_model_leaves_open() -> None:
    for name in DECIDED:
        dotted = next(f"cupy.{room}{name}" for room in ("", "linalg.", "random.") if f"cupy.{room}{name}" in FUNCTIONS)
        keywords = {"choose": ["mode"], "put": ["mode"], "ravel_multi_index": ["mode"], "histogram": ["range"]}
        keywords |= {"norm": ["ord"], "average": ["weights"]}
        assert cupy_model.refine(dotted, 2, keywords.get(name, [])).waits in (Waits.SOMETIMES, Waits.SOMETIMES_EARLIER), name
