"""The instance of the program under test: a sandbox behind relays that record changes."""

import http.client
import json
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

# Enough records for three batches of `--all`.
ROWS = "change_request=2400"


class Change:
    """A request that changed a record."""

    def __init__(self, method, target, record):
        self.method, self.target, self.record = method, target, record

    def __repr__(self):
        return f"{self.method} {urlsplit(self.target).path} ({self.record})"


class Sandbox:
    """A running `snowdeck serve sandbox`."""

    def __init__(self, program, environment):
        self.program = program
        self.process = subprocess.Popen(
            [program, "serve", "sandbox", "--frozen", "--rows", ROWS], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=environment)
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http://127.0.0.1:"):
            self.stop()
            raise SystemExit("torture: the sandbox does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Relay(ThreadingHTTPServer):
    """Forwards requests to the sandbox and records successful changes, even if the client has gone.

    Each worker has its own relay, so its changes belong to the worker's current run."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, sandbox):
        super().__init__(("127.0.0.1", 0), RelayHandler)
        self.upstream = urlsplit(sandbox.address).netloc
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.changes, self.numbers = [], {}
        self.open, self.condition = 0, threading.Condition()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def process_request(self, request, client_address):
        with self.condition:
            self.open += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        super().shutdown_request(request)
        with self.condition:
            self.open -= 1
            self.condition.notify_all()

    def handle_error(self, request, client_address):
        """Ignores the broken connections of killed clients."""

    def take_changes(self):
        """Returns the changes since the last call. The client has ended, and its last requests are awaited: connections
        are accepted in order, so an answered probe comes after all of them."""
        probe = http.client.HTTPConnection("127.0.0.1", self.server_port, timeout=30)
        probe.request("GET", "/torture")
        probe.getresponse().read()
        probe.close()
        with self.condition:
            if not self.condition.wait_for(lambda: self.open == 0, 30):
                raise SystemExit("torture: a connection to the relay does not end")
            changes, self.changes = self.changes, []
            return changes

    def record_change(self, method, target, status, body):
        """Records a change, and the number of each record in a response."""
        if method in ("GET", "HEAD") or not 200 <= status < 300:
            return
        try:
            result = json.loads(body)["result"]
            fields = {name: result[name].get("value") if isinstance(result[name], dict) else result[name]
                      for name in ("sys_id", "number")}
            self.numbers[fields["sys_id"]] = fields["number"]
        except (ValueError, KeyError, TypeError):
            fields = {"number": next((self.numbers[key] for key in self.numbers if key in target), None)}
        with self.condition:
            self.changes.append(Change(method, target, fields["number"]))


class RelayHandler(BaseHTTPRequestHandler):
    """Handles one connection to the relay."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.upstream = http.client.HTTPConnection(self.server.upstream, timeout=60)

    def finish(self):
        self.upstream.close()
        super().finish()

    def relay(self):
        if self.path == "/torture":
            return self.answer(204, "No Content", [], b"")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() != "accept-encoding"}
        self.upstream.request(self.command, self.path, body or None, headers)
        response = self.upstream.getresponse()
        content = response.read()
        self.server.record_change(self.command, self.path, response.status, content)
        self.answer(response.status, response.reason, response.getheaders(), content)

    def answer(self, status, reason, headers, content):
        ours = ("content-length", "transfer-encoding", "connection", "keep-alive")
        lines = [f"HTTP/1.1 {status} {reason}"]
        lines += [f"{name}: {value}" for name, value in headers if name.lower() not in ours]
        if status not in (204, 304):
            lines.append(f"Content-Length: {len(content)}")
        self.wfile.write("\r\n".join(lines + ["", ""]).encode("latin-1") + content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = relay

    def log_message(self, *arguments):
        """Logs nothing."""
