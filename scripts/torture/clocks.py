"""The clock of the machine jumps while the program runs."""

import glob
import os
import re
import threading
import time
from dataclasses import dataclass

from cases import ONLINE, recording
from checker import Tape, is_cut_off, last, stable
from faults import wait
from network import PASSWORD, await_line, fetch
from suites import Suite, skip

LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"
PATIENCE = 60
HOUR, YEAR = 3600, 365 * 86400
LINES = b"""table list incident -n 2 -f number
page open /incident_list.do
table create incident short_description=clock -f number
page reload
table count incident -q number=INC0010001
find INC0010001
tape list
undo
version
"""


@dataclass(frozen=True)
class Jumps:
    # Seconds that are added to the clock, one after the other, again and again.
    offsets: tuple = ()
    # A time that the clock has, in place of an offset, as libfaketime reads it.
    at: str = ""
    # Seconds between two jumps.
    every: float = 0.05


@dataclass(frozen=True)
class Run:
    words: tuple
    lines: bytes = b""
    # Whether it is a server, and gets requests.
    serves: bool = False


RUNS = {
    "lines": Run(recording("new", "run", "-"), LINES),
    "sign-in": Run((*recording("new"), *PASSWORD, "run", "-"), LINES),
    "tape of the day": Run((*ONLINE, "table", "list", "incident", "-n", "3", "-f", "number")),
    "replay": Run(("--no-input", "replay", "sessions/earlier.cassette", "--check")),
    "serve sandbox": Run(("serve", "sandbox"), serves=True),
    "serve record": Run(recording("new", "serve", "record", "--to", "ADDRESS"), serves=True),
}
# What depends on the clock in the output of a run: times, tapes' names, numbers of records.
TIMES = re.compile(r"\d{4,}-\d\d-\d\d[ T]\d\d[:-]\d\d(?:[:-]\d\d)?|\b\d+ (?:seconds?|minutes?|hours?|days?|ms|s)\b")


class Clocks(Suite):
    name = "clocks"
    subjects = RUNS
    faults = {
        "an hour back": Jumps((0, -HOUR)),
        "an hour ahead": Jumps((0, HOUR)),
        "a year back": Jumps((0, -YEAR)),
        "20 years ahead": Jumps((0, 20 * YEAR)),
        "back and forth": Jumps((0, HOUR, -HOUR, YEAR, -YEAR, 9 * YEAR, -9 * YEAR), every=0.01),
        "ever further back": Jumps(tuple(-HOUR * step for step in range(400))),
        "ever further ahead": Jumps(tuple(HOUR * step for step in range(400))),
        "the end of 2038's seconds": Jumps(at="@2038-01-19 03:14:06"),
        "1970": Jumps(at="@1970-01-01 00:00:01"),
        "1969": Jumps(at="@1969-12-31 23:59:00"),
        "2107": Jumps(at="@2107-01-01 00:00:00"),
        "a leap day": Jumps(at="@2028-02-29 23:59:59"),
        "midnight": Jumps(at="@2026-12-31 23:59:59"),
    }

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.library = next(iter(glob.glob(LIBRARY)), None)
        if not self.library:
            self.skipped = "libfaketime is not installed"
            skip("clocks are " + self.skipped)
            self.faults = {}

    def attempt(self, trial, project):
        jumps, run = self.faults[trial.fault], self.subjects[trial.subject]
        clock = os.path.join(project.folder, "clock")
        self.set(clock, jumps, 0)
        wrapper = ("env", "LD_PRELOAD=" + self.library, "FAKETIME_TIMESTAMP_FILE=" + clock, "FAKETIME_NO_CACHE=1",
                   "FAKETIME_DONT_FAKE_MONOTONIC=1", "DONT_FAKE_MONOTONIC=1", "FAKETIME_DONT_RESET=1", "TZ=UTC")
        is_over = threading.Event()
        jumping = threading.Thread(target=self.jump, args=(clock, jumps, is_over), daemon=True)
        jumping.start()
        try:
            if run.serves:
                yield from self.server(project, run, wrapper)
            else:
                yield from self.run_lines(project, run, wrapper)
        finally:
            is_over.set()
            jumping.join()
        yield from self.aftermath(project)

    @staticmethod
    def set(clock, jumps, step):
        """Replaces the file, so that no half of it is read."""
        with open(clock + ".next", "w", encoding="ascii") as file:
            file.write(jumps.at or f"{jumps.offsets[step % len(jumps.offsets)]:+d}s")
        os.replace(clock + ".next", clock)

    def jump(self, clock, jumps, is_over):
        step = 0
        while jumps.offsets and not is_over.wait(jumps.every):
            step += 1
            self.set(clock, jumps, step)

    @staticmethod
    def output(project, run, wrapper):
        path = os.path.join(project.folder, "lines")
        with open(path, "wb") as file:
            file.write(run.lines)
        with open(path, "rb") as file:
            status = wait(project.start(run.words, wrapper, stdin=file), PATIENCE)
        return status, project.text("output"), project.text("errors")

    def run_lines(self, project, run, wrapper):
        status, output, errors = self.output(project, run, wrapper)
        if status != 0:
            yield f"it ends with status {status}: {last(errors or output)}"
        if not output:
            yield "it prints nothing"
        if run.words[1] == "replay" and "-0" in TIMES.sub("", output):
            yield f"an impossible number: {output}"

    @staticmethod
    def server(project, run, wrapper):
        child = project.start(run.words, wrapper)
        try:
            address = await_line(project, "output", child)
            if not address:
                yield f"it does not start: {last(project.text('errors'))}"
                return
            for _ in range(20):
                answer = fetch(address.split("//")[1])
                if answer is None or answer[0] != 200:
                    yield f"it answers {answer and answer[:1]}"
                    return
                time.sleep(0.02)
        finally:
            child.terminate()
            status = wait(child, PATIENCE)
        if status != 0:
            yield f"it ends with status {status}: {last(project.text('errors'))}"

    @staticmethod
    def aftermath(project):
        """The tapes are intact, replay, and are found by the real clock."""
        paths = glob.glob(project.home + "/state/snowdeck/tapes/*.cassette") + glob.glob(project.tape("*"))
        for path in paths:
            if damage := Tape(path, project.folder).damage:
                yield f"{os.path.basename(path)} is damaged: {damage}"
            status, output, errors = project.run(("replay", path, "--check"))
            if status != 0 and not is_cut_off(output):
                yield f"replay --check of {os.path.basename(path)} ends with status {status}: {last(errors or output)}"
        for words in (("--no-input", "tape", "list"), ("--no-input", "find", "INC0010001"), (
                *ONLINE, "table", "count", "incident", "-q", "number=INC0010001")):
            status, output, errors = project.run(words)
            if status != 0:
                yield f"afterwards {' '.join(words[-2:])} ends with status {status}: {stable(last(errors or output))}"
