"""Sends requests through vcrpy, which records them into a cassette or answers from it, or through a proxy.

    requests_session.py record|replay CASSETTE SERIALIZER ADDRESS
    HTTP_PROXY=PROXY requests_session.py proxied ADDRESS

Replaying opens no connection. The output is the same each time.
"""
import contextlib
import sys

import requests
import vcr

how, *cassette, address = sys.argv[1:]
TABLE = address + "/api/now/table/incident"
BYTES = bytes(range(256))


def recording():
    if how == "proxied":
        return contextlib.nullcontext()
    path, serializer = cassette
    mode = vcr.mode.ALL if how == "record" else vcr.mode.NONE
    return vcr.use_cassette(path, serializer=serializer, record_mode=mode)


with recording() as tape:
    session = requests.Session()
    session.auth = ("admin", "admin")
    listed = session.get(TABLE, params={"sysparm_limit": 2, "sysparm_query": "active=true^ORDERBYnumber"})
    print(listed.status_code, [record["number"] for record in listed.json()["result"]])
    made = session.post(TABLE, params={"sysparm_fields": "short_description"}, json={"short_description": "Café: \"on\" #1"})
    print(made.status_code, made.json()["result"])
    print(session.get(TABLE + "/missing").status_code)
    # vcrpy's JSON cannot hold binary bodies.
    if "json" not in cassette:
        record = listed.json()["result"][0]["sys_id"]
        where = {"table_name": "incident", "table_sys_id": record, "file_name": "all.bin"}
        sent = session.post(
            address + "/api/now/attachment/file", params=where, data=BYTES,
            headers={"Content-Type": "application/octet-stream"})
        print(sent.status_code, sent.json()["result"]["size_bytes"])
        file = sent.json()["result"]["sys_id"]
        print(session.get(address + f"/api/now/attachment/{file}/file").content == BYTES)
    if how == "replay":
        print(tape.all_played, file=sys.stderr)
