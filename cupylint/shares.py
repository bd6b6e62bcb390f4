"""Which process does which task: those that need the same are put together, and nobody waits while there is work.

Tasks are numbers from 0. What is said here only changes how long a run takes, never what it finds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sequence

_GROUPS = 6
"""Groups for each process: enough for a process that is done early to find another one."""


def groups(weights: Sequence[int], needs: Mapping[int, Iterable[Hashable]], count: int) -> list[list[int]]:
    """Tasks that need the same in groups, the heaviest first; so are the tasks of a group.

    What few tasks need brings them together; what all of them need, every process has to get anyway. No group gets
    heavier than a fair part of what each of `count` processes has to do, unless one task alone is.

    Args:
        weights: what each task costs, in whatever unit.
        needs: what a task needs besides itself.
    """
    most = sum(weights) // (count * _GROUPS)
    users: dict[Hashable, list[int]] = {}
    for task, needed in sorted(needs.items()):
        for one in needed:
            users.setdefault(one, []).append(task)
    group_of = {task: [task] for task in range(len(weights))}
    weight_of = {id(group): weights[task] for task, group in group_of.items()}
    for together in sorted(users.values(), key=lambda tasks: (len(tasks), tasks)):
        first = group_of[together[0]]
        for task in together[1:]:
            other = group_of[task]
            if other is first:
                continue
            if weight_of[id(first)] + weight_of[id(other)] > most:
                first = other
                continue
            weight_of[id(first)] += weight_of[id(other)]
            first += other
            group_of.update(dict.fromkeys(other, first))
    found = {id(group): sorted(group, key=lambda task: -weights[task]) for group in group_of.values()}
    return sorted(found.values(), key=lambda group: -sum(weights[task] for task in group))


class Shares:
    """The tasks that are still to be done, a pile for each process that has begun with one.

    Args:
        piles: all tasks, in groups; each is done in its order by one process, as far as no other one is idle.
    """

    def __init__(self, piles: Iterable[Iterable[int]]) -> None:
        self._untouched = deque(deque(pile) for pile in piles)
        self._begun: dict[Hashable, deque[int]] = {}

    def __bool__(self) -> bool:
        return any(self._untouched) or any(self._begun.values())

    def take(self, process: Hashable) -> int | None:
        """The next task for a process: of its pile, of a new one, or the last of the highest that another one has."""
        own = self._begun.get(process)
        while not own and self._untouched:
            own = self._begun[process] = self._untouched.popleft()
        if own:
            return own.popleft()
        highest = max(self._begun.values(), key=len, default=None)
        return highest.pop() if highest else None
