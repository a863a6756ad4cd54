"""Runs PySNC, ServiceNow's Python client, against a sandbox served over TLS.

    pysnc_session.py ADDRESS CERTIFICATE

It uses records that it creates, or prints only relations between responses, so that its output does not depend on the
sandbox's other records. A failing part prints its exception.
"""
import json
import re
import sys

from pysnc import ServiceNowClient, exceptions
from pysnc.query import Query

ADMIN = "6816f79cc0a8016401c5a33be04be441"
ADMIN_ROLE = "2831a114c611228501d4ea6c309d626d"
MARK = "PySNC walks by"

address, certificate = sys.argv[1:]
parts = []


def connect(name="admin", password="admin"):
    return ServiceNowClient(address, (name, password), verify=certificate)


def part(function):
    parts.append(function)
    return function


def show(name, value):
    """Prints one line of the compared output."""
    text = value if isinstance(value, str) else json.dumps(value)
    print(f"  {name}: {text}")


def found(client, table, *conditions, encoded=None):
    record = client.GlideRecord(table)
    for condition in conditions:
        record.add_query(*condition)
    if encoded:
        record.add_encoded_query(encoded)
    record.query()
    return record


def made(client, table, **values):
    record = client.GlideRecord(table)
    record.initialize()
    for name, value in values.items():
        record.set_value(name, value)
    assert record.insert(), f"nothing was inserted into {table}"
    return record


def refusal(action):
    """The exception class and the instance's message of an action that must fail."""
    try:
        action()
    except Exception as error:  # noqa: BLE001
        said = error.args[0] if error.args else ""
        if isinstance(said, dict):
            said = f"{said['error']['message']} | {said['error'].get('detail')}"
        return f"{type(error).__name__}: {said}"
    return "nothing"


@part
def signing_in(client):
    show("admin", client.GlideRecord("sys_user").get(ADMIN))
    show("wrong password", refusal(lambda: connect("admin", "guess").GlideRecord("sys_user").get(ADMIN)))
    show("without TLS", refusal(lambda: ServiceNowClient("http://127.0.0.1", ("admin", "admin"))))
    unknown = ServiceNowClient(address, ("admin", "admin"), auto_retry=False)
    unknown.session.trust_env = False
    show("authority not named", refusal(lambda: unknown.GlideRecord("sys_user").get(ADMIN)).split(":")[0])


@part
def one_record(client):
    record = client.GlideRecord("sys_user")
    show("by id", record.get(ADMIN))
    show("user name", record.get_value("user_name"))
    show("active is a string that is true", [record.get_value("active"), bool(record.active)])
    show("password", [record.get_value("user_password") != "admin", record.get_display_value("user_password")])
    show("no such column", record.get_element("asdf"))
    show("columns", len(record.fields) > 40)
    show("by name", client.GlideRecord("sys_user").get("user_name", "admin"))
    show("id of nothing", client.GlideRecord("sys_user").get("bunk"))
    show("name of nothing", client.GlideRecord("sys_user").get("sys_id", "bunk"))
    few = client.GlideRecord("sys_user")
    few.fields = "sys_id,name"
    few.get(ADMIN)
    show("two columns", few.serialize(display_value="both"))


@part
def queries(client):
    tables = client.GlideRecord("sys_db_object")
    tables.add_query("name", "incident").add_or_condition("name", "problem")
    show("encoded", tables.get_encoded_query())
    tables.query()
    show("either name", [len(tables), sorted(str(table.name) for table in tables)])
    few = client.GlideRecord("sys_user")
    few.add_active_query()
    few.limit = 2
    few.query()
    show("limit 2, but counted all", [len(list(few)), len(few) > 2])
    descending = client.GlideRecord("sys_user")
    descending.order_by_desc("user_name")
    descending.fields = "user_name"
    descending.query()
    names = [str(user.user_name) for user in descending]
    show("descending", names == sorted(names, reverse=True) and len(names) > 2)
    everybody = len(found(client, "sys_user"))
    show("empty and not empty", [
        len(found(client, "sys_user", ("manager", "", "ISEMPTY"))) + len(found(client, "sys_user", ("manager", "", "ISNOTEMPTY")))
        == everybody, 0 < len(found(client, "sys_user", ("manager", "", "ISEMPTY"))) < everybody])
    query = Query()
    query.add_query("sys_id", ADMIN)
    query.add_query("second", "a term of an unknown column is dropped")
    user = client.GlideRecord("sys_user")
    user.query(query)
    show("unknown column dropped", len(user))
    show("nothing but unknown columns", len(found(client, "sys_user", ("second", "asdf"))) == everybody)
    nobody = found(client, "sys_user", ("sys_id", "bunk"))
    show("nobody", [len(nobody), nobody.has_next(), [str(user.name) for user in nobody]])


@part
def joins(client):
    join = client.GlideRecord("sys_user")
    join.add_join_query("sys_user_group", join_table_field="manager").add_query("active", "true")
    show("encoded", join.get_encoded_query())
    join.query()
    managers = {str(group.manager) for group in found(client, "sys_user_group", ("active", "true"), ("manager.user_name", "", "ISNOTEMPTY"))}
    show("join finds the managers of groups", {str(user.sys_id) for user in join} == managers and len(join) > 1)
    admins = client.GlideRecord("sys_user")
    admins.add_join_query("sys_user_has_role", join_table_field="user").add_query("role", ADMIN_ROLE)
    admins.query()
    holders = {str(row.user) for row in found(client, "sys_user_has_role", ("role", ADMIN_ROLE))}
    show("join by role", {str(user.sys_id) for user in admins} == holders and ADMIN in holders)
    related = client.GlideRecord("sys_user")
    related.add_rl_query("sys_user_has_role", "user", ">0", True).add_query("role.name", "LIKE", "admin")
    show("encoded", related.get_encoded_query())
    related.query()
    walked = {str(row.user) for row in found(client, "sys_user_has_role", ("role.name", "LIKE", "admin"))}
    show("related list over a walk", {str(user.sys_id) for user in related} == walked and len(walked) > 0)
    without = client.GlideRecord("sys_user")
    without.add_rl_query("sys_user_has_role", "user", "=0")
    without.query()
    everybody = {str(row.user) for row in found(client, "sys_user_has_role")}
    show("without any role", len(without) == len(found(client, "sys_user")) - len(everybody))


@part
def long_query(client):
    record = client.GlideRecord("sys_user")
    for _ in range(2300):
        record.add_query("AAAA", "BBBB")
    record.add_query("sys_id", ADMIN)
    show("length of the query", len(record.get_encoded_query()))
    record.query()
    show("in a batch", [len(record), record.next(), str(record.sys_id) == ADMIN])


@part
def walks(client):
    head = made(client, "sys_user", user_name="head.of", first_name="Natasha", last_name="Head", email="natasha@example.com")
    department = made(client, "cmn_department", name="Department of Walks", dept_head=str(head.sys_id))
    caller = made(client, "sys_user", user_name="wally.ker", first_name="Wally", last_name="Ker", department=str(department.sys_id))
    task = made(client, "incident", short_description="Walk", caller_id=str(caller.sys_id), impact="2", urgency="2")
    record = client.GlideRecord("incident")
    record.fields = (
        "short_description,state,caller_id,caller_id.name,caller_id.department,caller_id.department.name,"
        "caller_id.department.dept_head,caller_id.department.dept_head.email"
    )
    record.get(str(task.sys_id))
    names = {str(head.sys_id): "HEAD", str(department.sys_id): "DEPARTMENT", str(caller.sys_id): "CALLER", str(task.sys_id): "TASK"}
    for name, value in record.serialize(display_value="both").items():
        show(name, {key: names.get(text, text) for key, text in value.items()})
    show("by attributes", [str(record.caller_id.name), str(record.caller_id.department.name),
                           str(record.caller_id.department.dept_head.email)])
    show("not asked for", refusal(lambda: record.caller_id.phone).split(" --")[0].split(" nor")[1])
    show("found by the walk", len(found(client, "incident", ("caller_id.department.name", "Department of Walks"))))
    linked = client.GlideRecord("incident")
    linked.fields = "caller_id"
    linked.exclude_reference_link = False
    linked.get(str(task.sys_id))
    show("link", linked.caller_id.get_link() == f"{address}/api/now/table/sys_user/{caller.sys_id}")
    for made_record in (task, caller, department, head):
        made_record.delete()


@part
def values_and_times(client):
    problem = made(client, "problem", short_description=f"{MARK}: times")
    plain = client.GlideRecord("problem")
    plain.display_value = False
    plain.get(str(problem.sys_id))
    show("value alone", plain.sys_updated_on.get_value() == plain.sys_updated_on.get_display_value())
    show("a time", bool(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", plain.get_value("sys_updated_on"))))
    shown = client.GlideRecord("problem")
    shown.display_value = True
    shown.get(str(problem.sys_id))
    show("display alone", [shown.get_value("opened_by"), plain.get_value("opened_by") == ADMIN])
    show("as date", problem.sys_created_on.date_value().tzname())
    show("columns of pandas", list(columns_of(client, str(problem.sys_id)).keys()))
    problem.delete()


def columns_of(client, sys_id):
    record = client.GlideRecord("problem")
    record.fields = "sys_id,short_description,state"
    record.add_query("sys_id", sys_id)
    record.query()
    return record.to_pandas()


@part
def writing(client):
    record = made(client, "problem", short_description=f"{MARK}: insert", description="Second", bunk_field="no such column")
    show("number", bool(re.fullmatch(r"PRB\d{7}", record.get_value("number"))))
    show("opened by", [record.get_value("opened_by") == ADMIN, record.get_display_value("opened_by")])
    again = client.GlideRecord("problem")
    show("there", [again.get(str(record.sys_id)), str(again.number) == str(record.number)])
    show("nothing changed yet", again.changes())
    again.short_description = "ABC ä € 😀 <b>&amp;</b> ^ = \"quoted\"\nsecond line"
    again.assigned_to = ADMIN
    show("changed", again.changes())
    show("update", str(again.update()) == str(record.sys_id))
    show("as stored", again.get_value("short_description"))
    show("assigned to", again.get_display_value("assigned_to"))
    show("changes counted", again.get_value("sys_mod_count"))
    copy = again.pop_record()
    copy.short_description = "from a copy"
    show("update of a copy", copy.update() is not None)
    show("delete", again.delete())
    show("gone", client.GlideRecord("problem").get(str(record.sys_id)))
    show("delete of nothing", refusal(again.delete))
    show("update of nothing", refusal(lambda: copy_with(copy, "once more").update()))
    chosen = client.GlideRecord("problem")
    chosen.initialize()
    chosen.set_new_guid_value("AAAABBBBCCCCDDDDEEEEFFFF00001111")
    chosen.short_description = f"{MARK}: chosen id"
    show("chosen id", str(chosen.insert()))
    show("found by it", client.GlideRecord("problem").get("AAAABBBBCCCCDDDDEEEEFFFF00001111"))
    chosen.delete()


def copy_with(record, text):
    record.short_description = text
    return record


@part
def paging(client):
    for number in range(230):
        record = client.GlideRecord("problem")
        record.initialize()
        record.short_description = f"{MARK}: page {number:03}"
        client.batch_api.post(record, lambda response: None)
    client.batch_api.execute()
    query = ("short_description", "STARTSWITH", f"{MARK}: page")
    every = found(client, "problem", query)
    seen = [str(record.sys_id) for record in every]
    show("in pages of 100", [len(every), len(seen), len(set(seen))])
    show("iterated again", len([1 for _ in every]))
    for size, limit in ((3, 9), (3, 7), (100, 220), (50, None)):
        some = client.GlideRecord("problem", batch_size=size)
        some.add_query(*query)
        some.fields = "sys_id"
        some.limit = limit
        some.query()
        show(f"batch of {size}, limit {limit}", len([str(record.sys_id) for record in some]))
    ordered = client.GlideRecord("problem", batch_size=7)
    ordered.add_query(*query)
    ordered.order_by("short_description")
    ordered.query()
    texts = [str(record.short_description) for record in ordered]
    show("in order over pages", texts == [f"{MARK}: page {number:03}" for number in range(230)])


@part
def many_at_once(client):
    query = ("short_description", "STARTSWITH", f"{MARK}: page")
    every = found(client, "problem", query)
    expected = []
    for place, record in enumerate(every):
        if place % 2 == 0:
            record.short_description = record.get_value("short_description") + " even"
            expected.append(record.get_value("sys_id"))
    changed = []

    def changed_one(response):
        changed.append(response.json()["result"]["sys_id"]["value"])

    show("update_multiple", every.update_multiple(changed_one))
    show("the changed ones, in order", changed == expected and len(changed) == 115)
    show("found", len(found(client, "problem", query, ("short_description", "ENDSWITH", "even"))))
    doomed = client.GlideRecord("problem")
    doomed.add_query(*query)
    show("delete_multiple", doomed.delete_multiple())
    show("left", len(found(client, "problem", query)))


@part
def attachments(client):
    record = made(client, "problem", short_description=f"{MARK}: attachments")
    show("none", len(record.get_attachments()))
    text = "this is a sample attachment\nwith\nmulti\nlines"
    link = record.add_attachment("test ä.txt", text, content_type="text/plain")
    show("location", bool(re.fullmatch(re.escape(address) + "/api/now/v1/attachment/[0-9a-f]{32}(/file)?", link)))
    binary = bytes(range(256)) * 4096
    record.add_attachment("test.bin", binary)
    listed = record.get_attachments()
    show("listed", [len(listed), sorted(str(each.file_name) for each in listed)])
    for each in record.get_attachments():
        show(each.file_name, [each.size_bytes, each.content_type, each.table_name, each.table_sys_id == str(record.sys_id)])
        if each.file_name == "test.bin":
            show("binary", each.read() == binary)
            with each.as_temp_file() as file:
                show("streamed", file.read() == binary)
        else:
            show("lines", each.readlines())
            one = client.Attachment("problem")
            show("by id", [one.get(each.sys_id), str(one.file_name), one.get_link() == each.get_link(),
                           link in (one.get_link(), one.get_link()[:-5])])
    none = client.Attachment("problem")
    none.add_query("file_name", "there is no such file")
    none.query()
    show("by name", [len(none), none.next()])
    show("id of nothing", client.Attachment("problem").get("bunk"))
    show("on nothing", refusal(lambda: client.Attachment("problem").add_attachment("bunk", "a.txt", "x")))
    first = record.get_attachments()
    first.next()
    first.delete()
    show("after a delete", len(record.get_attachments()))
    sys_id = str(record.sys_id)
    record.delete()
    show("with their record", len(found(client, "sys_attachment", ("table_sys_id", sys_id))))


@part
def aggregates(client):
    for impact in "112":
        made(client, "problem", short_description=f"{MARK}: aggregate", impact=impact, urgency="1")
    query = f"short_description={MARK}: aggregate"

    def stats(**parameters):
        answer = client.session.get(f"{address}/api/now/stats/problem", params={"sysparm_query": query, **parameters})
        return answer.json()["result"]

    show("count", stats(sysparm_count="true"))
    show("grouped", stats(sysparm_count="true", sysparm_group_by="impact"))
    show("average", stats(sysparm_avg_fields="impact", sysparm_max_fields="impact", sysparm_sum_fields="impact"))
    show("having", stats(sysparm_count="true", sysparm_group_by="impact", sysparm_having="count^impact^>^1"))
    doomed = client.GlideRecord("problem")
    doomed.add_encoded_query(query)
    doomed.delete_multiple()


@part
def business_rule(client):
    rule = made(client, "sys_script", name="Reject EICAR", collection="problem", active=True, when="before", order=100,
                action_insert=True, action_update=True, abort_action=True, add_message=True, message="rejected",
                filter_condition="short_descriptionLIKEEICAR^ORdescriptionLIKEEICAR^EQ")
    sys_id = str(rule.sys_id)
    doomed = client.GlideRecord("problem")
    doomed.initialize()
    doomed.short_description = f"{MARK}: EICAR"
    show("insert", refusal(doomed.insert).replace(sys_id, "RULE"))
    for number in range(4):
        made(client, "problem", short_description=f"{MARK}: rule {number}")
    some = client.GlideRecord("problem")
    some.add_query("short_description", "STARTSWITH", f"{MARK}: rule")
    some.order_by("short_description")
    some.query()
    for place, record in enumerate(some):
        record.short_description = record.get_value("short_description") + (" fine" if place < 2 else " EICAR")
    show("update_multiple", some.update_multiple())
    show("fine", len(found(client, "problem", ("short_description", "ENDSWITH", "fine"))))
    show("aborted", len(found(client, "problem", ("short_description", "LIKE", "EICAR"))))
    rule.delete()
    show("insert without the rule", doomed.insert() is not None)
    doomed = client.GlideRecord("problem")
    doomed.add_query("short_description", "STARTSWITH", MARK)
    show("cleared", doomed.delete_multiple())


@part
def refusals(client):
    long = client.GlideRecord("A" * 23000)
    said = refusal(lambda: long.get("whatever"))
    show("an error in HTML", [said.split(":")[0], bool(re.search(r"^RequestException: <.*html>", said))])
    show("no such table", refusal(lambda: found(client, "nosuch")))
    show("no such table, one record", refusal(lambda: client.GlideRecord("nosuch").get(ADMIN)))
    clerk = connect("abel.tuter", "password")
    denied = found(clerk, "incident")
    denied.next()
    show("no right to delete", refusal(denied.delete))
    show("no right to insert", refusal(lambda: made(clerk, "sys_user", user_name="x")))
    show("still there", client.GlideRecord("incident").get(str(denied.sys_id)))


for function in parts:
    print(function.__name__.replace("_", " "))
    client = connect()
    try:
        function(client)
    except Exception as error:  # noqa: BLE001
        show("FAILED", f"{type(error).__name__}: {str(error)[:600]}")
    client.session.close()
