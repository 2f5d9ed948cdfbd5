"""Servers in any namespace, anonymous and read-only, for networks with more than one way (routes.py)."""

import pathlib

from . import servers
from .fxp import PROFTPD, start


def start_vsftpd(namespace, _address, served):
    """At every address of the namespace."""
    folder = pathlib.Path("/run")
    (folder / "empty").mkdir(exist_ok=True)
    configuration = folder / f"vsftpd-{namespace}.conf"
    configuration.write_text("\n".join([
        "background=NO", "listen=YES", "listen_port=21", "anonymous_enable=YES", "local_enable=NO", f"anon_root={served}",
        "ftp_username=daemon", "nopriv_user=nobody", f"secure_chroot_dir={folder}/empty", "seccomp_sandbox=NO", "max_clients=400", "max_per_ip=0", ""]))
    start(namespace, [servers.VSFTPD, configuration])


def start_proftpd(namespace, address, served):
    """With mod_digest: HASH and XSHA256, among others."""
    configuration = pathlib.Path(f"/run/proftpd-{namespace}.conf")
    configuration.write_text("\n".join([
        "ServerType standalone", "UseIPv6 off", f"DefaultAddress {address}", "SocketBindTight on", "Port 21",
        f"ModulePath {PROFTPD.parent.parent}/lib/proftpd", "LoadModule mod_digest.c", "DigestAlgorithms all",
        f"PidFile /run/proftpd-{namespace}.pid", f"ScoreboardFile /run/proftpd-{namespace}.scoreboard",
        "DelayEngine off", "DelayTable none", "UseReverseDNS off", "WtmpLog off", "TransferLog none", "SystemLog none",
        "RequireValidShell off", "UseFtpUsers off", "User daemon", "Group nogroup", "MaxInstances 400",
        f"<Anonymous {served}>", "User daemon", "Group nogroup", "UserAlias anonymous daemon", "</Anonymous>", ""]))
    start(namespace, [PROFTPD, "--nodaemon", "--config", configuration])


START = {"vsftpd": start_vsftpd, "proftpd": start_proftpd}
