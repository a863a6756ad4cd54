"""Runs PySNC against a sandbox made from the tapes bulk-reassign and triage, served over TLS.

    pysnc_tapes.py ADDRESS CERTIFICATE

The tapes show ten incidents: three completely, seven by their number and some fields.
"""
import json
import sys

from pysnc import ServiceNowClient

address, certificate = sys.argv[1:]
HARDWARE = "8a5055c9c61122780043563ef53438e3"
parts = []


def part(function):
    parts.append(function)
    return function


def show(name, value):
    """Prints one line of the compared output."""
    text = value if isinstance(value, str) else json.dumps(value)
    print(f"  {name}: {text}")


def found(client, table, *conditions):
    record = client.GlideRecord(table)
    for condition in conditions:
        record.add_query(*condition)
    record.query()
    return record


def numbers(records):
    return sorted(str(record.number) for record in records)


def refusal(action):
    """The exception class and the sandbox's message of an action that must fail."""
    try:
        action()
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error.args[0]['error']['message']}"
    return "nothing"


def sent(client, path, **parameters):
    return client.session.get(address + path, params=parameters)


@part
def reading(client):
    show("known", len(found(client, "incident")))
    record = client.GlideRecord("incident")
    show("by number", record.get("number", "INC0010197"))
    show("text", record.get_value("short_description"))
    show("group", [record.get_value("assignment_group") == HARDWARE, record.get_display_value("assignment_group")])
    show("state", [record.get_value("state"), record.get_display_value("state")])
    again = client.GlideRecord("incident")
    show("by id", again.get(str(record.sys_id)))
    show("assigned to", found_one(client, "INC0010110").get_display_value("assigned_to"))


def found_one(client, number):
    record = found(client, "incident", ("number", number))
    record.next()
    return record


@part
def queries(client):
    show("critical", numbers(found(client, "incident", ("priority", "1"))))
    show("of Hardware", numbers(found(client, "incident", ("assignment_group", HARDWARE))))
    show("by a walk", numbers(found(client, "incident", ("assignment_group.name", "Hardware"))))
    show("none", numbers(found(client, "incident", ("number", "INC0019999"))))
    latest = client.GlideRecord("incident")
    latest.order_by_desc("opened_at")
    latest.limit = 1
    latest.query()
    show("latest", numbers(latest))


@part
def paging(client):
    every = client.GlideRecord("incident", batch_size=3)
    every.query()
    seen = [str(record.sys_id) for record in every]
    show("in pages of 3", [len(every), len(seen), len(set(seen))])


@part
def counting(client):
    grouped = sent(client, "/api/now/stats/incident", sysparm_count="true", sysparm_group_by="priority")
    show("by priority", [[group["groupby_fields"][0]["value"], group["stats"]["count"]] for group in grouped.json()["result"]])


@part
def writing(client):
    record = client.GlideRecord("incident")
    record.initialize()
    record.short_description = "Made in the sandbox"
    record.priority = "1"
    show("inserted", record.insert() is not None)
    made = client.GlideRecord("incident")
    show("there", [made.get(str(record.sys_id)), str(made.number), str(made.short_description)])
    show("critical", len(found(client, "incident", ("priority", "1"))))
    made.short_description = "Changed"
    show("updated", [made.update() is not None, found_one(client, str(made.number)).get_value("short_description")])
    known = found_one(client, "INC0010193")
    known.short_description = "A new certificate is needed"
    show("a known one", [known.update() is not None, len(found(client, "incident", ("short_description", "LIKE", "new certificate")))])
    show("deleted", [made.delete(), len(found(client, "incident"))])


@part
def unknown(client):
    show("table", refusal(lambda: found(client, "problem")))
    show("parent", refusal(lambda: found(client, "task")))
    show("field", refusal(lambda: found(client, "incident", ("u_nothing", "1"))))
    show("record", client.GlideRecord("incident").get("0" * 32))
    partly = sent(client, "/api/now/table/incident", sysparm_query="number=INC0010110", sysparm_fields="number,state")
    show("value", partly.json()["result"])
    show("reported", [partly.headers["X-Snowdeck-Known"], partly.headers["X-Snowdeck-Unknown"]])
    grouped = sent(client, "/api/now/stats/incident", sysparm_count="true", sysparm_group_by="state")
    show("group", [grouped.status_code, grouped.json()["error"]["message"]])
    show("interface", sent(client, "/api/x_snc_my_work/v1/tracker/task").status_code)


for function in parts:
    print(function.__name__.replace("_", " "))
    client = ServiceNowClient(address, ("john.doe", "password"), verify=certificate)
    try:
        function(client)
    except Exception as error:  # noqa: BLE001
        show("FAILED", f"{type(error).__name__}: {str(error)[:600]}")
    client.session.close()
