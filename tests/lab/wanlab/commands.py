"""What the command line's verbs do inside the lab."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from . import kernel, network, report, results, scenarios, servers
from .bench import SERVED, Bench, prepare_folders
from .content import check_memory, make_source
from .floors import floor
from .keeper import Refused
from .tools import LINEUP, tools_of


def show_list():
    for scenario in scenarios.ALL.values():
        lineup = LINEUP[scenario.name]
        print(f"{scenario.name} {scenario.title}: {report.describe(scenario)}; floor {floor(scenario):.1f} s")
        print(f"   best peers {', '.join(lineup.best)}; others {', '.join(lineup.others) or 'none'}; "
              f"timed once {', '.join(lineup.kept) or 'none'}")
        print(f"   known {', '.join(tools_of(scenario))}")
    return 0


def measure(keeper, options):
    """one, all and quick: they differ in the defaults of their options."""
    chosen = [find(name) for name in options.scenarios]
    kept = results.Kept()
    plans = [(scenario, *_plan(scenario, options, kept)) for scenario in chosen]
    network.prepare()
    for scenario, tools, once in plans:
        _check(scenario, tools + once, options.ftpx)
    document = {"facts": results.facts(options.ftpx), "scenarios": {}, "runs": []}
    if options.add:
        _add(document, json.loads(options.json.read_text(encoding="utf-8")))
    for scenario, tools, once in plans:
        document["scenarios"] = _in_order({**document["scenarios"], scenario.name: results.parameters(scenario)})
        document["runs"] = [run for run in document["runs"] if run["scenario"] != scenario.name]
        for record in _rounds(keeper, scenario, tools, once, options, kept):
            document["runs"].append(record)
            # After each run, so that a lab that is ended has not worked for nothing.
            options.json.parent.mkdir(parents=True, exist_ok=True)
            options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        print(report.scenario_section(document, scenario.name), flush=True)
    print(report.summary(document))
    return 1 if any(run["problem"] and run["tool"].startswith("ftpx") for run in document["runs"]) else 0


def _add(document, earlier):
    for fact in ("commit", "lab", "machine"):
        if earlier["facts"][fact] != document["facts"][fact]:
            raise Refused(f"The earlier runs are of another {fact}: {earlier['facts'][fact]}, not {document['facts'][fact]}.")
    document["scenarios"] = earlier["scenarios"]
    document["runs"] = earlier["runs"]


def _in_order(measured):
    return {name: measured[name] for name in scenarios.ALL if name in measured}


def shell(keeper, options):
    """The network of a scenario with its server, for a person: a shell, or one command, on the client's side."""
    scenario = find(options.scenario)
    network.prepare()
    prepare_folders()
    check_memory(scenario)
    source, *_ = make_source(SERVED, scenario)
    with network.Network(keeper, scenario):
        url = servers.START["vsftpd"](pathlib.Path("/run"), SERVED, scenario)
        print(f"{scenario.name}: {url}/{source.name}", file=sys.stderr, flush=True)
        with kernel.inside(network.CLIENT):
            return subprocess.run(options.command or [os.environ.get("SHELL", "/bin/sh")], check=False).returncode & 255


def find(name):
    if name not in scenarios.ALL:
        raise Refused(f"There is no scenario {name}; the scenarios are {', '.join(scenarios.ALL)}.")
    return scenarios.ALL[name]


def _plan(scenario, options, kept):
    """The clients of every round, and those still to be timed once."""
    known = tools_of(scenario)
    lineup = LINEUP[scenario.name]
    names = {"named": options.tools, "all": (*lineup.ours, *lineup.best, *lineup.others), "quick": (*lineup.ours[:1], *lineup.best)}[
        "named" if options.tools else options.who]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Refused(f"{scenario.name} has no client {', '.join(unknown)}; its clients are {', '.join(known)}.")
    once = [name for name in lineup.kept if not kept.find(scenario.name, name)] if options.time_kept else []
    return [known[name] for name in names], [known[name] for name in once]


def _check(scenario, tools, ftpx):
    for tool in tools:
        if not shutil.which(str(ftpx) if tool.is_ftpx else tool.program):
            raise Refused(f"{ftpx} is not there: publish it as docs/lab.md says." if tool.is_ftpx
                          else f"{scenario.name} needs {tool.program}: run tests/lab/install-tools as root.")
        if not servers.PROGRAMS[tool.server].exists():
            raise Refused(f"{tool.name} needs the server {tool.server}: run tests/lab/install-tools as root.")


def _rounds(keeper, scenario, tools, once, options, kept):
    bench = Bench(keeper, scenario, options.ftpx, shlex.split(options.ftpx_args))
    for number in range(1, options.rounds + 1):
        for tool in tools:
            # Each round loses other packets, the same ones for every client.
            record = bench.run(tool, seed=number)
            _tell(scenario, f"round {number}", record)
            yield {"scenario": scenario.name, "round": number, **record}
    for tool in once:
        record = bench.run(tool, seed=1)
        _tell(scenario, "once", record)
        kept.add(scenario.name, record)
    if not options.tools:
        for name in LINEUP[scenario.name].kept:
            record = kept.find(scenario.name, name)
            if record:
                yield {"scenario": scenario.name, "round": 0, **record}


def _tell(scenario, when, record):
    problem = f": {record['problem']}" if record["problem"] else ""
    tail = "" if record["idle_tail"] is None else f", {record['idle_tail']:.0%} of the link idle in the last fifth"
    print(f"{scenario.name} {when}: {record['tool']} {record['seconds']:.2f} s, CPU {record['cpu_seconds']:.2f} s "
          f"(link {record['link']['cpu_seconds']:.2f} s), {record['retransmits']} retransmits{tail}{problem}", file=sys.stderr, flush=True)
