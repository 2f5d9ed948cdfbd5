"""A pyftpdlib server for one test: limits, a rate, TLS, and faults that real servers have been seen with.

Prints "CMD <line>" for every command received and "SENT <bytes>" as file data leaves, both unbuffered.
"""

import argparse
import itertools
import os
import time

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler, ThrottledDTPHandler
from pyftpdlib.servers import FTPServer

REPORT_EVERY = 64 * 1024
CATCH_UP = 0.5
HELD_PAUSE = 0.02
LISTED = 6


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--user", required=True)
    parser.add_argument("--password", required=True)
    parser.add_argument("--max-clients", type=int, default=0, help="all come from one address here")
    parser.add_argument("--bytes-per-second", type=int, default=0, help="per connection; 0: no limit")
    parser.add_argument("--certificate", help="PEM with key and certificate: offer AUTH TLS")
    parser.add_argument("--rest-ignored", action="store_true", help="answer REST with 350 and send from 0")
    parser.add_argument("--drop-one-after", type=int, default=0, help="cut one session after this many bytes in all")
    parser.add_argument("--hold-after", type=int, default=0, help="after this many reported bytes in all send no more, until --hold-until exists")
    parser.add_argument("--hold-until", default="", help="a file")
    parser.add_argument("--cut-listings", default="", help="while this file exists, listings end after six entries")
    parser.add_argument("--no-close-notify", action="store_true", help="end encrypted data connections with a FIN alone")
    parser.add_argument("--without", default="", help="commands that the server does not know: SIZE,MLST")
    parser.add_argument("--rest-wraps-at", type=int, default=0, help="send from the offset modulo this")
    return parser.parse_args()


class PacedDTPHandler(ThrottledDTPHandler):
    """Sends at an even pace and reports the bytes of all connections together."""

    ac_out_buffer_size = 16 * 1024
    sent = 0
    reported = 0
    drop_after = 0
    hold_after = 0
    hold_until = ""
    free_at = 0.0
    # The library closes a connection that the client has already closed before it sets this: AttributeError, and the whole server ends.
    _throttler = None

    def send(self, data):
        count = super().send(data)
        PacedDTPHandler.sent += count
        if PacedDTPHandler.sent - PacedDTPHandler.reported >= REPORT_EVERY:
            PacedDTPHandler.reported = PacedDTPHandler.sent
            print("SENT", PacedDTPHandler.sent, flush=True)
        if 0 < PacedDTPHandler.drop_after <= PacedDTPHandler.sent:
            PacedDTPHandler.drop_after = 0
            self.ioloop.call_later(0, self.cmd_channel.close)
        return count

    def _throttle_bandwidth(self, len_chunk, max_speed):
        # The library's own throttle sends two seconds' worth at once, then sleeps for two seconds.
        now = time.monotonic()
        # On a busy machine it is called late again and again: it catches up with half a second at most, or it would be slower than its rate.
        self.free_at = max(now - CATCH_UP, self.free_at or now) + len_chunk / max_speed
        if len_chunk:
            self.del_channel()
            self._cancel_throttler()
            self._throttler = self.ioloop.call_later(max(0, self.free_at - now), self._go_on, _errback=self.handle_error)

    def _go_on(self):
        # Held by the bytes that were reported: a test that waits for as many bytes sees them.
        if 0 < PacedDTPHandler.hold_after <= PacedDTPHandler.reported and not os.path.exists(PacedDTPHandler.hold_until):
            self._throttler = self.ioloop.call_later(HELD_PAUSE, self._go_on, _errback=self.handle_error)
        else:
            self.add_channel(events=self.ioloop.WRITE)


def tls_classes(options):
    # Only here: the import fails where pyOpenSSL is missing.
    from pyftpdlib.handlers import SSLConnection, TLS_DTPHandler, TLS_FTPHandler

    class PatientTlsDTPHandler(TLS_DTPHandler):
        def readable(self):
            # Up to 1.5.8 the library resets a data connection whose ClientHello comes before RETR, as curl's does
            # (giampaolo/pyftpdlib pull request 612).
            return self._ssl_accepting or super().readable()

        def _do_ssl_shutdown(self):
            # In place of someone on the network who keeps the last records back and sends a FIN.
            if options.no_close_notify:
                super(SSLConnection, self).close()
            else:
                super()._do_ssl_shutdown()

    return TLS_FTPHandler, PatientTlsDTPHandler


def handler_class(options):
    base, data = FTPHandler, PacedDTPHandler
    if options.certificate:
        base, data = tls_classes(options)

    class Handler(base):
        dtp_handler = data
        certfile = options.certificate
        banner = "loopback"
        timeout = 60

        def pre_process_command(self, line, cmd, arg):
            print("CMD", line, flush=True)
            return super().pre_process_command(line, cmd, arg)

        def push_dtp_data(self, data, isproducer=False, file=None, cmd=None):
            if cmd in ("MLSD", "LIST") and os.path.exists(options.cut_listings):
                data.iterator = itertools.islice(data.iterator, LISTED)
            return super().push_dtp_data(data, isproducer, file, cmd)

        def ftp_RETR(self, file):
            # REST was answered with 350 by now; only the offset is tampered with.
            if options.rest_ignored:
                self._restart_position = 0
            elif options.rest_wraps_at:
                self._restart_position %= options.rest_wraps_at
            return super().ftp_RETR(file)

    Handler.proto_cmds = {name: about for name, about in base.proto_cmds.items() if name not in options.without.split(",")}
    PacedDTPHandler.drop_after = options.drop_one_after
    PacedDTPHandler.hold_after = options.hold_after
    PacedDTPHandler.hold_until = options.hold_until
    PacedDTPHandler.write_limit = options.bytes_per_second
    Handler.authorizer = DummyAuthorizer()
    Handler.authorizer.add_user(options.user, options.password, options.root, perm="elr")
    return Handler


def main():
    options = arguments()
    server = FTPServer((options.host, options.port), handler_class(options))
    # max_cons counts data connections and listeners too; the count by address counts sessions alone.
    server.max_cons = 0
    server.max_cons_per_ip = options.max_clients
    server.serve_forever(handle_exit=False)


if __name__ == "__main__":
    main()
