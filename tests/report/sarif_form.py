"""What SARIF 2.1.0 says of the parts of a log that cupylint writes: the keys of an object, and what their values are.

Written after the specification; the published schema may not be kept here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Check = Callable[[Any, str], None]


def text(value: Any, at: str) -> None:
    assert isinstance(value, str), at


def said(value: Any, at: str) -> None:
    assert isinstance(value, str) and value, f"{at}: an empty text"


def count(least: int) -> Check:
    def check(value: Any, at: str) -> None:
        assert isinstance(value, int) and not isinstance(value, bool) and value >= least, f"{at}: {value!r}"

    return check


def one_of(*known: Any) -> Check:
    def check(value: Any, at: str) -> None:
        assert value in known, f"{at}: {value!r}"

    return check


def uri(value: Any, at: str) -> None:
    assert re.fullmatch(r"(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2}|^file:)+", value), f"{at}: {value!r}"
    assert value.startswith("file:///") or not value.startswith("/"), f"{at}: {value!r}"


def list_of(item: Check, least: int = 0, unique: bool = False) -> Check:
    def check(value: Any, at: str) -> None:
        assert isinstance(value, list) and len(value) >= least, at
        assert not unique or len({repr(one) for one in value}) == len(value), f"{at}: an item stands there twice"
        for number, one in enumerate(value):
            item(one, f"{at}[{number}]")

    return check


def table_of(item: Check) -> Check:
    def check(value: Any, at: str) -> None:
        assert isinstance(value, dict), at
        for key, one in value.items():
            item(one, f"{at}.{key}")

    return check


def anything(value: Any, at: str) -> None:
    assert isinstance(value, dict), at


def record(required: dict[str, Check], optional: dict[str, Check] | None = None) -> Check:
    """An object with these keys and no others."""

    def check(value: Any, at: str) -> None:
        assert isinstance(value, dict), at
        known = required | (optional or {})
        assert required.keys() <= value.keys(), f"{at}: lacks {required.keys() - value.keys()}"
        assert value.keys() <= known.keys(), f"{at}: {value.keys() - known.keys()} are unknown"
        for key, one in value.items():
            known[key](one, f"{at}.{key}")

    return check


def region(value: Any, at: str) -> None:
    keys = {"startColumn": count(1), "endLine": count(1), "endColumn": count(1)}
    record({"startLine": count(1)}, keys)(value, at)
    last = value.get("endLine", value["startLine"])
    assert value["startLine"] <= last, at
    if "endColumn" in value and last == value["startLine"]:
        assert value["startColumn"] <= value["endColumn"], at


LEVEL = one_of("none", "note", "warning", "error")
MESSAGE = record({"text": said})
BOTH = record({"text": said}, {"markdown": said})
ARTIFACT = record({"uri": uri}, {"uriBaseId": text})
PHYSICAL = record({"artifactLocation": ARTIFACT}, {"region": region})
LOGICAL = record({"name": said}, {"fullyQualifiedName": said, "kind": said})
LOCATION = record({}, {"id": count(0), "physicalLocation": PHYSICAL, "logicalLocations": list_of(LOGICAL, unique=True),
                       "message": MESSAGE})  # fmt: skip
STEP = record({"location": LOCATION}, {"executionOrder": count(0), "importance": one_of("important", "essential")})
THREAD = record({"locations": list_of(STEP, 1)}, {"id": said, "message": MESSAGE})
FLOW = record({"threadFlows": list_of(THREAD, 1)}, {"message": MESSAGE})
REPLACEMENT = record({"deletedRegion": region}, {"insertedContent": record({"text": text})})
CHANGE = record({"artifactLocation": ARTIFACT, "replacements": list_of(REPLACEMENT, 1)})
FIX = record({"artifactChanges": list_of(CHANGE, 1, unique=True)}, {"description": MESSAGE})
RESULT = record(
    {"ruleId": said, "ruleIndex": count(0), "level": LEVEL, "message": MESSAGE, "locations": list_of(LOCATION),
     "partialFingerprints": table_of(said), "properties": anything},
    {"relatedLocations": list_of(LOCATION, unique=True), "codeFlows": list_of(FLOW),
     "kind": one_of("pass", "open", "fail"),
     "suppressions": list_of(record({"kind": one_of("inSource", "external")}), unique=True),
     "fixes": list_of(FIX, unique=True)},
)  # fmt: skip
RULE = record(
    {"id": said},
    {"name": said, "shortDescription": BOTH, "fullDescription": BOTH, "help": BOTH, "properties": anything,
     "helpUri": uri,
     "defaultConfiguration": record({}, {"level": LEVEL, "enabled": one_of(True, False)})},
)  # fmt: skip
DRIVER = record({"name": said, "version": said, "semanticVersion": said, "rules": list_of(RULE, unique=True)})
RUN = record(
    {"tool": record({"driver": DRIVER}), "results": list_of(RESULT)},
    {"columnKind": one_of("unicodeCodePoints"), "originalUriBaseIds": table_of(record({"description": MESSAGE}))},
)
LOG = record({"$schema": said, "version": one_of("2.1.0"), "runs": list_of(RUN, 1)})


def check(log: Any) -> None:
    """Make sure that `log` is a log of SARIF, and that what refers to something finds it."""
    LOG(log, "$")
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        results = run["results"]
        assert all("suppressions" in one for one in results) or not any("suppressions" in one for one in results)
        for result in results:
            assert result.get("kind", "fail") == "fail" or result["level"] == "none"
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            ids = [place["id"] for place in result.get("relatedLocations", [])]
            assert len(ids) == len(set(ids))
            for flow in result.get("codeFlows", []):
                names = [thread["id"] for thread in flow["threadFlows"]]
                assert len(names) == len(set(names))
                orders = [step["executionOrder"] for thread in flow["threadFlows"] for step in thread["locations"]]
                assert len(orders) == len(set(orders))
