"""The servers; each is started inside the server's namespace and ended by bench.sweep()."""

import os
import pathlib
import subprocess
import time

from . import kernel
from .keeper import Refused
from .network import SERVER, SERVER_ADDRESS

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
TOOLS = pathlib.Path(os.environ.get("FTPX_TOOLS") or REPOSITORY / "artifacts/tools") / "debian"
VSFTPD = TOOLS / "usr/sbin/vsftpd"


def start_vsftpd(folder, served, scenario):
    """Anonymous and read-only on port 21; returns the address to put before a file's name."""
    (folder / "empty").mkdir(exist_ok=True)
    configuration = folder / "vsftpd.conf"
    configuration.write_text("\n".join([
        "background=NO", "listen=YES", f"listen_address={SERVER_ADDRESS}", "listen_port=21",
        "anonymous_enable=YES", "local_enable=NO", f"anon_root={served}",
        # An unprivileged account whose home exists; nobody's does not, and vsftpd enters it.
        "ftp_username=daemon", "nopriv_user=nobody", f"secure_chroot_dir={folder}/empty",
        "seccomp_sandbox=NO", "max_clients=400", f"max_per_ip={scenario.sessions}", ""]))
    libraries = [str(path) for base in ("usr/lib", "lib") for path in (TOOLS / base).glob("*-linux-gnu*")]
    start([VSFTPD, configuration], 21, {"LD_LIBRARY_PATH": ":".join(libraries)})
    return f"ftp://{SERVER_ADDRESS}"


def start(command, port, environment=None):
    """Starts a server in the server's namespace and waits until it listens, without using up a session of it."""
    log = pathlib.Path("/run/server.log")
    with kernel.inside(SERVER), open(log, "wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   env={**os.environ, **(environment or {})})
        deadline = time.monotonic() + 20
        while not _listens(port):
            if time.monotonic() > deadline or process.poll() is not None:
                raise Refused(f"{pathlib.Path(command[0]).name} does not listen on port {port}: "
                              f"{log.read_text(errors='replace').strip()}")
            time.sleep(0.01)


def _listens(port):
    for name in ("tcp", "tcp6"):
        for line in pathlib.Path(f"/proc/thread-self/net/{name}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and int(fields[1].rsplit(":", 1)[1], 16) == port:
                return True
    return False


START = {"vsftpd": start_vsftpd}
