import ExchangeModel
import Notation
import Sandbox
import Testing

/// A sandbox made from what exchanges with the demo sandbox show.
@Suite struct ObservedSandboxTests {
    private static let list =
        "/api/now/table/incident?sysparm_display_value=all&sysparm_query=ORDERBYnumber&sysparm_limit=20"

    private static func rows(_ response: HTTPResponse) -> [JSON] {
        response.json["result"].map(SandboxClient.elements) ?? []
    }

    @Test func recordsAreFoundByOtherQueries() throws {
        var recorded = try RecordedExchanges()
        try recorded.see("/api/now/ui/meta/incident")
        let seen = try Self.rows(recorded.see(Self.list))
        #expect(seen.count == 20)
        let client = try recorded.client()
        #expect(try client.count("incident", "") == "20")
        let moderate = seen.filter { $0["priority"]?["value"]?.scalarText == "3" }
            .compactMap { $0["number"]?["value"]?.scalarText }
        #expect(try client.list("incident", "priority=3^ORDERBYnumber", "number") == moderate)
        // Display values, too.
        let one = try #require(seen.first)
        let sysID = try #require(one["sys_id"]?["value"]?.scalarText)
        let again = try client.read("/api/now/table/incident/\(sysID)?sysparm_display_value=all")["result"]
        for field in ["number", "short_description", "state", "priority", "opened_at", "caller_id", "active"] {
            #expect(again?[field]?["value"] == one[field]?["value"], "\(field)")
        }
        #expect(again?["caller_id"]?["display_value"] == one["caller_id"]?["display_value"])
        #expect(again?["state"]?["display_value"] == one["state"]?["display_value"])
        // Pages do not overlap.
        let pages = try (0..<4).flatMap { page in
            try Self.rows(
                client.ask(
                    .get, "/api/now/table/incident?sysparm_limit=6&sysparm_offset=\(page * 6)&sysparm_fields=number"))
        }
        #expect(Set(pages.compactMap { $0["number"]?.scalarText }).count == 20)
    }

    /// Without a description the types come from the values.
    @Test func typesComeFromValues() throws {
        var recorded = try RecordedExchanges()
        let seen = try Self.rows(recorded.see(Self.list))
        let client = try recorded.client()
        let columns = try client.read("/api/now/ui/meta/incident")["result"]?["columns"]
        for (name, type) in [
            ("opened_at", "glide_date_time"), ("active", "boolean"), ("caller_id", "reference"),
            ("short_description", "string"), ("sys_id", "GUID"),
        ] {
            #expect(columns?[name]?["type"]?.scalarText == type, "\(name)")
        }
        #expect(columns?["caller_id"]?["reference"]?.scalarText == "sys_user")
        let early = seen.compactMap { $0["opened_at"]?["value"]?.scalarText }.sorted()[9]
        #expect(try client.count("incident", "opened_at<=" + early) == "10")
    }

    @Test func unseenIsReported() throws {
        var recorded = try RecordedExchanges()
        try recorded.see(
            "/api/now/table/incident?sysparm_query=ORDERBYnumber&sysparm_fields=sys_id,number&sysparm_limit=4")
        try recorded.see(
            "/api/now/table/incident?sysparm_query=ORDERBYnumber&sysparm_fields=sys_id,number,priority&sysparm_limit=1")
        let client = try recorded.client()
        func error(_ target: String) throws -> (Int, String?) {
            let response = try client.ask(.get, target)
            return (response.status, response.json["error"]?["message"]?.scalarText)
        }
        let end = "is not on the tapes this sandbox was made from"
        #expect(try error("/api/now/table/problem") == (404, "Table problem " + end))
        #expect(try error("/api/now/table/sys_script") == (404, "Table sys_script " + end))
        #expect(try error("/api/now/table/nosuch") == (404, "Table nosuch " + end))
        #expect(try error("/api/now/table/incident?sysparm_query=state=1") == (400, "Field state of incident " + end))
        let other = try client.ask(.get, "/api/now/table/incident?sysparm_fields=number,state")
        #expect(Self.rows(other).filter { $0["state"] == nil }.count == 4)
        #expect(other.headers["X-Snowdeck-Unknown"] == "incident.state=4")
        #expect(
            try error("/api/now/table/incident/" + String(repeating: "0", count: 32))
                == (404, "This record of incident " + end))
        #expect(
            try error("/api/now/stats/incident?sysparm_count=true&sysparm_group_by=priority")
                == (400, "Field priority is not on the tapes for 3 records of incident"))
        let all = try client.ask(.get, "/api/now/table/incident?sysparm_fields=number,priority")
        #expect(Self.rows(all).filter { $0["priority"] == nil }.count == 3)
        #expect(all.headers["X-Snowdeck-Known"] == "incident=4")
        #expect(all.headers["X-Snowdeck-Unknown"] == "incident.priority=3")
        // A condition on an unknown value is not decided.
        let empty = try client.ask(.get, "/api/now/table/incident?sysparm_query=priorityISEMPTY")
        #expect(Self.rows(empty).isEmpty)
        #expect(empty.headers["X-Snowdeck-Unknown"] == "incident.priority=3")
        #expect(try client.ask(.patch, "/api/now/table/incident/x", body: "{}").status == 404)
    }

    @Test func changesWorkAndBecomeKnown() throws {
        var recorded = try RecordedExchanges()
        try recorded.see(Self.list)
        try recorded.see(
            "/api/now/table/incident?sysparm_query=ORDERBYDESCnumber&sysparm_fields=sys_id,number&sysparm_limit=1")
        let client = try recorded.client()
        let latest = try #require(try client.list("incident", "ORDERBYDESCnumber", "number", limit: 1).first)
        let sysID = try client.create("incident", #"{"short_description":"New here","urgency":"1","impact":"1"}"#)
        #expect(try client.list("incident", "sys_id=" + sysID, "short_description") == ["New here"])
        let number = try #require(try client.list("incident", "sys_id=" + sysID, "number").first)
        #expect(number.hasPrefix("INC") && number > latest)
        let partial = try #require(try client.list("incident", "number=" + latest, "sys_id").first)
        let patched = try client.ask(
            .patch, "/api/now/table/incident/" + partial, body: #"{"short_description":"Known now"}"#)
        #expect(patched.json["result"]?["short_description"]?.scalarText == "Known now")
        #expect(patched.json["result"]?["description"] == nil)
        #expect(try client.list("incident", "short_description=Known now", "number") == [latest])
        #expect(try client.ask(.delete, "/api/now/table/incident/" + sysID).status == 204)
        #expect(try client.count("incident", "") == "21")
        #expect(
            try client.ask(.patch, "/api/now/table/incident/" + partial, body: #"{"u_nothing":"x"}"#).status == 400)
    }

    /// The demo instance's data policies may not be the recorded one's, and records show only some choices.
    @Test func unseenRulesDoNotApply() throws {
        var recorded = try RecordedExchanges()
        try recorded.see(
            "/api/now/table/incident?sysparm_display_value=all&sysparm_query=ORDERBYnumber&sysparm_limit=3"
                + "&sysparm_fields=sys_id,number,urgency")
        let client = try recorded.client()
        let sysID = try #require(try client.list("incident", "ORDERBYnumber", "sys_id").first)
        let patched = try client.ask(.patch, "/api/now/table/incident/" + sysID, body: #"{"urgency":"1"}"#)
        #expect(patched.status == 200 && patched.json["result"]?["urgency"]?.scalarText == "1")
        let meta = "/api/now/ui/meta/incident"
        let columns = try client.read(meta)["result"]?["columns"]
        #expect(columns?["urgency"] != nil && columns?["urgency"]?["choices"] == nil)
        let listed = "/api/now/table/sys_choice?sysparm_query=name=incident^element=urgency"
        #expect(try Self.rows(client.ask(.get, listed)).isEmpty)
        try recorded.see(meta)
        #expect(try recorded.client().read(meta)["result"]?["columns"]?["urgency"]?["choices"] != nil)
    }

    /// A table whose records were all seen is not marked; deleted records are gone.
    @Test func wholeTableIsComplete() throws {
        var recorded = try RecordedExchanges()
        let seen = try Self.rows(recorded.see("/api/now/table/sys_user_group?sysparm_limit=1000"))
        let made = try recorded.see(.post, "/api/now/table/sys_user_group", body: #"{"name":"Short-lived"}"#)
        let sysID = try #require(made.json["result"]?["sys_id"]?.scalarText)
        try recorded.see(.delete, "/api/now/table/sys_user_group/" + sysID)
        let client = try recorded.client()
        let groups = try client.ask(.get, "/api/now/table/sys_user_group?sysparm_limit=1000")
        #expect(Self.rows(groups).count == seen.count)
        #expect(groups.headers["X-Snowdeck-Known"] == nil)
        let known = client.sandbox.knownTables.first { $0.name == "sys_user_group" }
        #expect(known?.count == seen.count && known?.isComplete == true && known?.madeCount == 0)
        #expect(try client.ask(.get, "/api/now/table/sys_user_group/" + sysID).status == 404)
    }

    /// A record of a child table that lists of the parent show is one record.
    @Test func classesShareRecords() throws {
        var recorded = try RecordedExchanges()
        try recorded.see(
            "/api/now/table/task?sysparm_query=sys_class_name%3Dincident%5EORDERBYnumber&sysparm_limit=30"
                + "&sysparm_fields=sys_id,number,sys_class_name")
        try recorded.see(
            "/api/now/table/incident?sysparm_query=ORDERBYnumber&sysparm_limit=3&sysparm_fields=sys_id,number,urgency")
        let client = try recorded.client()
        for (table, query) in [("task", ""), ("incident", ""), ("task", "sys_class_name=incident")] {
            #expect(try client.count(table, query) == "30", "\(table) \(query)")
        }
        let urgent = try client.ask(.get, "/api/now/table/incident?sysparm_fields=number,urgency")
        #expect(Self.rows(urgent).filter { $0["urgency"] != nil }.count == 3)
    }

    @Test func graphQLRecordsAreSeenAndServed() throws {
        var recorded = try RecordedExchanges()
        let body = #"""
            {"query":"{ GlideRecord_Query { incident(queryConditions: \"ORDERBYnumber\", pagination: {limit: 3}) { _results { id: sys_id { value } n: number { value displayValue } priority { value displayValue } } } } }"}
            """#
        try recorded.see(.post, "/api/now/graphql", body: body)
        let client = try recorded.client()
        #expect(try client.count("incident", "") == "3")
        let text = try client.ask(.post, "/api/now/graphql", body: body).text
        #expect(text.contains("\"displayValue\":\"INC"), "\(text)")
        let unknown = body.replacing("priority {", with: "short_description {")
        #expect(try client.ask(.post, "/api/now/graphql", body: unknown).text.contains("\"errors\""))
    }

    /// Withheld values stay as they are, and never become numbers, times or references.
    @Test func placeholdersStay() throws {
        var recorded = try RecordedExchanges()
        let (one, two) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
        try recorded.see(
            "/api/now/table/u_key",
            result: [
                [
                    "sys_id": .string(one), "name": "first", "api": "REDACTED-key-1", "uses": "5",
                    "made": "2025-01-01 10:00:00",
                ],
                [
                    "sys_id": .string(two), "name": "second", "api": "REDACTED-key-2", "uses": "7",
                    "made": "REDACTED-secret-1",
                ],
            ])
        let client = try recorded.client()
        #expect(try client.list("u_key", "ORDERBYname", "api") == ["REDACTED-key-1", "REDACTED-key-2"])
        #expect(try client.list("u_key", "uses>5", "name") == ["second"])
        #expect(try client.list("u_key", "ORDERBYname", "made") == ["2025-01-01 10:00:00", "REDACTED-secret-1"])
    }

    @Test func otherInterfacesAreAnsweredFromTheRecording() throws {
        var recorded = try RecordedExchanges()
        try recorded.see(Self.list)
        let client = try recorded.client { request in
            request.url.path == "/api/x_app/v1/thing" ? HTTPResponse(status: 200, body: Array("recorded".utf8)) : nil
        }
        #expect(try client.get("/api/x_app/v1/thing") == "recorded")
        #expect(try client.ask(.get, "/api/x_app/v1/other").status == 501)
        #expect(try client.ask(.get, "/incident.do").status == 501)
        let stranger = SandboxClient(sandbox: client.sandbox, user: "admin:wrong")
        #expect(try stranger.ask(.get, "/api/x_app/v1/thing").status == 401)
    }

    @Test func sameExchangesGiveTheSameSandbox() throws {
        var recorded = try RecordedExchanges()
        try recorded.see(Self.list)
        try recorded.see("/api/now/table/task?sysparm_limit=50&sysparm_display_value=true")
        let targets = [
            "/api/now/table/incident", "/api/now/table/task?sysparm_display_value=all", "/api/now/ui/meta/incident",
        ]
        let (one, other) = (try recorded.client(), try recorded.client())
        for target in targets { #expect(try one.get(target) == other.get(target)) }
    }
}
