"""Trees of files: modules that import one another in circles, odd names, links, pipes, shadows of the library."""

from __future__ import annotations

import random

from . import corpus
from .case import TRIPWIRE, Case, Entry, Fifo, Link
from .configuration import PROGRAM
from .files import Size
from .mutate import mutated, stored

_SHADOWS = (
    "signal", "pickle", "struct", "socket", "threading", "weakref", "subprocess", "selectors", "multiprocessing", "json", "numpy", "cupy",
    "sitecustomize", "usercustomize", "conftest", "setup", "libcst", "pathspec", "cupylint", "ast", "tokenize", "tomllib", "queue", "__init__", "__main__",
)  # fmt: skip
_NAMES = (
    b"-o.py", b"--config.py", b"-.py", b"a b.py", b"a\nb.py", b"a\x1b[31mb.py", b"\xff\xfe.py", "é\u202e.py".encode(), b"\x7f.py", "\x9b.py".encode(),
    b"'.py", b'".py', b"*.py", b"[a].py", b"a" * 250 + b".py", b".py", b"..py", b"a.py.py", b"a:1:2.py", b"#.py", b"%s.py", b"{x}.py", b"\\.py", b"nul.py", b"a\tb.py",
)  # fmt: skip
_FOLDERS = (
    b"",
    b"p/",
    b"p/q/",
    b"-x/",
    b"a\nb/",
    b"\xff/",
    b"x.py/",
    b".hidden/",
    b"__pycache__/",
    b"node_modules/",
    b"src/",
    "\u202e/".encode(),
    b"a" * 200 + b"/",
)
_LINKS = (
    b".",
    b"..",
    b"self.py",
    b"nowhere",
    b"/dev/zero",
    b"/dev/stdin",
    b"/dev/null",
    b"/proc/self/mem",
    b"p",
    b"program.py",
    b"/etc/passwd",
    b"/dev/tty",
    b"pipe",
)
_SPECIAL = (
    b"pipe.py",
    b"pyproject.toml",
    b".gitignore",
    b"m0.py",
    b"p/__init__.py",
    b".git",
    b"link.py",
    b"setup.cfg",
    b"p",
    b"m1/__init__.py",
)
_IMPORTS = (
    "from m{0} import *", "import m{0}", "from m{0} import f, s", "from . import m{0}", "from .m{0} import f as g", "from p.m{0} import f", "import p.m{0} as m",
    "from m{0} import m{0}", "from .. import m{0}", "import m{0}.m{0}", "from p import *", "from pipe import f", "import link",
)  # fmt: skip


def _modules(rng: random.Random) -> Case:
    """Modules that take streams, functions and classes from one another."""
    count = rng.choice((2, 3, 3, 5, 12))
    entries: dict[bytes, Entry] = {}
    for number in range(count):
        imports = [rng.choice(_IMPORTS).format(rng.randrange(count)) for _ in range(rng.choice((1, 2, 3)))]
        body = rng.choice(
            (
                "s = cp.cuda.Stream(non_blocking=True)\ndef f(x):\n    with s:\n        return m0.f(g(f(x)))\n",
                "class C(C):\n    s = cp.cuda.Stream()\n    f = f\n    def g(self, x):\n        with self.s: return f(x) + 1\n",
                "__all__ = ['f', 's']\nf = s = g = f\nx = f(cp.ones(9))\nwith s: y = x + 1\n",
                "def __getattr__(name): return f\nfrom functools import *\n",
                corpus.pick(rng, corpus.fixtures())[0],
            )
        )
        text = (
            TRIPWIRE
            + "import cupy as cp\n"
            + "\n".join(imports)
            + "\n"
            + (mutated(rng, body) if rng.random() < 0.5 else body)
        )
        entries[rng.choice((b"", b"", b"p/", b"src/", b"p/p/")) + f"m{number}.py".encode()] = stored(rng, text, 0.05)
    for folder in (b"p/", b"p/p/", b"src/"):
        if rng.random() < 0.5:
            entries[folder + b"__init__.py"] = rng.choice(
                (b"", PROGRAM.encode(), b"from .m0 import *\nfrom . import *\n", b"\xff")
            )
    return Case(entries, rng.choice(((".",), ("p",), (".", "p", "."), ("m0.py",))), note="modules")


def _named(rng: random.Random) -> Case:
    """Odd names of files and folders."""
    entries: dict[bytes, Entry] = {
        rng.choice(_FOLDERS) + rng.choice(_NAMES): rng.choice((PROGRAM.encode(), b"import cupy\n\xff", b"cupy (", b""))
        for _ in range(rng.choice((1, 2, 4)))
    }
    return Case(entries, (".",), note="names")


def _special(rng: random.Random) -> Case:
    """Links in circles, devices and pipes where files are looked for."""
    entries: dict[bytes, Entry] = {
        b"program.py": b"from m0 import *\nfrom p import f\nimport pipe, link, m1\n" + PROGRAM.encode()
    }
    for _ in range(rng.choice((1, 2, 3))):
        entries[rng.choice(_SPECIAL)] = rng.choice((Fifo(), Link(rng.choice(_LINKS)), Link(rng.choice(_LINKS))))
    return Case(entries, rng.choice(((".",), ("program.py",), (".", "pipe.py"), ("link.py",))), note="special files")


def _shadowing(rng: random.Random) -> Case:
    """Files called like modules of the library: no process may import them."""
    names = rng.sample(_SHADOWS, 6)
    entries: dict[bytes, Entry] = {f"{name}.py".encode(): TRIPWIRE.encode() for name in names}
    entries[b"program.py"] = entries[b"second.py"] = PROGRAM.encode()
    entries[b"evil.pth"] = f"import os; {TRIPWIRE}".encode()
    return Case(entries, ("-j2", "."), command=True, note="shadows")


def generate(rng: random.Random, size: Size) -> Case:
    """A tree."""
    kind = rng.random()
    if kind < 0.02 * size.commands:
        return _shadowing(rng)
    return rng.choice((_modules, _modules, _named, _special))(rng)
