"""What is done to a run: a system call that fails, or an end without warning."""

import os
import random
import re
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass

# System calls by path; those by descriptor name the descriptor's file in the trace.
BY_PATH = {"open", "openat", "creat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
           "readlink", "readlinkat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat",
           "rmdir", "chmod", "fchmodat", "truncate", "link", "symlink", "statfs", "chdir", "getcwd", "utimensat"}
# What Snowdeck does first of all.
FIRST_OF_PROGRAM = "rt_sigaction(SIGPIPE, {sa_handler=SIG_IGN"
BEGUN = re.compile(r"^(\d+) +(\w+)\((.*)")
ON_A_FILE = re.compile(r"\b\d+</(?!dev/|proc/|sys/)")
# SQLite tries for ten seconds to get a lock, and some commands want several.
PATIENCE = 150


@dataclass(frozen=True)
class Fault:
    """`kind` is EIO, ENOSPC or kill. The place is the nth call of a name in each thread, or a time in milliseconds."""

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

    def sooner(self):
        """What to try when the run ended before it was reached: half the time, or half as many calls, and so on. Each
        run makes the first call."""
        least = 0 if self.call == "ms" else 1
        return [Fault(self.case, self.kind, self.call, max(least, self.nth >> half))
                for half in range(1, self.nth.bit_length() + 1)]

    @property
    def action(self):
        return "signal=KILL" if self.kind == "kill" else "error=" + self.kind


@dataclass
class Outcome:
    """How a run ended. Its status is negative for a signal, None when it did not end in time."""

    status: int | None
    output: str
    errors: str
    # The calls that failed, as strace writes them.
    hits: list
    seconds: float

    @property
    def was_killed(self):
        return self.status == -signal.SIGKILL

    @property
    def ended_in_loader(self):
        """Whether the dynamic loader gave up before the program began."""
        return self.status == 127 and "error while loading shared libraries" in self.errors

    def hit(self, descriptor):
        """Whether a write to this descriptor failed."""
        return any(re.match(rf"\w+\({descriptor}<", call) for call in self.hits)


def wait(child, seconds=PATIENCE):
    """Its status; None when it did not end in time and was ended with everything it started."""
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return None


def run(desk, words, fault=None):
    """Runs a command with a fault, or without."""
    log = os.path.join(desk.folder, "calls")
    wrapper = []
    if fault and fault.call != "ms":
        wrapper = ["strace", "-f", "-qq", "-yy", "-s", "80", "-o", log, "-e", "trace=" + fault.call,
                   "-e", f"inject={fault.call}:{fault.action}:when={fault.nth}"]
    start = time.monotonic()
    child = desk.start(words, wrapper)
    if fault and fault.call == "ms":
        time.sleep(fault.nth / 1000)
        child.kill()
    status = wait(child)
    seconds = time.monotonic() - start
    hits = []
    if wrapper and fault.kind != "kill" and os.path.exists(log):
        hits = [text for text in calls(log) if "(INJECTED)" in text]
    return Outcome(status, desk.text("output"), desk.text("errors"), hits, seconds)


def calls(log):
    """The calls of a trace; one that was written in two parts, because another thread's came between, is one again."""
    begun = {}
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            thread, _, text = line.strip().partition(" ")
            text = text.strip()
            if text.endswith("<unfinished ...>"):
                begun[thread] = text.removesuffix("<unfinished ...>")
            else:
                yield re.sub(r"^<\.\.\. \w+ resumed>", lambda _: begun.pop(thread, ""), text)


class Places:
    """The system calls of a run without a fault: where it can be hit. The loader's, before the program begins, are the
    last of `files`: what comes of them is the loader's message."""

    def __init__(self, desk, words, options):
        log = os.path.join(desk.folder, "calls")
        child = desk.start(words, ["strace", "-f", "-qq", "-yy", "-s", "200", "-o", log])
        if wait(child) != 0 or not os.path.getsize(log):
            raise SystemExit(f"torture: strace cannot trace the program here (ptrace): {desk.text('errors')}")
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
                if call in BY_PATH or ON_A_FILE.search(rest):
                    (own if has_begun else loaders).append(place)
        if not own:
            raise SystemExit(f"torture: '{FIRST_OF_PROGRAM}' is not what the program does first any more")
        self.files = own[:options.calls] + loaders


def plan(case, places, seconds, options, cases):
    """The faults of a case, a list for each kind, each in an order of its own."""
    chance = random.Random(f"{options.seed} {case}")
    lists = [[Fault(case, kind, *place) for place in places.files] for kind in ("EIO", "ENOSPC")]
    # Half of the kills are spread over the calls, half over the time that the run takes.
    kills = options.kills // cases
    half = kills // 2
    lists.append([Fault(case, "kill", *places.all[i * len(places.all) // half]) for i in range(half)])
    latest = max(2, int(seconds * 1000))
    lists.append([Fault(case, "kill", "ms", chance.randrange(1, latest)) for _ in range(kills - half)])
    for faults in lists:
        chance.shuffle(faults)
    return lists
