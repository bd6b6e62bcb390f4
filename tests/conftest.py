"""What several test folders share."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


collect_ignore = ["programs/projects"]  # files called as tests are

os.environ["CUPYLINT_NO_CACHE"] = "1"  # of the processes that tests start; tests/cache does without
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of hundreds of them would compile all modules again
sys.dont_write_bytecode = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no process waits for another one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def pyproject(root: Path) -> dict[str, Any]:
    """The contents of pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def checkout_environment(
    root: Path, pyproject: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Environment variables for subprocesses that must see this checkout as an installed package.

    The declared entry points are there too, and come before those of another installed copy.
    """
    site = tmp_path_factory.mktemp("site")
    metadata = site / "cupylint-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: cupylint\nVersion: 0\n", encoding="utf-8")
    lines = []
    for group, entries in pyproject["project"]["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(root)]), "PYTHONUTF8": "1"}


@pytest.fixture
def interpreted() -> None:
    """For a test that replaces a function of the analysis: where that is compiled, the function itself is called."""
    analysis = importlib.util.find_spec("cupylint.flow.interp.interpreter")
    if analysis is None or not str(analysis.origin).endswith(".py"):
        pytest.skip("the analysis is compiled")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: many tests wait for processes that they have started."""
    return (os.cpu_count() or 1) + 1
