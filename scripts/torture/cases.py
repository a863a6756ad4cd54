"""The commands under test, and the project folder in which each run starts."""

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from typing import Callable

from drivers import alone, as_proxy, at_terminal, with_lines

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@dataclass(frozen=True)
class Case:
    name: str
    # The command. ADDRESS is replaced by the instance's URL.
    words: tuple
    # The tape that it records or reads.
    tape: str
    # A command that must work afterwards, with the same output as after a run without a fault.
    after: tuple
    # A tape that it replaces: afterwards it must be the complete old or new one.
    replaces: str = ""
    # The command whose output tells the old from the new one. TAPE is replaced by its file.
    compare: tuple = ("dump", "TAPE")
    # Tapes of which exactly one must be there, with the content of the first: it is renamed or removed. A removed one may
    # also be gone.
    moves: tuple = ()
    # A tape that it makes: afterwards there is none or the complete one.
    makes: str = ""
    # Whether what it prints depends on what other runs have changed at the instance.
    varies: bool = False
    # Whether its tape must stay the same, byte by byte.
    only_reads: bool = False
    # How it is run, with which lines of input, and a file that it writes: afterwards it is as before or complete.
    drive: Callable = alone
    lines: str = ""
    writes: str = ""
    # The system calls that fail; empty for every call on a file.
    calls: frozenset = frozenset()


ONLINE = ("--no-input", "--instance", "ADDRESS", "--user", "john.doe", "--allow-writes", "ADDRESS")
COUNT = ("table", "count", "incident", "-q", "number=INC0010001")
IMPORT = ("--no-input", "--tape", "new", "tape", "import", "walk.har", "made", "--replace")
FIND = ("--no-input", "find", "INC0010001")
TAPE = ("--no-input", "tape")
SHOW = (*TAPE, "show", "earlier")
CHECK = ("replay", "sessions/earlier.cassette", "--check")


CHECK_TAPE = ("replay", "TAPE", "--check")
RERECORD = (*ONLINE, "replay", "sessions/earlier.cassette", "--rerecord", "-o", "again")
ACCEPT = ("--no-input", "recipe", "accept", "wrong", "--all")


WRITES = frozenset({"write", "pwrite64", "writev", "pwritev", "fsync", "fdatasync", "ftruncate", "rename", "renameat",
                    "renameat2", "fallocate", "unlink"})


def recording(tape, *words):
    return (*ONLINE, "--tape", tape, *words)


RECORD_RECIPE = recording("new", "recipe", "run", "walk", "--record", "--quiet")
DRIFT = recording("new", "diff", "drifted", "--update", "--yes")

# `new` does not exist yet, `earlier` has a session, `left` was left by a killed recorder.
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
    Case("serve record", recording("new", "serve", "record", "--to", "ADDRESS"), "new", recording("new", *COUNT),
         drive=as_proxy, calls=WRITES),
    Case("--all to a file", recording("left", "run", "-"), "left", recording("left", *COUNT), drive=with_lines,
         lines="table list change_request --all -f number,sys_id --format ndjson > all.ndjson\n", writes="all.ndjson",
         calls=WRITES),
    Case("find", FIND, "earlier", FIND, only_reads=True, calls=WRITES),
    Case("recipe run --record", RECORD_RECIPE, "walk", RECORD_RECIPE, replaces="walk", compare=CHECK_TAPE),
    Case("replay --rerecord", RERECORD, "new", CHECK, replaces="again", compare=CHECK_TAPE, varies=True),
    Case("diff --update", DRIFT, "new", recording("new", *COUNT), replaces="drifted", compare=CHECK_TAPE),
    Case("recipe accept", ACCEPT, "wrong", ACCEPT, writes="recipes/wrong.recipe.md"),
    Case("tape remove", (*TAPE, "remove", "made", "--yes"), "earlier", SHOW, moves=("made", None), only_reads=True),
    Case("tape keep", (*TAPE, "keep", "made", "renamed"), "earlier", SHOW, moves=("made", "renamed"), only_reads=True),
    Case("tape keep --note", (*TAPE, "keep", "earlier", "--note", "a line about it"), "earlier", SHOW, only_reads=True,
         writes="sessions/earlier.note"),
    Case("history", recording("new"), "new", recording("new", *COUNT), drive=at_terminal,
         lines="table get incident INC0010001 -f number\nhistory\nhistory show 1\nquit\n", calls=WRITES),
]


class Project:
    """A project folder and a home directory, in which the program runs."""

    def __init__(self, folder, program, address):
        self.folder, self.program, self.address = folder, program, address
        self.project_folder = os.path.join(folder, "project")
        self.home = os.path.join(folder, "home")
        for path in (self.project_folder, self.home):
            os.makedirs(path, exist_ok=True)

    @staticmethod
    def environment(home):
        return {"HOME": home, "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home + "/config", "LANG": "C.UTF-8",
                "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "SNOWDECK_PASSWORD": "password",
                "SNOWDECK_CLIENT": "snowdeck-client-secret"}

    def filled(self, words):
        return [self.address if word == "ADDRESS" else word for word in words]

    def content(self, name):
        """The text of a file in the project's folder; None if there is none."""
        try:
            with open(os.path.join(self.project_folder, name), encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return None

    def tape(self, name):
        return os.path.join(self.project_folder, "sessions", name + ".cassette")

    def start(self, words, wrapper=(), output="output", errors="errors", stdin=subprocess.DEVNULL):
        """Starts the program in its own process group. Its output goes to files, so that writes to it can
        fail too."""
        with open(os.path.join(self.folder, output), "wb") as out, open(os.path.join(self.folder, errors), "wb") as err:
            return subprocess.Popen(
                [*wrapper, self.program, *self.filled(words)], stdin=stdin, stdout=out, stderr=err,
                cwd=self.project_folder, env=self.environment(self.home), start_new_session=True)

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def run(self, words, timeout=60):
        """Runs the program and returns its status, standard output and standard error."""
        child = self.start(words, output="output.after", errors="errors.after")
        try:
            status = child.wait(timeout)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            status = None
        return status, self.text("output.after"), self.text("errors.after")

    def files(self):
        """Every file in the project folder and home directory."""
        found = set()
        for top in (self.project_folder, self.home):
            for folder, _, names in os.walk(top):
                found.update(os.path.relpath(os.path.join(folder, name), self.folder) for name in names)
        return found

    def expect(self, *words):
        status, output, errors = self.run(words)
        if status != 0:
            raise SystemExit(f"torture: {' '.join(words)} ends with status {status}: {errors or output}")

    def write_recipe(self, name, *steps):
        with open(f"{self.project_folder}/recipes/{name}.recipe.md", "w", encoding="utf-8") as file:
            file.write("\n".join([f"# {name}", "", "```snowdeck", *steps, "```", ""]))

    def create_recipes(self):
        """`walk` has a step more than its tape, and `wrong` expects something else than its tape holds."""
        step = "> table get incident INC0010001 -f number"
        for name in ("walk", "wrong"):
            self.write_recipe(name, step)
            self.expect(*recording("recipes", "recipe", "run", name, "--record", "--quiet"))
        self.write_recipe("walk", step, "> table get incident INC0010002 -f number")
        self.write_recipe("wrong", step, "number  INC0010009")

    def create_fixtures(self):
        """Creates the tapes, the HAR file and the recipe that the cases use."""
        self.expect(*recording("earlier", "table", "list", "incident", "-n", "100", "--format", "json"))
        self.expect(*recording("earlier", "table", "get", "incident", "INC0010001"))
        self.expect(*recording("made", "table", "get", "incident", "INC0010002"))
        self.expect("--no-input", "tape", "export", "walk.har", "earlier")
        os.makedirs(self.project_folder + "/recipes")
        shutil.copy(ROOT + "/recipes/raise-incident.recipe.md", self.project_folder + "/recipes")
        self.create_recipes()
        self.expect(*recording("drifted", "table", "get", "incident", "INC0010004", "-f", "short_description"))
        self.expect(*recording("drift", "table", "update", "incident", "INC0010004", "short_description=drifted"))
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
