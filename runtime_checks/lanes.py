"""The picture of a case: what was observed, one lane a stream, time to the right, as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cupylint.escape import to_html as escape

from .results import Step

WIDTH = 760
"""Width of a drawing in its own units; it scales with the page."""

_LABEL, _RIGHT, _BAR, _PAD, _AXIS, _CHARACTER = 110, 14, 24, 10, 26, 6.6
_ROW = 17
_KINDS = ("gate", "work", "wait", "host")


class _Bar(NamedTuple):
    step: Step
    left: float
    right: float
    row: int  # of the bar inside its lane
    text: str
    inside: bool  # whether the text fits into the bar


def drawing(steps: Sequence[Step], title: str, identifier: str) -> str:
    """The SVG of `steps`, or "" without any. `title` is what a screen reader says first.

    ``identifier`` must be unique on the page and start with a letter.
    """
    if not steps:
        return ""
    lanes = list(dict.fromkeys(step.lane for step in steps))
    start = min(step.start for step in steps)
    span = max(max(step.end for step in steps) - start, 1e-6)
    scale = (WIDTH - _LABEL - _RIGHT) / span
    rows = {lane: _packed([step for step in steps if step.lane == lane], start, scale) for lane in lanes}
    parts: list[str] = []
    top = _PAD
    gates: list[tuple[float, float]] = []
    for lane in lanes:
        count = 1 + max(bar.row for bar in rows[lane])
        height = count * (_BAR + _ROW) + _PAD
        parts.append(_lane(lane, rows[lane], top, height))
        gates += [(bar.left, bar.right) for bar in rows[lane] if bar.step.kind == "gate"]
        top += height
    shade = "".join(
        f'<rect class="shut" x="{left:.1f}" y="{_PAD}" width="{max(right - left, 1):.1f}" height="{top - _PAD:.1f}"/>'
        for left, right in gates
    )
    said = "; ".join(_said(step) for step in sorted(steps, key=lambda step: (step.start, step.end)))
    height = top + _AXIS
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-labelledby="{identifier}-t {identifier}-d">'
        f'<title id="{identifier}-t">{escape(title)}</title><desc id="{identifier}-d">{escape(said)}</desc>'
        f"{shade}{''.join(parts)}{_axis(span, scale, top)}</svg>"
    )


def _packed(steps: Sequence[Step], start: float, scale: float) -> list[_Bar]:
    """The bars of one lane, each on the first row where neither it nor its text covers another."""
    ends: list[float] = []
    bars = []
    for step in sorted(steps, key=lambda step: (step.start, step.end)):
        left = _LABEL + (step.start - start) * scale
        right = max(left + 3, _LABEL + (step.end - start) * scale)
        text = _cut(step.text, WIDTH - _LABEL - _RIGHT)
        long = len(text) * _CHARACTER + 8
        inside = long <= right - left
        taken = right if inside else max(right, min(left, WIDTH - _RIGHT - long) + long)
        begins = left if inside else min(left, WIDTH - _RIGHT - long)
        row = next((i for i, end in enumerate(ends) if end <= begins + 0.5), len(ends))
        if row == len(ends):
            ends.append(0)
        ends[row] = taken
        bars.append(_Bar(step, left, right, row, text, inside))
    return bars


def _cut(text: str, room: float) -> str:
    most = int(room / _CHARACTER) - 2
    return text if len(text) <= most else text[: most - 1] + "…"


def _lane(name: str, bars: Sequence[_Bar], top: float, height: float) -> str:
    middle = top + _PAD / 2 + _BAR / 2
    label = _cut(name, _LABEL - 4)
    parts = [
        f'<text class="lane" x="4" y="{middle + 4:.1f}">{escape(label)}</text>',
        f'<line class="rail" x1="{_LABEL}" x2="{WIDTH - _RIGHT}" y1="{middle:.1f}" y2="{middle:.1f}"/>',
    ]
    for bar in bars:
        y = top + _PAD / 2 + bar.row * (_BAR + _ROW)
        kind = bar.step.kind if bar.step.kind in _KINDS else "work"
        parts.append(
            f'<rect class="{kind}" x="{bar.left:.1f}" y="{y:.1f}" width="{bar.right - bar.left:.1f}" '
            f'height="{_BAR}" rx="3"><title>{escape(_said(bar.step))}</title></rect>'
        )
        if bar.inside:
            parts.append(f'<text class="in {kind}" x="{bar.left + 4:.1f}" y="{y + 16:.1f}">{escape(bar.text)}</text>')
        else:
            x = max(_LABEL, min(bar.left, WIDTH - _RIGHT - len(bar.text) * _CHARACTER))
            parts.append(f'<text class="out" x="{x:.1f}" y="{y + _BAR + 12:.1f}">{escape(bar.text)}</text>')
    rule = f'<line class="rule" x1="0" x2="{WIDTH}" y1="{top + height - 4:.1f}" y2="{top + height - 4:.1f}"/>'
    return f"<g>{''.join(parts)}{rule}</g>"


def _said(step: Step) -> str:
    return f"{step.lane}, {_time(step.start)} to {_time(step.end)} ms: {step.text}"


def _time(value: float) -> str:
    return f"{value:.3g}"


def _axis(span: float, scale: float, top: float) -> str:
    step = nice(span / 5)
    ticks = []
    for i in range(int(span / step + 1e-9) + 1):
        x = _LABEL + i * step * scale
        anchor = "end" if x > WIDTH - 40 else "middle"
        ticks.append(
            f'<line class="tick" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{top + 5:.1f}"/>'
            f'<text class="tick" text-anchor="{anchor}" x="{x:.1f}" y="{top + 18:.1f}">{i * step:.6g}</text>'
        )
    return f'<g aria-hidden="true"><text class="tick" x="4" y="{top + 18:.1f}">ms</text>{"".join(ticks)}</g>'


def nice(value: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is not below `value` (> 0)."""
    power = 1.0
    while power > value:
        power /= 10
    while power * 10 <= value:
        power *= 10
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= value * (1 - 1e-9))
