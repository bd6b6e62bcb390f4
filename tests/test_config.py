"""Configuration: what is read, from where, and what is said about mistakes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from cupylint import registry, selectors
from cupylint.config import KEYS, ConfigError, Resolver, Settings, from_table, load, overridden
from cupylint.options import ModelOptions
from cupylint.rule import Rule


def _never(fact: object) -> Iterator[Any]:
    return iter(())


RULES = tuple(
    Rule(_never, code, name, "warning", "Text.", default=default)
    for code, name, default in (
        ("CUP101", "unordered-read", True),
        ("CUP102", "unordered-write", True),
        ("CUP201", "slow-copy", False),
        ("CUP900", "unreadable-file", True),
    )
)


@pytest.fixture(autouse=True)
def toy_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rules that do not change, and a working directory of our own."""
    monkeypatch.setattr(registry, "rules", lambda: RULES)
    monkeypatch.chdir(tmp_path)


def table(**keys: object) -> Settings:
    """Settings from a table with these keys (underscores stand for hyphens)."""
    return from_table({key.replace("_", "-"): value for key, value in keys.items()}, source="p.toml", root="/r")


def test_every_key() -> None:
    settings = table(
        select=["cup1", "slow-copy"],
        ignore=["CUP102"],
        extend_select=["ALL"],
        per_file_ignores={"tests/*": ["CUP1"]},
        exclude=["gen/"],
        force_exclude=True,
        respect_gitignore=False,
        maybe=True,
        output_format="concise",
        jobs=3,
        waits=["mylib.finish"],
        cupy_version=13,
        per_thread_default_stream=True,
        device_memory="80GiB",
    )
    assert settings.select == ("CUP1", "CUP201")
    assert settings.extend_select == ("ALL",)
    assert settings.per_file_ignores == (("tests/*", ("CUP1",)),)
    assert (settings.jobs, settings.output_format, settings.root) == (3, "concise", "/r")
    assert (settings.maybe, settings.force_exclude, settings.respect_gitignore) == (True, True, False)
    assert settings.model.waits == ("mylib.finish",)
    assert (settings.model.cupy_version, settings.model.per_thread_default_stream) == (13, True)
    assert settings.model.device_memory == 80 * 2**30
    assert pickle.loads(pickle.dumps(settings)) == settings


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("selct", [], "unknown key 'selct' in [tool.cupylint]: did you mean select?"),
        ("per_file_ignores", {}, "unknown key 'per_file_ignores' in [tool.cupylint]: did you mean per-file-ignores?"),
        ("zzz", 1, "unknown key 'zzz' in [tool.cupylint]: known are select, ignore"),
        ("select", "CUP101", 'select must be a list of strings, such as ["..."]'),
        ("select", ["CUP1O1"], "select is wrong: no rule matches 'CUP1O1': did you mean CUP101?"),
        ("ignore", ["unreadable-file"], "CUP900 cannot be ignored: exclude the file instead"),
        ("maybe", 1, "maybe must be true or false"),
        ("min-confidence", "sure", "min-confidence must be one of high, medium, low, not 'sure'"),
        ("min-confidence", ["low"], "min-confidence must be one of high, medium, low, not ['low']"),
        ("jobs", 0, "jobs must be a whole number of at least 1, not 0"),
        ("jobs", True, "jobs must be a whole number of at least 1, not True"),
        ("cupy-version", 14.0, "cupy-version must be one of 12, 13, 14, not 14.0"),
        ("waits", ["a b"], "waits must hold dotted names such as \"mylib.finish\", not 'a b'"),
        ("device-memory", "80 apples", 'a size such as "80GiB" or a card such as "A100-40GB", not \'80 apples\''),
        ("device-memory", "24", 'device-memory needs a unit, such as "24GiB" or "24MB"'),
        ("device-memory", 24, 'device-memory needs a unit, such as "24GiB" or "24MB"'),
        ("device-memory", "A100-40", "not 'A100-40': did you mean \"A100-40GB\"?"),
        ("device-memory", 10**400, "device-memory must be a size of at most 2**60 bytes"),
        ("device-memory", "9" * 400, "device-memory must be a size of at most 2**60 bytes"),
        ("device-memory", 0, 'device-memory must be a size such as "80GiB" or a card such as "A100-40GB", not 0'),
        ("output-format", "fulll", "output-format cannot be 'fulll': did you mean full?"),
        ("exclude", [3], "exclude must be a list of strings"),
        ("exclude", ["!"], "exclude has a glob that cannot be understood: '!'"),
        ("per-file-ignores", [], "per-file-ignores must be a table of globs and lists"),
        ("per-file-ignores", {"a": ["nope-nope"]}, "per-file-ignores is wrong: no rule matches 'nope-nope'"),
    ],
)
def test_mistakes(key: str, value: object, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        from_table({key: value}, source="p.toml", root="")
    text = str(caught.value)
    assert text.startswith("p.toml: ")
    assert message in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("80GiB", 80 * 2**30),
        ("2.5 GiB", 5 * 2**29),
        ("40GB", 40 * 10**9),
        ("512MiB", 2**29),
        ("24g", 24 * 10**9),
        ("H200", 141 << 30),
        ("nvidia a100 80gb", 80 << 30),
        ("GeForce RTX 4090", 24 << 30),
        ("4090", 24 << 30),
        (4090, 24 << 30),
    ],
)
def test_sizes(text: str | int, size: int) -> None:
    assert table(device_memory=text).model.device_memory == size


def test_a_syntax_error_has_its_place(tmp_path: Path) -> None:
    Path("pyproject.toml").write_text("[tool.cupylint]\nselect = [,]\n")
    with pytest.raises(ConfigError, match=r"^pyproject\.toml:2:11: not valid TOML: \S"):
        Resolver().settings_for(".")


def test_text_that_is_not_utf8() -> None:
    Path("pyproject.toml").write_bytes(b"[tool.cupylint]\n# \xff\n")
    with pytest.raises(ConfigError, match=r"^pyproject\.toml:2: not valid TOML: the text is not UTF-8$"):
        Resolver().settings_for(".")


def test_files_that_do_not_mention_us_are_not_parsed() -> None:
    Path("pyproject.toml").write_text("this is [ not toml\n")
    assert Resolver().settings_for(".") == Settings()


def test_a_byte_order_mark() -> None:
    Path("pyproject.toml").write_bytes(b"\xef\xbb\xbf[tool.cupylint]\nmaybe = true\n")
    assert Resolver().settings_for(".").maybe


def test_the_nearest_table_holds_alone(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    Path("pyproject.toml").write_text("[tool.cupylint]\nmaybe = true\njobs = 2\n")
    Path("a/pyproject.toml").write_text("[tool.cupylint]\njobs = 3\n")
    Path("a/b/pyproject.toml").write_text("[project]\nname = 'cupylint-user'\n")  # no table: not counted
    resolver = Resolver()
    assert (resolver.settings_for(".").jobs, resolver.settings_for(".").maybe) == (2, True)
    assert (resolver.settings_for("a/b").jobs, resolver.settings_for("a/b").maybe) == (3, False)
    assert resolver.settings_for("a/b").root == str(tmp_path / "a")


def test_a_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pyproject.toml").write_text("[tool.cupylint]\njobs = 2\n")
    Path("a/b").mkdir(parents=True)
    resolver = Resolver()
    resolver.settings_for("a/b")
    Path("pyproject.toml").unlink()
    assert resolver.settings_for("a/b").jobs == resolver.settings_for("a").jobs == 2


def test_isolated() -> None:
    Path("pyproject.toml").write_text("[tool.cupylint]\njobs = 2\n")
    assert Resolver(isolated=True).settings_for(".") == Settings()


def test_config_file() -> None:
    Path("a").mkdir()
    Path("a/pyproject.toml").write_text("[tool.cupylint]\njobs = 2\n")
    Path("mine.toml").write_text("jobs = 4\n")
    assert Resolver(config="mine.toml").settings_for("a").jobs == 4
    assert Resolver(config="a/pyproject.toml").settings_for(".").jobs == 2


def test_a_config_file_with_other_tools_only() -> None:
    Path("mine.toml").write_text("[tool.other]\njobs = 4\n")
    assert load("mine.toml", root="", required=True) == Settings()


def test_the_command_line_comes_on_top() -> None:
    settings = table(select=["CUP1"], ignore=["CUP101"], extend_select=["CUP201"], jobs=2, waits=["a.b"])
    assert overridden(settings, {}) == settings
    assert overridden(settings, {"jobs": 5}).jobs == 5
    assert overridden(settings, {"cupy_version": 12}).model.waits == ("a.b",)
    fresh = overridden(settings, {"select": ("CUP101",)})
    assert (fresh.select, fresh.ignore, fresh.extend_select) == (("CUP101",), (), ())
    more = overridden(settings, {"ignore": ("CUP102",)})
    assert (more.select, more.ignore) == (("CUP1",), ("CUP101", "CUP102"))
    assert overridden(settings, {"extend_select": ("CUP1",)}).ignore == ()


@pytest.mark.parametrize(
    ("glob", "filename", "matched"),
    [
        ("tests/*", "/r/tests/a.py", True),
        ("tests/*", "/r/src/a.py", False),
        ("*_gen.py", "/r/deep/in/x_gen.py", True),
        ("/x.py", "/r/deep/x.py", False),
        ("!src/", "/r/tests/a.py", True),
        ("!src/", "/r/src/a.py", False),
    ],
)
def test_per_file_ignores(glob: str, filename: str, matched: bool) -> None:
    settings = table(per_file_ignores={glob: ["CUP1"]})
    assert selectors.enabled("CUP101", "unordered-read", True, settings, filename) is not matched


def test_the_unreadable_file_is_always_reported() -> None:
    settings = table(select=["CUP101"], ignore=["ALL"], per_file_ignores={"*": ["ALL"]})
    assert selectors.enabled("CUP900", "unreadable-file", True, settings, "a.py")


def test_names_work_as_selectors_in_settings() -> None:
    assert selectors.enabled("CUP201", "slow-copy", False, Settings(select=("slow-copy",)), "a.py")


def test_keys_are_fields() -> None:
    fields = set(Settings.__dataclass_fields__) | set(ModelOptions.__dataclass_fields__)
    assert {key.replace("-", "_") for key in KEYS} - {"maybe"} <= fields  # which is a word for one of them


def test_rules_that_clash() -> None:
    class Module:
        def __init__(self, name: str, rule: Rule | None) -> None:
            self.__name__ = name
            self.__file__ = f"rules/{name}.py"
            if rule:
                self.RULE = rule

    one, other = Module("one", RULES[0]), Module("other", RULES[0])
    with pytest.raises(
        registry.RegistryError, match=r"^CUP101 is defined twice: in rules/one.py and in rules/other.py$"
    ):
        registry.collect(cast(Any, [one, other]))
    with pytest.raises(registry.RegistryError, match=r"^rules/empty.py defines no RULE"):
        registry.collect(cast(Any, [Module("empty", None)]))
