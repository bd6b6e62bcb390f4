"""CUP408: memory pools that are made to be asked something, and that no array comes from."""

from __future__ import annotations

import ast

import pytest

from cupylint.api.pools import lone_pools

LONE = {
    "a limit": "import cupy as cp\ncp.cuda.MemoryPool().set_limit(size=1)  #!\n",
    "taken by name": "from cupy.cuda import MemoryPool\nMemoryPool().free_all_blocks()  #!\n",
    "from its module": "import cupy\ncupy.cuda.memory.MemoryPool().used_bytes()  #!\n",
    "pinned memory": "import cupy as cp\ncp.cuda.PinnedMemoryPool().free_all_blocks()  #!\n",
    "a name of the function": """\
import cupy as cp
def clean():
    pool = cp.cuda.MemoryPool()
    print(pool.used_bytes())  #!
    pool.free_all_blocks()  #!
""",
}
OTHER = {
    "the default pool": "import cupy as cp\ncp.get_default_memory_pool().free_all_blocks()\n",
    "given to the allocator": """\
import cupy as cp
def setup():
    pool = cp.cuda.MemoryPool()
    pool.set_limit(size=1)
    cp.cuda.set_allocator(pool.malloc)
""",
    "returned": "import cupy as cp\ndef f():\n    p = cp.cuda.MemoryPool()\n    p.set_limit(1)\n    return p\n",
    "a name that others can import": "import cupy as cp\npool = cp.cuda.MemoryPool()\npool.set_limit(size=1)\n",
    "kept": "import cupy as cp\nclass A:\n    def __init__(self):\n        self.pool = cp.cuda.MemoryPool()\n"
    "        self.pool.set_limit(size=1)\n",
    "used by a function inside": """\
import cupy as cp
def made():
    pool = cp.cuda.MemoryPool()
    pool.set_limit(size=1)
    def take(n):
        return pool.malloc(n)
    return take
""",
    "the pool of the device": "import cupy as cp\ncp.cuda.MemoryAsyncPool().free_all_blocks()\n",
    "managed memory": "import cupy as cp\ncp.cuda.MemoryPool(cp.cuda.malloc_managed).set_limit(size=1)\n",
    "of another library": "from pools import MemoryPool\nMemoryPool().free_all_blocks()\n",
    "one of several": """\
import cupy as cp
def clean(own):
    pool = cp.cuda.MemoryPool()
    if not own:
        pool = cp.get_default_memory_pool()
    pool.free_all_blocks()
""",
}


def rows(text: str) -> list[int]:
    """The rows in which something is found."""
    return [fact.location.row for fact in lone_pools(ast.parse(text), text)]


@pytest.mark.parametrize("name", LONE)
def test_a_pool_that_nothing_comes_from(name: str) -> None:
    assert rows(LONE[name]) == [row for row, line in enumerate(LONE[name].splitlines(), 1) if line.endswith("#!")]


@pytest.mark.parametrize("name", OTHER)
def test_a_pool_that_is_used_is_left_alone(name: str) -> None:
    assert rows(OTHER[name]) == []


def test_it_tells_which_pool_is_meant() -> None:
    text = "import cupy as xp\nµ = xp.cuda.MemoryPool().used_bytes()\n"
    (fact,) = lone_pools(ast.parse(text), text)
    assert fact.meant == "xp.get_default_memory_pool()"
    assert (fact.location.column, fact.location.end_column) == (5, len("µ = xp.cuda.MemoryPool().used_bytes()") + 1)
