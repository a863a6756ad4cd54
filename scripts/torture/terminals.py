"""The terminal after the prompt was ended by a signal: its settings and modes must be what they were, and
its databases intact."""

import os
import signal
import time
from dataclasses import dataclass

from checker import damage_of
from faultserver import FaultServer, silence
from httpfaults import row
from screen import PATIENCE, Screen
from suites import Suite


@dataclass(frozen=True)
class State:
    """What is typed, and what the screen shows when the signal comes."""

    typed: bytes
    shown: bytes


STATES = {
    "prompt": State(b"", b"> "),
    "typed text": State(b"table list inc", b"table list inc"),
    "open quote": State(b"table list 'a\r", b"'a"),
    "completion menu": State(b"table \t\t", b"explain"),
    "search": State(b"\x12tab", b"nothing with"),
    "question": State(b"table delete incident -q number=INC0010001\r", b"INC0010001"),
    "running command": State(b"rest GET /silent\r", b"/silent"),
    "pager": State(b"table list incident --all\r", b"INC0009"),
}
# The prompt finishes writing before these end it. Any other signal ends it at once, like a kill.
GRACEFUL = {signal.SIGTERM, signal.SIGHUP, signal.SIGINT}
SIGNALS = ("TERM", "HUP", "INT", "QUIT", "ABRT", "SEGV", "BUS", "ILL", "TRAP", "FPE", "XCPU", "USR1", "ALRM")


class Terminals(Suite):
    name = "terminals"
    subjects = STATES
    faults = {"SIG" + name: getattr(signal, "SIG" + name) for name in SIGNALS}

    def attempt(self, trial, project):
        number, state = self.faults[trial.fault], self.subjects[trial.subject]
        with FaultServer(self.sandbox, row(silence), "/silent") as server:
            project.address = server.address
            screen = Screen(project)
            try:
                if not screen.shows(b"> "):
                    yield f"the prompt does not appear: {screen.text[-300:]!r}"
                    return
                screen.type(state.typed)
                if not screen.shows(state.shown):
                    yield f"the screen does not show {state.shown}: {screen.text[-300:]!r}"
                    return
                time.sleep(trial.rng.uniform(0.02, 0.3))
                os.kill(screen.child.pid, number)
                if number == signal.SIGINT and screen.runs(1):
                    # Ctrl-C ends what runs; the next signal ends the prompt.
                    os.kill(screen.child.pid, signal.SIGTERM)
                status = screen.ends()
                if status is None:
                    yield f"it does not end within {PATIENCE} seconds"
                if screen.settings() != screen.before:
                    yield f"the settings of the terminal are changed: {screen.difference()}"
                for mode in screen.modes():
                    yield f"mode {mode} of the terminal is left behind"
            finally:
                screen.close()
        for path in sorted(project.files()):
            if path.endswith("-journal") and number in GRACEFUL:
                yield f"{path} is left behind"
            # Opening a database rolls back what the prompt did not finish.
            if path.endswith(".sqlite") and (damage := damage_of(os.path.join(project.folder, path))):
                yield f"{path} is damaged: {damage}"
