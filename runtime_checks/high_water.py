"""Counts the bytes that CuPy's pools hand out, through a hook."""

from __future__ import annotations

from typing import Any


class HighWater:
    """Bytes in use now and at most, of what was allocated while it is on.

    Attributes:
        peak: the most bytes that were in use at once, as the pool rounds them; all devices together.
    """

    def __init__(self) -> None:
        self.peak = 0
        self._held = 0
        self._sizes: dict[tuple[int, int], int] = {}

    def allocated(self, device: int, pointer: int, size: int) -> None:
        """A block of `size` bytes was handed out."""
        self._sizes[(device, pointer)] = size
        self._held += size
        self.peak = max(self.peak, self._held)

    def freed(self, device: int, pointer: int) -> None:
        """A block was given back; one from before does not count."""
        self._held -= self._sizes.pop((device, pointer), 0)

    def hook(self, base: type[Any]) -> Any:
        """A hook of CuPy that tells this one; `base` is ``cupy.cuda.MemoryHook``."""
        water = self

        class Hook(base):  # type: ignore[misc]
            name = "cupylint"

            def malloc_postprocess(self, **about: Any) -> None:
                water.allocated(about["device_id"], about["mem_ptr"], about["mem_size"])

            def free_postprocess(self, **about: Any) -> None:
                water.freed(about["device_id"], about["mem_ptr"])

        return Hook()
