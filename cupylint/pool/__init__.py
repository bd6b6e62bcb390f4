"""How CuPy's memory pools choose blocks: what they do with sizes and places, whatever a block is to the caller.

* `sizes`: size classes, the bytes that a request is rounded up to.
* `spans`: best fit, splitting a free part, coalescing free neighbours.
* `free_list`: the free parts of one stream's memory, where each block is known for certain.

All is plain numbers. Who owns a block, whether it is free and what still uses it is up to the callers: the static
analysis (`cupylint.flow`), where several blocks may be the one that is taken, and the simulator, which has real ones.
"""
