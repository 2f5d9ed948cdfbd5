"""Tables of `run seeds`, as Markdown, and their page. The figures of the papers are quoted beside those that were measured."""

import json
import statistics

from . import report
from .keeper import Refused
from .servers import REPOSITORY

PAGE = REPOSITORY / "docs/seeds.md"
BEGIN, END = "<!-- seeds: begin, written by tests/lab/run publish -->", "<!-- seeds: end -->"

# What a source document has measured itself, in Mbit/s. Nothing of it was run here.
TWAREN = {"scp": "84", "gridftp -p 10": "7042–7167", "FDT": "7260–7626"}
LEAST_RATIO, LEAST_SHARE, LEAST_LINKS = 90, 0.76, 3.8

LONG_SHOWS = {
    "ftpx": "no disk: what is stored goes nowhere; server, client and link share two processors",
    "gridftp -p 10": "as ftpx; writes to /dev/null",
    "gridftp -p 10 -bs 4M": "as ftpx; writes to /dev/null",
    "scp": "its window of 2 MiB is the limit, and not the processors: the figure holds on other machines",
    "sftp": "the limit is the number of requests that it sends ahead, and not the processors",
    "rsync over ssh": "ssh's window is the limit, and not the processors",
    "curl": "one stream: a window of 64 MiB is the limit",
    "wget": "one stream: a window of 64 MiB is the limit",
}
OTHERS = "16 streams; at 2.0 processors busy, these are the limit"


def all_of(document):
    makers = {"long": long, "links": links, "small": small, "disk": disk}
    parts = [heading(document)]
    parts += [make(document) for name, make in makers.items() if any(run["part"] == name for run in document["runs"])]
    return "\n\n".join(parts)


def heading(document):
    short = "**A short run, to show that the command works: these are not the papers' figures.** " if document["is_short"] else ""
    return short + report.heading(document).strip()


def long(document):
    of = document["scenarios"]["long"]
    rates = {tool: _median(run["steady"] * 8 / 1e6 for run in runs) for tool, runs in _by_tool(document, "long") if not _problem(runs)}
    lines = [f"### One file over 10 Gbit/s and {of['rtt_ms']:g} ms", "",
             f"From memory to nowhere: {of['bytes'] / 1e9:g} GB for ftpx and GridFTP, {of['seconds']:g} s for each other tool. The rate is that "
             "without the start (a fifth of the time).", "",
             "| tool | Mbit/s | of the link | seconds | GB | processors busy, of all | in its paper, Mbit/s | what two processors can show |",
             "|---|---|---|---|---|---|---|---|"]
    for tool, runs in _by_tool(document, "long"):
        paper = TWAREN.get(tool, "")
        if (problem := _problem(runs)) is not None:
            lines.append(f"| {tool} | failed: {problem} | | | | | {paper} | |")
            continue
        lines.append(f"| {tool} | {rates[tool]:.0f} | {rates[tool] / of['rate_mbit']:.2f} | {_of(runs, 'seconds'):.1f} | {_of(runs, 'bytes') / 1e9:.2f} "
                     f"| {_of(runs, 'busy_processors'):.1f} | {paper} | {LONG_SHOWS.get(tool, OTHERS)} |")
    lines.append(f"| FDT | not run here: quoted from the TWAREN paper | | | | | {TWAREN['FDT']} | |")
    if {"ftpx", "scp"} <= rates.keys():
        lines += ["", f"ftpx ÷ scp: {rates['ftpx'] / rates['scp']:.0f} (the paper's best tool: 90; goal {LEAST_RATIO} or more). "
                  f"ftpx's share of the link: {rates['ftpx'] / of['rate_mbit']:.2f} (the paper: 0.70 to 0.76; goal {LEAST_SHARE} or more)."]
    return "\n".join(lines)


def links(document):
    lines = ["### One and four links", "",
             f"{document['scenarios']['links']['bytes'] / 1e9:g} GB, 0.3 ms, memory to nowhere. The paper has 4 × 10 Gbit/s back to back and FDT: 9800 → 32500 Mbit/s, "
             "3.3 ×, and iperf 4.0 ×. Two processors cannot carry that: the links here have 500 Mbit/s each, and for unequal rates 800, 500, 400 "
             "and 300. What they show is how rates add up, and not what a processor or an adapter can do at 40 Gbit/s.", "",
             "| links | tool | Mbit/s | × one link | share of each link | processors busy, of all |", "|---|---|---|---|---|---|"]
    for kind in ("equal", "unequal"):
        of = document["scenarios"]["links"][kind]
        one = None
        for tool, runs in _by_tool(document, "links", kind):
            if (problem := _problem(runs)) is not None:
                lines.append(f"| {kind} | {tool} | failed: {problem} | | | |")
                continue
            rate = _median(run["bytes"] * 8 / 1e6 / run["seconds"] for run in runs)
            one = one or rate
            shares = ", ".join(f"{_median(run['link'][line['device']]['bytes'] * 8 / 1e6 / run['seconds'] / line['rate_mbit'] for run in runs):.2f}"
                               for line in of)
            lines.append(f"| {kind} | {tool} | {rate:.0f} | {rate / one:.2f} | {shares} | {_of(runs, 'busy_processors'):.1f} |")
    lines += ["", f"The start is counted. Goal for four equal links: {LEAST_LINKS} × or more of one; for unequal ones the sum of all is "
              f"{sum(line['rate_mbit'] for line in document['scenarios']['links']['unequal']) / document['scenarios']['links']['unequal'][0]['rate_mbit']:g} × "
              "the first."]
    return "\n".join(lines)


def small(document):
    of = document["scenarios"]["small"]
    lines = ["### Small files", "",
             f"{of['files']} files of {of['size'] // 1000} kB over {of['rate_mbit']:g} Mbit/s and {of['rtt_ms']:g} ms. The paper packs small files together; an FTP server "
             "cannot, so several sessions fetch them at once. Only round trips count here, which the emulation shows as they are.", "",
             "| tool | seconds | files a second | × one connection of ftpx |", "|---|---|---|---|"]
    rows = dict(_by_tool(document, "small"))
    one = _of(rows["ftpx, one connection"], "seconds") if "ftpx, one connection" in rows and not _problem(rows["ftpx, one connection"]) else None
    for tool, runs in rows.items():
        if (problem := _problem(runs)) is not None:
            lines.append(f"| {tool} | failed: {problem} | | |")
            continue
        seconds = _of(runs, "seconds")
        lines.append(f"| {tool} | {seconds:.2f} | {of['files'] / seconds:.0f} | {f'{one / seconds:.1f}' if one else ''} |")
    return "\n".join(lines)


def disk(document):
    of = document["scenarios"]["disk"]
    lines = ["### Unbuffered and buffered writes", "",
             f"{of['size'] / 1e9:.2f} GB over 10 Gbit/s and {of['rtt_ms']:g} ms into this machine's disk, until all is stored. It is one virtual disk: the figures "
             "show that nothing passes the page cache, and not what an NVMe disk does.", "",
             "| writes | seconds | MB/s | processors busy, of all | page cache grew by, MB |", "|---|---|---|---|---|"]
    for tool, runs in _by_tool(document, "disk"):
        if (problem := _problem(runs)) is not None:
            lines.append(f"| {tool} | failed: {problem} | | | |")
            continue
        lines.append(f"| {tool} | {_of(runs, 'seconds'):.2f} | {_median(run['bytes'] / run['seconds'] for run in runs) / 1e6:.0f} "
                     f"| {_of(runs, 'busy_processors'):.1f} | {_of(runs, 'page_cache_bytes') / 1e6:.0f} |")
    return "\n".join(lines)


def publish(file):
    document = json.loads(file.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise Refused(f"{PAGE} must hold one line “{BEGIN}” and after it one line “{END}”.")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}\n{all_of(document)}\n{END}{after}", encoding="utf-8")
    print(f"Written: {PAGE.relative_to(REPOSITORY)}.")
    return 0


def steady(samples, ramp):
    """Bytes a second after the first part of the time, until the last sample that is not idle; samples are (seconds, bytes so far)."""
    end = len(samples) - 1
    while end > 1 and samples[end][1] == samples[end - 1][1]:
        end -= 1
    begin = next((number for number, (at, _) in enumerate(samples) if at >= ramp * samples[end][0]), end)
    if begin >= end:
        begin = 0
    (at, amount), (until, all_) = samples[begin], samples[end]
    return (all_ - amount) / (until - at) if until > at else 0.0


def _by_tool(document, part, case=None):
    runs = [run for run in document["runs"] if run["part"] == part and (case is None or run["case"] == case)]
    for tool in dict.fromkeys(run["tool"] for run in runs):
        yield tool, [run for run in runs if run["tool"] == tool]


def _problem(runs):
    return next((run["problem"].replace("|", "\\|") for run in runs if run["problem"]), None)


def _of(runs, name):
    return _median(run[name] for run in runs)


def _median(values):
    return statistics.median(values)
