"""The few system calls Python 3.11 does not offer, and what is built directly on them."""

import contextlib
import ctypes
import os
import pathlib
import signal

CLONE_NEWNS = 0x00020000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000
MS_NOSUID = 2
MS_NODEV = 4
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
PR_SET_PDEATHSIG = 1

NAMESPACES = pathlib.Path("/run/netns")
_libc = ctypes.CDLL(None, use_errno=True)


def _call(name, *arguments):
    if getattr(_libc, name)(*arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")


def unshare(flags):
    _call("unshare", flags)


@contextlib.contextmanager
def new_processes_apart():
    """The first process forked within the block is process 1 of a namespace of its own."""
    home = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    try:
        unshare(CLONE_NEWPID)
        yield
    finally:
        # Once process 1 has ended, nothing could be forked there any more.
        _call("setns", home, CLONE_NEWPID)
        os.close(home)


def mount(source, target, kind, flags=0, data=None):
    text = [None if value is None else str(value).encode() for value in (source, target, kind, data)]
    _call("mount", text[0], text[1], text[2], ctypes.c_ulong(flags), text[3])


def die_with_parent():
    _call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


@contextlib.contextmanager
def inside(namespace):
    """This thread, and what it starts, in a named network namespace; its /proc/sys/net and /proc/net too."""
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    try:
        there = os.open(NAMESPACES / namespace, os.O_RDONLY | os.O_CLOEXEC)
        try:
            _call("setns", there, CLONE_NEWNET)
        finally:
            os.close(there)
        try:
            yield
        finally:
            _call("setns", home, CLONE_NEWNET)
    finally:
        os.close(home)


def setting(name, value=None):
    """Reads, or writes, a kernel setting such as net.ipv4.tcp_rmem in the network namespace this thread is in."""
    path = pathlib.Path("/proc/sys") / name.replace(".", "/")
    if value is not None:
        path.write_text(str(value))
    return " ".join(path.read_text().split())
