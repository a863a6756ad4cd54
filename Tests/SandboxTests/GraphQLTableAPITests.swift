import ExchangeModel
import Notation
import TestSupport
import Testing

/// The Table API and GraphQL return the same records, values and counts.
struct GraphQLTableAPITests {
    private struct ListResponse {
        var status: Int
        var total: String?
        var rows: [JSON]
        var refusal: String
    }

    /// The Table API request for the same list. It includes every record and reference that a dot-walk passes.
    private func table(_ question: ListRequest, _ client: SandboxClient) throws -> ListResponse {
        let target =
            "/api/now/table/\(question.table)?sysparm_query=\(PercentCoding.encode(question.query))"
            + "&sysparm_fields=\((question.columns + question.columns.flatMap(steps)).joined(separator: ","))"
            + "&sysparm_display_value=all&sysparm_exclude_reference_link=true"
            + "&sysparm_limit=\(question.limit)&sysparm_offset=\(question.offset)"
        let response = try client.ask(.get, target)
        let error = response.json["error"]
        return ListResponse(
            status: response.status, total: response.headers["X-Total-Count"],
            rows: SandboxClient.elements(response.json["result"] ?? .null),
            refusal: [error?["message"]?.scalarText, error?["detail"]?.scalarText].compactMap { $0 }
                .joined(separator: " "))
    }

    /// `a`, `a.sys_id`, `a.b`, `a.b.sys_id` for `a.b.c`.
    private func steps(_ path: String) -> [String] {
        let parts = path.split(separator: ".").dropLast()
        return parts.indices.flatMap { end in
            let walk = parts[...end].joined(separator: ".")
            return [walk, walk + ".sys_id"]
        }
    }

    private func document(_ question: ListRequest) -> String {
        let fields = question.columns.map { path in
            let parts = path.split(separator: ".")
            let opening = parts.dropLast().map { $0 + " { _reference { " }.joined()
            let closing = String(repeating: " } }", count: parts.count - 1)
            return opening + (parts.last ?? "") + " { value displayValue canRead }" + closing
        }
        return """
            query ($q: String) { GlideRecord_Query { \(question.table)(queryConditions: $q, \
            pagination: {limit: \(question.limit), offset: \(question.offset)}) \
            { _rowCount _results { \(fields.joined(separator: " ")) } } } }
            """
    }

    private func graphQL(_ question: ListRequest, _ client: SandboxClient) throws -> JSON {
        let body: JSON = ["query": .string(document(question)), "variables": ["q": .string(question.query)]]
        let response = try client.ask(.post, "/api/now/graphql", body: body.compact)
        return response.status == 200 ? response.json : .string("status \(response.status): " + response.text)
    }

    /// The difference between a record from either API; nil if there are only these expected ones:
    ///
    /// - A column that the user may not read is missing in the Table API; in GraphQL it is null and marked unreadable.
    /// - A dot-walk ends, with null, at the first record that is missing or unreadable, or whose reference is
    ///   unreadable. The Table API checks the last record only.
    /// - An empty number, boolean or choice may be null in one and empty text in the other.
    /// - A journal has its entries as value, where the Table API has only their display value.
    private func difference(_ path: String, _ row: JSON, _ node: JSON, isJournal: Bool) -> String? {
        let parts = path.split(separator: ".").map(String.init)
        var node = node
        for (offset, part) in parts.enumerated() {
            guard let next = node[part] else { return "no \(part)" }
            node = next
            if offset == parts.count - 1 { break }
            let walk = parts[...offset].joined(separator: ".")
            let isThere = row[walk] != nil && row[walk + ".sys_id"]?["value"]?.scalarText?.isEmpty == false
            guard let record = node["_reference"] else { return "no _reference of \(walk)" }
            if !isThere { return record == .null ? nil : "\(walk) leads to a record" }
            if record == .null { return "\(walk) leads nowhere" }
            node = record
        }
        guard let cell = row[path] else {
            return node == ["value": .null, "displayValue": .null, "canRead": .bool(false)] ? nil : "readable"
        }
        let (value, shown) = (node["value"]?.scalarText, node["displayValue"]?.scalarText)
        if node["canRead"] != .bool(true) { return "not readable" }
        if shown != cell["display_value"]?.scalarText { return "displayValue" }
        if isJournal { return value == shown ? nil : "journal" }
        return value == cell["value"]?.scalarText ? nil : "value"
    }

    @Test(
        arguments: [("john.doe:password", 1), ("abel.tuter:password", 2), ("joe.employee:password", 3)]
            as [(String, UInt64)])
    func randomListsAreEqual(user: String, seed: UInt64) throws {
        var client = try SandboxClient.reading()
        var questions = try RandomListRequests(seed: seed, client)
        client.user = user
        var (records, refused, wrong) = (0, 0, 0)
        for number in 0..<200 {
            let question = try questions.next()
            let (asked, told) = (try table(question, client), try graphQL(question, client))
            let answer = told["data"]?["GlideRecord_Query"]?[question.table]
            var differences: [String] = []
            if asked.status == 200 {
                let rows = SandboxClient.elements(answer?["_results"] ?? .null)
                if answer?["_rowCount"]?.scalarText != asked.total { differences.append("_rowCount") }
                if rows.count != asked.rows.count { differences.append("\(rows.count) of \(asked.rows.count) rows") }
                if told["errors"] != nil { differences.append("errors") }
                for (row, node) in zip(asked.rows, rows) {
                    for path in question.columns {
                        let type = try questions.column(at: path, of: question.table)?.type
                        if let found = difference(path, row, node, isJournal: type?.hasPrefix("journal") == true) {
                            differences.append(path + ": " + found)
                        }
                    }
                }
                records += rows.count
            } else {
                let message = told["errors"]?[0]?["message"]?.scalarText ?? ""
                let said =
                    asked.refusal.contains("API level ACL") ? "Insufficient rights to query records" : asked.refusal
                if answer != .null || !message.hasSuffix(said) { differences.append("refused: " + message) }
                refused += 1
            }
            expectEqual(differences, [], "question \(number) of \(user): \(question)")
            if !differences.isEmpty { wrong += 1 }
            if wrong > 3 { return }
        }
        // The comparison covered enough cases, and some of them were denied.
        #expect(records > 200)
        #expect(refused > (user.hasPrefix("john") ? -1 : 4))
    }
}

/// Records by `GlideRecord_Query`.
struct GraphQLRecordTests {
    /// Beyond the joins of one statement, further records are read separately, with the same result.
    @Test func dotWalkMayExceedJoinLimit() throws {
        let client = try SandboxClient()
        let one = try client.create("incident", #"{"short_description":"around"}"#)
        _ = try client.ask(.patch, "/api/now/table/incident/" + one, body: "{\"parent_incident\":\"\(one)\"}")
        let down = String(repeating: "parent_incident { _reference { ", count: 60)
        let answer = try client.graphQL(
            table: "incident(sys_id: \"\(one)\") { _results { " + down + "short_description { value } "
                + String(repeating: "} } ", count: 60) + "} }")
        var place = answer["_results"]?[0]
        for _ in 0..<60 { place = place?["parent_incident"]?["_reference"] }
        expectEqual(place, ["short_description": ["value": "around"]])
    }
}

struct GraphQLAggregateTests {
    /// For random tables, groups and functions: the groups equal those of the Aggregate API.
    @Test(arguments: ["john.doe:password", "abel.tuter:password"])
    func groupsMatchAggregateAPI(user: String) throws {
        var client = try SandboxClient.reading()
        var questions = try RandomListRequests(seed: 4, client)
        client.user = user
        var (groups, refused) = (0, 0)
        for _ in 0..<60 {
            let question = try questions.next()
            let columns = question.columns.prefix(2)
            let path = question.columns.last ?? "sys_id"
            let target =
                "/api/now/stats/\(question.table)?sysparm_query=\(PercentCoding.encode(question.query))"
                + "&sysparm_group_by=\(columns.joined(separator: ","))&sysparm_display_value=all&sysparm_count=true"
                + "&sysparm_avg_fields=\(path)&sysparm_min_fields=\(path)"
            let response = try client.ask(.get, target)
            let told = try JSON(
                JSONDocument(
                    client.graphQL(
                        """
                        query ($q: String, $g: [String], $f: String!) { GlideAggregateRecord_Query(tableName:
                        "\(question.table)", queryConditions: $q, groupBy: $g) { totalGroupsCount aggregates { count
                        avg(field: $f) min(field: $f) groupBy { field value displayValue } } } }
                        """,
                        variables: [
                            "q": .string(question.query), "g": .array(columns.map(JSON.string)), "f": .string(path),
                        ])
                ).root)["data"]?["GlideAggregateRecord_Query"]
            guard response.status == 200, case .array(let expected)? = response.json["result"] else {
                if response.status != 200 { expectEqual(told, .null, "\(question)") }
                refused += 1
                continue
            }
            let found = SandboxClient.elements(told?["aggregates"] ?? .null)
            let results: [[String?]] = found.map { group in
                ["count", "avg", "min"].map { group[$0]?.scalarText }
            }
            let wanted: [[String?]] = expected.map { row in
                let stats = row["stats"]
                let rest: [String?] = ["avg", "min"].map { stats?[$0]?[path]?.scalarText ?? "" }
                return [stats?["count"]?.scalarText] + rest
            }
            expectEqual(results, wanted, "\(question)")
            let shared: [[[JSON?]]] = found.map { group in
                SandboxClient.elements(group["groupBy"] ?? .null).map {
                    [$0["field"], $0["value"], $0["displayValue"]]
                }
            }
            let named: [[[JSON?]]] = expected.map { row in
                SandboxClient.elements(row["groupby_fields"] ?? .null).map {
                    [$0["field"], $0["value"], $0["display_value"]]
                }
            }
            expectEqual(shared, named, "\(question)")
            groups += found.count
        }
        #expect(groups > 80)
        #expect(refused < 40)
    }
}

struct GraphQLAggregateErrorTests {
    /// Where the Aggregate API would omit groups, the whole field is null.
    @Test func complexityLimitIsEnforced() throws {
        let names = (0...20).map { "\"c\($0)\"" }.joined(separator: ", ")
        let functions = (0...100).map { "a\($0): avg(field: \"c\($0)\")" }.joined(separator: " ")
        for (arguments, fields, limit) in [
            (", groupBy: [\(names)]", "totalCount", "20 groups"), ("", "aggregates { \(functions) }", "100 functions"),
        ] {
            let field = "GlideAggregateRecord_Query", query = "\(field)(tableName: \"incident\"\(arguments))"
            try expectEqual(
                SandboxClient.reading().graphQL("{ \(query) { \(fields) } }"),
                """
                {"data":{"\(field)":null},"errors":[{"message":"Exception encountered processing path: /\(field) - \
                Query too complex A query may hold at most \(limit)","path":["\(field)"],\
                "errorType":"DataFetchingException"}]}
                """)
        }
    }
}

struct GraphQLMutationTests {
    private let id = "00112233445566778899aabbccddeeff"

    /// `{"data":{"GlideRecord_Mutation":{fields}}}`.
    private func data(_ fields: String) -> String { #"{"data":{"GlideRecord_Mutation":{"# + fields + "}}}" }

    /// Both APIs write the same, including numbers, timestamps and the effects of business rules.
    @Test(arguments: [
        ("incident", ["short_description": "one", "impact": "1", "urgency": "2", "comments": "c", "active": "true"]),
        ("incident", ["state": "6", "close_code": "Solved (Permanently)", "close_notes": "n", "made_up": "x"]),
        ("sys_user", ["user_name": "new.one", "first_name": "New", "last_name": "One", "user_password": "secret"]),
        ("change_request", ["sys_class_name": "incident", "number": "CHG1", "sys_created_on": "2020-01-01 00:00:00"]),
        ("sc_task", ["due_date": "2025-09-09 09:09:09", "order": "7", "watch_list": "a,b", "priority": "x"]),
        ("cmdb_ci", ["sys_class_name": "cmdb_ci_server", "name": "box", "cost": "12.5"]),
        ("kb_knowledge", ["text": "<p>a & b</p>", "workflow_state": "published"]),
    ])
    func bothAddressesWriteTheSame(table: String, columns: [String: String]) throws {
        let (one, other) = (try SandboxClient(), try SandboxClient())
        let names = Set(
            SandboxClient.names(try one.read("/api/now/ui/meta/" + table)["result"]?["columns"]))
        _ = try other.read("/api/now/ui/meta/" + table)
        let given = columns.sorted { $0.key < $1.key }
        let body = JSON.object(given.map { .init($0.key, .string($0.value)) } + [.init("sys_id", .string(id))])
        try expectEqual(one.ask(.post, "/api/now/table/" + table, body: body.compact).status, 201)
        let arguments = given.filter { names.contains($0.key) }.map { $0.key + ": " + JSON.string($0.value).compact }
        let insert = "insert_\(table)(sys_id: \"\(id)\" \(arguments.joined(separator: " "))) { sys_id { value } }"
        try expectEqual(
            other.graphQL("mutation { GlideRecord_Mutation { \(insert) } }"),
            data("\"insert_\(table)\":{\"sys_id\":{\"value\":\"\(id)\"}}"))
        let target = "/api/now/table/\(table)/\(id)?sysparm_display_value=all"
        #expect(try one.get(target).contains(id))
        try expectEqual(one.get(target), other.get(target))

        let change = #"{"sys_created_by":"me","sys_mod_count":"90","active":"false"}"#
        try expectEqual(one.ask(.patch, "/api/now/table/\(table)/\(id)", body: change).status, 200)
        let active = names.contains("active") ? "active: \"false\"" : ""
        let update = "update_\(table)(sys_id: \"\(id)\" sys_created_by: \"me\" sys_mod_count: \"90\" \(active))"
        #expect(
            try !other.graphQL("mutation { GlideRecord_Mutation { \(update) { sys_id { value } } } }").contains(
                "errors"))
        try expectEqual(one.get(target), other.get(target))
    }
}
