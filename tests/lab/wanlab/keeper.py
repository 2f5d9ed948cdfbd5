"""Runs the lab so that nothing of it can be left behind.

The lab runs as process 1 of a process namespace of its own, with its own mounts: a fresh tmpfs on /run holds the
network namespaces' names, the sources, the targets and every other file. When that process ends, however it ends, the
kernel kills all the others and takes the mounts, the network namespaces and the devices with them. This process (the
keeper) only waits, turns Ctrl-C and SIGTERM into that end, and puts back the one setting of the host that the lab
changes for moments; if it is killed itself, its child dies with it, and the next lab puts the setting back.
"""

import contextlib
import fcntl
import os
import pathlib
import signal
import sys
import traceback

from . import kernel

LOCK = pathlib.Path("/run/lock/accelerator-lab")
ALLOWED = "net.ipv4.tcp_allowed_congestion_control"


class Refused(Exception):
    """A sentence that says why the lab cannot run here."""


class Keeper:
    def __init__(self, lock):
        self._lock = lock

    def run(self, work):
        """Runs work(self) inside and returns its exit code."""
        self._put_back()
        try:
            return self._in_child(work)
        finally:
            self._put_back()

    def _in_child(self, work):
        sys.stdout.flush()
        sys.stderr.flush()
        with kernel.new_processes_apart():
            child = os.fork()
            if child == 0:
                os._exit(self._inside(work))
        ended_by = []

        def end(number, _):
            ended_by.append(number)
            os.kill(child, signal.SIGKILL)

        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        # Returns when every process of the namespace is gone: the kernel sees to that before its first one is reaped.
        _, status = os.waitpid(child, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        if ended_by:
            print(f"lab: ended by {signal.Signals(ended_by[0]).name}; nothing is left.", file=sys.stderr)
            return 128 + ended_by[0]
        return os.waitstatus_to_exitcode(status) & 255

    def _inside(self, work):
        kernel.die_with_parent()
        # The keeper kills; a Ctrl-C at the terminal must not race it with a traceback.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            kernel.unshare(kernel.CLONE_NEWNS)
            kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)
            kernel.mount("proc", "/proc", "proc")
            kernel.mount("tmpfs", "/run", "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=0755,size=95%")
            # The network has no name server, and Globus looks its own address up.
            _replace("/etc/hosts", f"127.0.0.1 localhost\n10.99.0.1 server {os.uname().nodename}\n10.99.0.2 client\n")
            # Who an unpacked sshd is without its rights.
            users = pathlib.Path("/etc/passwd").read_text()
            if "\nsshd:" not in users:
                _replace("/etc/passwd", f"{users}sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin\n")
            code = work(self)
        except Refused as refusal:
            print(f"lab: {refusal}", file=sys.stderr)
            code = 2
        except Exception:
            traceback.print_exc()
            code = 70
        sys.stdout.flush()
        sys.stderr.flush()
        return code

    @contextlib.contextmanager
    def allow(self, congestion_control):
        """Lets namespaces other than the host's choose this congestion control while the block runs.

        The choice outlives the permission, so the host's setting differs for milliseconds only.
        """
        before = kernel.setting(ALLOWED)
        if congestion_control in before.split():
            yield
            return
        self._remember(before)
        try:
            kernel.setting(ALLOWED, f"{before} {congestion_control}")
            yield
        finally:
            self._put_back()

    def _remember(self, text):
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, text.encode(), 0)

    def _put_back(self):
        """Also undoes what a lab that was killed inside allow() left."""
        before = os.pread(self._lock, 4096, 0).decode()
        if before:
            kernel.setting(ALLOWED, before)
            self._remember("")


@contextlib.contextmanager
def keeper(wait=False):
    """wait: for another lab to end, instead of refusing to run beside it."""
    if os.geteuid() != 0:
        raise Refused("The lab makes network namespaces and devices, which needs root: run it as root.")
    LOCK.parent.mkdir(exist_ok=True)
    lock = os.open(LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise Refused("Another lab is running on this machine, and two would measure each other: "
                      "wait until it has ended, or say --wait.") from None
    try:
        yield Keeper(lock)
    finally:
        os.close(lock)


def _replace(path, text):
    """Other content for a file of the system, within the lab's own mounts."""
    own = pathlib.Path("/run") / pathlib.Path(path).name
    own.write_text(text)
    kernel.mount(own, path, None, kernel.MS_BIND)
