"""Measures vcrpy for `make bench` and prints nanoseconds.

    vcrpy.py record N   recording one exchange of 1 KB among N, in addition to the bare request
    vcrpy.py open N     opening a cassette of N exchanges and its first response
    vcrpy.py play N     replaying one response of a cassette with N exchanges
"""

import http.server
import statistics
import sys
import tempfile
import threading
import time
import urllib.request

import vcr


class Instance(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    body = b'{"result":{"description":"' + b"x" * 995 + b'"}}'

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *arguments):
        pass


def ask(address, numbers):
    for number in numbers:
        with urllib.request.urlopen(f"{address}/api/now/table/incident/{number:032x}") as answer:
            answer.read()


def timed(work):
    start = time.perf_counter_ns()
    work()
    return time.perf_counter_ns() - start


def main(part, count):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Instance)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    samples = []
    with tempfile.TemporaryDirectory() as folder:

        def record(name):
            with vcr.use_cassette(f"{folder}/{name}.yaml", record_mode="all"):
                ask(address, range(count))

        def first_answer():
            with vcr.use_cassette(f"{folder}/tape.yaml", record_mode="none"):
                ask(address, [count // 2])

        if part == "record":
            for round in range(5):
                bare = timed(lambda: ask(address, range(count)))
                samples.append((timed(lambda: record(round)) - bare) / count)
        else:
            record("tape")
            for _ in range(5):
                if part == "open":
                    samples.append(timed(first_answer))
                else:
                    with vcr.use_cassette(f"{folder}/tape.yaml", record_mode="none"):
                        samples.append(timed(lambda: ask(address, range(count))) / count)
    print(int(statistics.median(samples)))


main(sys.argv[1], int(sys.argv[2]))
