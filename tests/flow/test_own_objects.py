"""Decorators, operator methods, names looked up at run time, exit stacks: racy programs and their safe twins."""

from __future__ import annotations

import pytest

from tests.programs import after_head, lint


@pytest.mark.parametrize(
    "line",
    [
        "@(lambda: 1)\ndef f(): pass",
        "def d(): pass\n@d\ndef f(): pass",
        "def d(f): return d(f)\n@d\ndef f(): pass\nf()",
        "def d(f): raise ValueError\n@d\ndef f(): pass",
        "class A:\n    def __getitem__(self, k): return self[k]\nA()[s1]; len(A()); [*A()]",
        "class A:\n    def __iter__(self): return self\nfor a in A(): pass\nlist(A()); enumerate(A()); iter(A())",
        "class A:\n    def __len__(self): return self\nif A(): pass\nbool(A()); not A()",
        "class A:\n    def __next__(self): return next(self)\nnext(A())",
        "class A:\n    def __add__(self, other): return self + other\nA() + A(); 1 + A(); A() + x; x + A()",
        "class A:\n    def __eq__(self, other): return other == self\nA() == A(); A() in [A()]; A() != 1",
        "import contextlib; stack = contextlib.ExitStack(); stack.push(); stack.callback(); stack.enter_context()",
        "import contextlib; stack = contextlib.ExitStack(); stack.push(3); stack.callback(4); stack.close(); stack.foo",
        "import contextlib\nwith contextlib.ExitStack() as a: a.enter_context(s1); a.close(); a.close()",
        "setattr(); setattr(s1, 'a', 1); setattr(3, x, 1); globals()[1]; globals()['a']; eval(); exec(1); getattr(x)",
        "import threading; a = threading.local(); a.b; a.c = s1; del a.c; hasattr(a, x); getattr(a, 'q'); a[1]",
        "class A:\n    def __getattr__(self, name): return self.inner\nA().b; A().c()",
        "def d(f): return lambda *a: f(*a)\nclass A:\n    @property\n    @d\n    def b(): pass\nA().b; A.b",
        "enumerate(); enumerate(1, 2); list(enumerate(a for a in x)); next(x); next(1, 2)",
    ],
)
def test_odd_programs_are_no_error_of_the_linter(line: str) -> None:
    found = lint(after_head(line), maybe=True)
    assert not [finding for finding in found if finding.code == "CUP900"]
