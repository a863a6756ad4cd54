"""The commands that are tortured, and the folder that each run of one starts with."""

import os
import shutil
import subprocess
import time
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@dataclass(frozen=True)
class Case:
    name: str
    # The command. Words in capitals are filled in: ADDRESS is the instance's.
    words: tuple
    # The tape that it records onto, or reads.
    tape: str
    # A command that must work afterwards, and write the same as after a run without a fault.
    after: tuple
    # A tape that it replaces: what is there afterwards is the old one or the new one, whole.
    replaces: str = ""
    # Whether its tape stays as it is, byte by byte.
    only_reads: bool = False


ONLINE = ("--no-input", "--instance", "ADDRESS", "--user", "john.doe", "--allow-writes", "ADDRESS")
COUNT = ("table", "count", "incident", "-q", "number=INC0010001")
IMPORT = ("--no-input", "--tape", "new", "tape", "import", "walk.har", "made", "--replace")
CHECK = ("replay", "sessions/earlier.cassette", "--check")


def recording(tape, *words):
    return (*ONLINE, "--tape", tape, *words)


# `new` is not there yet, `earlier` has a session on it, `left` was left by a recorder that was killed.
CASES = [
    Case("table create",
         recording("new", "table", "create", "incident", "short_description=torture", "-f", "number,sys_id",
                   "--format", "ndjson"),
         "new", recording("new", *COUNT)),
    Case("table list --all",
         recording("left", "table", "list", "change_request", "--all", "-f", "number,sys_id", "--format", "ndjson"),
         "left", recording("left", *COUNT)),
    Case("replay --check", CHECK, "earlier", CHECK, only_reads=True),
    Case("recipe run", recording("earlier", "recipe", "run", "raise-incident"), "earlier",
         recording("earlier", *COUNT)),
    Case("tape import", IMPORT, "new", IMPORT, replaces="made"),
]


def filled(words, address):
    return [address if word == "ADDRESS" else word for word in words]


class Desk:
    """A project folder and a home, and the program run there."""

    def __init__(self, folder, program, address):
        self.folder, self.program, self.address = folder, program, address
        self.project = os.path.join(folder, "project")
        self.home = os.path.join(folder, "home")
        for path in (self.project, self.home):
            os.makedirs(path, exist_ok=True)

    @staticmethod
    def environment(home):
        return {"HOME": home, "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home + "/config", "LANG": "C.UTF-8",
                "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "SNOWDECK_PASSWORD": "password"}

    def tape(self, name):
        return os.path.join(self.project, "sessions", name + ".cassette")

    def start(self, words, wrapper=(), output="output", errors="errors", stdin=subprocess.DEVNULL):
        """Starts the program in a process group of its own. It writes to files, which can be full as any other."""
        with open(os.path.join(self.folder, output), "wb") as out, open(os.path.join(self.folder, errors), "wb") as err:
            return subprocess.Popen(
                [*wrapper, self.program, *filled(words, self.address)], stdin=stdin, stdout=out, stderr=err,
                cwd=self.project, env=self.environment(self.home), start_new_session=True)

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def run(self, words, patience=60):
        """Runs the program to its end: its status, and what it wrote to standard output and standard error."""
        child = self.start(words, output="output.after", errors="errors.after")
        try:
            status = child.wait(patience)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            status = None
        return status, self.text("output.after"), self.text("errors.after")

    def files(self):
        """Every file of the project folder and the home."""
        found = set()
        for top in (self.project, self.home):
            for folder, _, names in os.walk(top):
                found.update(os.path.relpath(os.path.join(folder, name), self.folder) for name in names)
        return found

    def expect(self, *words):
        status, output, errors = self.run(words)
        if status != 0:
            raise SystemExit(f"torture: {' '.join(words)} ends with status {status}: {errors or output}")

    def furnish(self):
        """Makes what the commands find: tapes, a HAR, a recipe."""
        self.expect(*recording("earlier", "table", "list", "incident", "-n", "100", "--format", "json"))
        self.expect(*recording("earlier", "table", "get", "incident", "INC0010001"))
        self.expect(*recording("made", "table", "get", "incident", "INC0010002"))
        self.expect("--no-input", "tape", "export", "walk.har", "earlier")
        os.makedirs(self.project + "/recipes")
        shutil.copy(ROOT + "/recipes/raise-incident.recipe.md", self.project + "/recipes")
        child = self.start(recording("left", "run", "-"), stdin=subprocess.PIPE)
        child.stdin.write(b"table get incident INC0010003 -f number\n" * 3)
        child.stdin.flush()
        deadline = time.monotonic() + 60
        while self.text("output").count("INC0010003") < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        child.kill()
        child.wait()
        child.stdin.close()
        if not os.path.exists(self.tape("left") + "-wal"):
            raise SystemExit("torture: the recorder that was killed left no log")
