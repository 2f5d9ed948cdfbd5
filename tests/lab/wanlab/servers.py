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
LAB_TOOLS = TOOLS.parent / "lab/debian"
VSFTPD = TOOLS / "usr/sbin/vsftpd"
GRIDFTP = LAB_TOOLS / "usr/sbin/globus-gridftp-server"
SSHD = LAB_TOOLS / "usr/sbin/sshd"


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
    if not pathlib.Path(command[0]).exists():
        raise Refused(f"{pathlib.Path(command[0]).name} is not there: run tests/lab/install-tools as root.")
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


def start_gridftp(folder, served, _scenario):
    """Anonymous and without its security, which a plain FTP server has not either; speaks mode E."""
    configuration = folder / "gridftp.conf"
    configuration.write_text("\n".join([
        "port 2811", f"control_interface {SERVER_ADDRESS}", f"data_interface {SERVER_ADDRESS}", "detach 0",
        "allow_anonymous 1", "anonymous_user daemon", f"exec {GRIDFTP}", "log_level ERROR", ""]))
    start([GRIDFTP, "-c", configuration], 2811)
    return f"ftp://{SERVER_ADDRESS}:2811{served}"


def start_sshd(folder, served, _scenario):
    """With keys of its own, made for this run, which the client finds in the lab's folder."""
    for name in ("host_key", "user_key"):
        path = folder / name
        path.unlink(missing_ok=True)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    configuration = folder / "sshd_config"
    configuration.write_text("\n".join([
        "Port 22", f"ListenAddress {SERVER_ADDRESS}", f"HostKey {folder}/host_key", "PermitRootLogin prohibit-password",
        f"AuthorizedKeysFile {folder}/user_key.pub", "StrictModes no", "UsePAM no", "PasswordAuthentication no",
        f"PidFile {folder}/sshd.pid", "Subsystem sftp internal-sftp", ""]))
    # Where sshd wants its unprivileged part to live; /run is the lab's own.
    (folder / "sshd").mkdir(mode=0o755, exist_ok=True)
    start([SSHD, "-D", "-e", "-f", configuration], 22)
    return f"root@{SERVER_ADDRESS}:{served}"


START = {"vsftpd": start_vsftpd, "gridftp": start_gridftp, "sshd": start_sshd}
PROGRAMS = {"vsftpd": VSFTPD, "gridftp": GRIDFTP, "sshd": SSHD}
