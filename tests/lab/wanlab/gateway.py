"""Other programs through `ftpx gateway`: curl for one file, lftp and wget for many small ones, beside the same programs without it.

Stands apart from the other scenarios, as fxp.py does.
"""

import dataclasses
import json
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import tempfile
import time

from . import bench, content, kernel, memory, network, results, servers
from .floors import floor
from .keeper import Refused
from .network import CLIENT, SERVER_ADDRESS, Network
from .scenarios import ALL as LINKS
from .timing import OUTPUT, run_timed

PORT = 2121
DIRECT, THROUGH = f"ftp://{SERVER_ADDRESS}", f"ftp://127.0.0.1:{PORT}"
ALL = ("L1", "L0", "L2", "L4")


@dataclasses.dataclass(frozen=True)
class Tool:
    name: str
    command: tuple
    gateway: bool = False
    keeps_memory: bool = False      # the gateway, or ftpx, finds what its earlier runs have learned of the server
    copies: int = 1                 # clients at once, whose outputs are compared with the source and not stored
    once: bool = False              # too slow to be repeated
    limit_seconds: float = 0        # the scenario's, unless given


def tools_of(scenario):
    """By name; ours first, which is what the others are measured by."""
    many = scenario.files > 1
    return {tool.name: tool for tool in (_many_files() if many else _one_file())}


def _one_file():
    ftpx = ("{ftpx}", "get", "--quiet", "--output", "{target}", "{args}", f"{DIRECT}/{{source}}")
    curl = ("curl", "--silent", "--show-error", "--write-out", "first byte %{time_starttransfer}\\n", "--output", "{target}")
    yield Tool("ftpx", ftpx)
    yield Tool("ftpx-known", ftpx, keeps_memory=True)
    yield Tool("curl through the gateway", (*curl, f"{THROUGH}/{{source}}"), gateway=True)
    yield Tool("curl through the gateway (known)", (*curl, f"{THROUGH}/{{source}}"), gateway=True, keeps_memory=True)
    # Eight copies of the largest file do not fit in memory: they are compared as they come.
    yield Tool("8 × curl through the gateway", ("curl", "--silent", "--show-error", f"{THROUGH}/{{source}}"), gateway=True, copies=8, once=True)
    yield Tool("curl", (*curl, f"{DIRECT}/{{source}}"), once=True)


def _many_files():
    yield Tool("ftpx", ("{ftpx}", "mirror", "--quiet", "{args}", f"{DIRECT}/", "{target}"))
    for through in (True, False):
        where, url = (" through the gateway", THROUGH) if through else ("", DIRECT)
        slow = {} if through else {"once": True, "limit_seconds": 1800}
        yield Tool(f"lftp mirror{where}", ("lftp", "-c", f"mirror -P1 {url}/ {{target}}"), gateway=through, **slow)
        yield Tool(f"wget -r{where}", ("wget", "--quiet", "-r", "-nH", "-P", "{target}", f"{url}/"), gateway=through, **slow)


def measure(keeper, options):
    """Runs the clients in turn and prints a table for each scenario."""
    unknown = [name for name in options.scenarios if name not in ALL]
    if unknown:
        raise Refused(f"There is no scenario {', '.join(unknown)}; the scenarios are {', '.join(ALL)}.")
    network.prepare()
    document = {"facts": results.facts(options.ftpx), "scenarios": {}, "runs": []}
    for name in options.scenarios:
        scenario = LINKS[name]
        tools = [tool for tool in tools_of(scenario).values() if not options.tools or tool.name in options.tools]
        document["scenarios"][name] = results.parameters(scenario)
        place = Place(keeper, scenario, options)
        for number in range(1, options.rounds + 1):
            for tool in tools:
                if number > 1 and tool.once:
                    continue
                document["runs"].append({"scenario": name, "round": number, **place.run(tool, number)})
                options.json.parent.mkdir(parents=True, exist_ok=True)
                options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        print(table(document, scenario), flush=True)
    return 1 if any(run["problem"] for run in document["runs"]) else 0


class Place:
    """Source and targets of one scenario, and what ftpx may remember from run to run."""

    def __init__(self, keeper, scenario, options):
        self._keeper = keeper
        self._scenario = scenario
        self._options = options
        bench.prepare_folders()
        content.check_memory(scenario)
        if scenario.total >= 1 << 30:
            memory.hold(2 * scenario.total + (3 << 30))
        self._sources = content.make_source(bench.SERVED, scenario)
        content.warm(bench.TARGET, scenario.total)

    def run(self, tool, seed):
        """One record. A client that keeps its memory first runs once for nothing."""
        if not tool.keeps_memory:
            with tempfile.TemporaryDirectory(dir=bench.HOMES) as home:
                return self._measure(tool, pathlib.Path(home), seed)
        kept = bench.HOMES / re.sub(r"\W+", "-", f"gateway-{self._scenario.name}-{tool.name}")
        if not kept.exists():
            kept.mkdir()
            self._measure(tool, kept, seed)
        return self._measure(tool, kept, seed)

    def _measure(self, tool, home, seed):
        scenario = self._scenario
        target = bench.TARGET / "copy"
        if scenario.files > 1:
            target.mkdir()
        environment = {**bench.environment(home), "TMPDIR": str(home)}
        try:
            with Network(self._keeper, scenario, seed) as link:
                servers.START["vsftpd"](pathlib.Path("/run"), bench.SERVED, scenario)
                process = start_gateway(self._options.ftpx, environment) if tool.gateway else None
                timed = run_timed(self._words(tool, target), environment, bench.TARGET, tool.limit_seconds or scenario.limit_seconds,
                                  (), link.tell)
                own = usage(process) if process else {}
                counters = link.finish()
                if process:
                    # Its end writes down what it has learned of the server.
                    process.terminate()
                    process.wait(20)
                bench.sweep()
            problem = self._problem(tool, timed, target)
        finally:
            bench.sweep()
            bench.empty(bench.TARGET)
        record = {"tool": tool.name, "seconds": round(timed.seconds, 3), "cpu_seconds": round(timed.cpu_seconds, 3),
                  "first_byte": first_byte(), "gateway": own, "problem": problem, "link": counters}
        print(f"{scenario.name} round {seed}: {tool.name} {timed.seconds:.2f} s, first byte {record['first_byte']}, gateway {own}"
              f"{': ' + problem if problem else ''}", flush=True)
        return record

    def _words(self, tool, target):
        command = [part for word in tool.command for part in self._filled(word, target)]
        if tool.copies == 1:
            return command
        # cmp fails if bytes are missing, too. The shell's own exit code is that of the first client that failed.
        compared = f"{shlex.join(map(str, command))} | cmp - {shlex.quote(str(self._sources[0]))} & pids=\"$pids $!\";"
        return ["bash", "-o", "pipefail", "-c", f"{compared * tool.copies} for pid in $pids; do wait $pid || exit; done"]

    def _filled(self, word, target):
        if word == "{args}":
            return shlex.split(self._options.ftpx_args)
        # curl has braces of its own.
        for name, value in (("ftpx", self._options.ftpx), ("target", target), ("source", self._sources[0].name)):
            word = word.replace(f"{{{name}}}", str(value))
        return [word]

    def _problem(self, tool, timed, target):
        if timed.timed_out:
            return "not done in time"
        if timed.exit_code != 0:
            return f"exit code {timed.exit_code}: {timed.said}"
        return content.difference(self._sources, target) if tool.copies == 1 else None


def start_gateway(ftpx, environment):
    """Runs on the client's side, as it would for days: its start is not part of a transfer's time."""
    log = pathlib.Path("/run/gateway.log")
    with kernel.inside(CLIENT), open(log, "wb") as output:
        process = subprocess.Popen([ftpx, "gateway", "--listen", f"127.0.0.1:{PORT}", "--upstream", DIRECT],
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment)
        deadline = time.monotonic() + 20
        while not servers._listens(PORT):
            if time.monotonic() > deadline or process.poll() is not None:
                raise Refused(f"ftpx gateway does not listen: {log.read_text(errors='replace').strip()}")
            time.sleep(0.01)
    return process


def usage(process):
    """Processor seconds and the peak of resident memory so far."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    peak = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
    return {"cpu_seconds": round((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), 2), "peak_mib": round(int(peak[1]) / 1024, 1)}


def first_byte():
    """Seconds until curl had its first byte, with its login; nothing for other clients."""
    found = re.search(r"first byte ([\d.]+)", OUTPUT.read_text(errors="replace"))
    return float(found[1]) if found else None


def table(document, scenario):
    """Markdown; ftpx, the first row, is what the others are divided by."""
    lines = [f"{scenario.name}: floor of a get on that link {floor(scenario):.2f} s.", "",
             "| client | seconds | ÷ ftpx | first byte s | CPU s of client and gateway | gateway's peak MiB |", "|---|---|---|---|---|---|"]
    ours = None
    for tool in tools_of(scenario):
        runs = [run for run in document["runs"] if (run["scenario"], run["tool"]) == (scenario.name, tool)]
        problem = next((run["problem"] for run in runs if run["problem"]), None)
        if problem:
            lines.append(f"| {tool} | failed: {problem} | | | | |")
        elif runs:
            seconds = [run["seconds"] for run in runs]
            median = statistics.median(seconds)
            ours = ours or median
            peaks = [run["gateway"]["peak_mib"] for run in runs if run["gateway"]]
            firsts = [run["first_byte"] for run in runs if run["first_byte"] is not None]
            cpu = statistics.median(run["cpu_seconds"] + run["gateway"].get("cpu_seconds", 0) for run in runs)
            lines.append(f"| {tool} | {median:.2f} ({min(seconds):.2f}–{max(seconds):.2f}) | {median / ours:.2f} "
                         f"| {f'{statistics.median(firsts):.2f}' if firsts else ''} | {cpu:.1f} "
                         f"| {f'{max(peaks):.0f}' if peaks else ''} |")
    return "\n".join([*lines, ""])
