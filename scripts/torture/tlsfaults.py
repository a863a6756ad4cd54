"""Faults of TLS and HTTP/2, one row each, and the certificates for them."""

import os
import ssl
import struct
import subprocess

from faultserver import ACCEPT, cut, forever, reset, silence
from httpfaults import BROKEN, HEAD, LARGE, RECORD, TIMED, row, sized

# openssl makes an authority and one certificate for each kind of fault.
CERTIFICATES = r"""
leaf() {
    name=$1 subject=$2 days=$3
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $name.key -subj /CN=$name \
        -addext "subjectAltName=$subject" -out $name.request 2>/dev/null
    openssl x509 -req -in $name.request -CA $4.pem -CAkey $4.key -set_serial $5 -days $days -copy_extensions copy \
        -out $name.pem 2>/dev/null
    cat $name.key >>$name.pem
}
for authority in authority stranger; do
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=$authority \
        -keyout $authority.key -out $authority.pem 2>/dev/null
done
leaf good IP:127.0.0.1 3650 authority 1
leaf expired IP:127.0.0.1 -1 authority 2
leaf elsewhere DNS:elsewhere.example 3650 authority 3
leaf unknown IP:127.0.0.1 3650 stranger 4
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=self \
    -addext subjectAltName=IP:127.0.0.1 -keyout self.key -out self.pem 2>/dev/null
cat self.key >>self.pem
"""


def make_certificates(folder):
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["sh", "-ec", CERTIFICATES], cwd=folder, check=True, stdin=subprocess.DEVNULL)


def wrapper(folder, fault):
    """What makes a server's connection a TLS connection; None for a server without TLS."""
    if not fault.tls:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/{fault.tls}.pem")
    context.set_alpn_protocols(["h2"] if fault.is_http2 else ["http/1.1"])
    return lambda connection: context.wrap_socket(connection, server_side=True)


def hello(wire):
    """Reads the client's first message."""
    wire.receive()


def frame(kind, payload=b"", flags=0, stream=1):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


DATA, HEADERS, RST_STREAM, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
# `:status: 200` and `content-type: application/json` in HPACK.
FIELDS = b"\x88\x0f\x10\x10application/json"
OPENING = frame(SETTINGS, stream=0)
ANSWER_HEADERS = frame(HEADERS, FIELDS, 4)


def request_frames(wire):
    """Reads the preface and the frames up to the end of the first request, and answers with settings."""
    wire.take(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    wire.send(OPENING)
    while True:
        length, kind, flags, _ = struct.unpack(">IBBI", b"\0" + wire.take(count=9))
        wire.take(count=length)
        if kind in (DATA, HEADERS) and flags & 1:
            return


def plain(*steps, **more):
    """A fault below TLS, after the client's first message."""
    return row(hello, *steps, at=ACCEPT, tls="none", **more)


def secure(*steps, **more):
    """A fault within TLS."""
    return row(*steps, tls=more.pop("tls", "good"), **more)


def http2(*steps, says=BROKEN, **more):
    """A fault of a server that speaks HTTP/2, in place of its answer."""
    return row(request_frames, *steps, says=says, at=ACCEPT, tls="good", is_http2=True, **more)


HANDSHAKE = "secure connection|TLS|" + BROKEN
CERTIFICATE = "certificate"
ANY = {0, 3, 4}

FAULTS = {
    "TLS: reset before the handshake": row(reset, says=HANDSHAKE, at=ACCEPT, tls="none"),
    "TLS: reset in the handshake": plain(reset, says=HANDSHAKE),
    "TLS: close in the handshake": plain(says=HANDSHAKE),
    "TLS: silence in the handshake": plain(silence, says=TIMED),
    "TLS: plain text for ServerHello": plain(b"HTTP/1.1 400 Bad Request\r\n\r\n", says=HANDSHAKE),
    "TLS: half a ServerHello": plain(b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76\x03\x03", silence, says=TIMED),
    "TLS: a damaged ServerHello": plain(b"\x16\x03\x03\x00\x7a\x02" + b"\xff" * 121, says=HANDSHAKE),
    "TLS: an alert for ServerHello": plain(b"\x15\x03\x03\x00\x02\x02\x28", says=HANDSHAKE),
    "TLS: endless warnings": plain(forever(b"\x15\x03\x03\x00\x02\x01\x5a"), says=HANDSHAKE + "|" + TIMED),
    "TLS: expired certificate": secure(says="expired", tls="expired"),
    "TLS: certificate of another host": secure(says="another name", tls="elsewhere"),
    "TLS: self-signed certificate": secure(says="signed by itself", tls="self"),
    "TLS: unknown authority": secure(says="authority", tls="unknown"),
    "TLS: reset in the header": secure(HEAD, reset, says=BROKEN),
    "TLS: cut off in the body": secure(HEAD + b"Content-Length: 900\r\n\r\n" + RECORD, cut, says=BROKEN),
    # Without a length only the end of TLS says that the body is complete; libcurl does not insist on it.
    "TLS: cut off, no length": secure(HEAD + b"Connection: close\r\n\r\n" + RECORD, cut, statuses=ANY),
    "TLS: cut off after the body": secure(sized(RECORD), cut, statuses=ANY),
    "TLS: silence in the body": secure(HEAD + b"Content-Length: 900\r\n\r\n", silence, says=TIMED),
    "TLS: endless body": secure(HEAD + b"\r\n", forever(b"x"), says=LARGE + "|" + TIMED),
    "HTTP/2: goaway for an answer": http2(frame(GOAWAY, b"\0" * 8, stream=0)),
    "HTTP/2: goaway in the body": http2(ANSWER_HEADERS + frame(DATA, RECORD), frame(
        GOAWAY, struct.pack(">II", 1, 2), stream=0)),
    "HTTP/2: reset of the stream": http2(frame(RST_STREAM, struct.pack(">I", 2))),
    "HTTP/2: stream refused": http2(frame(RST_STREAM, struct.pack(">I", 7))),
    # Without a length, libcurl takes the end of the stream for that of the body, which is no answer to a sign-in.
    "HTTP/2: reset in the body": http2(ANSWER_HEADERS + frame(DATA, RECORD), frame(RST_STREAM, struct.pack(">I", 2)),
                                       statuses=ANY, says=BROKEN + "|access_token"),
    "HTTP/2: reset of the connection": http2(ANSWER_HEADERS, reset),
    "HTTP/2: close in the body": http2(ANSWER_HEADERS + frame(DATA, RECORD)),
    "HTTP/2: silence": http2(silence, says=TIMED),
    "HTTP/2: damaged header fields": http2(frame(HEADERS, b"\xff" * 40, 4)),
    "HTTP/2: a frame of 16 megabytes": http2(frame(DATA, b"")[:0] + b"\xff\xff\xff\0\0\0\0\0\1", forever(b"x")),
    "HTTP/2: not a frame": http2(forever(b"HTTP/1.1 200 OK\r\n\r\n")),
    "HTTP/2: endless header": http2(frame(HEADERS, FIELDS), forever(frame(CONTINUATION, b"\x00\x01x\x01x" * 50)),
                                    says=f"{BROKEN}|{LARGE}|{TIMED}"),
    "HTTP/2: endless settings": http2(forever(OPENING), says=f"{BROKEN}|{TIMED}"),
    "HTTP/2: endless pings": http2(forever(frame(PING, b"12345678", stream=0)), says=f"{BROKEN}|{TIMED}"),
    "HTTP/2: endless body": http2(ANSWER_HEADERS, forever(frame(DATA, b"x" * 8192)), says=f"{LARGE}|{TIMED}|{BROKEN}"),
    "HTTP/2: data for no stream": http2(frame(DATA, RECORD, stream=9)),
    "HTTP/2: header without a status": http2(frame(HEADERS, b"\x0f\x10\x10application/json", 5)),
    "HTTP/2: a push": http2(frame(PUSH, struct.pack(">I", 2) + FIELDS, 4)),
}
