"""Do the networks with more than one way do what they say? Hard limits and counts, and generous ones where the machine plays a part."""

import shutil
import socket
import subprocess
import time

from . import content, kernel, tampered, twins
from .bench import SERVED, TARGET
from .checks import expect, quickest
from .network import CLIENT
from .routes import Line, SideBySide, TwoLinks, TwoServers
from .scenarios import MIB, Scenario, up_to

SIZE = 16 * MIB
STRAY = 2000        # bytes: IPv6 asks for routers now and then
SCENARIO = Scenario("S", "selfcheck", 300, 40, SIZE, **up_to(4 * MIB))
LINES = Line("wan0", 200, 20, 20), Line("wan1", 100, 40, 40)
SHARED, HOPS = Line("wan0", 150, 20, 20), (Line("wan1", 100, 0, 20), Line("wan2", 100, 0, 20))


def binds(lab, source):
    with TwoLinks(lab, SCENARIO, LINES) as ways:
        start(ways)
        url = f"ftp://{ways.ADDRESS}/{source.name}"
        for line, other, client in zip(LINES, reversed(LINES), ways.CLIENTS):
            delay = quickest(lambda: connect_seconds(client, ways.ADDRESS), line.rtt_ms / 1e3 + 0.1)
            expect(line.rtt_ms <= delay * 1e3 < line.rtt_ms + 100, f"A connection from {client} took {delay * 1e3:.1f} ms over a round trip of {line.rtt_ms} ms.")
            before = ways.carried()
            fetched = SIZE * timed(line.rate, source, [(url, client)])
            carried = {device: bytes_ - before[device] for device, bytes_ in ways.carried().items()}
            expect(fetched < carried[line.device] < 1.2 * fetched, f"From {client} {line.device} carried {carried[line.device]} bytes of {fetched}.")
            expect(carried[other.device] < STRAY, f"From {client} {other.device} carried {carried[other.device]} bytes.")


def cuts(lab, source):
    with TwoLinks(lab, SCENARIO, LINES) as ways:
        start(ways)
        with logged_in(ways.ADDRESS, ways.CLIENTS[0]) as cut, logged_in(ways.ADDRESS, ways.CLIENTS[1]) as left:
            ways.tell("cut wan0")
            for connection in (cut, left):
                connection.sendall(b"SYST\r\n")
            expect((heard(left, 10) or b"").startswith(b"215"), "The link that was not cut is silent.")
            expect(heard(cut, 1) is None, "The link that was cut carries replies.")
            expect(not connects(ways, 0, 1) and connects(ways, 1, 10), "A new connection goes by the link that was cut, or by none.")
            state = subprocess.run(["ip", "-n", CLIENT, "link", "show", "wan0"], capture_output=True, text=True, check=True).stdout
            expect("LOWER_UP" in state, f"The cut took the carrier away: {state}")
            ways.tell("restore wan0")
            expect((heard(cut, 20) or b"").startswith(b"215"), "The connection does not go on when the link is back.")
        carried = [moment["wan0"] for _, moment in ways.moments]
        expect(carried[1] - carried[0] < STRAY, f"The link carried {carried[1] - carried[0]} bytes while it was cut.")


def shares(lab, source):
    with TwoServers(lab, SCENARIO, SHARED, HOPS) as ways:
        start(ways)
        urls = [(f"ftp://{address}/{source.name}", ways.CLIENT_ADDRESS) for address in ways.ADDRESSES]
        alone = [SIZE * timed(hop.rate, source, [url]) for hop, url in zip(HOPS, urls)]
        together = SIZE * timed(SHARED.rate / 2, source, urls)
        carried = ways.carried()
        fetched = {hop.device: bytes_ + together for hop, bytes_ in zip(HOPS, alone)}
        expect(all(bytes_ < carried[device] < 1.2 * bytes_ for device, bytes_ in fetched.items()) and carried["wan0"] > sum(fetched.values()),
               f"The links carried {carried}.")


def tells(lab, source):
    """The servers' own hash, which ftpx takes for a proof in P3 and P4."""
    with SideBySide(lab, SCENARIO) as ways:
        for namespace, address in ways.servers:
            (SERVED / address).mkdir(exist_ok=True)
            shutil.copyfile(source, SERVED / address / "file")
            twins.start_proftpd(namespace, address, SERVED / address)
        first, second = (SERVED / address / "file" for address in ways.ADDRESSES)
        expect(hash_of(ways.ADDRESSES[0]) == tampered.digest(first), "HASH does not tell the file's SHA-256.")
        with tampered.changed(second, SIZE // 2, 1):
            expect(hash_of(ways.ADDRESSES[1]) == tampered.digest(second) != tampered.digest(first), "HASH does not see a wrong byte.")
        expect(tampered.digest(second) == tampered.digest(first), "The wrong byte stayed.")


def hash_of(server):
    with logged_in(server) as connection:
        connection.settimeout(20)
        with connection.makefile("rwb", buffering=0) as dialogue:
            for command, last in (b"OPTS HASH SHA-256\r\n", b"200 "), (b"HASH file\r\n", b"213 "):
                dialogue.write(command)
                said = b""
                # ProFTPD says first that it computes.
                while said[:4] != last:
                    said = dialogue.readline()
                    expect(said[:3] == last[:3], f"{server} said: {said}")
            return said.decode().split()[3]


def start(ways):
    for namespace, address in ways.servers:
        twins.start_vsftpd(namespace, address, SERVED)


def timed(rate, source, fetches):
    """All at once; each can have that rate at most. How often that was tried, with a comparison after each."""
    times, least = [], SIZE / rate
    seconds = quickest(lambda: times.append(_fetch_all(source, fetches)) or times[-1], 3 * least + 1)
    expect(least <= seconds < 3 * least + 1, f"{len(fetches)} times {SIZE} bytes took {seconds:.2f} s; the links need {least:.2f} s.")
    return len(times)


def _fetch_all(source, fetches):
    copies = [TARGET / f"copy{number}" for number in range(len(fetches))]
    start = time.monotonic()
    with kernel.inside(CLIENT):
        clients = [subprocess.Popen(["curl", "--silent", "--show-error", "--max-time", "180", "--interface", client, "--output", copy, url])
                   for copy, (url, client) in zip(copies, fetches)]
    expect(all(client.wait() == 0 for client in clients), "curl did not get the file.")
    seconds = time.monotonic() - start
    for copy in copies:
        problem = content.difference([source], copy)
        expect(problem is None, f"{problem}.")
        copy.unlink()
    return seconds


def connect_seconds(client, server):
    """The least of five, for a busy machine only adds."""
    return min(_connect_once(client, server) for _ in range(5))


def _connect_once(client, server):
    start = time.monotonic()
    with kernel.inside(CLIENT), socket.create_connection((server, 21), 10, (client, 0)):
        return time.monotonic() - start


def connects(ways, number, seconds):
    try:
        with kernel.inside(CLIENT), socket.create_connection((ways.ADDRESS, 21), seconds, (ways.CLIENTS[number], 0)):
            return True
    except TimeoutError:
        return False


def logged_in(server, client=""):
    """A control connection from that address, after the login: vsftpd says nothing to strangers."""
    with kernel.inside(CLIENT):
        connection = socket.create_connection((server, 21), 10, (client, 0))
    for word in (None, b"USER anonymous\r\n", b"PASS -\r\n"):
        if word:
            connection.sendall(word)
        expect(heard(connection, 10), "The server does not answer.")
    return connection


def heard(connection, seconds):
    """What comes within that time, or None."""
    connection.settimeout(seconds)
    try:
        return connection.recv(4096)
    except TimeoutError:
        return None
