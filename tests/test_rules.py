"""Rules: their documentation is complete, its examples are tests, and a new rule is one new file."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cupylint import registry
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.rule import Rule
from tests.programs import every, lint, marked

HEADINGS = ("What it does", "Why is this bad?", "Example", "Fix")
NO_EXAMPLE = ("CUP900", "CUP903")
"""Rules about files and not about programs."""

RULES = registry.rules()


def blocks(rule: Rule, kind: str) -> list[str]:
    """The fenced examples of one kind, ``bad`` or ``good``."""
    return re.findall(rf"^```python {kind}\n(.*?)^```$", rule.documentation, re.DOTALL | re.MULTILINE)


EXAMPLES = [
    pytest.param(rule, kind, text, id=f"{rule.code}-{kind}-{number}")
    for rule in RULES
    for kind in ("bad", "good")
    for number, text in enumerate(blocks(rule, kind))
]


@pytest.mark.parametrize(("rule", "kind", "text"), EXAMPLES)
def test_examples(rule: Rule, kind: str, text: str) -> None:
    expected = marked(text)
    assert {code for _, code in expected} == ({rule.code} if kind == "bad" else set())
    more = () if rule.default else (rule.code,)
    assert every(text, more=more) == expected
    assert bool(lint(text, more=more)) is (kind == "bad")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_documentation(rule: Rule) -> None:
    headings = re.findall(r"^## (.+)$", rule.documentation, re.MULTILINE)
    wanted = [heading for heading in HEADINGS if heading != "Example" or rule.code not in NO_EXAMPLE]
    assert [heading for heading in headings if heading in HEADINGS] == wanted
    assert rule.documentation.count("```") % 2 == 0
    assert rule.summary.endswith(".") and not rule.summary.startswith("#")
    assert max(map(len, rule.documentation.splitlines())) <= 120
    if rule.code not in NO_EXAMPLE:
        assert blocks(rule, "bad") and blocks(rule, "good")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_identity(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z]{3}[0-9]{3}", rule.code)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.name)
    assert isinstance(rule.severity, str) and rule.severity in ("error", "warning", "info")
    assert (registry.find(rule.code), registry.find(rule.name)) == (rule, rule)


def test_a_module_is_named_after_its_rule(root: Path) -> None:
    modules = {path.stem for path in (root / "rules").glob("[!_]*.py")}
    assert modules == {rule.name.replace("-", "_") for rule in RULES}


def test_each_rule_has_programs(root: Path) -> None:
    with_programs = {path.name for path in (root / "fixtures").glob("CUP*")}
    assert {rule.code for rule in RULES} - with_programs == set(NO_EXAMPLE)


# -- a new rule is one new file ----------------------------------------------------------------------

TOY = '''\
"""The null stream is made with a flag, once more.

## What it does
Nothing new.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import NullFlag
from cupylint.rule import Diagnosis, Rule


def check(fact: NullFlag) -> Iterator[Diagnosis]:
    """Each null stream made with a flag."""
    yield Diagnosis("a toy", fact.spot)


RULE = Rule(check, code="TOY001", name="toy-flag", severity="info", documentation=__doc__, needles=(b"Stream",))
'''


@pytest.fixture
def rules_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that counts as a part of ``rules/`` during a test."""
    package = importlib.import_module(registry.PACKAGE)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    registry.rules.cache_clear()
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(f"{registry.PACKAGE}.{path.stem}", None)
        vars(package).pop(path.stem, None)
    registry.rules.cache_clear()


def test_a_new_file_is_a_new_rule(rules_folder: Path) -> None:
    (rules_folder / "toy_flag.py").write_text(TOY, encoding="utf-8")
    assert [rule.code for rule in registry.rules()] == [*(rule.code for rule in RULES), "TOY001"]
    assert registry.find("toy-flag") is registry.find("TOY001") is not None
    source = b"import cupy as cp\n\nwith cp.cuda.Stream(True):\n    a = cp.ones(9)\n"
    assert [finding.code for finding in check_bytes(source, "a.py", Settings(select=("toy-flag",)))] == ["TOY001"]
    assert {finding.code for finding in check_bytes(source, "a.py", Settings())} == {"CUP113", "TOY001"}


def test_a_file_without_a_rule_is_an_error(rules_folder: Path) -> None:
    (rules_folder / "forgotten.py").write_text('"""Nothing."""\n', encoding="utf-8")
    with pytest.raises(registry.RegistryError, match=r"forgotten\.py defines no RULE"):
        registry.rules()


def test_two_rules_with_one_code_are_an_error(rules_folder: Path) -> None:
    (rules_folder / "toy_flag.py").write_text(TOY, encoding="utf-8")
    (rules_folder / "toy_other.py").write_text(TOY.replace("toy-flag", "toy-other"), encoding="utf-8")
    with pytest.raises(registry.RegistryError, match=r"TOY001 is defined twice: in .*toy_flag\.py and in .*toy_other"):
        registry.rules()


def test_a_helper_module_is_no_rule(rules_folder: Path) -> None:
    (rules_folder / "_shared.py").write_text('"""Shared by toys."""\n', encoding="utf-8")
    assert registry.rules() == RULES


def test_a_rule_needs_documentation() -> None:
    with pytest.raises(ValueError, match="has no documentation"):
        Rule(RULES[0].check, code="TOY001", name="toy", severity="info", documentation=None)
