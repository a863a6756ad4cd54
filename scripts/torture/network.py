"""Commands against a server that misbehaves in each state of an exchange."""

import http.client
import os
import re
import signal
import socket
import threading
import time
from dataclasses import dataclass

import httpfaults
import tlsfaults
from checker import ANSWER, Tape, is_cut_off, last
from faults import wait
from faultserver import FaultServer
from suites import Suite

# Seconds. A request may be repeated three times, and a busy machine is slow.
PATIENCE = 45
TIMEOUT = 2
# Names of Swift types, of its errors, and what only a debugger prints.
INTERNALS = re.compile(r"libcurl|CURLE_|\bSwift\b|Optional\(|\bnil\b|\b[A-Z][a-z]+[A-Za-z]*(?:Error|Failure)\b(?!:)")
# Control characters, apart from ends of lines; NUL does nothing to a terminal.
CONTROLS = re.compile(r"[\x01-\x08\x0b-\x1f\x7f\x80-\x9f]")
QUERY = "{GlideRecord_Query{incident(pagination:{limit:1,offset:0}){_results{number{value}}}}}"


@dataclass(frozen=True)
class Subject:
    words: tuple
    # A part of the targets of the requests that are hit.
    target: str
    # Whether only a changed record may be the result.
    writes: bool = False


PASSWORD = ("--sign-in", "oauth-password", "--client-id", "snowdeck", "--client-from", "env:SNOWDECK_CLIENT")
FORMAT = ("-f", "number,sys_id")
PROXY = "serve record"

SUBJECTS = {
    "table list": Subject(("table", "list", "incident", "-n", "3", *FORMAT), "/table/incident"),
    "table create": Subject(("table", "create", "incident", "short_description=torture", *FORMAT), "/table/incident",
                            writes=True),
    "graphql": Subject(("graphql", QUERY), "/api/now/graphql"),
    "page open": Subject(("page", "open", "/incident.do?sys_id=-1"), "/incident.do"),
    "sign-in": Subject((*PASSWORD, "table", "count", "incident"), "/oauth_token.do"),
    PROXY: Subject((), "/table/incident"),
}


class Network(Suite):
    name = "network"
    faults = httpfaults.FAULTS | tlsfaults.FAULTS
    subjects = SUBJECTS

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.certificates = os.path.join(self.folder, "certificates")
        tlsfaults.make_certificates(self.certificates)

    def attempt(self, trial, project):
        fault, subject = self.faults[trial.fault], self.subjects[trial.subject]
        # Every request is hit, or only the first, so that the next ones find a sound server.
        is_lasting = trial.rng.random() < 0.6
        wrap = tlsfaults.wrapper(self.certificates, fault) if fault.tls != "none" else None
        with FaultServer(self.sandbox, fault, subject.target, last=1 << 30 if is_lasting else 0, wrap=wrap) as server:
            project.address = f"{'https' if fault.tls else 'http'}://127.0.0.1:{server.port}"
            options = ["--no-input", "--instance", "ADDRESS", "--tape", "new", "--timeout", str(TIMEOUT), "--cacert",
                       self.certificates + "/authority.pem"]
            if trial.subject == PROXY:
                yield from self.proxy(project, server, fault, options)
            else:
                options += ["--user", "john.doe", "--max-body", "1m", "--allow-writes", "ADDRESS"]
                yield from self.command(project, server, fault, subject, options, is_lasting)

    def command(self, project, server, fault, subject, options, is_lasting):
        start = time.monotonic()
        status = wait(project.start((*options, *subject.words)), PATIENCE)
        output, errors = project.text("output"), project.text("errors")
        allowed = fault.statuses if is_lasting else fault.statuses | {0}
        if status is None:
            yield f"it does not end within {PATIENCE} seconds"
        elif status < 0:
            yield f"it ends by signal {-status}: {last(errors)}"
        elif status not in allowed:
            yield f"exit status {status}, not one of {sorted(allowed)}: {last(errors or output)}"
        elif status and not re.search("error: ", errors):
            yield f"exit status {status} without a message"
        elif status and is_lasting and not re.search(fault.says, errors):
            yield f"the error does not say '{fault.says}': {last(errors)}"
        if not server.hits and not fault.tls:
            yield f"the fault was not reached: {last(errors or output)}"
        if status == 0 and subject.writes and not server.answered and "rror" in errors:
            yield "exit status 0, and nothing was created"
        yield from self.texts(output, errors)
        yield from self.tape(project, server, output)
        took = time.monotonic() - start
        if took > PATIENCE:
            yield f"it took {took:.1f} seconds"

    @staticmethod
    def texts(output, errors):
        for name, text in (("standard output", output), ("standard error", errors)):
            if found := CONTROLS.search(text):
                yield f"{name} has the control character {found[0]!r}: {text[max(0, found.start() - 40):][:80]!r}"
        if found := INTERNALS.search(errors):
            yield f"the error says {found[0]}: {last(errors)}"

    @staticmethod
    def tape(project, server, output):
        """Checks that everything that was sent and shown is on an intact tape, and that it replays."""
        tape = Tape(project.tape("new"), project.folder)
        if tape.damage:
            yield f"the tape is damaged: {tape.damage}"
        if len(tape.requests) < len(server.answered):
            yield f"{len(server.answered)} requests were answered, and {len(tape.requests)} are on the tape"
        lost = sorted(answer for answer in set(ANSWER.findall(output)) if answer not in tape.answers)
        if lost:
            yield f"{len(lost)} answers were shown and are not on the tape, {lost[0]} among them"
        if tape.exists:
            status, text, errors = project.run(("replay", project.tape("new"), "--check"))
            if status != 0 and not is_cut_off(text):
                yield f"replay --check ends with status {status}: {last(errors or text)}"

    def proxy(self, project, server, fault, options):
        """`serve record` between a client and the server: what the client gets in full is on the tape, and once the
        server is sound, so is the proxy."""
        child = project.start((*options, "serve", "record", "--to", "ADDRESS"))
        try:
            address = await_line(project, "output", child)
            if not address:
                yield f"it does not start: {last(project.text('errors'))}"
                return
            host = address.split("//")[1]
            answer = fetch(host)
            if answer is not None:
                if CONTROLS.search(answer[2]) and answer[0] == 502:
                    yield f"the proxy's error has control characters: {answer[2]!r}"
                if answer[0] == 502 and INTERNALS.search(answer[2]):
                    yield f"the proxy's error says: {answer[2][:200]}"
            server.disarm()
            if not fault.tls or fault.tls == "good" and not fault.is_http2:
                later = fetch(host)
                if later is None or later[0] != 200:
                    yield f"afterwards the proxy answers {later and later[0]}: {later and later[2][:200]}"
        finally:
            child.send_signal(signal.SIGTERM)
            status = wait(child, PATIENCE)
        if status != 0:
            yield f"serve record ends with status {status}: {last(project.text('errors'))}"
        tape = Tape(project.tape("new"), project.folder)
        if tape.damage:
            yield f"the tape is damaged: {tape.damage}"
        status, output, errors = project.run(("dump", project.tape("new")))
        if status != 0:
            yield f"dump ends with status {status}: {last(errors)}"


def await_line(project, name, child, seconds=30):
    """The first line of a file that a child writes; empty if it ends."""
    deadline = time.monotonic() + seconds
    while "\n" not in project.text(name) and time.monotonic() < deadline and child.poll() is None:
        time.sleep(0.02)
    return project.text(name).partition("\n")[0]


def fetch(host, target="/api/now/v2/table/incident?sysparm_limit=1&sysparm_fields=number", most=4 << 20, seconds=20):
    """Status, header and text of an answer; None if there is no whole answer of at most so many bytes."""
    connection = http.client.HTTPConnection(host, timeout=seconds)
    # A server that sends a byte now and then never exceeds the timeout of the socket.
    timer = threading.Timer(seconds, lambda: connection.sock and connection.sock.shutdown(socket.SHUT_RDWR))
    timer.start()
    try:
        connection.request("GET", target, headers={"Authorization": "Basic am9obi5kb2U6cGFzc3dvcmQ="})
        answer = connection.getresponse()
        body = answer.read(most)
        return (answer.status, answer.headers, body.decode("utf-8", "replace")) if len(body) < most else None
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        timer.cancel()
        connection.close()
