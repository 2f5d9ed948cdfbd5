"""One client once: everything fresh, the time taken, the bytes compared, nothing left."""

import os
import pathlib
import shutil
import signal
import tempfile

from . import content, memory, servers
from .floors import rates
from .network import SERVER_ADDRESS, Network
from .tail import LinkMeter
from .timing import run_timed

SERVED = pathlib.Path("/run/served")
TARGET = pathlib.Path("/run/target")
HOMES = pathlib.Path("/run/homes")


class Bench:
    """The place of one scenario: its source, and what clients are allowed to remember from run to run."""

    def __init__(self, keeper, scenario, ftpx, ftpx_arguments):
        self._keeper = keeper
        self.scenario = scenario
        self._ftpx = ftpx
        self._ftpx_arguments = ftpx_arguments
        prepare_folders()
        content.check_memory(scenario)
        if scenario.total >= 1 << 30:
            memory.hold(2 * scenario.total + (3 << 30))
        self._sources = content.make_source(SERVED, scenario)
        content.warm(TARGET, scenario.total)

    def run(self, tool, seed):
        """A record of the run. A client that keeps its memory first runs once for nothing if it has none yet."""
        if tool.keeps_memory:
            kept = HOMES / f"{self.scenario.name}-{tool.name}"
            if not kept.exists():
                kept.mkdir()
                self._measure(tool, kept, seed)
            return self._measure(tool, kept, seed)
        with tempfile.TemporaryDirectory(dir=HOMES) as home:
            return self._measure(tool, pathlib.Path(home), seed)

    def _measure(self, tool, home, seed):
        scenario = self.scenario
        sources = content.shorten(self._sources, tool.size)
        target = TARGET / "copy"
        if scenario.files > 1:
            target.mkdir()
        try:
            with Network(self._keeper, scenario, seed) as network:
                url = servers.START[tool.server](pathlib.Path("/run"), SERVED, scenario)
                *_, (_, last_rate) = rates(scenario)
                with LinkMeter(network.tell) as meter:
                    timed = run_timed(self._words(tool, url, sources, target), environment(home), TARGET, scenario.limit_seconds,
                                      scenario.events, meter.tell)
                tcp = network.server_counters()
                link = network.finish()
                sweep()
            problem = self._problem(timed, sources, target)
        finally:
            sweep()
            empty(TARGET)
        return {"tool": tool.name, "seconds": round(timed.seconds, 3), "cpu_seconds": round(timed.cpu_seconds, 3),
                "peak_mib": timed.peak_mib and round(timed.peak_mib, 1), "exit_code": timed.exit_code,
                "problem": problem, "retransmits": tcp["RetransSegs"], "link": link,
                "idle_tail": meter.idle(last_rate)}

    def _words(self, tool, url, sources, target):
        first = f"{url}/{sources[0].name}"
        list_file = pathlib.Path("/run/list")
        list_file.write_text("".join(f"{url}/{source.name}\n" for source in sources), encoding="ascii")
        words = {"ftpx": self._ftpx, "url": url if self.scenario.files > 1 else first, "target": target,
                 "folder": target.parent, "name": target.name, "host": SERVER_ADDRESS, "list": list_file}
        for word in tool.command:
            if word == "{args}":
                yield from self._ftpx_arguments
            else:
                yield word.format(**words)

    def _problem(self, timed, sources, target):
        if timed.timed_out:
            return f"not done after {self.scenario.limit_seconds:g} s"
        if timed.exit_code != 0:
            return f"exit code {timed.exit_code}: {timed.said}"
        return content.difference(sources, target)


def prepare_folders():
    for folder in (SERVED, TARGET, HOMES):
        folder.mkdir(exist_ok=True)


def sweep():
    """Ends every other process of the lab: servers with their sessions, and what a client has left behind."""
    if os.getpid() != 1:
        raise AssertionError("outside its own process namespace the lab would end everybody's processes")
    try:
        os.kill(-1, signal.SIGKILL)
        while True:
            os.waitpid(-1, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def environment(home):
    """Nobody's settings but the command line's."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("FTPX_", "XDG_")) and not name.lower().endswith("_proxy")}
    return {**kept, "HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "LC_ALL": "C.UTF-8"}


def empty(folder):
    for leftover in folder.iterdir():
        shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
