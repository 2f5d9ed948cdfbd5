"""Networks with more than one way: two links to one server, and two servers behind one link.

Stands apart from network.py, a change of which makes every kept time worthless (results.DECIDING).
"""

import dataclasses
import json
import subprocess

from . import kernel, network
from .keeper import Refused
from .network import CLIENT, SERVER, Link
from .scenarios import MTU

MIRROR, HUB = "mirror", "hub"


@dataclasses.dataclass(frozen=True)
class Line:
    """One link. Its queue holds what it carries in queue_ms: with the round trip of the path, one bandwidth-delay product."""

    device: str
    rate_mbit: float
    rtt_ms: float
    queue_ms: float

    @property
    def rate(self):
        """Bytes a second."""
        return self.rate_mbit * 1e6 / 8


FAST, SLOW = Line("wan0", 1000, 20, 20), Line("wan1", 400, 60, 60)
SHARED = Line("wan0", 1000, 20, 20)
HOPS = Line("wan1", 200, 0, 20), Line("wan2", 200, 0, 20)


class Wire(Link):
    """One wanlink; "near" is the client's side."""

    def __init__(self, near, far, line):
        self.line = line
        self._down = f"{far}-{near}"
        self._process = subprocess.Popen(
            [network.PROGRAM, far, near, f"{line.rate_mbit:g}", f"{line.rtt_ms / 2:g}", "0", f"{line.rate * line.queue_ms / 1e3 / 1024:.0f}",
             f"name={line.device}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        if self._answer(30) != "ready":
            raise Refused("The emulated link did not start; its message is above.")

    def _answer(self, seconds):
        # On a machine with ten others' work a link was once silent for ten seconds, and a round of measurements was lost for it.
        return super()._answer(max(seconds, 60))

    def carried(self):
        """Bytes delivered towards the client, with their headers."""
        return json.loads(self.tell("counters"))[self._down]["bytes"]

    def finish(self):
        """Ends the link and returns its counters towards the client."""
        counters = self.close()
        return {**counters[self._down], "cpu_seconds": counters["cpu_seconds"]}


class Ways:
    """Namespaces with the kernel settings of a scenario, and the links between them by device; up within the block."""

    namespaces = ()
    servers = ()                # (namespace, address)

    def __init__(self, keeper, scenario):
        self._keeper = keeper
        self._settings = network.settings(scenario)
        self._wires = {}
        self.moments = []       # (command, {device: bytes towards the client until then})

    def __enter__(self):
        for namespace in self.namespaces:
            network._ip("netns", "add", namespace)
            network._ip("-n", namespace, "link", "set", "lo", "up")
        with self._keeper.allow("cubic"):
            for namespace in self.namespaces:
                with kernel.inside(namespace):
                    for name, value in self._settings.get(namespace, self._settings[SERVER]).items():
                        kernel.setting(name, value)
        self._connect()
        return self

    def __exit__(self, *_):
        self.finish()
        for namespace in self.namespaces:
            network._ip("netns", "delete", namespace)

    def _connect(self):
        raise NotImplementedError

    def tell(self, command):
        """cut DEVICE: from now on its link loses every packet, both ways, and neither end hears of it; restore DEVICE; slow DEVICE MBIT: no faster than that."""
        word, device, *rate = command.split()
        answer = self._wires[device].tell({"cut": "loss 1000000", "restore": "loss 0", "slow": " ".join(["rate", *rate])}[word])
        if answer != "ok":
            raise Refused(f"The link did not obey {command}: {answer}.")
        self.moments.append((command, self.carried()))

    def carried(self):
        return {device: wire.carried() for device, wire in self._wires.items()}

    def finish(self):
        """Ends the links and returns their counters by device; nothing the second time."""
        counters = {device: wire.finish() for device, wire in self._wires.items()}
        self._wires = {}
        return counters

    def _wire(self, near, far, line):
        self._wires[line.device] = Wire(near, far, line)
        for namespace in (near, far):
            network._ip("-n", namespace, "link", "set", line.device, "mtu", str(MTU), "txqueuelen", "20000", "up")


class TwoLinks(Ways):
    """One client and one server with two links between them; the server's ADDRESS is reached by either, BY_LINK by one each."""

    namespaces = (CLIENT, SERVER)
    ADDRESS = "10.99.9.1"
    BY_LINK = "10.99.0.1", "10.99.1.1"
    CLIENTS = "10.99.0.2", "10.99.1.2"
    servers = (SERVER, ADDRESS),

    def __init__(self, keeper, scenario, lines=(FAST, SLOW)):
        super().__init__(keeper, scenario)
        self._lines = lines

    def _connect(self):
        network._ip("-n", SERVER, "address", "add", f"{self.ADDRESS}/32", "dev", "lo")
        for number, (line, server, client) in enumerate(zip(self._lines, self.BY_LINK, self.CLIENTS)):
            self._wire(CLIENT, SERVER, line)
            network._ip("-n", SERVER, "address", "add", server, "peer", client, "dev", line.device)
            network._ip("-n", CLIENT, "address", "add", client, "peer", server, "dev", line.device)
            # Who comes from an address goes by its link, wherever he goes; who has chosen none goes by the first.
            table = str(100 + number)
            network._ip("-n", CLIENT, "route", "add", "default", "dev", line.device, "src", client, "table", table)
            network._ip("-n", CLIENT, "rule", "add", "from", client, "table", table)
        network._ip("-n", CLIENT, "route", "add", self.ADDRESS, "dev", self._lines[0].device)


class TwoServers(Ways):
    """One client, a link that all share, and behind it two servers, each with a hop of its own."""

    namespaces = (CLIENT, HUB, SERVER, MIRROR)
    ADDRESSES = "10.99.2.1", "10.99.3.1"
    CLIENT_ADDRESS = "10.99.0.2"
    servers = tuple(zip((SERVER, MIRROR), ADDRESSES))

    def __init__(self, keeper, scenario, shared=SHARED, hops=HOPS):
        super().__init__(keeper, scenario)
        self._shared = shared
        self._hops = hops

    def _connect(self):
        self._wire(CLIENT, HUB, self._shared)
        network._ip("-n", CLIENT, "address", "add", f"{self.CLIENT_ADDRESS}/32", "dev", self._shared.device)
        network._ip("-n", CLIENT, "route", "add", "default", "dev", self._shared.device)
        network._ip("-n", HUB, "route", "add", self.CLIENT_ADDRESS, "dev", self._shared.device)
        with kernel.inside(HUB):
            kernel.setting("net.ipv4.ip_forward", 1)
        for hop, (server, address) in zip(self._hops, self.servers):
            self._wire(HUB, server, hop)
            network._ip("-n", HUB, "route", "add", address, "dev", hop.device)
            network._ip("-n", server, "address", "add", f"{address}/32", "dev", hop.device)
            network._ip("-n", server, "route", "add", "default", "dev", hop.device)


class SideBySide(Ways):
    """One client and two servers as near as they can be; nothing is held back."""

    namespaces = (CLIENT, SERVER, MIRROR)
    ADDRESSES, servers = TwoServers.ADDRESSES, TwoServers.servers

    def _connect(self):
        for server, address in self.servers:
            client = f"{address[:-1]}2"
            network._ip("-n", CLIENT, "link", "add", f"to-{server}", "type", "veth", "peer", "name", "veth0", "netns", server)
            for namespace, device, own in ((CLIENT, f"to-{server}", client), (server, "veth0", address)):
                network._ip("-n", namespace, "address", "add", f"{own}/24", "dev", device)
                network._ip("-n", namespace, "link", "set", device, "up")
