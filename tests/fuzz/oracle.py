"""What must hold of a run, whatever its input: the judge of the fuzzer."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from dataclasses import dataclass, field

from .case import CANARY, Case

SECONDS = 10.0
"""The most time for each file of an input, beside the start of the program."""
MEGABYTES = 500.0
"""The most memory above that of a program that has started."""
_SLACK = 1.5  # seconds: this machine does other things, too

_STATUS = (0, 1, 2)
_INTERNAL = re.compile(r"internal error|please report|checking the file ended|Traceback \(most recent")
_PLACE = re.compile(r"(?P<name>.*?)(?::\d+:\d+|: cell \d+, line \d+, column \d+): (?P<code>CUP\d{3}) \[[-\w]+\] ")
_ONE_LINE = "cupylint: "


@dataclass
class Run:
    """What a run did.

    Attributes:
        status: exit code; negative for a signal, None if it had to be killed.
        seconds: of processor time, with that of its children.
        megabytes: at most, above the start.
        escaped: an exception that left `main`.
    """

    status: int | None
    out: bytes = b""
    err: bytes = b""
    seconds: float = 0.0
    megabytes: float = 0.0
    escaped: str = ""
    canaries: list[str] = field(default_factory=list)


Failures = dict[str, str]
"""Kind of failure -> what was seen."""


def judge(case: Case, run: Run) -> Failures:
    """The failures of a run, by kind; empty if all is well."""
    found: Failures = {}
    out, err = (text.decode("utf-8", "surrogateescape") for text in (run.out, run.err))
    if run.status is None:
        found["hang"] = f"did not end, {run.seconds:.0f} s of work"
    elif run.status < 0:
        found["crash"] = f"ended by signal {-run.status}"
    elif run.status not in _STATUS:
        found["exit"] = f"exit code {run.status}"
    if run.escaped:
        found["escaped"] = run.escaped
    if run.canaries:
        found["ran"] = f"code of the input was run: {run.canaries}"
    if run.seconds > case.sources * SECONDS + _SLACK:
        found["slow"] = f"{run.seconds:.1f} s"
    if run.megabytes > MEGABYTES:
        found["memory"] = f"{run.megabytes:.0f} MB"
    if run.status is None or run.status < 0 or run.escaped:
        return found
    for line in err.splitlines():
        if _INTERNAL.search(line):
            found["internal"] = line
        elif not line.startswith(_ONE_LINE):
            found["stderr"] = f"not a line of cupylint: {line!r}"
    if run.status == 2 and not err and "CUP900" not in out:
        found["silent"] = "exit code 2 and nothing said"
    if odd := _odd_characters(err, ends="\n"):
        found["control"] = f"standard error: {odd}"
    found.update(_of_output(case, run.status, out))
    return found


def is_repeatable(case: Case) -> bool:
    """Whether a second run has to say the same: what time or memory ends may end a little earlier or later."""
    return not any(word.startswith(("--memory-limit", "--time-limit")) for word in case.arguments)


def _odd_characters(text: str, ends: str) -> str:
    """The characters that could mislead a terminal, as text; what ends lines is allowed."""
    odd = {char for char in text if char not in ends and unicodedata.category(char) in ("Cc", "Cf")}
    return " ".join(sorted(f"U+{ord(char):04X}" for char in odd))


def _of_output(case: Case, status: int, out: str) -> Failures:
    found: Failures = {}
    if odd := _odd_characters(out, ends="\n"):
        found["control"] = f"standard output: {odd}"
    form = output_format(case)
    if form == "json":
        found.update(_of_json(case, status, out))
    elif form is not None:
        internal = [line for line in out.splitlines() if "CUP900" in line and _INTERNAL.search(line)]
        if internal:
            found["internal"] = internal[0]
    if form == "concise":
        for line in out.splitlines():
            match = _PLACE.match(line)
            if match is None:
                found["output"] = f"not a finding: {line!r}"
    return found


def output_format(case: Case) -> str | None:
    """The format that the arguments ask for; None where they ask for something else than findings."""
    words = case.arguments
    formats = [
        word.partition("=")[2] or after
        for word, after in zip(words, (*words[1:], ""), strict=True)
        if word == "--output-format" or word.startswith("--output-format=")
    ]
    others = (
        "--statistics",
        "--memory",
        "--explain",
        "--rules",
        "--show-files",
        "--show-settings",
        "--version",
        "-h",
        "--help",
        "-o",
        "--output-file",
        "--config",
        "--fail-on",
        "--diff",
        "--fix",
        "--add-ignore",
    )
    if any(word.startswith(others) for word in case.arguments) or b"pyproject.toml" in case.entries:
        return None
    return formats[-1] if formats else "full"


def _of_json(case: Case, status: int, out: str) -> Failures:
    if status == 2 and not out:
        return {}
    try:
        findings = json.loads(out)
    except ValueError as error:
        return {"json": f"{error}: {out[:200]!r}"}
    if status != 2 and (status == 1) != bool(findings) and "--exit-zero" not in case.arguments:
        return {"exit": f"exit code {status} with {len(findings)} findings"}
    found: Failures = {}
    for finding in findings:
        if finding["code"] == "CUP900" and _INTERNAL.search(finding["message"]):
            found["internal"] = finding["message"]
        elif problem := _misplaced(case, finding):
            found["place"] = problem
    return found


def _misplaced(case: Case, finding: dict[str, object]) -> str:
    """Why the places of a finding do not lie in its file; empty if they do, or if that cannot be said."""
    name = os.fsencode(str(finding["filename"]))
    data = case.entries.get(os.path.normpath(name))
    if str(finding["filename"]) == "<stdin>":
        data = case.stdin
    if not isinstance(data, bytes):
        return ""
    for key in ("location", "end_location"):
        place = finding[key]
        assert isinstance(place, dict)
        rows = re.split(rb"\r\n|\r|\n", _cell(data, place["cell"]) if "cell" in place else data)
        row, column = place["row"], place["column"]
        if not 1 <= row <= len(rows) or not 1 <= column <= len(rows[row - 1]) + 2:
            wide = len(rows[row - 1]) if 1 <= row <= len(rows) else -1
            if not _wide_encoding(data):
                return f"{finding['code']} {key} {row}:{column} of {len(rows)} rows, that row has {wide} bytes"
    return ""


def _cell(data: bytes, number: int) -> bytes:
    """The text of a cell of a notebook."""
    source = json.loads(data.decode("utf-8-sig"))["cells"][number - 1]["source"]
    parts = source if isinstance(source, list) else [source]
    return "".join(part for part in parts if isinstance(part, str)).encode("utf-8", "surrogatepass")


def _wide_encoding(data: bytes) -> bool:
    """Whether rows of bytes are no rows of text: another encoding than UTF-8 may hold."""
    return b"coding" in b"".join(data.split(b"\n", 2)[:2]) or data[:2] in (b"\xff\xfe", b"\xfe\xff")


def canaries(*folders: str) -> list[str]:
    """The canaries in these folders."""
    return [path for folder in folders if os.path.lexists(path := os.path.join(folder, CANARY))]
