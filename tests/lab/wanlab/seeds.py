"""The tables of the source documents (docs/seeds.md): long transfers, several links, small files, unbuffered writes.

Stands apart from the other scenarios, as paths.py does: what is measured here is a rate, and nothing is stored, so that a transfer can be
longer than memory. The source is a file of zeros almost without blocks, and the target a file system on which clients store next to nothing (discard.c).
"""

import dataclasses
import json
import os
import pathlib
import random
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from . import bench, content, kernel, network, paths, results, seedtables, servers, twins
from .floors import HEADERS
from .keeper import Refused
from .network import CLIENT, SERVER
from .routes import Line, Ways
from .scenarios import ALL, GIB, MIB, MTU, Scenario, up_to
from .tools import Tool

SINK = pathlib.Path("/run/sink")
ZEROS = "zeros.bin"
DISCARD, MPTCP = pathlib.Path("/run/discard.so"), pathlib.Path("/run/mptcp.so")
PAYLOAD = (MTU - HEADERS) / MTU
# A tool that is ended after some time is measured after this part of it: slow start is over by then.
RAMP = 0.2
# What the papers' figures need; less is marked as a short run.
WHOLE_BYTES, WHOLE_SECONDS, WHOLE_LINK_BYTES = 100 * 10**9, 75, 4 * GIB
PARTS = ("long", "links", "small", "disk")
# The kernel's buffers as the TWAREN paper has them.
LONG = Scenario("long", "one file over a long fat link", 10000, 186, GIB, **up_to(64 * MIB), gso=True)
DISK = Scenario("disk", "into a disk", 10000, 8, 2 * GIB, **up_to(64 * MIB), gso=True)
NEAR = Scenario("links", "several links", 2000, 0.3, GIB, **up_to(32 * MIB))
SMALL = ALL["L4"]
EQUAL = tuple(Line(f"wan{number}", 500, 0.3, 5) for number in range(4))
UNEQUAL = tuple(Line(f"wan{number}", rate, 0.3, 5) for number, rate in enumerate((800, 500, 400, 300)))
KEYS = ("-i", "/run/user_key", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR")
FTPX = ("{ftpx}", "get", "--quiet", "--no-site-memory", "--output", "{target}", "{args}")
ARIA2 = ("aria2c", "--no-conf", "--quiet", "-x16", "-s16", "-k1M", "--file-allocation=none", "--dir={folder}", "--out={name}")


@dataclasses.dataclass(frozen=True)
class Puller:
    """One client that fetches the zeros. A slow one is ended after some time."""

    name: str
    command: tuple
    server: str = "vsftpd"
    is_slow: bool = True
    preload: tuple = ()         # libraries besides discard.so


def long_pullers():
    yield Puller("ftpx", (*FTPX, "{url}"), is_slow=False)
    for blocks, more in (("", ()), (" -bs 4M", ("-bs", "4194304"))):
        yield Puller(f"gridftp -p 10{blocks}", ("globus-url-copy", "-fast", "-p", "10", *more, "{url}", "file:///dev/null"), "gridftp", False)
    yield Puller("scp", ("scp", "-q", *KEYS, "{url}", "{target}"), "sshd")
    yield Puller("sftp", ("sftp", "-q", *KEYS, "{url}", "{target}"), "sshd")
    yield Puller("rsync over ssh", ("rsync", "--inplace", "--whole-file", "-e", shlex.join(("ssh", *KEYS)), "{url}", "{target}"), "sshd")
    yield Puller("curl", ("curl", "--silent", "--show-error", "--output", "/dev/null", "{url}"))
    yield Puller("wget", ("wget", "-q", "-O", "/dev/null", "{url}"))
    yield Puller("axel -n 16", ("axel", "--quiet", "-n", "16", "-o", "{target}", "{url}"))
    yield Puller("lftp pget -n 16", ("lftp", "-c", "pget -n 16 {url} -o {target}"))
    yield Puller("aria2 -x16", (*ARIA2, "{url}"))


def link_pullers():
    server = f"ftp://{FourLinks.ADDRESS}/{ZEROS}"
    binds = [("--bind", client) for client in FourLinks.CLIENTS]
    yield Puller("ftpx, one link", (*FTPX, *binds[0], server), is_slow=False)
    yield Puller("ftpx, four links by --bind", (*FTPX, *sum(binds, ()), server), is_slow=False)
    yield Puller("ftpx --mptcp", (*FTPX, "--mptcp", server), "mptcp", is_slow=False)
    yield Puller("curl, kernel MPTCP", ("curl", "--silent", "--show-error", "--output", "/dev/null", server), "mptcp", False, (MPTCP,))
    yield Puller("aria2, an address on each link", (*ARIA2, *(f"ftp://{address}/{ZEROS}" for address in FourLinks.BY_LINK)), is_slow=False)


class FourLinks(Ways):
    """As routes.TwoLinks, with four; MPTCP may use all of them."""

    namespaces = (CLIENT, SERVER)
    ADDRESS = "10.99.9.1"
    BY_LINK = tuple(f"10.99.{number}.1" for number in range(4))
    CLIENTS = tuple(f"10.99.{number}.2" for number in range(4))

    def __init__(self, keeper, scenario, lines):
        super().__init__(keeper, scenario)
        self._lines = lines

    def _connect(self):
        network._ip("-n", SERVER, "address", "add", f"{self.ADDRESS}/32", "dev", "lo")
        for namespace in self.namespaces:
            network._ip("-n", namespace, "mptcp", "limits", "set", "subflow", "8", "add_addr_accepted", "8")
        for number, (line, server, client) in enumerate(zip(self._lines, self.BY_LINK, self.CLIENTS)):
            self._wire(CLIENT, SERVER, line)
            network._ip("-n", SERVER, "address", "add", server, "peer", client, "dev", line.device)
            network._ip("-n", CLIENT, "address", "add", client, "peer", server, "dev", line.device)
            table = str(100 + number)
            network._ip("-n", CLIENT, "route", "add", "default", "dev", line.device, "src", client, "table", table)
            network._ip("-n", CLIENT, "rule", "add", "from", client, "table", table)
            if number > 0:
                network._ip("-n", CLIENT, "mptcp", "endpoint", "add", client, "dev", line.device, "subflow")
        network._ip("-n", CLIENT, "route", "add", self.ADDRESS, "dev", self._lines[0].device, "src", self.CLIENTS[0])


def measure(keeper, options):
    unknown = [name for name in options.parts if name not in PARTS]
    if unknown:
        raise Refused(f"There is no part {', '.join(unknown)}; the parts are {', '.join(PARTS)}.")
    missing = [program for program in ("scp", "sftp", "rsync", "curl", "wget", "axel", "lftp", "aria2c", "globus-url-copy") if not shutil.which(program)]
    if missing:
        raise Refused(f"There is no {', '.join(missing)}: run tests/lab/install-tools as root.")
    network.prepare()
    bench.prepare_folders()
    prepare()
    document = {"kind": "seeds", "facts": results.facts(options.ftpx), "is_short": _is_short(options), "scenarios": _parameters(options),
                "runs": []}
    for number in range(1, options.rounds + 1):
        for part in options.parts:
            runs = {"long": _long, "links": _links, "small": _small, "disk": _disk}[part](keeper, options)
            paths.keep(document, ({"part": part, "round": number, **run} for run in _told(part, number, runs)), options.json)
    print(seedtables.all_of(document), flush=True)
    return 1 if any(run["problem"] and run["tool"].startswith("ftpx") for run in document["runs"]) else 0


def _is_short(options):
    return options.bytes < WHOLE_BYTES or options.seconds < WHOLE_SECONDS or options.link_bytes < WHOLE_LINK_BYTES


def _parameters(options):
    return {"long": {**dataclasses.asdict(LONG), "bytes": options.bytes, "seconds": options.seconds, "settings": network.settings(LONG)},
            "links": {"equal": [dataclasses.asdict(line) for line in EQUAL], "unequal": [dataclasses.asdict(line) for line in UNEQUAL],
                      "bytes": options.link_bytes, "settings": network.settings(NEAR)},
            "small": {**dataclasses.asdict(SMALL), "files": options.files},
            "disk": {**dataclasses.asdict(DISK), "size": options.disk_bytes, "folder": str(options.disk)}}


def _told(part, number, runs):
    for run in runs:
        rate = f"{run['steady'] * 8 / 1e6:.0f} Mbit/s" if run.get("steady") else f"{run['seconds']:.2f} s"
        print(f"{part} round {number}: {run['tool']}: {rate}{': ' + run['problem'] if run['problem'] else ''}", flush=True)
        yield run


def _wanted(pullers, options):
    for puller in pullers:
        if not options.tools or any(puller.name.startswith(name) for name in options.tools):
            yield puller


def _long(keeper, options):
    _zeros(options.bytes)
    for puller in _wanted(long_pullers(), options):
        with network.Network(keeper, LONG) as wan:
            url = f"{servers.START[puller.server](pathlib.Path('/run'), bench.SERVED, LONG)}/{ZEROS}"
            yield _pull(puller, url, options, lambda: json.loads(wan.tell("counters"))["server-client"]["bytes"], wan.finish, options.bytes)


def _links(keeper, options):
    _zeros(options.link_bytes)
    for kind, lines in (("equal", EQUAL), ("unequal", UNEQUAL)):
        for puller in _wanted(link_pullers(), options):
            with FourLinks(keeper, NEAR, lines) as ways:
                twins.start_vsftpd(SERVER, None, bench.SERVED) if puller.server == "vsftpd" else start_mptcp_vsftpd()
                run = _pull(puller, None, options, lambda: sum(ways.carried().values()), ways.finish, options.link_bytes)
                yield {"case": kind, **run}


def start_mptcp_vsftpd():
    """The same server with MPTCP sockets."""
    plain, servers.VSFTPD = servers.VSFTPD, pathlib.Path("/run/vsftpd-mptcp")
    try:
        servers.VSFTPD.write_text(f'#!/bin/sh\nLD_PRELOAD={MPTCP} exec {plain} "$@"\n')
        servers.VSFTPD.chmod(0o755)
        twins.start_vsftpd(SERVER, None, bench.SERVED)
    finally:
        servers.VSFTPD = plain


def _pull(puller, url, options, carried, finish, size):
    """One client until it has all bytes, or until its time is over."""
    limit = options.seconds if puller.is_slow else max(240, size / 5e6)
    with tempfile.TemporaryDirectory(dir=bench.HOMES) as home:
        environment = {**bench.environment(pathlib.Path(home)), "DISCARD_UNDER": str(SINK),
                       "LD_PRELOAD": ":".join(map(str, (DISCARD, *puller.preload)))}
        words = _words(puller.command, url, options)
        log = pathlib.Path("/run/client.log")
        busy = _busy_seconds()
        with open(log, "wb") as output, kernel.inside(CLIENT):
            start = time.monotonic()
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=SINK, start_new_session=True,
                                       env=environment)
        samples = [(0.0, carried())]
        seconds = None
        while seconds is None:
            try:
                process.wait(min(1.0, limit / 20))
                seconds = time.monotonic() - start
            except subprocess.TimeoutExpired:
                seconds = time.monotonic() - start if time.monotonic() - start >= limit else None
            samples.append((time.monotonic() - start, carried()))
        is_over = process.poll() is not None
        if not is_over:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        busy = (_busy_seconds() - busy) / seconds
        link = finish()
        bench.sweep()
        bench.empty(SINK)
    bytes_ = int((samples[-1][1] - samples[0][1]) * PAYLOAD)
    problem = None
    if is_over and process.returncode != 0:
        problem = f"exit code {process.returncode}: {_last(log)}"
    elif not is_over and not puller.is_slow:
        problem = f"not done after {limit:g} s"
    elif is_over and bytes_ < 0.98 * size:
        problem = f"only {bytes_} of {size} bytes came"
    return {"tool": puller.name, "bytes": size if is_over else bytes_, "seconds": round(seconds, 3), "is_over": is_over,
            "steady": round(seedtables.steady(samples, RAMP) * PAYLOAD), "busy_processors": round(busy, 2), "problem": problem, "link": link,
            "samples": [(round(at, 2), amount) for at, amount in samples]}


def _small(keeper, options):
    scenario = dataclasses.replace(SMALL, files=options.files, limit_seconds=900)
    place = bench.Bench(keeper, scenario, options.ftpx, shlex.split(options.ftpx_args))
    mirror = ("{ftpx}", "mirror", "--quiet", "--no-site-memory", "{args}", "{url}/", "{target}")
    for tool in (Tool("ftpx, sessions by itself", mirror), Tool("ftpx, one connection", (*mirror, "--streams", "1")),
                 Tool("lftp mirror -P16", ("lftp", "-c", "mirror -P16 {url}/ {target}")),
                 Tool("lftp mirror, one connection", ("lftp", "-c", "mirror -P1 {url}/ {target}")),
                 Tool("wget -r, one connection", ("wget", "-q", "-r", "-nH", "-P", "{target}", "{url}/"))):
        if not options.tools or any(tool.name.startswith(name) for name in options.tools):
            yield place.run(tool, seed=1)


def _disk(keeper, options):
    """Into the machine's own disk: the lab's files are in memory otherwise."""
    scenario = dataclasses.replace(DISK, size=options.disk_bytes)
    source, *_ = content.make_source(bench.SERVED, scenario)
    options.disk.mkdir(parents=True, exist_ok=True)
    for how in ("on", "off"):
        name = f"ftpx --unbuffered {how}"
        if options.tools and not any(name.startswith(word) for word in options.tools):
            continue
        with network.Network(keeper, scenario) as wan, tempfile.TemporaryDirectory(dir=options.disk) as folder, \
                tempfile.TemporaryDirectory(dir=bench.HOMES) as home:
            url = f"{servers.START['vsftpd'](pathlib.Path('/run'), bench.SERVED, scenario)}/{source.name}"
            target = pathlib.Path(folder) / "copy"
            os.sync()
            cached, busy, start = _cached(), _busy_seconds(), time.monotonic()
            words = _words((*FTPX, "--unbuffered", how, "{url}"), url, options, target)
            with kernel.inside(CLIENT):
                done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                                      env=bench.environment(pathlib.Path(home)))
            seconds = time.monotonic() - start
            grown, busy = _cached() - cached, (_busy_seconds() - busy) / seconds
            problem = f"exit code {done.returncode}: {done.stderr.strip()[-200:]}" if done.returncode else content.difference([source], target)
            wan.finish()
            bench.sweep()
            yield {"tool": name, "bytes": scenario.size, "seconds": round(seconds, 3), "busy_processors": round(busy, 2), "problem": problem,
                   "page_cache_bytes": grown}


def _words(command, url, options, target=SINK / "copy"):
    words = {"ftpx": options.ftpx, "url": url, "target": target, "folder": target.parent, "name": target.name}
    for word in command:
        if word == "{args}":
            yield from shlex.split(options.ftpx_args)
        else:
            yield word.format(**words)


def _zeros(size):
    """A MiB of noise, and holes after it: a range must not begin like the file, because that is how a server that ignores REST looks."""
    for leftover in bench.SERVED.iterdir():
        leftover.unlink()
    with open(bench.SERVED / ZEROS, "wb") as file:
        file.write(random.Random(1).randbytes(MIB))
        file.truncate(size)


def prepare():
    """Compiles what is preloaded, and mounts the sink."""
    for library in (DISCARD, MPTCP):
        source = network.SOURCE.with_name(f"{library.stem}.c")
        made = subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            raise Refused(f"{source.name} does not compile:\n{made.stderr}")
    if not SINK.exists():
        SINK.mkdir()
        # It says that there is room for any length.
        kernel.mount("tmpfs", SINK, "tmpfs", 0, "size=4096g")


def _cached():
    lines = pathlib.Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("Cached:")).split()[1]) * 1024


def _busy_seconds():
    """Processor time of the whole machine, emulation included."""
    user, nice, system, _idle, _wait, irq, soft, *_ = map(int, pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n")[0].split()[1:])
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")


def _last(path):
    lines = [line.strip() for line in path.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""
