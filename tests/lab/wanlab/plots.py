"""A bar chart of one scenario as SVG, readable on light and dark pages."""

from html import escape

WIDTH, LABELS, BAR, GAP, TOP, BOTTOM = 760, 180, 16, 8, 44, 30
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; font-size: 14px; }
.faint { fill: #59636e; font-size: 12px; }
.bar { fill: #a3afbd; } .ours { fill: #0969da; } .gridftp { fill: #8c6bb1; } .kept { opacity: .55; }
.spread { stroke: #1f2328; } .floor { stroke: #cf222e; stroke-dasharray: 4 3; } .floor-text { fill: #cf222e; font-size: 12px; }
.axis { stroke: #59636e; stroke-opacity: .4; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } .faint { fill: #9198a1; }
  .bar { fill: #59636e; } .ours { fill: #4493f8; } .gridftp { fill: #a98bd0; }
  .spread { stroke: #e6edf3; } .floor { stroke: #f85149; } .floor-text { fill: #f85149; }
  .axis { stroke: #9198a1; }
}"""


def bars(title, floor, rows):
    """rows: report.Row, in the order to show. Bars are medians, the thin lines reach from the least to the most."""
    shown = [row for row in rows if not row.tool.size]
    longest = max([max(row.seconds) for row in shown if not row.problem] + [floor])
    step = _step(longest)
    most = step * (int(longest / step) + 1)
    height = TOP + len(shown) * (BAR + GAP) + BOTTOM
    space = WIDTH - LABELS - 70

    def across(seconds):
        return round(LABELS + space * seconds / most, 1)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
             f"<title>{escape(title)}</title><style>{STYLE}\n</style>", f'<text class="title" x="8" y="18">{escape(title)}</text>']
    bottom = height - BOTTOM
    for count in range(int(most / step) + 1):
        x = across(count * step)
        parts.append(f'<line class="axis" x1="{x}" y1="{TOP - 4}" x2="{x}" y2="{bottom}"/>'
                     f'<text class="faint" x="{x}" y="{bottom + 18}" text-anchor="middle">{count * step:g} s</text>')
    for index, row in enumerate(shown):
        parts.append(_bar(row, TOP + index * (BAR + GAP), across))
    x = across(floor)
    parts.append(f'<line class="floor" x1="{x}" y1="{TOP - 6}" x2="{x}" y2="{bottom}"/>'
                 f'<text class="floor-text" x="{x}" y="{TOP - 10}" text-anchor="middle">floor {floor:.1f} s</text></svg>')
    return "\n".join(parts) + "\n"


def _bar(row, y, across):
    base = y + BAR - 4
    label = f'<text x="{LABELS - 8}" y="{base}" text-anchor="end">{escape(row.label)}</text>'
    if row.problem:
        return f'{label}<text class="faint" x="{LABELS + 6}" y="{base}">failed: {escape(row.problem[:80])}</text>'
    kind = "ours" if row.tool.is_ftpx else "gridftp" if row.tool.server == "gridftp" else "bar"
    end, least, most = across(row.median), across(min(row.seconds)), across(max(row.seconds))
    spread = f'<line class="spread" x1="{least}" y1="{y + BAR / 2}" x2="{most}" y2="{y + BAR / 2}"/>' if most > least else ""
    return (f'{label}<rect class="{kind}{" kept" if row.kept else ""}" x="{LABELS}" y="{y}" width="{round(end - LABELS, 1)}" '
            f'height="{BAR}"/>{spread}<text x="{max(end, most) + 6}" y="{base}">{row.median:.1f}</text>')


def _step(longest):
    """Between five and ten lines."""
    return next(size * 10 ** power for power in range(-2, 5) for size in (1, 2, 5) if longest / (size * 10 ** power) <= 8)
