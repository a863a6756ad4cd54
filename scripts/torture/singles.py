"""Single commands from several processes at a time onto the tape of the day, with kills in between."""

import glob
import os
import random
import re
import signal
import sqlite3
import threading
import time
from collections import Counter

from cases import ONLINE, Project
from checker import Tape, is_cut_off, last
from faults import wait
from instance import Relay

NAME = "single commands"
PROCESSES = 4
# Seconds. A command waits one second for the tape of the day; the rest is its own work on a busy machine.
PATIENCE = 60
# Every tenth command creates a record.
CREATE_EVERY = 10
DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Single:
    """A command with a text of its own, and how it ended."""

    def __init__(self, number):
        self.text = f"single-{number:05}"
        self.creates = number % CREATE_EVERY == 0
        self.words = (*ONLINE, "table", *(
            ("create", "incident", "short_description=" + self.text, "-f", "number,short_description") if self.creates
            else ("list", "incident", "-q", "short_description!=" + self.text, "-n", "1", "-f", "number,sys_id")))
        self.status, self.output, self.errors, self.seconds = None, "", "", 0


class SingleCommands:
    """Runs the commands and compares what they showed with the tapes."""

    def __init__(self, options, folder, sandbox):
        self.seed = options.seed
        self.relay = Relay(sandbox)
        self.projects = [Project(f"{folder}/singles", sandbox.program, self.relay.address)] + [
            Project(f"{folder}/singles/{process}", sandbox.program, self.relay.address)
            for process in range(1, PROCESSES)]
        for project in self.projects[1:]:
            project.home = self.projects[0].home
        self.kills = options.singles // 10
        self.singles = [Single(number) for number in range(options.singles)]
        self.done, self.violations = [], []
        self.counts = Counter()

    def run(self, deadline):
        """Runs the commands, until the deadline at most, and checks the tapes."""
        seconds = self.attempt(self.singles[0], self.projects[0])
        threads = [threading.Thread(target=self.work, args=(process, seconds, deadline))
                   for process in range(PROCESSES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.check()

    def work(self, process, seconds, deadline):
        """The loop of one process. If a command ends before it is killed, the next one is killed, earlier."""
        rng = random.Random(f"{self.seed} {NAME} {process}")
        singles = self.singles[1 + process::PROCESSES]
        kills = len(range(process, self.kills, PROCESSES))
        begins = Counter(rng.choices(range(len(singles) * 9 // 10 or 1), k=kills))
        due, share = 0, 1.2
        for place, single in enumerate(singles):
            if deadline is not None and time.monotonic() > deadline:
                return
            due += begins[place]
            delay = rng.uniform(0, share * seconds) if due else None
            self.attempt(single, self.projects[process], delay)
            if single.status == -signal.SIGKILL:
                due, share = due - 1, 1.2
            elif due:
                share /= 2

    def attempt(self, single, project, delay=None):
        start = time.monotonic()
        child = project.start(single.words)
        if delay is not None:
            time.sleep(delay)
            child.kill()
        single.status = wait(child, 6 * PATIENCE)
        single.seconds = time.monotonic() - start
        single.output, single.errors = project.text("output"), project.text("errors")
        self.done.append(single)
        return single.seconds

    @property
    def paths(self):
        return sorted(glob.glob(self.projects[0].home + "/state/snowdeck/tapes/*.cassette"))

    def check(self):
        """Compares the tapes with what the commands showed and what the instance changed."""
        self.counts["runs"] = len(self.done)
        self.counts["kills"] = sum(single.status == -signal.SIGKILL for single in self.done)
        self.slowest = max(single.seconds for single in self.done)
        for single in self.done:
            if single.status is None or single.seconds > PATIENCE:
                self.violations.append(f"{single.text} took {single.seconds:.1f} seconds")
            elif single.status not in (0, -signal.SIGKILL):
                self.violations.append(f"{single.text} ends with status {single.status}: {last(single.errors)}")
        days = Counter(DAY.search(os.path.basename(path))[0] for path in self.paths)
        for day, count in days.items():
            # On a slow machine two tapes can be taken for more than a second; each process takes one at most.
            if count > PROCESSES:
                self.violations.append(f"{count} tapes on {day}")
        self.counts["tapes"] = len(self.paths)
        tapes = [self.read(path) for path in self.paths]
        commands = Counter(key for tape in tapes for key in tape.keys)
        outputs = {key: output for tape in tapes for key, output in tape.outputs.items()}
        for single in self.done:
            found = commands[single.text]
            if found > 1:
                self.violations.append(f"{single.text} is on the tapes {found} times")
            elif single.status == 0 and outputs.get(single.text) != single.output:
                self.violations.append(f"{single.text} was shown in full and is {'not ' * (not found)}on a tape"
                                       + ", with another output" * found)
        numbers = [number for tape in tapes for number in tape.created]
        changes = self.relay.take_changes()
        if len(numbers) < len(changes):
            self.violations.append(f"{len(changes)} changes, but {len(numbers)} requests for them on the tapes")

    def read(self, path):
        """A tape as SQLite reads it, before Snowdeck opens it again; then Snowdeck's own check."""
        tape, name = Tape(path, self.projects[0].folder), os.path.basename(path)
        if tape.damage:
            self.violations.append(f"{name} is damaged: {tape.damage}")
        tape.created = [url for method, url in tape.requests if method == "POST"]
        tape.keys, tape.outputs = [], {}
        try:
            database = sqlite3.connect(os.path.join(self.projects[0].folder, "copy.cassette"))
            rows = database.execute("SELECT id, line, exit_status FROM command").fetchall()
            for number, line, status in rows:
                key = re.search(r"single-\d{5}", line)[0]
                tape.keys.append(key)
                pieces = database.execute(
                    "SELECT bytes FROM output WHERE command=? AND stream=1 ORDER BY id", (number,))
                if status == 0:
                    tape.outputs[key] = b"".join(bytes(piece) for piece, in pieces).decode("utf-8", "replace")
            database.close()
        except sqlite3.Error as error:
            self.violations.append(f"{name} cannot be read: {error}")
        status, output, errors = self.projects[0].run(("replay", path, "--check"))
        if status != 0 and not is_cut_off(output):
            self.violations.append(f"replay --check of {name} ends with status {status}: {last(errors or output)}")
        return tape

    def summary(self):
        counts = self.counts
        tapes = f"{counts['tapes']} tape{'s' * (counts['tapes'] != 1)}"
        return (f"{NAME}: {counts['runs']} from {PROCESSES} processes, {counts['kills']} killed, on {tapes}; the "
                f"slowest took {self.slowest:.1f} s; {len(self.violations)} violations")
