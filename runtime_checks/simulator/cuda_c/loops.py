"""What decides whether a loop ends: the variables, the memory, the clock that its conditions depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.kernels.grammar import descendants, text

from .memory import Site

if TYPE_CHECKING:
    from tree_sitter import Node

    from .writing import Writer

_CLOCKS = ("clock64", "clock", "globaltimer")
_LEAVING = ("break_statement", "return_statement")


class Deciding:
    """What decides about a loop.

    Args:
        writer: knows the slots of variables by their names.
        sites: all places in it that use memory.

    Attributes:
        slots: of variables; not those that only say what time it is.
        sites: reads of memory.
        asks: others may change some of it at any time.
        timed: the clock has to do with it.
        returns: it may end by ``return``.
    """

    def __init__(self, writer: Writer, loop: Node, sites: list[Site]) -> None:
        self.returns = bool(descendants(loop, "return_statement"))
        self._loop = loop
        names, clocks, atomic = self._closed()
        self.timed = bool(clocks)
        changed = set(_changed(loop))
        chosen = sorted(names & changed - clocks)
        self.slots = tuple(sorted({slot for name in chosen for slot in writer.slots_of.get(name, ())}))
        by_name = {id(site) for name in names for site in writer.sites_of.get(name, [])}
        everything = not names.isdisjoint(writer.source.functions)  # what a function reads is not looked for
        self.sites = tuple(
            site for site in sites if site.reads and (everything or id(site) in by_name or (atomic and site.writes))
        )
        self.asks = any(site.kind.volatile for site in self.sites)

    def _closed(self) -> tuple[set[str], set[str], bool]:
        """The names that conditions depend on, those of them that are times, and whether atomic functions are asked."""
        asked = self._conditions()
        names = {name for node in asked for name in _names(node)}
        atomic = any(map(_is_atomic, asked))
        clocks: set[str] = set()
        while True:
            before = len(names), len(clocks)
            for target, source in _assignments(self._loop):
                if target not in names:
                    continue
                if source is None or any(word in text(source) for word in _CLOCKS):
                    clocks.add(target)
                else:
                    names |= _names(source)
                    atomic |= _is_atomic(source)
            if (len(names), len(clocks)) == before:
                break
        if any(any(word in text(node) for word in _CLOCKS) for node in asked):
            clocks.add("")
        return names, clocks, atomic

    def _conditions(self) -> list[Node]:
        found = [self._loop.child_by_field_name("condition")]
        for node in descendants(self._loop, "if_statement"):
            if descendants(node, *_LEAVING):
                found.append(node.child_by_field_name("condition"))
        return [node for node in found if node is not None]


def _is_atomic(node: Node) -> bool:
    return "atomic" in text(node)


def _names(node: Node) -> set[str]:
    return {text(part) for part in descendants(node, "identifier")}


def _assignments(loop: Node) -> list[tuple[str, Node | None]]:
    """What is assigned to names inside a loop; None where that is a time that an assembler statement tells."""
    found: list[tuple[str, Node | None]] = []
    for node in descendants(loop, "assignment_expression"):
        left = node.child_by_field_name("left")
        if left is not None and left.type == "identifier":
            found.append((text(left), node.child_by_field_name("right")))
    for node in descendants(loop, "init_declarator"):
        declarator = node.child_by_field_name("declarator")
        found.append((text(declarator), node.child_by_field_name("value")))
    for node in descendants(loop, "gnu_asm_output_operand"):
        found.append((text(node.child_by_field_name("value")), None))
    return found


def _changed(loop: Node) -> list[str]:
    """The names of variables that a loop changes."""
    updates = (node.child_by_field_name("argument") for node in descendants(loop, "update_expression"))
    return [name for name, _ in _assignments(loop)] + [text(node) for node in updates if node is not None]
