"""Commands with few descriptors, little memory, small files and full disks."""

import os
import re
import subprocess
from dataclasses import dataclass

from cases import CASES
from checker import Checker, last
from faults import run
from instance import Relay
from suites import Suite

# Mounts a small file system over a folder, with its files, runs the program, and keeps what is there afterwards. In
# namespaces of its own, so that nothing stays mounted and no privileges are needed.
FULL_DISK = r"""
free=$1 folder=$2
shift 2
mkdir -p "$folder" "$folder.kept"
cp -a "$folder/." "$folder.kept"
mount -t tmpfs -o size=64m tmpfs "$folder" || exit 125
cp -a "$folder.kept/." "$folder" || exit 125
# All but the free bytes is filled.
free=$(($(stat -f -c %a "$folder") - $free / $(stat -f -c %S "$folder")))
dd if=/dev/zero of="$folder/filler" bs="$(stat -f -c %S "$folder")" count="$free" 2>/dev/null
"$@"
status=$?
rm -f "$folder/filler"
rm -rf "$folder.kept"
mkdir "$folder.kept"
cp -a "$folder/." "$folder.kept"
exit $status
"""


@dataclass(frozen=True)
class Limit:
    # The options of prlimit, or none.
    options: tuple = ()
    # The folder with the full file system, and its free bytes; below the project's.
    disk: str = ""
    free: int = 0


def descriptors(*numbers):
    return {f"{number} descriptors": Limit((f"--nofile={number}",)) for number in numbers}


def memory(*sizes):
    return {f"{size} MB of memory": Limit((f"--as={size << 20}",)) for size in sizes}


def files(*sizes):
    return {f"files of {size} kB": Limit((f"--fsize={size << 10}",)) for size in sizes}


def disk(name, folder, *sizes):
    return {f"{name}, {size} kB free": Limit(disk=folder, free=size << 10) for size in sizes}


class Limits(Suite):
    name = "limits"
    subjects = {case.name: case for case in CASES}
    faults = (descriptors(4, 6, 8, 10, 12, 16, 24, 32, 33, 36, 40, 48, 64)
              | memory(48, 96, 160, 200, 256, 270, 300, 350, 400, 600)
              | files(1, 4, 16, 32, 64, 128, 256)
              | disk("full tapes", "project/sessions", 0, 4, 16, 64, 200)
              | disk("full home", "home", 0, 4, 16, 64, 200))

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.relays = [Relay(self.sandbox) for _ in range(self.options.workers)]
        self.checkers = {}
        for case in self.subjects.values():
            project = self.project(0, self.relays[0].address)
            self.checkers[case.name] = Checker(case, self.base, project, run(project, case))
        self.relays[0].take_changes()
        probe = subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
                               capture_output=True, check=False)
        if probe.returncode:
            self.faults = {name: limit for name, limit in self.faults.items() if not limit.disk}

    def project(self, worker, address=None):
        return super().project(worker, address or self.relays[worker].address)

    def attempt(self, trial, project):
        limit, case = self.faults[trial.fault], self.subjects[trial.subject]
        relay = next(relay for relay in self.relays if relay.address == project.address)
        folder = os.path.join(project.folder, limit.disk)
        outcome = run(project, case, wrapper=self.wrapper(limit, folder))
        if limit.disk:
            # The namespace is gone; what was on its disk is put back.
            subprocess.run(["rm", "-rf", folder], check=True)
            os.rename(folder + ".kept", folder)
        changes = relay.take_changes()
        if outcome.status == 125:
            yield f"the disk cannot be made: {last(outcome.errors)}"
            return
        for violation in self.checkers[case.name].violations(project, outcome, changes):
            if outcome.status is not None and outcome.status < 0 and violation.startswith("it ends by signal") \
                    and re.search("memory", outcome.errors):
                continue
            yield violation

    @staticmethod
    def wrapper(limit, folder):
        if not limit.disk:
            return ("prlimit", *limit.options)
        return ("unshare", "-rm", "sh", "-c", FULL_DISK, "sh", str(limit.free), folder)
