"""Faults of an HTTP/1.1 server, one row each: what it sends, and what the program may make of it."""

import gzip
from dataclasses import dataclass

from faultserver import ACCEPT, ANSWER, REQUEST, forever, reset, silence, slowly

# Exit statuses: the network failed; the instance's answer was rejected; or the fault may be survived.
NETWORK, REJECTED, ANY = {4}, {3}, {0, 3, 4}


@dataclass(frozen=True)
class ServerFault:
    steps: tuple
    # A pattern of what the error says.
    says: str = ""
    statuses: frozenset = frozenset(NETWORK)
    at: str = ANSWER
    # The certificate of a TLS server; empty for plain HTTP.
    tls: str = ""
    # Whether the server speaks HTTP/2.
    is_http2: bool = False


def row(*steps, says="", statuses=NETWORK, **more):
    return ServerFault(steps, says, frozenset(statuses), **more)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
RECORD = b'{"result":[{"number":"INC0010001","sys_id":"1c741bd70b2322007518478d83673af3"}]}'
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
GZIP = HEAD + b"Content-Encoding: gzip\r\n"
# A title for the terminal, and a color.
ESCAPES = b"\x1b]0;owned\x07\x1b[31mred\x9b31m"

BROKEN = r"broke|closed the connection|connection reset|not known"
TIMED = r"within \d+ seconds"
LARGE = r"larger than"
MALFORMED = r"damaged|not HTTP|broke|cannot|invalid|malformed|header"


def sized(body, head=HEAD):
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


def status(line, body=b""):
    return sized(body, b"HTTP/1.1 " + line + b"\r\nContent-Type: application/json\r\n")


def redirect(place, code=b"302 Found"):
    return sized(b"", b"HTTP/1.1 " + code + b"\r\nLocation: " + place + b"\r\n")


FAULTS = {
    # The connection ends.
    "reset after accept": row(reset, says=BROKEN, at=ACCEPT),
    "close after accept": row(says=BROKEN, at=ACCEPT),
    "silence after accept": row(silence, says=TIMED, at=ACCEPT),
    "reset in the request": row(reset, says=BROKEN, at=REQUEST),
    "answer in the request": row(status(b"503 Busy"), reset, says=BROKEN + "|503", at=REQUEST, statuses=ANY),
    "reset after the request": row(reset, says=BROKEN),
    "silence after the request": row(silence, says=TIMED),
    "reset in the status line": row(b"HTTP/1.1 20", reset, says=BROKEN),
    "close in the status line": row(b"HTTP/1.1 20", says=BROKEN + "|not HTTP"),
    "silence in the status line": row(b"HTTP/1.1 20", silence, says=TIMED),
    "reset in the header": row(HEAD, reset, says=BROKEN),
    "close in the header": row(HEAD, says=BROKEN + "|not HTTP"),
    "silence in the header": row(HEAD, silence, says=TIMED),
    "reset in the body": row(HEAD + b"Content-Length: 900\r\n\r\n" + RECORD, reset, says=BROKEN),
    "close in the body": row(HEAD + b"Content-Length: 900\r\n\r\n" + RECORD, says=BROKEN),
    "silence in the body": row(HEAD + b"Content-Length: 900\r\n\r\n" + RECORD, silence, says=TIMED),
    "close in a chunk": row(CHUNKED + b"ff\r\n" + RECORD, says=BROKEN),
    "close between chunks": row(CHUNKED + b"5\r\n[1,2,\r\n", says=BROKEN),
    "reset after the body": row(sized(RECORD), reset, statuses=ANY),
    # Endless and slow.
    "one byte a second": row(slowly(sized(RECORD)), says=TIMED),
    "slow header": row(b"HTTP/1.1 200 OK\r\n", slowly(b"X-Slow: " + b"x" * 60), says=TIMED),
    "slow body": row(HEAD + b"Content-Length: 900\r\n\r\n", slowly(b"x" * 60), says=TIMED),
    "endless status line": row(b"HTTP/1.1 200 ", forever(b"O"), says=LARGE + "|not HTTP|header"),
    "endless header line": row(HEAD + b"X: ", forever(b"x"), says=LARGE),
    "endless header": row(HEAD, forever(b"X-Line: x\r\n"), says=LARGE),
    "100 000 header lines": row(HEAD + b"X-Line: x\r\n" * 100_000 + b"\r\n", says=LARGE),
    "endless interim answers": row(forever(b"HTTP/1.1 102 Processing\r\n\r\n"), says=LARGE + "|" + TIMED),
    "100 interim answers": row(b"HTTP/1.1 100 Continue\r\n\r\n" * 100 + status(b"404 Not Found"), statuses=ANY),
    "endless chunks": row(CHUNKED, forever(b"5\r\n[1,2,\r\n"), says=LARGE + "|" + TIMED),
    "endless body": row(HEAD + b"\r\n", forever(b"x"), says=LARGE + "|" + TIMED),
    "endless chunk size": row(CHUNKED, forever(b"0"), says=BROKEN + "|" + MALFORMED),
    "endless chunk extension": row(CHUNKED + b"5;", forever(b"x"), says=f"{BROKEN}|{TIMED}|{LARGE}"),
    "endless trailer": row(CHUNKED + b"0\r\n", forever(b"X-Line: x\r\n"), says=f"{LARGE}|{TIMED}|{BROKEN}"),
    # Framing.
    "body shorter than its length": row(HEAD + b"Content-Length: 900\r\n\r\n{}", says=BROKEN),
    "body longer than its length": row(HEAD + b"Content-Length: 7\r\n\r\n" + RECORD, statuses=ANY),
    "negative length": row(HEAD + b"Content-Length: -5\r\n\r\n" + RECORD, says=MALFORMED, statuses=ANY),
    "length of 30 digits": row(HEAD + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n" + RECORD, statuses=ANY),
    "length is no number": row(HEAD + b"Content-Length: many\r\n\r\n" + RECORD, statuses=ANY),
    "two lengths": row(HEAD + b"Content-Length: 7\r\nContent-Length: 80\r\n\r\n" + RECORD, statuses=ANY),
    "length and chunks": row(HEAD + b"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", statuses=ANY),
    "chunk size is no number": row(CHUNKED + b"zz\r\n" + RECORD, says=BROKEN + "|" + MALFORMED),
    "negative chunk size": row(CHUNKED + b"-5\r\n" + RECORD, says=BROKEN + "|" + MALFORMED),
    "chunk size of 20 digits": row(CHUNKED + b"f" * 20 + b"\r\n" + RECORD, says=BROKEN + "|" + MALFORMED),
    "chunk without its line end": row(CHUNKED + b"2\r\n[]]]]]", says=BROKEN + "|" + MALFORMED),
    "unknown transfer coding": row(HEAD + b"Transfer-Encoding: rot13\r\n\r\n" + RECORD, statuses=ANY),
    # Content codings.
    "broken gzip": row(sized(b"\x1f\x8b\x08\x00" + b"\xff" * 80, GZIP), says="damaged"),
    # libcurl decodes what is there; only the reader of the text can notice.
    "gzip cut off": row(sized(gzip.compress(RECORD * 50)[:60], GZIP), statuses=ANY),
    "gzip with a wrong sum": row(sized(gzip.compress(RECORD)[:-8] + b"\0" * 8, GZIP), says="damaged"),
    "gzip bomb": row(sized(gzip.compress(b" " * (256 << 20), 9), GZIP), says=LARGE + "|" + TIMED),
    "unknown content coding": row(sized(RECORD, HEAD + b"Content-Encoding: rot13\r\n"), says="damaged"),
    "20 content codings": row(sized(RECORD, HEAD + b"Content-Encoding: " + b"gzip," * 20 + b"gzip\r\n"),
                              says="damaged"),
    # Not what HTTP allows.
    "not HTTP": row(b"SSH-2.0-OpenSSH_9.2p1 Debian\r\n\r\n", says="not HTTP"),
    "no header": row(RECORD, says="not HTTP"),
    "status line without a number": row(b"HTTP/1.1 OK\r\n\r\n", says="not HTTP|" + BROKEN),
    "status 000": row(status(b"000 Nothing"), says=MALFORMED + "|" + BROKEN, statuses=ANY),
    "status 999": row(status(b"999 Much"), says="999", statuses=ANY),
    "HTTP/9.9": row(b"HTTP/9.9 200 OK\r\n\r\n", says="not HTTP|" + BROKEN, statuses=ANY),
    "switching protocols": row(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
                               silence, says=TIMED + "|" + BROKEN + "|101", statuses=ANY),
    "NULs in the status line": row(b"HTTP/1.1 200 O\0K\r\n\r\n", statuses=ANY),
    "NULs in the header": row(HEAD + b"X-\0: \0\0\r\n\r\n" + RECORD, says=BROKEN + "|" + MALFORMED, statuses=ANY),
    "NULs in the body": row(sized(RECORD.replace(b"INC", b"\0\0\0")), statuses=ANY),
    "escapes in the status line": row(status(b"500 " + ESCAPES), says="500", statuses=ANY),
    "escapes in the header": row(sized(RECORD, HEAD + b"WWW-Authenticate: " + ESCAPES + b"\r\nX: " + ESCAPES + b"\r\n"),
                                 statuses=ANY),
    "escapes in an error": row(status(
        b"400 Bad", rb'{"error":{"message":"\u001b[31mred\u009b31m","detail":"\u001b]0;owned\u0007"}}'), says="red",
        statuses=ANY),
    "escapes in a record": row(sized(RECORD.replace(b"INC0010001", rb"\u001b[31mred\u009b31m\u0007")), statuses=ANY),
    "escapes in a page": row(sized(
        b"<title>" + ESCAPES + b"</title><p>" + ESCAPES, PAGE), statuses=ANY),
    # Redirects.
    "redirect to itself": row(redirect(b"?"), statuses=ANY),
    "redirect without a place": row(sized(b"", b"HTTP/1.1 302 Found\r\n"), statuses=ANY),
    "redirect to a file": row(redirect(b"file:///etc/passwd"), statuses=ANY),
    "redirect to another host": row(redirect(b"http://169.254.169.254/latest"), statuses=ANY),
    "redirect of a megabyte": row(redirect(b"/" + b"x" * (1 << 20)), says=LARGE, statuses=ANY),
    "redirect with escapes": row(redirect(b"/" + ESCAPES), statuses=ANY),
    # Answers that say nothing useful.
    "no content": row(b"HTTP/1.1 204 No Content\r\n\r\n", statuses=ANY),
    "empty body": row(sized(b""), statuses=ANY),
    "a web page": row(sized(b"<html><title>Login</title>", PAGE), statuses=ANY),
    "JSON cut off": row(sized(RECORD[:40]), statuses=ANY),
    "JSON of another form": row(sized(b'{"result":7,"data":7,"access_token":7}'), statuses=ANY),
    "JSON of 100 000 levels": row(sized(b"[" * 100_000), statuses=ANY),
    "a number of 100 000 digits": row(sized(b'{"result":[{"number":' + b"9" * 100_000 + b"}]}"), statuses=ANY),
    "not UTF-8": row(sized(RECORD.replace(b"INC", b"\xff\xfe\xc0")), statuses=ANY),
    "1000 cookies": row(sized(RECORD, HEAD + b"".join(b"Set-Cookie: c%d=%d\r\n" % (n, n) for n in range(1000))),
                        statuses=ANY),
    "unauthorized": row(status(b"401 Unauthorized"), statuses=ANY),
    "unavailable for a second": row(sized(b"", b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\n"), says="503", statuses=ANY),
    "unavailable for years": row(sized(b"", b"HTTP/1.1 429 Busy\r\nRetry-After: 99999999999999999999\r\n"), says="429",
                                 statuses=ANY),
}
