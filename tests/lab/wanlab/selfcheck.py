"""Does the lab do what it says? Without ftpx; hard limits and counts, and generous ones where the machine plays a part."""

import dataclasses
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

from . import content, kernel, keeper, leftovers, network, pathcheck, seedcheck, servers
from .bench import SERVED, TARGET, prepare_folders, sweep
from .checks import check, expect, quickest, wait_for
from .scenarios import MIB, Scenario, up_to

# Slow and near, so that hardly anything but the link takes time.
LINK = Scenario("S", "selfcheck", 200, 20, 16 * MIB, **up_to(4 * MIB))


def run(wait):
    os.environ.update([leftovers.MARK])
    with keeper.keeper(wait) as lab:
        # Under the lock: another lab changes a setting of the host for moments.
        before = leftovers.state()
        check("two labs refuse each other", leftovers.refuses_a_second)
        code = lab.run(_inside)
    if code == 0:
        check("a lab that has ended leaves nothing", leftovers.none, before)
        check("a lab that is ended from outside leaves nothing", leftovers.none_after, before, signal.SIGTERM)
        check("a lab that is killed leaves nothing", leftovers.none_after, before, signal.SIGKILL)
    return code


def _inside(lab):
    network.prepare()
    prepare_folders()
    content.check_memory(LINK)
    source, *_ = content.make_source(SERVED, LINK)
    for name, work in (("the link delays, and carries its rate and no more", carries), ("a change of the rate counts", slows),
                       ("what the link loses is sent again", loses), ("super-packets pay for what they carry", passes_super_packets),
                       ("a stalled flow stops, and goes on afterwards", stalls),
                       ("each of two links carries what is bound to it", pathcheck.binds), ("a cut is silent, and what was cut goes on", pathcheck.cuts),
                       ("two servers share a link, each behind a hop of its own", pathcheck.shares),
                       ("a wrong byte is in its server's hash, and in no other", pathcheck.tells), *seedcheck.CHECKS):
        check(name, work, lab, source)
        sweep()
    seedcheck.pure()
    check("loss together with super-packets is refused", refuses_loss_with_gso)
    return 0


def carries(lab, source):
    with network.Network(lab, LINK) as wan:
        url = serve(source)
        delay = quickest(connect_seconds, 0.120)
        expect(0.020 <= delay < 0.120, f"A connection took {delay * 1e3:.1f} ms over a round trip of 20 ms.")
        least = LINK.size / (LINK.rate_mbit * 1e6 / 8)
        times = []
        seconds = quickest(lambda: times.append(fetch(url, source)) or times[-1], 3 * least + 1)
        counters = wan.finish()
        expect(least <= seconds < 3 * least + 1, f"{LINK.size} bytes took {seconds:.2f} s; the link needs {least:.2f} s.")
        sent = counters["server-client"]
        fetched = LINK.size * len(times)
        expect(fetched < sent["bytes"] < 1.2 * fetched, f"The link counted {sent['bytes']} bytes for {len(times)} files of {LINK.size}.")
        expect(0 < sent["peak_queue"] <= LINK.bandwidth_delay + 1024, f"The queue grew to {sent['peak_queue']} bytes.")


def slows(lab, source):
    with network.Network(lab, LINK) as wan:
        url = serve(source)
        expect(wan.tell("rate 50") == "ok", "The link refused a lower rate.")
        expect(wan.tell("rate 5000").startswith("error"), "The link took a rate for which it has no memory.")
        seconds = fetch(url, source)
        least = LINK.size / (50e6 / 8)
        expect(seconds >= least, f"{LINK.size} bytes took {seconds:.2f} s; at a quarter of the rate the link needs {least:.2f} s.")
        expect(wan.tell("delay 5") == "ok" and quickest(connect_seconds, 0.019) < 0.019, "The link does not obey a shorter delay.")


def loses(lab, source):
    with network.Network(lab, dataclasses.replace(LINK, loss_ppm=5000)) as wan:
        fetch(serve(source), source)
        lost, again = wan.finish()["server-client"]["lost_random"], wan.server_counters()["RetransSegs"]
        expect(0 < lost <= again, f"{lost} packets were lost and {again} sent again.")


def passes_super_packets(lab, source):
    with network.Network(lab, dataclasses.replace(LINK, gso=True)) as wan:
        fetch(serve(source), source)
        sent = wan.finish()["server-client"]
        expect(sent["packets"] < LINK.size / 12000, f"{sent['packets']} packets for {LINK.size} bytes: none of them is large.")
        expect(LINK.size * 9000 / 8960 < sent["bytes"] < 1.2 * LINK.size, f"{sent['bytes']} bytes were charged for {LINK.size}.")


def stalls(lab, source):
    with network.Network(lab, LINK) as wan:
        url = serve(source)
        copies = [TARGET / name for name in ("one", "two")]
        fetches = [start_fetch(url, copy) for copy in copies]
        wait_for(lambda: all(copy.exists() and copy.stat().st_size > MIB for copy in copies), "two fetches to begin")
        answer = wan.tell("stall 0.5")
        expect(answer == "ok stalled 1 of 2 bulk flows", f"stall 0.5 said: {answer}.")
        wait_for(lambda: sum(one.poll() is not None for one in fetches) == 1, "the other flow to end")
        expect(json.loads(wan.tell("counters"))["server-client"]["lost_stall"] > 0, "The link swallowed nothing.")
        expect(sum(one.poll() is None for one in fetches) == 1, "The stalled flow ended.")
        wan.tell("unstall")
        wait_for(lambda: all(one.poll() is not None for one in fetches), "the stalled flow to go on")
        for copy in copies:
            problem = content.difference([source], copy)
            expect(problem is None, f"After the stall: {problem}.")
            copy.unlink()


def refuses_loss_with_gso():
    ended = subprocess.run([network.PROGRAM, "a", "b", "100", "1", "10", "100", "gso"], capture_output=True, check=False)
    expect(ended.returncode == 2, f"wanlink ended with exit code {ended.returncode}.")


def serve(source):
    return f"{servers.START['vsftpd'](pathlib.Path('/run'), SERVED, LINK)}/{source.name}"


def connect_seconds():
    """The least of five, for a busy machine only adds."""
    with kernel.inside(network.CLIENT):
        return min(_connect_once() for _ in range(5))


def _connect_once():
    start = time.monotonic()
    with socket.create_connection((network.SERVER_ADDRESS, 21), 10):
        return time.monotonic() - start


def start_fetch(url, target):
    with kernel.inside(network.CLIENT):
        return subprocess.Popen(["curl", "--silent", "--show-error", "--max-time", "180", "--output", target, url])


def fetch(url, source):
    """Seconds of one whole fetch, compared afterwards."""
    target = TARGET / "copy"
    start = time.monotonic()
    code = start_fetch(url, target).wait()
    seconds = time.monotonic() - start
    expect(code == 0, f"curl ended with exit code {code}.")
    problem = content.difference([source], target)
    expect(problem is None, f"{problem}.")
    target.unlink()
    return seconds
