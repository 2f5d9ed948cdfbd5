"""From server to server: ProFTPD at the far end of the link, vsftpd at the near one beside the client that tells both what to do.

Stands apart from the other scenarios and their servers: a change of those makes every kept time worthless (results.DECIDING).
"""

import dataclasses
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import tempfile
import time

from . import bench, content, kernel, network, results, servers
from .floors import floor
from .keeper import Refused
from .network import CLIENT, CLIENT_ADDRESS, SERVER, SERVER_ADDRESS
from .scenarios import MIB, Scenario, held_to
from .timing import run_timed

PROFTPD = servers.TOOLS / "usr/sbin/proftpd"
INBOX = bench.TARGET / "in"
# It asks STAT while a file goes over, which vsftpd answers when it is over, by a 500 that lftp takes for the transfer's.
LFTP = "set ftp:fxp-force yes; set ftp:use-site-utime no; set ftp:use-site-utime2 no; set ftp:stat-interval 1000000;"
SOURCE_URL, INBOX_URL = f"ftp://{SERVER_ADDRESS}", f"ftp://{CLIENT_ADDRESS}/in"

ALL = {scenario.name: scenario for scenario in (
    Scenario("X1", "one file, window", 1000, 186, 512 * MIB, **held_to(1 * MIB)),
    Scenario("X2", "many files, window", 1000, 186, 8 * MIB, **held_to(1 * MIB), files=100),
)}


@dataclasses.dataclass(frozen=True)
class Tool:
    name: str
    command: tuple
    keeps_memory: bool = False      # what an earlier run has learned of the servers, the trial on a scratch file among it


def tools_of(scenario):
    """By name; ours first."""
    if scenario.files > 1:
        ours = [Tool(f"ftpx{known}{n}", ("{ftpx}", "fxp", "--quiet", "--parallel", str(n), "{args}", f"{SOURCE_URL}/", f"{INBOX_URL}/"), keeps_memory=bool(known))
                for n in (24, 34, 50) for known in ("", "-known")]
        peers = [Tool(f"lftp{n}", ("lftp", "-c", f"{LFTP} mirror -P{n} {SOURCE_URL}/ {INBOX_URL}/")) for n in (24, 34, 50)]
    else:
        ftpx = ("{ftpx}", "fxp", "--quiet", "{args}", f"{SOURCE_URL}/source.bin", f"{INBOX_URL}/source.bin")
        ours = [Tool("ftpx", ftpx), Tool("ftpx-known", ftpx, keeps_memory=True)]
        peers = [Tool("lftp", ("lftp", "-c", f"{LFTP} get {SOURCE_URL}/source.bin -o {INBOX_URL}/source.bin"))]
    return {tool.name: tool for tool in (*ours, *peers)}


def measure(keeper, options):
    """Runs the clients in turn and prints a table for each scenario."""
    for name in options.scenarios:
        if name not in ALL:
            raise Refused(f"There is no scenario {name}; the scenarios are {', '.join(ALL)}.")
    network.prepare()
    document = {"facts": results.facts(options.ftpx), "scenarios": {}, "runs": []}
    for name in options.scenarios:
        scenario = ALL[name]
        tools = [tool for tool in tools_of(scenario).values() if not options.tools or tool.name in options.tools]
        document["scenarios"][name] = results.parameters(scenario)
        place = Place(keeper, scenario, options)
        for number in range(1, options.rounds + 1):
            for tool in tools:
                document["runs"].append({"scenario": name, "round": number, **place.run(tool, number)})
                options.json.parent.mkdir(parents=True, exist_ok=True)
                options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        print(table(document, scenario), flush=True)
    return 1 if any(run["problem"] and run["tool"].startswith("ftpx") for run in document["runs"]) else 0


class Place:
    """Source and target of one scenario, and what ftpx may remember from run to run."""

    def __init__(self, keeper, scenario, options):
        self._keeper = keeper
        self._scenario = scenario
        self._options = options
        bench.prepare_folders()
        content.check_memory(scenario)
        self._sources = content.make_source(bench.SERVED, scenario)
        content.warm(bench.TARGET, scenario.total)

    def run(self, tool, seed):
        """One record. A client that keeps its memory first runs once for nothing."""
        if not tool.keeps_memory:
            with tempfile.TemporaryDirectory(dir=bench.HOMES) as home:
                return self._measure(tool, pathlib.Path(home), seed)
        kept = bench.HOMES / f"{self._scenario.name}-{tool.name}"
        if not kept.exists():
            kept.mkdir()
            self._measure(tool, kept, seed)
        return self._measure(tool, kept, seed)

    def _measure(self, tool, home, seed):
        scenario = self._scenario
        INBOX.mkdir(exist_ok=True)
        INBOX.chmod(0o777)
        words = {"ftpx": self._options.ftpx}
        command = [part for word in tool.command
                   for part in (shlex.split(self._options.ftpx_args) if word == "{args}" else [word.format(**words)])]
        try:
            with network.Network(self._keeper, scenario, seed) as link:
                start_proftpd()
                start_vsftpd()
                timed = run_timed(command, bench.environment(home), bench.HOMES, scenario.limit_seconds, (), link.tell)
                counters = link.finish()
                bench.sweep()
            problem = self._problem(timed)
        finally:
            bench.sweep()
            bench.empty(bench.TARGET)
        record = {"tool": tool.name, "seconds": round(timed.seconds, 3), "cpu_seconds": round(timed.cpu_seconds, 3),
                  "peak_mib": timed.peak_mib and round(timed.peak_mib, 1), "problem": problem, "link": counters}
        print(f"{scenario.name} round {seed}: {tool.name} {timed.seconds:.2f} s{': ' + problem if problem else ''}", flush=True)
        return record

    def _problem(self, timed):
        if timed.timed_out:
            return f"not done after {self._scenario.limit_seconds:g} s"
        if timed.exit_code != 0:
            return f"exit code {timed.exit_code}: {timed.said}"
        target = INBOX if self._scenario.files > 1 else INBOX / self._sources[0].name
        strays = [path.name for path in INBOX.iterdir() if path.name not in {source.name for source in self._sources}]
        return content.difference(self._sources, target) or (f"left behind: {', '.join(strays)}" if strays else None)


def start_proftpd():
    """Anonymous and read-only at the far end; sends ranges (RANG), and connects to whom it is told to."""
    configuration = pathlib.Path("/run/proftpd.conf")
    configuration.write_text("\n".join([
        "ServerType standalone", "UseIPv6 off", f"DefaultAddress {SERVER_ADDRESS}", "SocketBindTight on", "Port 21",
        f"ModulePath {PROFTPD.parent.parent}/lib/proftpd", "PidFile /run/proftpd.pid", "ScoreboardFile /run/proftpd.scoreboard",
        "DelayEngine off", "DelayTable none", "UseReverseDNS off", "WtmpLog off", "TransferLog none", "SystemLog none",
        "RequireValidShell off", "UseFtpUsers off", "User daemon", "Group nogroup", "MaxInstances 400", "AllowForeignAddress on",
        f"<Anonymous {bench.SERVED}>", "User daemon", "Group nogroup", "UserAlias anonymous daemon", "</Anonymous>", ""]))
    start(SERVER, [PROFTPD, "--nodaemon", "--config", configuration])


def start_vsftpd():
    """Anonymous at the near end; takes files from strangers, several at once into the same one."""
    folder = pathlib.Path("/run")
    (folder / "empty").mkdir(exist_ok=True)
    configuration = folder / "vsftpd.conf"
    configuration.write_text("\n".join([
        "background=NO", "listen=YES", f"listen_address={CLIENT_ADDRESS}", "listen_port=21",
        "anonymous_enable=YES", "local_enable=NO", f"anon_root={bench.TARGET}", "write_enable=YES", "anon_upload_enable=YES",
        "anon_other_write_enable=YES", "anon_mkdir_write_enable=YES", "anon_umask=022", "pasv_promiscuous=YES",
        "port_promiscuous=YES", "lock_upload_files=NO",
        "ftp_username=daemon", "nopriv_user=nobody", f"secure_chroot_dir={folder}/empty", "seccomp_sandbox=NO",
        "max_clients=400", "max_per_ip=0", ""]))
    start(CLIENT, [servers.VSFTPD, configuration])


def start(namespace, command):
    """As servers.start, in either namespace."""
    if not pathlib.Path(command[0]).exists():
        raise Refused(f"{pathlib.Path(command[0]).name} is not there: run tests/install-tools as root.")
    libraries = [str(path) for base in ("usr/lib", "lib") for path in (servers.TOOLS / base).glob("*-linux-gnu*")]
    log = pathlib.Path(f"/run/{namespace}.log")
    with kernel.inside(namespace), open(log, "wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   env={**os.environ, "LD_LIBRARY_PATH": ":".join(libraries)})
        deadline = time.monotonic() + 20
        while not servers._listens(21):
            if time.monotonic() > deadline or process.poll() is not None:
                raise Refused(f"{pathlib.Path(command[0]).name} does not listen: {log.read_text(errors='replace').strip()}")
            time.sleep(0.01)


def table(document, scenario):
    """Markdown."""
    least = floor(scenario)
    whole = scenario.total * 8 / 1e6
    lines = [f"{scenario.name}, {scenario.title}: floor of a get on that link {least:.2f} s.", "",
             "| client | seconds | ÷ floor | of the link | CPU s | peak MiB |", "|---|---|---|---|---|---|"]
    for tool in tools_of(scenario):
        runs = [run for run in document["runs"] if (run["scenario"], run["tool"]) == (scenario.name, tool)]
        problem = next((run["problem"] for run in runs if run["problem"]), None)
        if problem:
            lines.append(f"| {tool} | failed: {problem} | | | | |")
        elif runs:
            seconds = [run["seconds"] for run in runs]
            median = statistics.median(seconds)
            lines.append(f"| {tool} | {median:.2f} ({min(seconds):.2f}–{max(seconds):.2f}) | {median / least:.2f} "
                         f"| {whole / median / scenario.rate_mbit:.2f} | {statistics.median(run['cpu_seconds'] for run in runs):.1f} "
                         f"| {statistics.median(run['peak_mib'] or 0 for run in runs):.0f} |")
    return "\n".join([*lines, ""])
