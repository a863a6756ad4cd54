"""Faults: a system call that fails, or a kill."""

import os
import random
import re
import signal
import subprocess
import threading
import time
from collections import Counter
from dataclasses import dataclass

# System calls with a path; for those with a descriptor the trace contains its file.
BY_PATH = {"open", "openat", "creat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
           "readlink", "readlinkat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat",
           "rmdir", "chmod", "fchmodat", "truncate", "link", "symlink", "statfs", "chdir", "getcwd", "utimensat"}
# Snowdeck's first system call.
FIRST_OF_PROGRAM = "rt_sigaction(SIGPIPE, {sa_handler=SIG_IGN"
BEGUN = re.compile(r"^(\d+) +(\w+)\((.*)")
ON_A_FILE = re.compile(r"\b\d+</(?!dev/|proc/|sys/)")
# SQLite waits ten seconds for a lock, and some commands need several.
TIMEOUT = 150


@dataclass(frozen=True)
class Fault:
    """`kind` is EIO, ENOSPC or kill, at the nth call of a name in each thread, or at a time in milliseconds (`ms`)."""

    case: str
    kind: str
    call: str
    nth: int

    def __str__(self):
        return f"{self.case}: {self.kind} at {self.call} {self.nth}"

    @staticmethod
    def read(text):
        match = re.fullmatch(r"(.+): (EIO|ENOSPC|kill) at (\w+) (\d+)", text)
        if not match:
            raise SystemExit(f"torture: '{text}' is not a fault; write CASE: EIO|ENOSPC|kill at CALL NUMBER")
        return Fault(match[1], match[2], match[3], int(match[4]))

    def earlier(self):
        """Faults to try if the run ended before this one: half the time or calls, and so on. Every run makes the first
        call."""
        least = 0 if self.call == "ms" else 1
        return [Fault(self.case, self.kind, self.call, max(least, self.nth >> half))
                for half in range(1, self.nth.bit_length() + 1)]

    @property
    def action(self):
        return "signal=KILL" if self.kind == "kill" else "error=" + self.kind


@dataclass
class Outcome:
    """The result of a run. The status is negative for a signal, None after a timeout."""

    status: int | None
    output: str
    errors: str
    # The calls that failed, as printed by strace.
    hits: list
    seconds: float

    @property
    def was_killed(self):
        return self.status == -signal.SIGKILL

    @property
    def ended_in_loader(self):
        """Whether the dynamic loader failed before the program began."""
        return self.status == 127 and "error while loading shared libraries" in self.errors

    @property
    def missed(self):
        """Whether a call failed that never fails so: threads wake each other through eventfds and pipes, and
        libdispatch reads /proc/TID/stat of its threads and crashes if it cannot."""
        return any(re.match(r'\w+\(\d+<(?:anon_inode|pipe):|openat\(AT_FDCWD[^,]*, "/proc/\d+/stat"', call)
                   for call in self.hits)

    def hit(self, descriptor):
        """Whether a write to this descriptor failed."""
        return any(re.match(rf"\w+\({descriptor}<", call) for call in self.hits)


def wait(child, seconds=TIMEOUT):
    """Returns the status; None after a timeout, when the whole process group is killed."""
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return None


def run(project, case, fault=None, wrapper=()):
    """Runs a case, optionally with a fault or below another program."""
    log = os.path.join(project.folder, "calls")
    is_traced = False
    if fault and fault.call != "ms":
        wrapper = ["strace", "-f", "-qq", "-yy", "-s", "80", "-o", log, "-e", "trace=" + fault.call,
                   "-e", f"inject={fault.call}:{fault.action}:when={fault.nth}"]
        is_traced = True
    start = time.monotonic()

    def begun(child):
        if fault and fault.call == "ms":
            timer = threading.Timer(fault.nth / 1000, child.kill)
            timer.daemon = True
            timer.start()

    status, said = case.drive(project, case, wrapper, begun)
    seconds = time.monotonic() - start
    hits = []
    if is_traced and fault.kind != "kill" and os.path.exists(log):
        hits = [text for text in calls(log) if "(INJECTED)" in text]
    return Outcome(status, project.text("output") + said, project.text("errors"), hits, seconds)


def calls(log):
    """The calls of a trace, with unfinished and resumed parts joined."""
    begun = {}
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            thread, _, text = line.strip().partition(" ")
            text = text.strip()
            if text.endswith("<unfinished ...>"):
                begun[thread] = text.removesuffix("<unfinished ...>")
            else:
                yield re.sub(r"^<\.\.\. \w+ resumed>", lambda _: begun.pop(thread, ""), text)


class FaultPoints:
    """The system calls of a run without a fault, at which it can fail. Those of the loader, before the program begins,
    are last in `files`, because their failures are the loader's."""

    def __init__(self, project, case, options):
        log = os.path.join(project.folder, "calls")
        wrapper = ["strace", "-f", "-qq", "-yy", "-s", "200", "-o", log]
        if case.drive(project, case, wrapper, lambda child: None)[0] != 0 or not os.path.getsize(log):
            raise SystemExit(f"torture: strace cannot trace the program here (ptrace): {project.text('errors')}")
        self.all, own, loaders = [], [], []
        counts, seen, has_begun = Counter(), set(), False
        with open(log, encoding="utf-8", errors="replace") as lines:
            for match in filter(None, map(BEGUN.match, lines)):
                thread, call, rest = match.groups()
                has_begun = has_begun or FIRST_OF_PROGRAM in match[0]
                counts[thread, call] += 1
                place = (call, counts[thread, call])
                if place in seen or call in ("execve", "exit", "exit_group"):
                    continue
                seen.add(place)
                self.all.append(place)
                is_failing = not case.calls or call in case.calls
                if is_failing and (call in BY_PATH or ON_A_FILE.search(rest)):
                    (own if has_begun else loaders).append(place)
        if not own:
            raise SystemExit(f"torture: '{FIRST_OF_PROGRAM}' is not what the program does first any more")
        self.files = own[:options.calls] + loaders


def plan(case, points, seconds, options, cases, seed):
    """The faults of a case, a shuffled list for each kind."""
    rng = random.Random(f"{seed} {case}")
    lists = [[Fault(case, kind, *place) for place in points.files] for kind in ("EIO", "ENOSPC")]
    # Half of the kills are spread over the calls, half over the duration of the run.
    kills = options.kills // cases
    half = kills // 2
    lists.append([Fault(case, "kill", *points.all[i * len(points.all) // half]) for i in range(half)])
    latest = max(2, int(seconds * 1000))
    lists.append([Fault(case, "kill", "ms", rng.randrange(1, latest)) for _ in range(kills - half)])
    for faults in lists:
        rng.shuffle(faults)
    return lists
