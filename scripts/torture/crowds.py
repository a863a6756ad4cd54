"""Servers with hundreds of connections that say nothing, half of a request, or a byte now and then."""

import resource
import signal
import socket
import ssl
import struct
import time
from dataclasses import dataclass

from checker import Tape, last
from faults import wait
from network import await_line, fetch
from suites import Suite, skip

CROWD = 500
# Seconds: for an answer in a crowd; for the end after SIGTERM; for dropping a slow client.
ANSWERS, ENDS, DROPS = 30, 10, 90
HALF = b"GET /api/now/table/incident HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
WHOLE = b"GET /api/now/table/incident?sysparm_limit=50 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@dataclass(frozen=True)
class Crowd:
    # What each client sends.
    sends: bytes = b""
    count: int = CROWD
    # Whether the clients close their connections at once, with RST.
    resets: bool = False
    # Whether the clients send one more byte a second and must be dropped.
    dribbles: bool = False
    # How many descriptors the server may have; 0 for no limit of ours.
    descriptors: int = 0


SERVERS = {
    "serve sandbox": ("serve", "sandbox", "--frozen"),
    "serve replay": ("serve", "replay", "sessions/earlier.cassette"),
    "serve record": ("--no-input", "--tape", "new", "serve", "record", "--to", "ADDRESS"),
    "sandbox by TLS": ("serve", "sandbox", "--frozen", "--tls-self-signed", "certificates"),
}


class Crowds(Suite):
    name = "crowds"
    at_once = 2
    subjects = SERVERS
    faults = {
        "500 idle connections": Crowd(),
        "500 half request lines": Crowd(b"GET /api/no"),
        "500 half headers": Crowd(HALF),
        "500 half bodies": Crowd(b"POST /api/now/table/incident HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                                 b"Content-Length: 9000\r\n\r\n{"),
        "500 answers not read": Crowd(WHOLE * 20),
        "500 resets": Crowd(WHOLE, resets=True),
        "500 texts that are not HTTP": Crowd(b"\x16\x03\x01\0\0\n\n\n\x1b[31m\r\n\r\n"),
        "more than the descriptors": Crowd(HALF, descriptors=64),
        "slow headers": Crowd(HALF, count=20, dribbles=True),
    }

    def __init__(self, *arguments):
        super().__init__(*arguments)
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(limit[0], min(limit[1], 4096)), limit[1]))
        except (OSError, ValueError):
            pass
        if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 3 * CROWD:
            self.skipped = "too few descriptors are allowed (ulimit -n)"
            skip("crowds are " + self.skipped)
            self.faults = {}

    def attempt(self, trial, project):
        crowd = self.faults[trial.fault]
        wrapper = ("prlimit", f"--nofile={crowd.descriptors}") if crowd.descriptors else ()
        child = project.start(self.subjects[trial.subject], wrapper)
        clients, status = [], None
        try:
            address = await_line(project, "output", child)
            if not address:
                yield f"the server does not start: {last(project.text('errors'))}"
                return
            scheme, host = address.split("://")
            port = int(host.rpartition(":")[2])
            before = self.answer(scheme, port)
            if before is None:
                yield "it does not answer without a crowd"
                return
            clients = [self.client(port, crowd) for _ in range(crowd.count)]
            yield from self.in_crowd(crowd, scheme, port, clients, before)
        finally:
            start = time.monotonic()
            child.send_signal(signal.SIGTERM)
            status = wait(child, 60)
            took = time.monotonic() - start
            for client in clients:
                client.close()
        if status != 0:
            yield f"it ends with status {status} after SIGTERM: {last(project.text('errors'))}"
        elif took > ENDS:
            yield f"it ends {took:.1f} seconds after SIGTERM"
        if (damage := Tape(project.tape("new"), project.folder).damage):
            yield f"the tape is damaged: {damage}"

    def in_crowd(self, crowd, scheme, port, clients, before):
        """Checks the answers to another client, and what becomes of slow ones."""
        deadline = time.monotonic() + (DROPS if crowd.dribbles else 0)
        while True:
            answer = self.answer(scheme, port)
            if answer != before:
                yield f"another client gets {answer}, and without a crowd {before}"
                return
            slow = [client for client in clients if crowd.dribbles and self.is_open(client)]
            if not slow or time.monotonic() > deadline:
                break
            time.sleep(1)
        if slow:
            yield f"after {DROPS} seconds {len(slow)} slow clients are still connected"

    @staticmethod
    def client(port, crowd):
        client = socket.create_connection(("127.0.0.1", port), timeout=ANSWERS)
        client.settimeout(0.2)
        try:
            client.sendall(crowd.sends)
        except OSError:
            pass
        if crowd.resets:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        return client

    @staticmethod
    def is_open(client):
        """Sends one more byte, and reads what the server says."""
        try:
            client.sendall(b"x")
            client.setblocking(False)
            return bool(client.recv(4096))
        except BlockingIOError:
            return True
        except OSError:
            return False
        finally:
            if client.fileno() >= 0:
                client.settimeout(0.2)

    @staticmethod
    def answer(scheme, port):
        """The status of an answer; None if there is none in time."""
        if scheme == "http":
            answer = fetch(f"127.0.0.1:{port}", seconds=ANSWERS)
            return answer and answer[0]
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=ANSWERS) as plain, \
                    context.wrap_socket(plain) as client:
                client.sendall(WHOLE)
                return int(client.recv(12).split(b" ")[1])
        except (OSError, ValueError, IndexError):
            return None
