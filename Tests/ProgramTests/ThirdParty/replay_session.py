"""Tests of a Python program against a served tape, with requests and httpx.

    replay_session.py ADDRESS CONTROL CERTIFICATE

There is no network; the output is compared.
"""
import sys
from concurrent.futures import ThreadPoolExecutor

import httpx
import requests

address, control, certificate = sys.argv[1:]
RECORD = "/api/now/table/incident/1"


def with_requests(name):
    session = requests.Session()
    session.verify = certificate
    session.auth = (name, "whatever")
    session.headers["X-Snowdeck-Client"] = name
    return session, lambda method, path, **more: session.request(method, address + path, **more)


def with_httpx(name):
    client = httpx.Client(
        base_url=address, verify=__import__("ssl").create_default_context(cafile=certificate),
        headers={"X-Snowdeck-Client": name, "Authorization": "Bearer whatever"})
    return client, client.request


def test(start, name):
    session, ask = start(name)
    with session:
        first = ask("GET", RECORD)
        seen = [first.json()["result"]["state"]]
        same = ask("GET", RECORD, headers={"If-None-Match": first.headers["ETag"]})
        seen += [same.status_code, len(same.content)]
        for _ in range(3):
            seen.append(ask("GET", RECORD).json()["result"]["state"])
        early = ask("GET", RECORD + "/notes")
        seen += [early.status_code, early.headers["X-Snowdeck-Miss"]]
        seen.append(ask("PATCH", RECORD, json={"state": "2"}).status_code)
        seen.append(ask("GET", RECORD).json()["result"]["state"])
        seen.append(ask("GET", RECORD + "/notes").json()["result"])
        miss = ask("GET", "/api/now/table/incident", params={"sysparm_query": "active=false", "sysparm_limit": "5"})
        seen += [miss.status_code, miss.headers["X-Snowdeck-Miss"]]
    return name, seen, miss.text


# Concurrent clients: each starts before the first change.
names = [(with_requests, "one"), (with_httpx, "two"), (with_requests, "three"), (with_httpx, "four")]
with ThreadPoolExecutor(4) as pool:
    done = list(pool.map(lambda start: test(*start), names))
for name, seen, _ in done:
    print(name, seen)
print(done[0][2] == done[1][2])
print(done[0][2], end="")
print(requests.get(control + "/misses?client=two").text.count("\n"), "misses of two")
print(requests.get(control + "/unplayed").text, end="")
print(requests.post(control + "/reset?client=one").json())
