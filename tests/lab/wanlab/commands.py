"""What the command line's verbs do."""

import json
import shlex
import shutil
import statistics
import sys

from . import network, scenarios
from .bench import Bench
from .floors import floor
from .keeper import Refused
from .servers import VSFTPD
from .tools import tools_of


def show_list():
    for scenario in scenarios.ALL.values():
        print(f"{scenario.name} {scenario.title}: {scenario.rate_mbit:g} Mbit/s, {scenario.rtt_ms:g} ms, "
              f"floor {floor(scenario):.1f} s; {', '.join(tools_of(scenario))}")
    return 0


def run(keeper, options):
    chosen = [_scenario(name) for name in options.scenarios]
    network.compile_link()
    results = []
    for scenario in chosen:
        tools = _tools(scenario, options)
        results.append((scenario, tools, _rounds(keeper, scenario, tools, options)))
    for scenario, tools, runs in results:
        print(table(scenario, tools, runs))
    if options.json:
        options.json.write_text(json.dumps([run for _, _, runs in results for run in runs], indent=2) + "\n")
    return 0


def _scenario(name):
    if name not in scenarios.ALL:
        raise Refused(f"There is no scenario {name}; there are {', '.join(scenarios.ALL)}.")
    return scenarios.ALL[name]


def _tools(scenario, options):
    known = tools_of(scenario)
    names = options.tools.split(",") if options.tools else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Refused(f"{scenario.name} has no client {', '.join(unknown)}; there are {', '.join(known)}.")
    for name in names:
        program = str(options.ftpx) if known[name].is_ftpx else known[name].program
        if not shutil.which(program):
            raise Refused(f"{program} is not there: build with dotnet build src/Accelerator.Cli -c Release, or run "
                          "tests/install-tools as root.")
    if not VSFTPD.exists():
        raise Refused("vsftpd is not there: run tests/install-tools as root.")
    return [known[name] for name in names]


def _rounds(keeper, scenario, tools, options):
    bench = Bench(keeper, scenario, options.ftpx.resolve(), shlex.split(options.ftpx_args))
    runs = []
    for number in range(1, options.rounds + 1):
        for tool in tools:
            record = {"scenario": scenario.name, "round": number, **bench.run(tool)}
            runs.append(record)
            link = record["link"]
            print(f"{scenario.name} round {number}: {tool.name} {record['seconds']:.2f} s, "
                  f"CPU {record['cpu_seconds']:.2f} s (link {link['cpu_seconds']:.2f} s), "
                  f"{record['retransmits']} retransmits" + (f": {record['problem']}" if record["problem"] else ""),
                  file=sys.stderr)
    return runs


def table(scenario, tools, runs):
    least = floor(scenario)
    lines = [f"{scenario.name} {scenario.title}: {scenario.rate_mbit:g} Mbit/s, {scenario.rtt_ms:g} ms; floor {least:.1f} s", "",
             "| client | seconds | ÷ floor | CPU s | peak MiB | retransmits | link drops |", "|---|---|---|---|---|---|---|"]
    for tool in tools:
        mine = [run for run in runs if run["tool"] == tool.name]
        bad = [run["problem"] for run in mine if run["problem"]]
        if bad:
            lines.append(f"| {tool.name} | failed: {bad[0]} | | | | | |")
            continue
        seconds = [run["seconds"] for run in mine]
        middle = statistics.median(seconds)
        drops = statistics.median(sum(way[key] for way in run["link"].values() if isinstance(way, dict)
                                      for key in ("lost_queue", "lost_random", "lost_stall")) for run in mine)
        lines.append(f"| {tool.name} | {middle:.2f} ({min(seconds):.2f}–{max(seconds):.2f}) | {middle / least:.2f} "
                     f"| {statistics.median(run['cpu_seconds'] for run in mine):.1f} "
                     f"| {statistics.median(run['peak_mib'] or 0 for run in mine):.0f} "
                     f"| {statistics.median(run['retransmits'] for run in mine):.0f} | {drops:.0f} |")
    return "\n".join(lines) + "\n"
