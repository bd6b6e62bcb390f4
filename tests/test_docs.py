"""What the pages in ``docs/`` point to exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cupylint import registry
from tests.test_site import ROOT, site

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FIXTURE = re.compile(r"fixtures/(CUP\d+/\w+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    headings = {re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in text.splitlines()}
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in headings, target
        elif "://" not in target:
            name = target.split("#")[0]
            made = page.parent.name == "docs" and name in site().generated()
            assert made or (page.parent / name).exists(), target


def test_each_way_to_cancel_is_a_program_with_a_wrong_twin() -> None:
    text = (ROOT / "docs" / "cancellation.md").read_text(encoding="utf-8")
    programs = [name for name in FIXTURE.findall(text) if "/good_" in name]
    assert len(programs) == 4
    for name in programs:
        bad = ROOT / "fixtures" / f"{name.replace('/good_', '/bad_')}.py"
        assert "verdict: HANGS" in bad.read_text(encoding="utf-8") or "verdict: FAILED" in bad.read_text("utf-8")


def test_rules_about_cancellation_lead_to_their_page() -> None:
    for code in ("CUP302", "CUP303", "CUP304", "CUP305", "CUP306", "CUP307", "CUP308", "CUP310", "CUP311"):
        rule = registry.find(code)
        assert rule is not None and "docs/cancellation.md" in rule.documentation
        assert code in (ROOT / "docs" / "cancellation.md").read_text(encoding="utf-8")
