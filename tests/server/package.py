"""A package like real ones: many files that import each other, with findings where they stand and where calls lead."""

from __future__ import annotations

from pathlib import Path

STAGES = 10
APPS = 5

_STREAMS = """\
import cupy as cp

loading = cp.cuda.Stream(non_blocking=True)
working = cp.cuda.Stream(non_blocking=True)
saving = cp.cuda.Stream(non_blocking=True)


def after(later, earlier):
    later.wait_event(earlier.record())
"""
_BASE = """\
import cupy as cp

from .streams import after, loading, working


class Stage:
    scale = 1

    def __init__(self, size):
        self.out = cp.zeros(size)
        self.done = cp.cuda.Event()

    def load(self, x):
        with loading:
            self.out[...] = x

    def finish(self):
        working.synchronize()
        return self.out


def upload(x):
    with loading:
        return cp.asarray(x) * 2
"""
_STAGE = """\
import cupy as cp

from ..base import Stage, upload
from ..streams import after, loading, saving, working
{before}

class Stage{number}(Stage):
    scale = {number}

    def run(self, x):
        self.load(x)
        {wait}
        with working:
            self.out *= self.scale
        return self.out

    def save(self):
        with saving:
            return self.out.sum()


def process_{number}(x):
    with working:
        return x + {number}


def chain_{number}(x):
    loaded = upload(x)
    {chained}
    return process_{number}(loaded)
"""
_APP = """\
import cupy as cp

from imaging.stages.stage_{one} import Stage{one}, chain_{one}, process_{one}
from imaging.stages.stage_{other} import process_{other}
from imaging.streams import after, loading, saving, working

with loading:
    x = cp.ones(1 << 20)
y = process_{one}(x)
{wait}
with saving:
    z = y * 2
stage = Stage{one}(1 << 20)
saving.synchronize()
stage.run(z)
print(float(stage.save()), chain_{one}(z), process_{other}(z))
"""


def write(folder: Path) -> list[Path]:
    """Write the package into a folder; its files."""
    texts = {"pyproject.toml": '[project]\nname = "imaging"\n', "imaging/__init__.py": ""}
    texts |= {"imaging/streams.py": _STREAMS, "imaging/base.py": _BASE}
    texts["imaging/stages/__init__.py"] = ""
    for number in range(STAGES):
        texts[f"imaging/stages/stage_{number}.py"] = _STAGE.format(
            number=number,
            before=f"from .stage_{number - 1} import chain_{number - 1}\n" if number else "",
            wait=("after(working, loading)", "loading.synchronize()", "pass", "after(loading, working)")[number % 4],
            chained="after(working, loading)" if number % 3 else f"chain_{number - 1}(x)" if number else "pass",
        )
    for number in range(APPS):
        texts[f"apps/app_{number}.py"] = _APP.format(
            one=number, other=STAGES - 1 - number, wait="after(saving, working)" if number % 2 else "saving.use()"
        )
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return sorted(folder / name for name in texts if name.endswith(".py"))
