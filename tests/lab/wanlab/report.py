"""Tables of a results document, as Markdown."""

import statistics

from .floors import model
from .scenarios import ALL
from .tools import OURS, tools_of

LOSSES = ("lost_queue", "lost_random", "lost_stall")


class Row:
    """One client in one scenario."""

    def __init__(self, scenario, floor, name, runs):
        self.name = name
        self.tool = tools_of(scenario)[name]
        self.problem = next((run["problem"] for run in runs if run["problem"]), None)
        self.kept = all(run.get("kept") for run in runs)
        self.rounds = len(runs)
        self.seconds = [run["seconds"] for run in runs]
        self.median = statistics.median(self.seconds)
        # A client that fetches less has its own floor nowhere, and is compared by its rate.
        self.rate = (self.tool.size or scenario.total) / 2**20 / self.median
        self.ratio = None if self.tool.size else self.median / floor
        self.cpu = statistics.median(run["cpu_seconds"] for run in runs)
        self.peak = statistics.median(run["peak_mib"] or 0 for run in runs)
        tails = [run["idle_tail"] for run in runs if run.get("idle_tail") is not None]
        self.idle_tail = statistics.median(tails) if tails else None
        self.retransmits = statistics.median(run["retransmits"] for run in runs)
        self.drops = statistics.median(sum(way[loss] for way in run["link"].values() if isinstance(way, dict)
                                           for loss in LOSSES) for run in runs)

    def place(self):
        """Ours first, then the peers from the fastest to those that failed."""
        ours = (OURS.index(self.name) if self.name in OURS else len(OURS) - 0.5) if self.tool.is_ftpx else len(OURS)
        return ours, self.problem is not None, -self.rate

    @property
    def label(self):
        small = f", {self.tool.size >> 20} MiB" if self.tool.size else ""
        return f"{self.name}{small}{' (kept)' if self.kept else ''}"

    def line(self):
        if self.problem:
            text = self.problem.replace("|", "\\|")
            return f"| {self.label} | failed: {text} | | | | | | | |"
        spread = f" ({min(self.seconds):.2f}–{max(self.seconds):.2f})" if self.rounds > 1 else ""
        ratio = f"{self.ratio:.2f}" if self.ratio else ""
        idle = f"{self.idle_tail:.0%}" if self.idle_tail is not None else ""
        return (f"| {self.label} | {self.median:.2f}{spread} | {ratio} | {self.rate:.0f} | {self.cpu:.1f} "
                f"| {self.peak:.0f} | {self.retransmits:.0f} | {self.drops:.0f} | {idle} |")


def rows(results, name):
    floor = results["scenarios"][name]["floor_seconds"]
    runs = [run for run in results["runs"] if run["scenario"] == name]
    tools = {run["tool"] for run in runs}
    found = [Row(ALL[name], floor, tool, [run for run in runs if run["tool"] == tool]) for tool in tools]
    return sorted(found, key=Row.place)


def scenario_section(results, name):
    scenario = ALL[name]
    floor = results["scenarios"][name]["floor_seconds"]
    return "\n".join([
        f"### {name} {scenario.title}: {describe(scenario)}",
        f"Floor {floor:.2f} s.{_of_many(scenario)}", "",
        "| client | seconds | ÷ floor | MiB/s | CPU s | peak MiB | retransmits | lost on the link | idle tail |",
        "|---|---|---|---|---|---|---|---|---|", *(row.line() for row in rows(results, name)), ""])


def describe(scenario):
    rate = f"{scenario.rate_mbit / 1000:g} Gbit/s" if scenario.rate_mbit >= 1000 else f"{scenario.rate_mbit:g} Mbit/s"
    parts = [rate, f"{scenario.rtt_ms:g} ms"]
    if scenario.loss_ppm:
        parts.append(f"{scenario.loss_ppm:g} ppm lost")
    parts.append(f"windows of at most {_bytes(scenario.window)}")
    if scenario.sessions:
        parts.append(f"at most {scenario.sessions} connections")
    parts.append(f"{scenario.files} × {scenario.size // 1000} kB" if scenario.files > 1 else _bytes(scenario.size))
    if scenario.large:
        parts[-1] += f" and {len(scenario.large)} × {_bytes(scenario.large[0])}"
    return ", ".join(parts)


def _of_many(scenario):
    if scenario.files == 1:
        return ""
    seconds = ", ".join(f"{model(scenario, sessions):.1f} s over {sessions} sessions" for sessions in (16, 32, 64))
    return f" Small files at 4 R each{', the large ones after them,' if scenario.large else ''} and 12 R: {seconds}."


def summary(results):
    """One line a scenario: where ftpx stands."""
    lines = ["| | floor s | ftpx s | ÷ floor | known s | best plain-FTP peer | ftpx ÷ peer | known ÷ peer | best GridFTP | ftpx ÷ GridFTP | known ÷ GridFTP |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    for name in results["scenarios"]:
        found = [row for row in rows(results, name) if not row.problem and not row.tool.size]
        ours = {row.name: row.median for row in found if row.tool.is_ftpx}
        cells = [f"{name} {ALL[name].title}", f"{results['scenarios'][name]['floor_seconds']:.1f}", _seconds(ours.get("ftpx")),
                 _ratio(ours.get("ftpx"), results["scenarios"][name]["floor_seconds"]), _seconds(ours.get("ftpx-known"))]
        for peers in ([row for row in found if row.tool.is_plain_ftp], [row for row in found if row.tool.server == "gridftp"]):
            best = min(peers, key=lambda row: row.median, default=None)
            cells.append(f"{best.label} {best.median:.1f}" if best else "")
            cells += [_ratio(ours.get(who), best and best.median) for who in OURS]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def heading(results):
    facts = results["facts"]
    of = facts["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in facts["versions"].items() if number)
    return (f"{facts['date']}, {of['cpus']} CPUs ({of['cpu']}), {of['memory_gib']} GiB, Linux {of['kernel']}, commit {facts['commit']}, "
            f"lab {facts['lab']}. {versions}.\n")


def whole(results):
    return "\n".join([heading(results), summary(results), *(scenario_section(results, name) for name in results["scenarios"])])


def _bytes(number):
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if number % unit == 0:
            return f"{number // unit} {name}"
    return f"{number} bytes"


def _seconds(value):
    return f"{value:.1f}" if value else ""


def _ratio(value, other):
    return f"{value / other:.2f}" if value and other else ""
