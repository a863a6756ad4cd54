"""Kills the program and makes its system calls fail, then compares its output, its tapes and the instance's records.
`make torture` runs it; TortureTests run a small part of it."""

import argparse
import itertools
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed

from cases import CASES, ROOT, Project
from faults import Fault, FaultPoints, plan, run
from instance import Relay, Sandbox
from checker import Checker
from singles import NAME as SINGLES, SingleCommands

KINDS = ("kill", "EIO", "ENOSPC")


def read_options():
    parser = argparse.ArgumentParser(
        prog="torture", description="Kill snowdeck and make its system calls fail. Exit with 1 when an answer that was "
        "shown is not on the tape, when a change that happened was not shown, when the program crashes or hangs, when "
        "a tape is damaged, or when the next command fails.")
    parser.add_argument("--seconds", type=int, help="stop after this time; every command and kind of fault gets the "
                        "same share (default: run everything)")
    parser.add_argument("--seed", type=int, default=1, help="the order of the faults and the times of kills")
    parser.add_argument("--kills", type=int, default=1000, help="how many runs to kill (default: 1000)")
    parser.add_argument("--calls", type=int, default=500,
                        help="how many system calls of each command to make fail, beside the loader's (default: 500)")
    parser.add_argument("--injections", type=int, help="make at most this many calls fail, of all commands together")
    parser.add_argument("--singles", type=int, default=1000,
                        help="how many single commands to run onto the tape of the day, a tenth of them killed "
                        "(default: 1000; 0 for none)")
    parser.add_argument("--case", action="append", choices=[case.name for case in CASES] + [SINGLES], dest="cases",
                        help="only this command; may be repeated (default: all)")
    parser.add_argument("--workers", type=int, default=2 * os.cpu_count(),
                        help="how many runs at a time (default: two for each processor)")
    parser.add_argument("--program", default=ROOT + "/.build/release/snowdeck",
                        help="the program to test (default: the release build)")
    parser.add_argument("--run", metavar="FAULT", type=Fault.read,
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
        self.checkers, lists = {}, []
        for case in self.cases:
            project = self.project(0)
            outcome = run(project, case.words)
            self.checkers[case.name] = Checker(case, self.base, project, outcome)
            points = FaultPoints(self.project(0), case.words, self.options)
            for faults in plan(case.name, points, outcome.seconds, self.options, len(self.cases)):
                lists.append(faults)
        self.relays[0].take_changes()
        return lists

    def try_fault(self, fault, worker):
        """Runs a case with a fault and checks the result. If the run ended before it was killed, it is repeated with an
        earlier kill."""
        case = next(case for case in self.cases if case.name == fault.case)
        for delay in (fault, *fault.earlier()):
            project = self.project(worker)
            outcome = run(project, case.words, delay)
            changes = self.relays[worker].take_changes()
            violations = self.checkers[case.name].violations(project, outcome, changes)
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


def main():
    options = read_options()
    # SIGTERM acts like Ctrl-C: the sandbox is stopped and the folder removed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="snowdeck-torture-", ignore_cleanup_errors=True) as folder, \
            Sandbox(os.path.abspath(options.program), Project.environment(folder)) as sandbox:
        torture_run = TortureRun(options, folder, sandbox)
        lists = torture_run.prepare()
        singles, status = None, 0
        if options.run:
            outcome = torture_run.try_fault(options.run, 0)
            print(f"status {outcome.status}", *outcome.hits, outcome.output + outcome.errors, sep="\n")
        else:
            faults = interleaved(lists)
            if options.injections is not None:
                failing = [fault for fault in faults if fault.kind != "kill"][:options.injections]
                faults = [fault for fault in faults if fault.kind == "kill"] + failing
            try:
                if options.singles > 0 and SINGLES in (options.cases or [SINGLES]):
                    singles = SingleCommands(options, folder, sandbox)
                    singles.run(options.seconds and start + options.seconds / (len(torture_run.cases) + 1))
                    print(*singles.violations, singles.summary(), sep="\n", flush=True)
                torture_run.work(faults, options.seconds and start + options.seconds)
            except KeyboardInterrupt:
                status = 130
            if torture_run.cases:
                print(torture_run.summary(Counter((fault.case, fault.kind) for fault in faults)))
    return status or (1 if torture_run.violations or singles and singles.violations else 0)


if __name__ == "__main__":
    sys.exit(main())
