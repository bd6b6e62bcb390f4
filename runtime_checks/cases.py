"""The bundled programs as cases: what each is about and what is expected of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cupylint.options import ModelOptions

FOLDER = Path(__file__).resolve().parent.parent / "fixtures"

PEAK = "PEAK"
"""The folder of programs whose use of memory is predicted; they have no mistake and no twins."""

_EXPECT = re.compile(r"#\s*expect:\s*([A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)")
_MEMORY = "device-memory="
_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}
_FIELD = re.compile(r"^([a-z]+):[ \t]*(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Expect:
    """A marked line: this rule is broken here."""

    row: int
    code: str


@dataclass(frozen=True, slots=True)
class Case:
    """A program of `FOLDER`.

    Attributes:
        name: "CUP101/bad_textbook".
        code: the rule of its folder.
        bad: it has the mistake; otherwise it is the corrected twin.
        scenario: number in the list of scenarios, "-" if it is in none.
        options: words such as "per-thread-default-stream".
        devices: how many devices it needs.
        later: its rule does not exist yet.
        fields: all ``name: value`` lines of the docstring.
    """

    name: str
    path: Path
    text: str
    code: str
    bad: bool
    expects: tuple[Expect, ...]
    scenario: str = "-"
    options: tuple[str, ...] = ()
    devices: int = 1
    later: bool = False
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def per_thread(self) -> bool:
        """Whether each thread has a default stream of its own."""
        return "per-thread-default-stream" in self.options

    @property
    def model(self) -> ModelOptions:
        """What the linter must be told for this program; every racy access counts."""
        return ModelOptions(
            per_thread_default_stream=self.per_thread, every_access=True, device_memory=self.memory or None
        )

    @property
    def memory(self) -> int:
        """Bytes that the device is to have, 0 for all.

        Raises:
            ValueError: the option makes no sense.
        """
        sizes = [option.removeprefix(_MEMORY) for option in self.options if option.startswith(_MEMORY)]
        return size(sizes[0]) if sizes else 0

    @property
    def twin_path(self) -> Path:
        """The bad program's fix, or the good one's mistake."""
        prefix, _, rest = self.path.name.partition("_")
        return self.path.with_name(f"{'good' if prefix == 'bad' else 'bad'}_{rest}")


def load(path: Path) -> Case:
    """The case in a file.

    Raises:
        OSError: the file cannot be read.
        ValueError: it has no docstring, or a field that makes no sense.
    """
    text = path.read_text(encoding="utf-8")
    try:
        docstring = ast.get_docstring(ast.parse(text)) or ""
    except SyntaxError as error:
        raise ValueError(f"{path}: cannot be parsed: {error.msg} (line {error.lineno})") from None
    if not docstring:
        raise ValueError(f"{path}: has no docstring")
    fields = dict(_FIELD.findall(docstring))
    devices = fields.get("devices", "1").strip()
    if not devices.isdigit():
        raise ValueError(f"{path}: devices must be a number, not {devices!r}")
    return Case(
        name=f"{path.parent.name}/{path.stem}",
        path=path,
        text=text,
        code=path.parent.name,
        bad=path.name.startswith("bad_"),
        expects=tuple(expectations(text)),
        scenario=fields.get("scenario", "-").strip(),
        options=tuple(fields.get("options", "").replace(",", " ").split()),
        devices=int(devices),
        later=fields.get("rule", "").strip() == "later",
        fields=tuple(fields.items()),
    )


def size(text: str) -> int:
    """Bytes in "256MiB" or "8GB".

    Raises:
        ValueError: the text is no size.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", text.strip())
    if not found or found[2].upper() not in _UNITS:
        raise ValueError(f"{text!r} is no size: write a number and a unit, like 256MiB")
    return int(float(found[1]) * _UNITS[found[2].upper()])


def expectations(text: str) -> Iterable[Expect]:
    """The marked lines of a program, in order."""
    for row, line in enumerate(text.splitlines(), 1):
        if match := _EXPECT.search(line):
            for code in match.group(1).split(","):
                yield Expect(row, code.strip())


def cases(folder: Path = FOLDER, codes: Iterable[str] = ()) -> list[Case]:
    """All programs below `folder`, of the rules `codes` if there are any, each pair together: bad, then good."""
    wanted = set(codes)
    paths = [*folder.glob("*/bad_*.py"), *folder.glob("*/good_*.py"), *folder.glob(f"{PEAK}/*.py")]
    chosen = [path for path in paths if not wanted or path.parent.name in wanted]
    return [load(path) for path in sorted(chosen, key=_order)]


def _order(path: Path) -> tuple[str, str, str]:
    prefix, _, rest = path.name.partition("_")
    return path.parent.name, rest, prefix
