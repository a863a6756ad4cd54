"""Kills the program, makes its system calls, its network, its clock and its machine fail, then compares its output, its
tapes and the instance's records. `make torture` runs it; TortureTests run a small part of it."""

import argparse
import itertools
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed

from cases import CASES, ROOT, Project
from checker import Checker
from clocks import Clocks
from crowds import Crowds
from faults import Fault, FaultPoints, plan, run
from instance import Relay, Sandbox
from limits import Limits
from network import Network
from singles import NAME as SINGLES, SingleCommands
from suites import Trial
from terminals import Terminals

KINDS = ("kill", "EIO", "ENOSPC")
SUITES = (Network, Crowds, Clocks, Limits, Terminals)


def read_options():
    parser = argparse.ArgumentParser(
        prog="torture", description="Kill snowdeck and make its system calls, its network, its clock and its machine "
        "fail. Exit with 1 when an answer that was shown is not on the tape, when a change was not shown, when the "
        "program crashes or hangs, when a tape is damaged, when an error does not say what happened, or when "
        "the next command fails.")
    parser.add_argument("--seconds", type=int, help="run for this time, again and again with other seeds; every "
                        "command and kind of fault gets the same share (default: run everything once)")
    parser.add_argument("--seed", type=int, default=1, help="the order of the faults and the times of kills")
    parser.add_argument("--kills", type=int, default=1000, help="how many runs to kill (default: 1000)")
    parser.add_argument("--calls", type=int, default=500,
                        help="how many system calls of each command to make fail, beside the loader's (default: 500)")
    parser.add_argument("--injections", type=int, help="make at most this many calls fail, of all commands together")
    parser.add_argument("--singles", type=int, default=1000,
                        help="how many single commands to run onto the tape of the day, a tenth of them killed "
                        "(default: 1000; 0 for none)")
    parser.add_argument("--trials", type=int, help="at most this many trials of each table of faults; 0 for none")
    names = [case.name for case in CASES] + [SINGLES] + [suite.name for suite in SUITES]
    parser.add_argument("--case", action="append", choices=names, dest="cases",
                        help="only this command or table of faults; may be repeated (default: all)")
    parser.add_argument("--workers", type=int, default=2 * os.cpu_count(),
                        help="how many runs at a time (default: two for each processor)")
    parser.add_argument("--program", default=ROOT + "/.build/release/snowdeck",
                        help="the program to test (default: the release build)")
    parser.add_argument("--run", metavar="FAULT", type=lambda text: Trial.read(text) or Fault.read(text),
                        help="repeat one fault, such as 'table create: EIO at read 7', and show its output")
    return parser.parse_args()


class TortureRun:
    """The cases, the workers and the violations."""

    def __init__(self, options, folder, sandbox):
        self.options, self.folder, self.program = options, folder, sandbox.program
        self.counts, self.violations, self.lock = Counter(), [], threading.Lock()
        self.cases = [case for case in CASES if case.name in (options.cases or case.name)]
        self.relays = [Relay(sandbox) for _ in range(options.workers)]
        self.base = Project(folder + "/base", self.program, self.relays[0].address)
        self.base.create_fixtures()

    def project(self, worker):
        """A new copy of the fixtures."""
        folder = f"{self.folder}/{worker}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.base.folder, folder)
        return Project(folder, self.program, self.relays[worker].address)

    def prepare(self):
        """Runs each case without a fault and returns all faults, a list for each case and kind."""
        self.checkers, self.points = {}, {}
        for case in self.cases:
            project = self.project(0)
            outcome = run(project, case)
            self.checkers[case.name] = Checker(case, self.base, project, outcome)
            points = FaultPoints(self.project(0), case, self.options)
            self.points[case.name] = points, outcome.seconds
        self.relays[0].take_changes()
        return self.lists(self.options.seed)

    def lists(self, seed):
        """The faults of a round, a list for each case and kind."""
        return [faults for name, (points, seconds) in self.points.items()
                for faults in plan(name, points, seconds, self.options, len(self.cases), seed)]

    def rounds(self, first):
        """The faults of the first round; with --seconds those of further rounds, with other seeds."""
        yield from first
        seed = self.options.seed
        while self.options.seconds and first:
            seed += 1
            yield from interleaved(self.lists(seed))

    def try_fault(self, fault, worker):
        """Runs a case with a fault and checks the result. If the run ended before it was killed, it is repeated with an
        earlier kill."""
        case = next(case for case in self.cases if case.name == fault.case)
        for delay in (fault, *fault.earlier()):
            project = self.project(worker)
            outcome = run(project, case, delay)
            changes = self.relays[worker].take_changes()
            violations = list(self.checkers[case.name].violations(project, outcome, changes))
            if outcome.missed:
                violations, outcome.hits = [], []
            if violations or fault.kind != "kill" or outcome.was_killed:
                break
        with self.lock:
            self.counts[case.name, fault.kind] += 1
            self.counts["runs"] += 1
            if self.counts["runs"] % 500 == 0:
                print(f"torture: {self.counts['runs']} runs", file=sys.stderr, flush=True)
            self.counts["not reached"] += not (outcome.hits or outcome.was_killed or fault.kind == "kill")
            self.counts["not killed"] += fault.kind == "kill" and not outcome.was_killed
            self.counts["ended in the loader"] += outcome.ended_in_loader
            for violation in violations:
                self.violations.append((delay, violation, outcome.hits))
                print(f"{delay}: {violation}", *outcome.hits, sep="\n    ", flush=True)
        return outcome

    def work(self, faults, deadline):
        """Runs the faults on all workers, until the deadline at most."""
        faults, guard, is_over = iter(faults), threading.Lock(), threading.Event()

        def run_next(worker):
            while not is_over.is_set() and (deadline is None or time.monotonic() < deadline):
                with guard:
                    fault = next(faults, None)
                if fault is None:
                    return
                self.try_fault(fault, worker)

        with ThreadPoolExecutor(self.options.workers) as pool:
            futures = [pool.submit(run_next, worker) for worker in range(self.options.workers)]
            try:
                for each in as_completed(futures):
                    each.result()
            finally:
                is_over.set()

    def summary(self, planned):
        """The counts as text."""
        lines = [f"{'':18}" + "".join(f"{kind:>14}" for kind in KINDS)]
        for case in self.cases:
            cells = (f"{self.counts[case.name, kind]}/{planned[case.name, kind]}" for kind in KINDS)
            lines.append(f"{case.name:18}" + "".join(f"{cell:>14}" for cell in cells))
        done = sum(self.counts[key] for key in planned)
        facts = [f"{done} of {sum(planned.values())} runs with seed {self.options.seed}"]
        facts += [f"{self.counts[name]} {name}" for name in ("not killed", "not reached", "ended in the loader")
                  if self.counts[name]]
        faults = len({fault for fault, _, _ in self.violations})
        lines.append("; ".join(facts) + f"; {len(self.violations)} violations in {faults} runs")
        if self.violations:
            lines.append(f"to repeat one: make torture ARGS='--run \"{self.violations[0][0]}\"'")
        return "\n".join(lines)


def interleaved(lists):
    """Takes one of each list in turn, so that a run that stops early covers a part of everything."""
    return [fault for faults in itertools.zip_longest(*lists) for fault in faults if fault]


class Shares:
    """Divides the time that is left among what is left to do."""

    def __init__(self, seconds, parts):
        self.end, self.parts = seconds and time.monotonic() + seconds, parts

    def next(self):
        """The deadline of the next part; None without a limit."""
        self.parts -= 1
        now = time.monotonic()
        return self.end and now + max(0, self.end - now) / (self.parts + 1)


def tables(options, folder, sandbox, base, shares):
    """Runs each table of faults for its share of the time and prints its counts. Returns the violations."""
    violations = []
    for kind in SUITES:
        if kind.name not in (options.cases or [kind.name]) or options.trials == 0:
            continue
        suite = kind(options, folder, sandbox, base)
        suite.run(shares.next())
        print(suite.summary(), flush=True)
        violations += suite.violations
    return violations


def repeat(torture_run, trial, options, folder, sandbox):
    """Repeats one fault and shows its output."""
    if isinstance(trial, Fault):
        outcome = torture_run.try_fault(trial, 0)
        print(f"status {outcome.status}", *outcome.hits, outcome.output + outcome.errors, sep="\n")
        return torture_run.violations
    suite = next(kind for kind in SUITES if kind.name == trial.suite)(options, folder, sandbox, torture_run.base)
    suite.judge(trial)
    for name in ("output", "errors"):
        path = os.path.join(suite.folder, "0", name)
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                print(file.read())
    return suite.violations


def main():
    options = read_options()
    # SIGTERM acts like Ctrl-C: the sandbox is stopped and the folder removed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # What is ignored here, as under nohup, would be ignored by every program started; a handler is not inherited.
    for ignored in (signal.SIGHUP, signal.SIGQUIT, signal.SIGINT):
        if signal.getsignal(ignored) == signal.SIG_IGN:
            signal.signal(ignored, lambda *_: None)
    shares = Shares(options.seconds, len(options.cases or (*CASES, *SUITES, SINGLES)))
    violations, status = [], 0
    with tempfile.TemporaryDirectory(prefix="snowdeck-torture-", ignore_cleanup_errors=True) as folder, \
            Sandbox(os.path.abspath(options.program), Project.environment(folder)) as sandbox:
        torture_run = TortureRun(options, folder, sandbox)
        if isinstance(options.run, Trial):
            return bool(repeat(torture_run, options.run, options, folder, sandbox))
        lists = torture_run.prepare()
        if options.run:
            return bool(repeat(torture_run, options.run, options, folder, sandbox))
        faults = interleaved(lists)
        if options.injections is not None:
            failing = [fault for fault in faults if fault.kind != "kill"][:options.injections]
            faults = [fault for fault in faults if fault.kind == "kill"] + failing
        try:
            if options.singles > 0 and SINGLES in (options.cases or [SINGLES]):
                singles = SingleCommands(options, folder, sandbox)
                singles.run(shares.next())
                print(*singles.violations, singles.summary(), sep="\n", flush=True)
                violations += singles.violations
            violations += tables(options, folder, sandbox, torture_run.base, shares)
            torture_run.work(torture_run.rounds(faults), shares.end)
        except KeyboardInterrupt:
            status = 130
        if torture_run.cases:
            print(torture_run.summary(Counter((fault.case, fault.kind) for fault in faults)))
    return status or (1 if violations or torture_run.violations else 0)


if __name__ == "__main__":
    sys.exit(main())
