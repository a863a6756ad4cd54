"""How the command of a case is run: alone, with lines as its input, as a server with a client, or at a terminal."""

import http.client
import os
import signal
import time

from faults import TIMEOUT, wait
from screen import Screen

# Seconds that a client waits for the proxy.
PATIENCE = 30


def alone(project, case, wrapper, begun):
    """Returns the exit status, and what was shown elsewhere than on standard output."""
    child = project.start(case.words, wrapper)
    begun(child)
    return wait(child), ""


def with_lines(project, case, wrapper, begun):
    """The case's lines are the standard input, a file. What the case writes into its file was shown too."""
    path = os.path.join(project.folder, "lines")
    with open(path, "w", encoding="utf-8") as file:
        file.write(case.lines)
    with open(path, "rb") as file:
        child = project.start(case.words, wrapper, stdin=file)
    begun(child)
    status = wait(child)
    return status, project.content(case.writes) or ""


def as_proxy(project, case, wrapper, begun):
    """Sends a read, a change and another read through `serve record`, and ends it."""
    child = project.start(case.words, wrapper)
    begun(child)
    deadline, said = time.monotonic() + TIMEOUT, ""
    while "\n" not in project.text("output") and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    host = project.text("output").strip().partition("//")[2]
    target = "/api/now/table/incident?sysparm_fields=number,sys_id&sysparm_limit=1"
    for method, body in (("GET", None), ("POST", '{"short_description":"torture"}'), ("GET", None)):
        if not host:
            break
        connection = http.client.HTTPConnection(host, timeout=PATIENCE)
        try:
            connection.request(method, target, body, {
                "Authorization": "Basic am9obi5kb2U6cGFzc3dvcmQ=", "Content-Type": "application/json"})
            answer = connection.getresponse()
            said += f"{method} {answer.status} {answer.read().decode('utf-8', 'replace')}\n"
        except (OSError, http.client.HTTPException):
            said += f"{method} failed\n"
        connection.close()
    end(child)
    return wait(child), said


def at_terminal(project, case, wrapper, begun):
    """Types the case's lines at the prompt."""
    screen = Screen(project, case.words, wrapper)
    begun(screen.child)
    try:
        for line in case.lines.splitlines():
            screen.shows(b"> ")
            screen.type(line.encode() + b"\r")
        return screen.ends(), (screen.earlier + screen.text).decode("utf-8", "replace")
    finally:
        screen.close()


def end(child):
    """Sends SIGTERM to the program, which may run below strace or a shell."""
    found = child.pid
    while child.poll() is None:
        try:
            with open(f"/proc/{found}/task/{found}/children", encoding="ascii") as file:
                below = file.read().split()
        except OSError:
            break
        if not below:
            break
        found = int(below[0])
    if child.poll() is None:
        try:
            os.kill(found, signal.SIGTERM)
        except OSError:
            pass
