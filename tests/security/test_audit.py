"""Linting a hostile folder does what linting a harmless one does: Python's own audit events say so.

The interpreters are those of a virtual environment whose packages install an audit hook, so that isolated worker
processes have it, too.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.security.conftest import RACE

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = sysconfig.get_paths()["purelib"]
EVIL = "open({marker!r}, 'w').close()\n"

FILES = [
    *(f"{name}.py" for name in ("cupy", "conftest", "libcst", "numpy", "pickle", "signal", "struct", "threading")),
    *("__init__.py", "__main__.py", "setup.py", "sitecustomize.py", "usercustomize.py", "cupylint/__init__.py"),
    *("helper/__init__.py", "rules/__init__.py", "runtime_checks/__init__.py"),
]
"""Python that is executed if anything imports it."""

ENTRY_POINTS = "[flake8.extension]\nEVL = conftest:Plugin\n[cupylint]\nevil = conftest\n[pytest11]\nevil = conftest\n"
PYPROJECT = """
[build-system]
requires = ["evil @ file:.", "setuptools"]
build-backend = "conftest"
backend-path = ["."]
[tool.cupylint]
waits = ["conftest.finish", "helper.finish"]
exclude = ["__import__('conftest')"]
"""

DOORS: Mapping[str, tuple[str, list[str]]] = {
    "one process": ("cupylint.cli", ["-j1", "."]),
    "two processes": ("cupylint.cli", ["-j2", "."]),
    "flake8": ("flake8.main.cli", ["--isolated", "--jobs=1", "--select=CUP", "."]),
    "pre-commit": ("pre_commit.main", ["run", "--all-files"]),
}
"""The module with the `main` of a command, and its arguments."""


@dataclass(frozen=True)
class Machine:
    """A virtual environment with the hook, and two folders that differ in their contents only."""

    python: Path
    log: Path
    folder: Path
    hostile: Path
    harmless: Path
    executed: Path

    @functools.lru_cache  # noqa: B019  # a module's fixture: there is one
    def run(self, door: str, tree: Path) -> tuple[str, set[tuple[str, ...]]]:
        """Lint `tree`; what was printed, and the events."""
        self.log.unlink(missing_ok=True)
        module, arguments = DOORS[door]
        script = self.folder / "command.py"  # as installed scripts are, it does not lie in the current folder
        script.write_text(f"import sys\nfrom {module} import main\nsys.exit(main())\n", encoding="utf-8")
        variables = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "PYTHON"))}
        variables |= {"PRE_COMMIT_HOME": str(self.folder / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [str(self.python), str(script), *arguments], cwd=tree, env=variables, capture_output=True, text=True
        )
        assert done.returncode == 1, done.stdout + done.stderr  # there are findings
        lines = self.log.read_text(encoding="utf-8").replace(str(tree), "TREE").splitlines()
        return done.stdout, {tuple(line.split("\t")) for line in lines}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    folder = tmp_path_factory.mktemp("audit").resolve()
    venv.create(folder / "env", with_pip=False, symlinks=os.name != "nt")
    (site,) = (folder / "env").rglob("site-packages")
    shutil.copy(Path(__file__).with_name("audit_hook.py"), site)
    (site / "audit.pth").write_text(f"import audit_hook\n{ROOT}\n{PACKAGES}\n", encoding="utf-8")
    metadata = site / "cupylint-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: cupylint\nVersion: 0\n", encoding="utf-8")
    plugin = "[flake8.extension]\nCUP = cupylint.flake8_plugin:Plugin\n"
    (metadata / "entry_points.txt").write_text(plugin, encoding="utf-8")
    python = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    made = Machine(python, site / "events", folder, folder / "hostile", folder / "harmless", folder / "executed")
    (folder / "outside").mkdir()
    (folder / "outside" / "secret.py").write_text(RACE, encoding="utf-8")
    evil = EVIL.format(marker=str(made.executed))
    _plant(made, made.hostile, evil, f"import os; {evil}", ENTRY_POINTS, PYPROJECT)
    _plant(
        made, made.harmless, "value = 1\n", "", "", '[tool.cupylint]\nwaits = ["helper.finish"]\nexclude = ["old"]\n'
    )
    return made


def _plant(machine: Machine, tree: Path, text: str, path_file: str, entry_points: str, pyproject: str) -> None:
    contents = dict.fromkeys(FILES, text)
    contents |= {"evil.pth": path_file, "evil-1.dist-info/entry_points.txt": entry_points, "pyproject.toml": pyproject}
    contents |= {"evil-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: evil\nVersion: 1\n"}
    contents |= dict.fromkeys(("one.py", "two.py", "helper/three.py"), f"import conftest, helper\n{RACE}")
    entry = f"{machine.python.as_posix()} {(machine.folder / 'hook.py').as_posix()} --force-exclude"
    hook = {"id": "cupylint", "name": "cupylint", "entry": entry, "language": "system", "types": ["python"]}
    hook["require_serial"] = True  # type: ignore[assignment]
    contents[".pre-commit-config.yaml"] = json.dumps({"repos": [{"repo": "local", "hooks": [hook]}]})
    (machine.folder / "hook.py").write_text("import sys\nfrom cupylint.cli import main\nsys.exit(main())\n")
    for name, content in contents.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(content, encoding="utf-8")
    if hasattr(os, "symlink") and os.name != "nt":
        (tree / "linked").symlink_to(machine.folder / "outside", target_is_directory=True)
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)
    subprocess.run(["git", "add", "."], cwd=tree, check=True)


@pytest.mark.parametrize("door", DOORS)
def test_nothing_more_happens(machine: Machine, door: str) -> None:
    harmless_text, harmless = machine.run(door, machine.harmless)
    text, hostile = machine.run(door, machine.hostile)
    assert "CUP101" in text and text == harmless_text
    assert not machine.executed.exists()
    assert {event for event in hostile if event[0] != "open"} - harmless == set()
    assert [event for event in hostile if event[0] in ("exec", "compile") and "TREE" in event[1]] == []
    assert [event for event in hostile if event[0].startswith(("socket.", "os.system", "os.exec"))] == []
    # The hook hears of imports and files in the worker processes as well.
    workers = [event for event in hostile if event[:1] == ("subprocess.Popen",) and "child.py" in event]
    assert bool(workers) == (door == "two processes")
    assert ("open", os.path.join("TREE", "two.py")) in hostile


@pytest.mark.parametrize("door", ["one process", "two processes"])
def test_no_file_of_elsewhere_is_opened(machine: Machine, door: str) -> None:
    _, events = machine.run(door, machine.hostile)
    opened = {event[1] for event in events if event[0] == "open"}
    known = [machine.folder / "env", machine.folder / "command.py", ROOT / "cupylint", ROOT / "rules", PACKAGES]
    known += [sysconfig.get_paths()["stdlib"], sys.base_prefix, os.devnull, "/proc"]
    places = ("TREE", *(os.path.realpath(place) for place in known))
    assert [name for name in opened if not name.startswith(places) and name != str(ROOT / "pyproject.toml")] == []
