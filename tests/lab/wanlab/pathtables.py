"""Tables of several paths and several replicas, as Markdown."""

import statistics

from . import quiet, tampered
from .floors import HEADERS
from .routes import FAST, HOPS, SLOW
from .scenarios import MTU

PAYLOAD = (MTU - HEADERS) / MTU


def all_of(document):
    makers = {"P1": both_links, "P2": cuts, "P3": two_servers, tampered.NAME: tampered.table}
    parts = [makers[name](document) for name in document["scenarios"]]
    busy = [run["busy_elsewhere"] for run in document["runs"]]
    if busy:
        parts.append(f"Kept busy by others before or after a run: {median(busy):.2f} processors in the median, {max(busy):.2f} at most, "
                     f"above {quiet.QUIET} in {sum(one > quiet.QUIET for one in busy)} of {len(busy)} runs.")
    return "\n\n".join(parts)


def both_links(document):
    alone = goodput(document)
    due = alone and sum(alone.values())
    lines = ["P1, two links.", "", "| client | seconds | Mbit/s | of both alone | MiB by the fast | by the slow | CPU s |", "|---|---|---|---|---|---|---|"]
    for tool, runs in by_tool(document, "P1", "both links"):
        rate = median(run["size"] / run["seconds"] for run in runs)
        share = f"{rate / due:.2f}" if due else ""
        lines.append(row(tool, runs, f"{rate * 8 / 1e6:.0f}", share, *by_link(runs), f"{median(run['cpu_seconds'] for run in runs):.1f}"))
    return "\n".join(lines)


def cuts(document):
    alone = goodput(document)
    lines = ["P2, a link that is cut, or slows, 3 s after the start.", "",
             "| link | client | seconds | oracle | ÷ oracle | MiB by the fast | by the slow | share after the return, due |", "|---|---|---|---|---|---|---|---|"]
    for case in dict.fromkeys(run["case"] for run in document["runs"] if run["scenario"] == "P2"):
        for tool, runs in by_tool(document, "P2", case):
            told = [oracle(run, alone) for run in runs] if alone and all(done(run) for run in runs) else []
            best = f"{median(told):.2f}" if told else ""
            ratio = f"{median(run['seconds'] / best for run, best in zip(runs, told)):.2f}" if told else ""
            lines.append(f"| {case} " + row(tool, runs, best, ratio, *by_link(runs), after_return(runs, alone)))
    return "\n".join(lines)


def two_servers(document):
    whole = sum(hop.rate_mbit for hop in HOPS)
    sizes = {run["size"] >> 30 for _, runs in by_tool(document, "P3", "two servers") for run in runs}
    lines = [f"P3, {' and '.join(map(str, sorted(sizes)))} GiB, two servers behind {HOPS[0].rate_mbit} Mbit/s each.", "",
             "| client | seconds | Mbit/s | of both hops | MiB from the first | from the second | CPU s |", "|---|---|---|---|---|---|---|"]
    for tool, runs in by_tool(document, "P3", "two servers"):
        rate = median(run["size"] * 8 / 1e6 / run["seconds"] for run in runs)
        lines.append(row(tool, runs, f"{rate:.0f}", f"{rate / whole:.2f}", *by_link(runs, HOPS), f"{median(run['cpu_seconds'] for run in runs):.1f}"))
    return "\n".join(lines)


def oracle(run, alone):
    """Seconds of one that knows of the cut at once: what had come by then, the rest by the other link, and by both once the link is back.

    alone: bytes a second of each link, by device, as ftpx has them by that link alone, start-up included.
    """
    (at, command, came), *back = run["moments"]
    word, changed, *mbit = command.split()
    left = run["size"] - payload(sum(came.values()))
    other = sum(rate for device, rate in alone.items() if device != changed)
    if word == "slow":
        whole = next(line.rate_mbit for line in (FAST, SLOW) if line.device == changed)
        return at + left / (other + alone[changed] * float(mbit[0]) / whole)
    if back:
        until = back[0][0] - at
        if left > other * until:
            return back[0][0] + (left - other * until) / sum(alone.values())
    return at + left / other


def after_return(runs, alone):
    """What the link carried of all that came after its return, and what its goodput alone is of both."""
    shares = []
    for run in runs:
        if len(run["moments"]) < 2 or not done(run):
            return ""
        _, command, came = run["moments"][1]
        after = {device: counters["bytes"] - came[device] for device, counters in run["links"].items()}
        device = command.split()[1]
        shares.append(after[device] / max(1, sum(after.values())))
    due = f", {alone[device] / sum(alone.values()):.2f}" if alone else ""
    return f"{median(shares):.2f}{due}"


def goodput(document):
    """Bytes a second of each link alone, by device; None without the runs."""
    alone = {line.device: [run["size"] / run["seconds"] for run in document["runs"] if run["scenario"] == "P1" and run["link"] == line.device and done(run)]
             for line in (FAST, SLOW)}
    return {device: median(rates) for device, rates in alone.items()} if all(alone.values()) else None


def by_tool(document, scenario, case):
    runs = [run for run in document["runs"] if (run["scenario"], run["case"]) == (scenario, case)]
    for tool in dict.fromkeys(run["tool"] for run in runs):
        yield tool, [run for run in runs if run["tool"] == tool]


def row(tool, runs, *cells):
    problem = next((run["problem"] for run in runs if not done(run)), None)
    if problem:
        return f"| {tool} | failed: {problem} |" + " |" * len(cells)
    seconds = [run["seconds"] for run in runs]
    return f"| {tool} | {median(seconds):.2f} ({min(seconds):.2f}–{max(seconds):.2f}) | " + " | ".join(cells) + " |"


def by_link(runs, lines=(FAST, SLOW)):
    return [f"{median(payload(run['links'][line.device]['bytes']) for run in runs) / 2**20:.0f}" for line in lines]


def payload(bytes_):
    return bytes_ * PAYLOAD


def done(run):
    return not run["problem"]


def median(values):
    return statistics.median(values)
