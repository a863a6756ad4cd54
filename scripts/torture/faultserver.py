"""A server between the program and the sandbox that misbehaves at one point of an exchange."""

import http.client
import re
import socket
import struct
import threading
import time
from urllib.parse import urlsplit

# Where a fault begins: when the connection is accepted, after some bytes of the request, or in place of the answer.
ACCEPT, REQUEST, ANSWER = "accept", "request", "answer"
# Seconds until a silent connection is given up; longer than any time limit of the program.
SILENCE = 40


class Gone(Exception):
    """The client has closed the connection, or the fault has."""


class Wire:
    """The server's side of a connection, with or without TLS."""

    def __init__(self, connection, server):
        self.socket, self.server, self.pending = connection, server, b""
        self.socket.settimeout(SILENCE)

    def send(self, data):
        try:
            self.socket.sendall(data)
        except (OSError, ValueError) as error:
            raise Gone from error

    def receive(self, most=65536):
        try:
            data = self.socket.recv(most)
        except (OSError, ValueError) as error:
            raise Gone from error
        if not data:
            raise Gone
        return data

    def take(self, end=None, count=0):
        """The bytes up to and including `end`, or so many bytes."""
        while (end not in self.pending) if end else len(self.pending) < count:
            self.pending += self.receive()
        count = self.pending.index(end) + len(end) if end else count
        data, self.pending = self.pending[:count], self.pending[count:]
        return data

    def request(self):
        """The next request: method, target, header text and body."""
        head = self.take(b"\r\n\r\n").decode("latin-1")
        method, target, _ = head.split(" ", 2)
        length = re.search(r"(?im)^content-length: *(\d+)", head)
        return method, target, head, self.take(count=int(length[1]) if length else 0)

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


# Steps of a fault: bytes are sent, functions get the wire.

def reset(wire):
    """Closes the connection with RST."""
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    descriptor = wire.socket.detach()
    socket.close(descriptor)
    raise Gone


def cut(wire):
    """Closes the TCP connection without ending TLS."""
    descriptor = wire.socket.detach()
    plain = socket.socket(fileno=descriptor)
    plain.shutdown(socket.SHUT_RDWR)
    plain.close()
    raise Gone


def silence(wire):
    """Says nothing until the client closes the connection."""
    while True:
        wire.receive()


def forever(data):
    """Sends the same bytes until the client closes the connection."""
    block = data * max(1, 65536 // len(data))

    def step(wire):
        while not wire.server.is_over.is_set():
            wire.send(block)
    return step


def slowly(data):
    """Sends one byte a second."""
    def step(wire):
        for value in data:
            wire.send(bytes([value]))
            if wire.server.is_over.wait(1):
                raise Gone
    return step


class FaultServer:
    """Forwards requests to the sandbox, except those that the fault hits."""

    def __init__(self, sandbox, fault, target="", first=0, last=1 << 30, wrap=None):
        """`target` is a part of the targets that are hit; of those, the requests `first` to `last` are."""
        self.upstream = urlsplit(sandbox.address).netloc
        self.fault, self.target, self.first, self.last, self.wrap = fault, target, first, last, wrap
        self.matched, self.hits, self.answered = 0, 0, []
        self.is_over, self.lock = threading.Event(), threading.Lock()
        self.wires = set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.address = f"{'https' if wrap else 'http'}://127.0.0.1:{self.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_over.set()
        # Closing alone does not wake the thread that accepts.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for wire in list(self.wires):
            wire.close()

    def disarm(self):
        """Ends the fault; further requests are forwarded."""
        with self.lock:
            self.last = -1

    def accept(self):
        while not self.is_over.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def strikes(self):
        """Whether the fault hits this time."""
        with self.lock:
            place, self.matched = self.matched, self.matched + 1
            is_hit = self.first <= place <= self.last
            self.hits += is_hit
            return is_hit

    def serve(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wire = Wire(connection, self)
        self.wires.add(wire)
        try:
            if self.wrap:
                wire.socket = self.wrap(wire.socket)
            if self.fault.at == ACCEPT and self.strikes():
                return self.perform(wire)
            while True:
                self.exchange(wire)
        except (Gone, OSError, ValueError, http.client.HTTPException):
            pass
        finally:
            self.wires.discard(wire)
            wire.close()

    def exchange(self, wire):
        if self.fault.at == REQUEST:
            line = wire.take(b" HTTP/1.1\r\n")
            if self.target.encode() in line and self.strikes():
                return self.perform(wire)
            wire.pending = line + wire.pending
        method, target, head, body = wire.request()
        if self.fault.at == ANSWER and self.target in target and self.strikes():
            self.perform(wire)
        elif not self.is_over.is_set():
            wire.send(self.forwarded(method, target, head, body))

    def perform(self, wire):
        """The fault; afterwards the connection is closed."""
        for step in self.fault.steps:
            if isinstance(step, bytes):
                wire.send(step)
            else:
                step(wire)
        raise Gone

    def forwarded(self, method, target, head, body):
        """The sandbox's answer."""
        lines = [line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line]
        dropped = ("host", "accept-encoding", "connection", "content-length")
        upstream = http.client.HTTPConnection(self.upstream, timeout=60)
        upstream.request(method, target, body or None,
                         {name: value for name, value in lines if name.lower() not in dropped}
                         | {"Host": self.address.split("//")[1]})
        response = upstream.getresponse()
        content = response.read()
        upstream.close()
        with self.lock:
            self.answered.append((method, target, response.status))
        ours = ("content-length", "transfer-encoding", "connection", "keep-alive")
        text = f"HTTP/1.1 {response.status} {response.reason}\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in response.getheaders() if name.lower() not in ours)
        if response.status not in (204, 304):
            text += f"Content-Length: {len(content)}\r\n"
        return text.encode("latin-1") + b"\r\n" + content


def pause(seconds):
    """Waits within a fault."""
    return lambda wire: time.sleep(seconds)
