"""Races seen by running: what a program does with streams and memory, traced and judged while it runs.

`trace` has the plain data, `analysis` judges them; neither knows where they come from. What the simulator does comes
from `of_simulator`, what CuPy does on a device from `of_cupy`.
"""
