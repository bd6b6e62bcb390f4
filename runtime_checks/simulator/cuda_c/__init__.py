"""An interpreter of CUDA C: what a kernel of a program computes, reads and writes, and whether it ends.

`program` is how a kernel is written down for `machine`, which runs it with a NumPy vector for each variable;
`statements` (and `calls`, `expressions`, `writing` below it) makes that of the syntax tree. `launch` brings both
together.
What it does not understand raises `NotUnderstood`, which names it and its line. Not supported: structures, classes,
vector types, half precision, textures, recursion, function pointers, cooperative groups but for their barriers.
"""

from __future__ import annotations

from .errors import Fault, NotUnderstood
from .launch import Geometry, Launch, shape
from .machine import State
from .program import Program
from .source import variable
from .statements import written

__all__ = ["Fault", "Geometry", "Launch", "NotUnderstood", "Program", "State", "shape", "variable", "written"]
