"""The site: its pages are made of what the program itself says, and are all there."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import cupylint
from cupylint import registry

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
_LOADED = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//")


@cache
def site() -> Any:
    """The module that makes the pages."""
    spec = importlib.util.spec_from_file_location("site_pages", DOCS / "site" / "pages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_rule_is_in_a_family() -> None:
    assert {rule.code[:4] for rule in registry.rules()} == set(site().FAMILIES)
    index = site().rules_index()
    assert all(f"[{rule.code}]({rule.code}.md) | `{rule.name}`" in index for rule in registry.rules())


def test_the_page_of_a_rule_is_its_docstring() -> None:
    rule = registry.find("CUP101")
    assert rule is not None and rule.documentation is not None
    page = site().rule_page(rule)
    assert page.startswith("# CUP101 unordered-read\n\n`unordered-read` · error · on by default · unsafe fix\n")
    assert '```python title="finds nothing"\n' in page and "# expect" not in page
    assert '<svg class="lanes"' in page
    for line in rule.documentation.splitlines():
        assert line.startswith("```") or line.partition("  # expect:")[0] in page


def test_no_comment_stays_empty_where_an_expectation_stood() -> None:
    pages = {rule.code: site().rule_page(rule) for rule in registry.rules()}
    assert [code for code, page in pages.items() if re.search(r"(?://|#)[ \t]*$", page, re.MULTILINE)] == []


def test_every_page_is_in_the_navigation() -> None:
    text = (DOCS / "site" / "mkdocs.yml").read_text(encoding="utf-8")
    known = set(re.findall(r"[\w-]+\.md$", text, re.MULTILINE))
    written = {page.name for page in DOCS.glob("*.md")}
    assert written <= known
    assert known - written <= {*site().generated(), "editors.md"}
    assert yaml.safe_load(text)["theme"]["font"] is False  # which would be loaded from elsewhere


@pytest.mark.parametrize("name", ["index", "streams"])
def test_pictures_are_drawn_of_programs_that_have_findings(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    asked = len(re.findall(r"^```(?:picture|lanes)$", text, re.MULTILINE))
    assert 0 < asked == site().with_pictures(text, name).count("<svg ")


def test_a_picture_of_a_program_without_findings_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="no finding"):
        site().with_pictures("```picture\nx = 1\n```\n", "name")


@pytest.mark.slow
def test_it_is_built_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("material")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-d", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    config = str(DOCS / "site" / "mkdocs.yml")
    done = subprocess.run([*command, "-f", config], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > len(registry.rules())
    for page in pages:
        assert not _LOADED.search(page.read_text(encoding="utf-8")), page


def test_findings_name_the_pages_that_are_there() -> None:
    program = "import cupy as cp\ncp.cuda.synchronize()\n"
    (finding,) = cupylint.check(program, docs_url="https://example.org/docs/")
    name = finding.url.removeprefix("https://example.org/docs/").rstrip("/")
    assert f"{name}.md" in site().generated()
