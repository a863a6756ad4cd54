"""Tables of faults: each suite tries every fault on every subject, and repeats that with other seeds."""

import os
import random
import re
import shutil
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from cases import Project


@dataclass(frozen=True)
class Trial:
    """One fault of a suite, tried on one subject. The seed decides details, such as the moment."""

    suite: str
    subject: str
    fault: str
    seed: int

    def __str__(self):
        return f"{self.suite}/{self.subject}: {self.fault} at seed {self.seed}"

    @staticmethod
    def read(text):
        """The trial that is printed as this text; None for any other text."""
        match = re.fullmatch(r"([^/]+)/([^:]+): (.+) at seed (\d+)", text)
        return match and Trial(match[1], match[2], match[3], int(match[4]))

    @property
    def rng(self):
        return random.Random(str(self))


class Suite:
    """A table of faults and subjects. A subclass has `name`, `faults` and `subjects`, by name, and `attempt`."""

    name = ""
    faults, subjects = {}, {}
    # How many trials run at a time; None for one on each worker.
    at_once = None

    def __init__(self, options, folder, sandbox, base):
        self.options, self.sandbox, self.base = options, sandbox, base
        self.folder = os.path.join(folder, self.name.replace(" ", "-"))
        self.counts, self.found, self.violations = Counter(), Counter(), []
        self.skipped, self.slowest, self.lock = "", 0, threading.Lock()

    def fits(self, fault, subject):
        """Whether this fault can happen to this subject."""
        return True

    def attempt(self, trial, project):
        """Runs a trial and yields its violations, one sentence each."""
        raise NotImplementedError

    def project(self, worker, address=None):
        """A new copy of the fixtures."""
        folder = os.path.join(self.folder, str(worker))
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.base.folder, folder)
        return Project(folder, self.base.program, address or self.sandbox.address)

    def round(self, seed):
        trials = [Trial(self.name, subject, fault, seed) for fault in self.faults for subject in self.subjects
                  if self.fits(fault, subject)]
        random.Random(f"{seed} {self.name}").shuffle(trials)
        return trials[:self.options.trials]

    def trials(self, deadline):
        """Every trial once; with a deadline again and again, with other seeds."""
        seed = self.options.seed
        while True:
            yield from self.round(seed)
            if deadline is None:
                return
            seed += 1

    def run(self, deadline):
        trials, guard = self.trials(deadline), threading.Lock()

        def run_next(worker):
            while deadline is None or time.monotonic() < deadline:
                with guard:
                    trial = next(trials, None)
                if trial is None:
                    return
                self.judge(trial, worker)

        workers = self.at_once or self.options.workers
        with ThreadPoolExecutor(workers) as pool:
            for future in [pool.submit(run_next, worker) for worker in range(workers)]:
                future.result()

    def judge(self, trial, worker=0):
        """Runs a trial and counts it."""
        start = time.monotonic()
        try:
            violations = list(self.attempt(trial, self.project(worker)))
        except OSError as error:
            violations = [f"the rig fails: {type(error).__name__}: {error}"]
        with self.lock:
            self.counts[trial.fault, trial.subject] += 1
            self.found[trial.fault, trial.subject] += bool(violations)
            self.slowest = max(self.slowest, time.monotonic() - start)
            for violation in violations:
                self.violations.append((trial, violation))
                print(f"{trial}: {violation}", flush=True)

    def summary(self):
        """The counts by fault and subject: trials, and in parentheses those with violations."""
        if self.skipped:
            return f"{self.name}: skipped, {self.skipped}"
        subjects = list(self.subjects)
        width = max(map(len, self.faults)) + 2
        columns = [max(14, len(subject) + 2) for subject in subjects]
        lines = [f"{self.name + ':':{width}}" + "".join(map(str.rjust, subjects, columns))]
        for fault in self.faults:
            cells = []
            for subject in subjects:
                count, bad = self.counts[fault, subject], self.found[fault, subject]
                cells.append(f"{count} ({bad})" if bad else str(count) if count else "-")
            if any(cell != "-" for cell in cells):
                lines.append(f"{fault:{width}}" + "".join(map(str.rjust, cells, columns)))
        total = sum(self.counts.values())
        lines.append(f"{self.name}: {total} trials of {len(self.faults)} faults; the slowest took "
                     f"{self.slowest:.1f} s; {len(self.violations)} violations")
        return "\n".join(lines)


def skip(message):
    print(f"torture: {message}", file=sys.stderr, flush=True)
