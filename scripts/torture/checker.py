"""Checks that must pass after every run, with or without a fault."""

import os
import re
import shutil
import sqlite3

from drivers import as_proxy, at_terminal

# `snowdeck help exit`.
STATUSES = {0, 1, 2, 3, 4, 5, 6, 7, 130}
TAPE_STATUS = 5
# Identifies a record in a response: its number or sys_id.
ANSWER = re.compile(r"\b(?:INC|CHG)\d{7}\b|\b[0-9a-f]{32}\b")
# Text that differs between runs.
VOLATILE = re.compile(ANSWER.pattern + r"|\b127\.0\.0\.1:\d+|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
REPORTS = {"PATCH": "Updated", "DELETE": "Deleted"}


def stable(text):
    return VOLATILE.sub("*", text)


class Tape:
    """The content of a tape. A copy is read with SQLite only, so that Snowdeck does not repair it first."""

    def __init__(self, path, scratch):
        self.exists = os.path.exists(path)
        self.requests, self.answers, self.damage = [], "", ""
        if not self.exists:
            return
        copy = os.path.join(scratch, "copy.cassette")
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(copy + suffix):
                os.remove(copy + suffix)
        for suffix in ("", "-wal"):
            if os.path.exists(path + suffix):
                shutil.copyfile(path + suffix, copy + suffix)
        try:
            database = sqlite3.connect(copy)
            check = "; ".join(row[0] for row in database.execute("PRAGMA integrity_check"))
            self.damage = "" if check == "ok" else check
            self.requests = database.execute("SELECT method, url FROM exchange").fetchall()
            bodies = database.execute("SELECT bytes FROM outcome JOIN body ON body.id = body").fetchall()
            self.answers = "\n".join(body.decode("utf-8", "replace") for body, in bodies)
            database.close()
        except sqlite3.Error as error:
            self.damage = str(error)

    def count(self, change):
        return sum(method == change.method and url.endswith(change.target) for method, url in self.requests)


class Checker:
    """Compares the runs of a case with a run without a fault."""

    def __init__(self, case, base, project, outcome):
        self.case = case
        if outcome.status != 0:
            raise SystemExit(f"torture: {case.name} fails without a fault: {outcome.errors or outcome.output}")
        # What a terminal shows depends on the time between keys; a proxy reports faults to its clients.
        self.output = None if case.varies or case.drive in (at_terminal, as_proxy) else stable(outcome.output)
        self.written = base.content(case.writes), project.content(case.writes)
        # A replaced tape, before and after. Equal runs have equal outputs.
        self.whole = []
        if case.replaces:
            self.whole = [self.compared(each) for each in (base, project)]
        if case.makes:
            self.whole = [dump(project, case.makes)]
        if case.moves:
            self.moved = dump(base, case.moves[0])
        if case.only_reads:
            self.bytes = read(base.tape(case.tape))
        status, after, errors = project.run(case.after)
        if status != 0:
            raise SystemExit(f"torture: {' '.join(case.after)} fails without a fault: {errors}")
        self.after, self.files = stable(after), project.files()
        # What of these is there depends on where the run was cut off.
        self.files |= {f"project/sessions/{name}.cassette" for name in (*case.moves, case.makes) if name}
        if case.writes:
            self.files.add("project/" + case.writes)

    def compared(self, project):
        """The output that tells the old from the new tape that the case replaces."""
        path = project.tape(self.case.replaces)
        return stable(project.run([path if word == "TAPE" else word for word in self.case.compare])[1]).replace(
            project.folder, "")

    def violations(self, project, outcome, changes):
        """The violations, one sentence each."""
        tape = Tape(project.tape(self.case.tape), project.folder)
        return [*self.exit_status(outcome), *self.consistency(outcome, tape, changes),
                *self.tapes(project, tape, outcome), *self.next_command(project, outcome)]

    def exit_status(self, outcome):
        """Checks the exit status."""
        if outcome.was_killed:
            return
        if outcome.status is None:
            yield "it does not end"
        elif outcome.status < 0:
            yield f"it ends by signal {-outcome.status}: {last(outcome.errors)}"
        elif outcome.ended_in_loader:
            return
        elif outcome.status not in STATUSES:
            yield f"exit status {outcome.status} is not documented"
        elif outcome.status == 0 and self.output not in (None, stable(outcome.output)) \
                and "so new tapes have no number" not in outcome.errors:
            yield "exit status 0, but standard output is not what it is without a fault"
        elif outcome.status != 0 and not outcome.hit(2) and not has_message(outcome, self.case):
            yield f"exit status {outcome.status} without a message"

    def consistency(self, outcome, tape, changes):
        """Checks that output, tape and changes are consistent."""
        shown = set(ANSWER.findall(outcome.output))
        lost = sorted(answer for answer in shown if answer not in tape.answers)
        is_reported = outcome.status == TAPE_STATUS and has_message(outcome, self.case)
        # At a terminal what is typed is shown too.
        if lost and not is_reported and not self.case.only_reads and self.case.drive is not at_terminal:
            yield f"{len(lost)} answers were shown and are not on the tape, {lost[0]} among them"
        said = outcome.output + outcome.errors
        for change in changes:
            if not tape.count(change) >= sum(change.target == each.target and change.method == each.method
                                             for each in changes):
                yield f"a change is not on the tape: {change}"
            report = f"{REPORTS[change.method]} incident {change.record}" if change.method in REPORTS else change.record
            if report not in said and not outcome.was_killed and not outcome.hit(2):
                yield f"a change was not shown: {change}; status {outcome.status}, {last(outcome.errors)}"

    def tapes(self, project, tape, outcome):
        """Checks that the tapes are intact."""
        if tape.damage:
            yield f"{self.case.tape} is damaged: {tape.damage}"
        if tape.exists:
            for words in (("dump", project.tape(self.case.tape)), ("replay", project.tape(self.case.tape), "--check")):
                status, output, errors = project.run(words)
                if status != 0 and not is_cut_off(output):
                    yield f"{words[0]} of {self.case.tape} ends with status {status}: {last(errors or output)}"
        elif self.case.tape != "new":
            yield f"{self.case.tape} is gone"
        if self.case.replaces:
            text = self.compared(project)
            if text not in self.whole[outcome.status == 0:]:
                yield f"{self.case.replaces} is neither the old nor the new tape: {last(text)}"
        if self.case.makes and os.path.exists(project.tape(self.case.makes)) \
                and dump(project, self.case.makes) not in self.whole:
            yield f"{self.case.makes} is not the complete tape"
        if self.case.moves:
            found = [name for name in self.case.moves if name and os.path.exists(project.tape(name))]
            if len(found) > 1 or not found and None not in self.case.moves \
                    or outcome.status == 0 and found != [name for name in self.case.moves[1:] if name]:
                yield f"of {', '.join(filter(None, self.case.moves))} there is {' and '.join(found) or 'none'}"
            for name in found:
                if dump(project, name) != self.moved:
                    yield f"{name} is not what {self.case.moves[0]} was"
        if project.content(self.case.writes) not in self.written:
            yield f"{self.case.writes} is not complete"
        for path in project.files():
            if path.endswith(".sqlite") and (damage := damage_of(os.path.join(project.folder, path))):
                yield f"{path} is damaged: {damage}"
        if self.case.only_reads and read(project.tape(self.case.tape)) != self.bytes:
            yield f"{self.case.tape} has changed"

    def next_command(self, project, outcome):
        """Checks that the next command works and no files are left behind."""
        status, output, errors = project.run(self.case.after)
        if status != 0 or stable(output) != self.after:
            yield f"the next command ends with status {status}: {last(errors or output)}"
        named = outcome.errors + errors
        status, output, errors = project.run(("--no-input", "tape", "remove", "--leftovers", "--yes"))
        if status != 0:
            yield f"leftovers are not cleared: {last(errors or output)}"
        for path in sorted(project.files() - self.files):
            # A cache may keep its log, and a killed program the part of a file and what belongs to a tape, which the
            # next command that writes it takes over.
            part = rf"\.partial$|/{self.case.replaces or '/'}\.cassette(\.recording)?(-wal|-shm|\.lock)?$"
            is_part = (outcome.status or 0) < 0 and re.search(part, path)
            is_kept = re.search(r"tapes\.sqlite-\w+$", path) or is_part
            if os.path.basename(path) not in named and not is_kept:
                yield f"{path} is left behind"


def dump(project, name):
    """A tape as text; empty if it cannot be read."""
    return project.run(("dump", project.tape(name)))[1]


def is_cut_off(text):
    """Whether `replay --check` fails only because there is nothing to compare, or because the recording broke off."""
    return "nothing was compared" in text or "the recording broke off" in text and "not as recorded" not in text


def damage_of(path):
    """What SQLite finds wrong with a database; empty if it is intact."""
    try:
        database = sqlite3.connect(path)
        check = "; ".join(row[0] for row in database.execute("PRAGMA integrity_check"))
        database.close()
        return "" if check == "ok" else check
    except sqlite3.Error as error:
        return str(error)


def has_message(outcome, case):
    """Whether a failure is explained: by an error, as text or JSON, or by the result of `--check`."""
    shown = outcome.output if case.drive is at_terminal else outcome.errors
    return re.search(r'error: |"error":', shown) or case.only_reads and outcome.output


def read(path):
    with open(path, "rb") as file:
        return file.read()


def last(text):
    """The most informative line of an error."""
    lines = text.strip().splitlines()
    return next((line for line in lines if "rror" in line), lines[-1] if lines else "it says nothing")
