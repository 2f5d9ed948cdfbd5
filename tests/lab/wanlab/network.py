"""Two network namespaces, "server" and "client", and the emulated link between them."""

import json
import os
import pathlib
import selectors
import shutil
import subprocess

from . import kernel
from .keeper import Refused
from .scenarios import MTU

SERVER, CLIENT = "server", "client"
SERVER_ADDRESS, CLIENT_ADDRESS = "10.99.0.1", "10.99.0.2"
SOURCE = pathlib.Path(__file__).resolve().parents[1] / "wanlink.c"
PROGRAM = pathlib.Path("/run/wanlink")
STATIC_SOURCE = SOURCE.with_name("static.c")
STATIC = "/run/static"


def prepare():
    """Looks for what the lab itself needs, and compiles the link."""
    missing = [program for program in ("gcc", "ip", "openssl", "/usr/bin/time") if not shutil.which(program)]
    if missing:
        raise Refused(f"The lab needs {', '.join(missing)}: run tests/install-tools as root.")
    if not pathlib.Path("/dev/net/tun").exists():
        raise Refused("The lab needs /dev/net/tun, which this machine or container does not have.")
    for source, program in ((SOURCE, PROGRAM), (STATIC_SOURCE, STATIC)):
        compiled = subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-pthread", "-o", program, source],
                                  capture_output=True, text=True, check=False)
        if compiled.returncode != 0:
            raise Refused(f"{source.name} does not compile:\n{compiled.stderr}")


def settings(scenario):
    """Kernel settings of each namespace; all of TCP's that the scenario does not name are the kernel's own."""
    common = {
        # The kernel's own default differs between machines.
        "net.ipv4.tcp_congestion_control": scenario.congestion,
        # Each run starts without what an earlier one has learnt about the path.
        "net.ipv4.tcp_no_metrics_save": 1,
    }
    return {
        SERVER: {**common, "net.ipv4.tcp_wmem": f"4096 16384 {scenario.send_buffer}",
                 "net.ipv4.tcp_window_scaling": int(scenario.window_scaling)},
        CLIENT: {**common, "net.ipv4.tcp_rmem": f"4096 131072 {scenario.receive_buffer}"},
    }


class Network:
    """Up within the block; its names go with it, and the kernel's objects with the last process that uses them."""

    def __init__(self, keeper, scenario, seed=1):
        """seed: which packets a link that loses some loses."""
        self._keeper = keeper
        self._scenario = scenario
        self._seed = seed
        self._link = None

    def __enter__(self):
        for namespace in (SERVER, CLIENT):
            _ip("netns", "add", namespace)
        with self._keeper.allow(self._scenario.congestion):
            for namespace, values in settings(self._scenario).items():
                with kernel.inside(namespace):
                    for name, value in values.items():
                        kernel.setting(name, value)
        self._link = Link(self._scenario, self._seed)
        for namespace, own, other in ((SERVER, SERVER_ADDRESS, CLIENT_ADDRESS), (CLIENT, CLIENT_ADDRESS, SERVER_ADDRESS)):
            _ip("-n", namespace, "link", "set", "lo", "up")
            _ip("-n", namespace, "address", "add", own, "peer", other, "dev", "wan0")
            _ip("-n", namespace, "link", "set", "wan0", "mtu", str(MTU), "txqueuelen", "20000", "up")
        return self

    def __exit__(self, *_):
        if self._link:
            self._link.close()
        for namespace in (SERVER, CLIENT):
            _ip("netns", "delete", namespace)

    def tell(self, command):
        """One command to the link (wanlink.c has the list); its answer."""
        return self._link.tell(command)

    def finish(self):
        """Ends the link and returns its counters, by direction."""
        return self._link.close()

    def server_counters(self):
        """TCP's counters of the server's namespace, which is as old as this network."""
        with kernel.inside(SERVER):
            lines = [line.split() for line in pathlib.Path("/proc/thread-self/net/snmp").read_text().splitlines()]
        names, values = [line for line in lines if line[0] == "Tcp:"]
        return dict(zip(names[1:], map(int, values[1:])))


class Link:
    def __init__(self, scenario, seed):
        queue_kib = scenario.bandwidth_delay / 1024
        command = [PROGRAM, SERVER, CLIENT, f"{scenario.rate_mbit:g}", f"{scenario.rtt_ms / 2:g}",
                   f"{scenario.loss_ppm:g}", f"{queue_kib:.0f}", f"seed={seed}"]
        self._process = subprocess.Popen(command + ["gso"] * scenario.gso, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True, bufsize=1)
        if self._answer(30) != "ready":
            raise Refused("The emulated link did not start; its message is above.")

    def _answer(self, seconds):
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                raise Refused("The emulated link does not answer.")
        return self._process.stdout.readline().strip()

    def tell(self, command):
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return self._answer(30)

    def close(self):
        if self._process.poll() is not None:
            return None
        self._process.stdin.close()
        counters = json.loads(self._answer(30))
        # Its own processor time tells what the emulation costs everybody.
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        return {**counters, "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3)}


def _ip(*arguments):
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused(f"ip {' '.join(arguments)} failed: {done.stderr.strip()}")
