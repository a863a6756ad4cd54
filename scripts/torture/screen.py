"""The prompt on a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from faults import wait

# Seconds. No step waits longer, and none is a matter of speed.
PATIENCE = 20
# Modes that the prompt may switch on, and must switch off.
MODES = re.compile(rb"\x1b\[\?(2004|1049|1000|1002|1006|1h|25)([hl])|\x1b([=>])")
SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>78])")
# Off unless the number is here: the cursor is visible.
ON = {b"25"}


class Screen:
    """The prompt on a pseudo-terminal that stays open when it ends."""

    def __init__(self, project, words=("--instance", "ADDRESS", "--user", "john.doe"), wrapper=()):
        self.earlier, self.text = b"", b""
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = self.settings()
        environment = project.environment(project.home) | {"TERM": "xterm-256color", "PAGER": "less"}
        self.child = subprocess.Popen(
            [*wrapper, project.program, *project.filled(words)], stdin=self.slave, stdout=self.slave,
            stderr=self.slave, cwd=project.project_folder,
            env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def settings(self):
        return termios.tcgetattr(self.slave)

    def difference(self):
        """The settings that are not as they were, apart from control characters, which change with them."""
        names = ("iflag", "oflag", "cflag", "lflag", "ispeed", "ospeed", "cc")
        return ", ".join(f"{name} {was} -> {now}" for name, was, now in zip(names, self.before, self.settings())
                         if was != now and name != "cc")

    def read(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            self.text += os.read(self.master, 65536)
            return True
        return False

    def shows(self, text):
        """Waits until the screen has shown this, after what was typed."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.plain and time.monotonic() < deadline and self.child.poll() is None:
            self.read(0.2)
        return text in self.plain

    @property
    def plain(self):
        """What was written, without control sequences."""
        return SEQUENCE.sub(b"", self.text)

    def type(self, text):
        if text:
            while self.read(0.2):
                pass
            self.earlier, self.text = self.earlier + self.text, b""
            os.write(self.master, text)

    def runs(self, seconds):
        """Whether it still runs after this time."""
        deadline = time.monotonic() + seconds
        while self.child.poll() is None and time.monotonic() < deadline:
            self.read(0.05)
        return self.child.poll() is None

    def ends(self):
        self.runs(PATIENCE)
        status = wait(self.child, 0.1)
        # A pager that it started ends after it.
        while self.read(0.5):
            pass
        return status

    def modes(self):
        """The modes that are not as they were."""
        last = {}
        for number, flag, keypad in MODES.findall(self.earlier + self.text):
            last[number or b"keypad"] = flag == b"h" or keypad == b"="
        return sorted(name.decode() for name, is_on in last.items() if is_on != (name in ON))

    def close(self):
        if self.child.poll() is None:
            os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait()
        for descriptor in (self.master, self.slave):
            os.close(descriptor)
