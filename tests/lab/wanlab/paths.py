"""Several paths and several replicas: one file by two links, by a link that is cut, and from two servers.

Stands apart from the other scenarios, as fxp.py does. What each one shows is in docs/lab.md.
"""

import dataclasses
import hashlib
import json
import pathlib
import shlex
import tempfile

from . import bench, content, memory, network, pathtables, quiet, results, tampered, twins
from .keeper import Refused
from .routes import FAST, HOPS, SHARED, SLOW, TwoLinks, TwoServers
from .scenarios import GIB, Scenario, up_to
from .timing import run_timed

# The longest file; others are its beginning. Rate and round trip are the paths' together: what the memory must hold.
SOURCE = Scenario("P", "several paths", FAST.rate_mbit + SLOW.rate_mbit, SLOW.rtt_ms, 2 * GIB, **up_to(32 << 20), limit_seconds=150)
FTPX = ("{ftpx}", "get", "--quiet", "--output", "{target}", "{args}")
# A dead link is noticed by silence: 10 s, as long as ftpx waits, where aria2 by itself would wait for 60.
ARIA2 = ("aria2c", "--no-conf", "--quiet", "-k1M", "--file-allocation=none", "--timeout=10", "--connect-timeout=10", "--retry-wait=1",
         "--max-tries=0", "--dir={folder}", "--out={name}")


@dataclasses.dataclass(frozen=True)
class Tool:
    name: str
    command: tuple
    link: str = ""          # its only one, where it has one only
    server: str = "vsftpd"


@dataclasses.dataclass(frozen=True)
class Case:
    scenario: str
    name: str
    tools: tuple
    size: int = GIB
    events: tuple = ()      # (seconds after the client's start, command to the links)
    ways: type = TwoLinks


def by_links():
    server, binds = f"ftp://{TwoLinks.ADDRESS}/{{source}}", [("--bind", client) for client in TwoLinks.CLIENTS]
    fast, slow = (Tool(f"ftpx --bind {word}", (*FTPX, *bind, server), line.device) for word, bind, line in zip(("fast", "slow"), binds, (FAST, SLOW)))
    both = Tool("ftpx --bind fast --bind slow", (*FTPX, *binds[0], *binds[1], server))
    aria2 = Tool("aria2 -x8 -s16, an address on each link", (*ARIA2, "-x8", "-s16", *(f"ftp://{address}/{{source}}" for address in TwoLinks.BY_LINK)))
    yield Case("P1", "both links", (fast, slow, both, aria2))
    yield Case("P2", "the fast link slows to 100 Mbit/s", (both, aria2), events=((3, f"slow {FAST.device} 100"),))
    for word, line in (("fast", FAST), ("slow", SLOW)):
        yield Case("P2", f"the {word} link is cut", (both, aria2), events=((3, f"cut {line.device}"),))
        for seconds in (2, 5):
            yield Case("P2", f"the {word} link is away for {seconds} s", (both, aria2), 2 * GIB,
                       ((3, f"cut {line.device}"), (3 + seconds, f"restore {line.device}")))


def by_servers():
    urls = [f"ftp://{address}/{{source}}" for address in TwoServers.ADDRESSES]
    replica = (*FTPX, urls[0], "--replica", urls[1])
    verify = ("--verify", "sha256:{sha256}")
    yield Case("P3", "two servers", (
        Tool("ftpx from one", (*FTPX, *verify, urls[0])), Tool("ftpx --replica --verify sha256", (*replica, *verify)),
        Tool("ftpx --replica, ProFTPD's hash", replica, server="proftpd"),
        Tool("aria2 -x8 -s16, two addresses", (*ARIA2, "-x8", "-s16", "--checksum=sha-256={sha256}", *urls))), 2 * GIB, ways=TwoServers)


CASES = (*by_links(), *by_servers())
ALL = (*dict.fromkeys(case.scenario for case in CASES), tampered.NAME)


def measure(keeper, options):
    """Runs the clients in turn and prints a table for each scenario."""
    unknown = [name for name in options.scenarios if name not in ALL]
    if unknown:
        raise Refused(f"There is no scenario {', '.join(unknown)}; the scenarios are {', '.join(ALL)}.")
    network.prepare()
    cases = [case for case in CASES if case.scenario in options.scenarios and (not options.cases or options.cases in case.name)]
    document = {"facts": results.facts(options.ftpx), "scenarios": {name: {} for name in options.scenarios}, "runs": []}
    document["scenarios"] |= {case.scenario: parameters(case) for case in cases}
    if options.add:
        add(document, json.loads(options.json.read_text(encoding="utf-8")))
    bench.prepare_folders()
    if cases:
        runs = Place(keeper, options).rounds(cases)
        keep(document, runs, options.json)
    if tampered.NAME in options.scenarios:
        keep(document, tampered.runs(keeper, options), options.json)
    print(pathtables.all_of(document), flush=True)
    return 1 if any(run["problem"] and run["tool"].startswith("ftpx") for run in document["runs"]) else 0


def add(document, earlier):
    """Puts an earlier command's runs before those to come."""
    if earlier["facts"]["versions"] != document["facts"]["versions"]:
        raise Refused(f"The earlier runs are of other programs: {earlier['facts']['versions']}.")
    document["scenarios"] = {name: {**earlier["scenarios"], **document["scenarios"]}[name] for name in ALL
                             if name in earlier["scenarios"] or name in document["scenarios"]}
    document["runs"] = earlier["runs"]


def keep(document, runs, file):
    """After each run, so that a lab that is ended has not worked for nothing."""
    for run in runs:
        document["runs"].append(run)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def parameters(case):
    links = (FAST, SLOW) if case.ways is TwoLinks else (SHARED, *HOPS)
    return {"links": [dataclasses.asdict(line) for line in links], "settings": network.settings(SOURCE)}


def problem_of(timed, source, target):
    if timed.timed_out:
        return f"not done after {SOURCE.limit_seconds:g} s"
    if timed.exit_code != 0:
        return f"exit code {timed.exit_code}: {timed.said}"
    return content.difference([source], target)


class Place:
    """The files and where they go."""

    def __init__(self, keeper, options):
        self._keeper = keeper
        self._options = options
        content.check_memory(SOURCE)
        memory.hold(2 * SOURCE.size + (3 << 30))
        self._longest = content.make_source(bench.SERVED, SOURCE)
        self._hashes = {}
        content.warm(bench.TARGET, SOURCE.size)

    def rounds(self, cases):
        for number in range(1, self._options.rounds + 1):
            for case in cases:
                for tool in case.tools:
                    if not self._options.tools or any(tool.name.startswith(name) for name in self._options.tools):
                        yield {"scenario": case.scenario, "case": case.name, "round": number, "tool": tool.name, **self._run(case, tool, number)}

    def _run(self, case, tool, number):
        source = self._source(case.size)
        others = quiet.wait(self._options.patience)
        target = bench.TARGET / "copy"
        try:
            with tempfile.TemporaryDirectory(dir=bench.HOMES) as home, case.ways(self._keeper, SOURCE) as ways:
                for namespace, address in ways.servers:
                    twins.START[tool.server](namespace, address, bench.SERVED)
                timed = run_timed([*self._words(tool, source)], bench.environment(pathlib.Path(home)), bench.TARGET,
                                  SOURCE.limit_seconds, case.events, ways.tell)
                moments, links = ways.moments, ways.finish()
                bench.sweep()
            others = max(others, quiet.busy_elsewhere())
            problem = problem_of(timed, source, target)
        finally:
            bench.sweep()
            bench.empty(bench.TARGET)
        record = {"size": case.size, "link": tool.link, "seconds": round(timed.seconds, 3), "cpu_seconds": round(timed.cpu_seconds, 3),
                  "problem": problem, "links": links, "busy_elsewhere": others,
                  "moments": [(at, *moment) for (at, _), moment in zip(case.events, moments)]}
        print(f"{case.scenario} round {number}, {case.name}: {tool.name}: {timed.seconds:.2f} s{': ' + problem if problem else ''}", flush=True)
        return record

    def _source(self, size):
        return content.shorten(self._longest, None if size == SOURCE.size else size)[0]

    def _words(self, tool, source):
        target = bench.TARGET / "copy"
        if source not in self._hashes:
            with open(source, "rb") as file:
                self._hashes[source] = hashlib.file_digest(file, "sha256").hexdigest()
        words = {"ftpx": self._options.ftpx, "source": source.name, "target": target, "folder": target.parent, "name": target.name,
                 "sha256": self._hashes[source]}
        for word in tool.command:
            if word == "{args}":
                yield from shlex.split(self._options.ftpx_args)
            else:
                yield word.format(**words)
