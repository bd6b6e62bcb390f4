"""What files take from files that are edited in memory is what they would take if these had been read anew."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cupylint import skim
from cupylint.workspace import Workspace

FILES = ("a.py", "b.py", "c.py")
STATEMENTS = (
    "import cupy, time\n",
    "made = cupy.cuda.Stream()\n",
    "other = made\n",
    "def use(x):\n    return made, x\n",
    "def use(x):\n    more = x\n    return more\n",
    "def timed():\n    return time.time()\n",
    "class Kept(Base):\n    own = other\n",
    "from a import *\n",
    "from b import made, timed\n",
    "from b import other as made\n",
    "from c import use, Kept\n",
    "import c\n",
    "also = use(made)\n",
    "(\n",
)
TEXTS = st.lists(st.sampled_from(STATEMENTS), max_size=6).map("".join)
EDITS = st.dictionaries(st.sampled_from(FILES), TEXTS | st.none(), min_size=1)
"""What is open after an edit; None: that file was closed."""


def names(workspace: Workspace, folder: Path) -> list[tuple[frozenset[bytes], frozenset[bytes]]]:
    return [(workspace.stream_names(str(folder / name)), workspace.clock_names(str(folder / name))) for name in FILES]


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(saved=st.tuples(TEXTS, TEXTS, TEXTS), rounds=st.lists(EDITS, max_size=5))
def test_names_after_any_edits(tmp_path: Path, saved: tuple[str, ...], rounds: list[dict[str, str | None]]) -> None:
    for name, text in zip(FILES, saved, strict=True):
        (tmp_path / name).write_text(text)
    edited, held = Workspace(), dict[str, bytes]()
    names(edited, tmp_path)
    for texts in rounds:
        for name, text in texts.items():
            held.pop(str(tmp_path / name), None)
            if text is not None:
                held[str(tmp_path / name)] = text.encode()
        edited.hold(held)
        fresh = Workspace()
        fresh.hold(held)
        assert names(edited, tmp_path) == names(fresh, tmp_path)


def test_a_file_that_imports_its_own_name_hides_nothing_from_others(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import cupy\nfrom a import *\nmade = cupy.cuda.Stream()\n")
    (tmp_path / "b.py").write_text("from a import made\n")
    project = Workspace()
    assert project.stream_names(str(tmp_path / "a.py")) == {b"made"}
    assert project.stream_names(str(tmp_path / "b.py")) == {b"made"}


def test_an_edit_inside_a_function_costs_no_other_file_a_look(tmp_path: Path) -> None:
    text = "import cupy\nfrom b import made\ndef use(x):\n    return made\n"
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "b.py").write_text("import cupy\nfrom a import use\nmade = cupy.cuda.Stream()\n")
    workspace = Workspace()
    workspace.hold({str(tmp_path / "a.py"): text.encode()})
    assert workspace.stream_names(str(tmp_path / "b.py")) == {b"made", b"use"}
    (tmp_path / "b.py").write_text("x = 1\n")  # a look at it would tell
    workspace.hold({str(tmp_path / "a.py"): text.replace("return", "y = x\n    return").encode()})
    assert workspace.stream_names(str(tmp_path / "b.py")) == {b"made", b"use"}
    workspace.hold({str(tmp_path / "a.py"): text.replace("return", "y = use\n    return").encode()})
    assert workspace.stream_names(str(tmp_path / "b.py")) == frozenset()


def test_outlines_that_hand_on_the_same() -> None:
    text = (
        b"import cupy\nfrom b import more\ndef f(x):\n    y = x\n    return y\nclass A:\n    s = cupy.cuda.Stream()\n"
    )
    before = skim.Outline(text)
    assert before.definitions
    assert skim.Outline(text.replace(b"y = x", b"z = x.more_of_it")).hands_on_as(before)
    for old, new in (
        (b"y = x", b"y = more"),
        (b"y = x", b"y = A"),
        (b"def f", b"def g"),
        (b"import more", b"import x"),
    ):
        assert not skim.Outline(text.replace(old, new)).hands_on_as(before)
