"""All files of a package open in an editor: it shows what the command says of the package.

``DOORS_PACKAGE`` may name a folder with a real package, which is opened as well.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.conftest import ENVIRONMENT, Editor
from tests.server.package import write
from tests.server.test_server import places

pytestmark = pytest.mark.asyncio(loop_scope="module")

Shown = dict[str, list[tuple[str, int, int]]]
"""Code, row and column of the findings in each file that has any."""


def said(folder: Path) -> Shown:
    """What the command says of a folder."""
    command = [sys.executable, "-m", "cupylint", "--no-cache", "--exit-zero", "--output-format", "concise", "."]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=True)
    found: Shown = {}
    for line in done.stdout.splitlines():
        name, row, column, rest = line.split(":", 3)
        found.setdefault(Path(name).as_posix(), []).append((rest.split()[0], int(row), int(column)))
    return {name: sorted(each) for name, each in found.items()}


def shown(editor: Editor, folder: Path, paths: list[Path]) -> Shown:
    """What the editor shows of files now, those about which nothing was told yet left out."""
    found: Shown = {}
    for path in paths:
        uri = path.as_uri()
        if diagnostics := editor.told.get((uri, editor.versions[uri])):
            found[path.relative_to(folder).as_posix()] = places(diagnostics)
    return found


async def check(editor: Editor, folder: Path, paths: list[Path], patience: float) -> Shown:
    """Wait until the editor shows what the command says, and tell what that is."""
    expected = said(folder)

    async def comes() -> None:
        while shown(editor, folder, paths) != expected:
            await editor.news()

    try:
        await asyncio.wait_for(comes(), patience)
    except asyncio.TimeoutError:
        assert shown(editor, folder, paths) == expected
    return expected


async def test_a_package(editor: Editor, tmp_path: Path) -> None:
    paths = write(tmp_path)
    for path in paths:
        editor.begin(path)
    found = await check(editor, tmp_path, paths, 60)
    assert len(found) > 10 and sum(map(len, found.values())) > 25

    helper = tmp_path / "imaging" / "streams.py"  # which all others import
    text = helper.read_text(encoding="utf-8").replace("    later.wait_event(earlier.record())\n", "    pass\n")
    editor.type(helper, text)
    helper.write_text(text, encoding="utf-8")
    more = await check(editor, tmp_path, paths, 60)
    assert sum(map(len, more.values())) > sum(map(len, found.values()))
    for path in paths:
        editor.close(path)


@pytest.mark.slow
async def test_a_real_package(editor: Editor, tmp_path: Path) -> None:
    if not (package := os.environ.get("DOORS_PACKAGE")):
        pytest.skip("DOORS_PACKAGE names no folder")
    folder = tmp_path / Path(package).name
    shutil.copytree(package, folder, ignore=shutil.ignore_patterns(".git"))
    paths = sorted(path for path in folder.rglob("*.py") if path.is_file())
    for path in paths:
        editor.begin(path)
    found = await check(editor, folder, paths, 1800)
    print(f"{len(paths)} files open, {sum(map(len, found.values()))} findings in {len(found)} of them")
    for path in paths:
        editor.close(path)
