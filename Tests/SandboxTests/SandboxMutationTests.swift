import ExchangeModel
import Notation
import Testing

struct GraphQLMutationTests {
    private let id = "00112233445566778899aabbccddeeff"

    /// `{"data":{"GlideRecord_Mutation":{fields}}}`.
    private func data(_ fields: String) -> String { #"{"data":{"GlideRecord_Mutation":{"# + fields + "}}}" }

    @Test func insertReturnsRecord() throws {
        let client = try SandboxClient()
        #expect(
            try client.graphQL(
                """
                mutation { GlideRecord_Mutation { insert_incident(sys_id: "\(id)", short_description: "It \\"broke\\"",
                  impact: "1", urgency: "1", caller_id: "62826bf03710200044e0bfc8bcbe5df1", knowledge: "true",
                  opened_at: "2025-02-01 10:00:00", comments: "Hello", work_notes: "Hm") {
                    sys_id { value } number { value } short_description { value } knowledge { value displayValue }
                    priority { value displayValue } opened_at { value displayValue }
                    caller_id { value displayValue _reference { email { value } } }
                    comments { displayValue } work_notes { displayValue }
                    _row_data { canWrite uniqueValue displayValue __typename } _rowCount _results { number { value } }
                    error_message __typename
                } } }
                """)
                == data(
                    """
                    "insert_incident":{"sys_id":{"value":"\(id)"},"number":{"value":"INC0010201"},\
                    "short_description":{"value":"It \\"broke\\""},\
                    "knowledge":{"value":true,"displayValue":"true"},\
                    "priority":{"value":"1","displayValue":"1 - Critical"},\
                    "opened_at":{"value":"2025-02-01 10:00:00","displayValue":"2025-02-01 02:00:00"},\
                    "caller_id":{"value":"62826bf03710200044e0bfc8bcbe5df1","displayValue":"Abel Tuter",\
                    "_reference":{"email":{"value":"abel.tuter@example.com"}}},\
                    "comments":{"displayValue":"2025-03-03 08:00:01 - John Doe (Additional comments)\\nHello\\n\\n"},\
                    "work_notes":{"displayValue":"2025-03-03 08:00:01 - John Doe (Work notes)\\nHm\\n\\n"},\
                    "_row_data":{"canWrite":true,"uniqueValue":"\(id)","displayValue":"INC0010201",\
                    "__typename":"GlideRecord_RowDataType"},"_rowCount":null,"_results":null,"error_message":null,\
                    "__typename":"GlideRecord_MutationResultType_incident"}
                    """))
    }

    @Test func updateChangesNamedColumns() throws {
        let client = try SandboxClient()
        _ = try client.create("incident", #"{"sys_id":"\#(id)","short_description":"kept","impact":"1","urgency":"2"}"#)
        let update = """
            mutation ($id: String!, $d: String) { GlideRecord_Mutation { update_incident(sys_id: $id, impact: "3",
              description: $d) { impact { value } urgency { value } description { value } short_description { value }
              sys_mod_count { value } } } }
            """
        func answer(_ description: String, _ count: Int) -> String {
            data(
                """
                "update_incident":{"impact":{"value":"3"},"urgency":{"value":"2"},\
                "description":{"value":"\(description)"},"short_description":{"value":"kept"},\
                "sys_mod_count":{"value":\(count)}}
                """)
        }
        let id = JSON.string(id)
        #expect(try client.graphQL(update, variables: ["id": id, "d": "told"]) == answer("told", 1))
        // A variable without a value omits the argument; null empties the column.
        #expect(try client.graphQL(update, variables: ["id": id]) == answer("told", 1))
        #expect(try client.graphQL(update, variables: ["id": id, "d": nil]) == answer("", 2))
    }

    @Test func deleteReturnsRecord() throws {
        let client = try SandboxClient()
        _ = try client.create("problem", #"{"sys_id":"\#(id)","work_notes":"gone with it"}"#)
        let delete =
            #"mutation { GlideRecord_Mutation { delete_problem(sys_id: "\#(id)") { modified_count sys_id __typename } } }"#
        #expect(
            try client.graphQL(delete)
                == data(
                    """
                    "delete_problem":{"modified_count":1,"sys_id":"\(id)",\
                    "__typename":"GlideRecord_DeleteMutationOutputType"}
                    """))
        #expect(try client.count("problem", "sys_id=" + id) == "0")
        #expect(try client.count("sys_journal_field", "element_id=" + id) == "0")
        #expect(try client.graphQL(delete).contains("No Record found"))
    }

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
        #expect(try one.ask(.post, "/api/now/table/" + table, body: body.compact).status == 201)
        let arguments = given.filter { names.contains($0.key) }.map { $0.key + ": " + JSON.string($0.value).compact }
        let insert = "insert_\(table)(sys_id: \"\(id)\" \(arguments.joined(separator: " "))) { sys_id { value } }"
        #expect(
            try other.graphQL("mutation { GlideRecord_Mutation { \(insert) } }")
                == data("\"insert_\(table)\":{\"sys_id\":{\"value\":\"\(id)\"}}"))
        let target = "/api/now/table/\(table)/\(id)?sysparm_display_value=all"
        #expect(try one.get(target).contains(id))
        #expect(try one.get(target) == other.get(target))

        let change = #"{"sys_created_by":"me","sys_mod_count":"90","active":"false"}"#
        #expect(try one.ask(.patch, "/api/now/table/\(table)/\(id)", body: change).status == 200)
        let active = names.contains("active") ? "active: \"false\"" : ""
        let update = "update_\(table)(sys_id: \"\(id)\" sys_created_by: \"me\" sys_mod_count: \"90\" \(active))"
        #expect(
            try !other.graphQL("mutation { GlideRecord_Mutation { \(update) { sys_id { value } } } }").contains(
                "errors"))
        #expect(try one.get(target) == other.get(target))
    }

    @Test func mutationIsSeenByTheNextField() throws {
        let client = try SandboxClient()
        #expect(
            try client.graphQL(
                """
                mutation { GlideRecord_Mutation {
                  insert_problem(sys_id: "\(id)", short_description: "a") { short_description { value } }
                  first: update_problem(sys_id: "\(id)", short_description: "b") { short_description { value }
                    _query { GlideRecord_Query { problem(queryConditions: "sys_id=$$parent.sys_id$$") { _rowCount
                      _results { short_description { value } } } } } }
                  delete_problem(sys_id: "\(id)") { modified_count }
                } }
                """)
                == data(
                    """
                    "insert_problem":{"short_description":{"value":"a"}},"first":{"short_description":{"value":"b"},\
                    "_query":{"GlideRecord_Query":{"problem":{"_rowCount":1,\
                    "_results":[{"short_description":{"value":"b"}}]}}}},"delete_problem":{"modified_count":1}
                    """))
    }
}

struct GraphQLMutationErrorTests {
    private let id = "00112233445566778899aabbccddeeff"

    /// An entry of `errors`.
    private func error(_ field: String, _ reason: String) -> JSON {
        let message = "Exception encountered processing path: /GlideRecord_Mutation/\(field) - " + reason
        let path: [JSON] = ["GlideRecord_Mutation", .string(field)]
        return .object([
            .init("message", .string(message)), .init("path", .array(path)),
            .init("errorType", "DataFetchingException"),
        ])
    }

    /// A response with these members of `GlideRecord_Mutation` and these errors.
    private func answer(_ members: [JSON.Member], _ errors: [JSON]) -> String {
        let data: JSON = .object([.init("GlideRecord_Mutation", .object(members))])
        return JSON.object([.init("data", data), .init("errors", .array(errors))]).compact
    }

    /// The response when one field of `GlideRecord_Mutation` fails.
    private func failed(_ field: String, _ reason: String) -> String {
        answer([.init(field, .null)], [error(field, reason)])
    }

    private func mutate(_ client: SandboxClient, _ field: String) throws -> String {
        try client.graphQL("mutation { GlideRecord_Mutation { \(field) } }")
    }

    @Test func missingRecordIsNotFound() throws {
        let client = try SandboxClient()
        let reason = "No Record found Record doesn't exist or ACL restricts the record retrieval"
        #expect(
            try mutate(client, #"update_incident(sys_id: "none", state: "2") { sys_id { value } }"#)
                == failed("update_incident", reason))
        #expect(
            try mutate(client, "update_incident(state: \"2\") { sys_id { value } }")
                == failed("update_incident", reason)
        )
        #expect(
            try mutate(client, #"a: delete_incident(sys_id: "none") { sys_id }"#) == failed("a", reason))
        // A record of another table, and one that the user may not read.
        let user = try client.list("sys_user", "user_name=abel.tuter", "sys_id").first ?? ""
        #expect(
            try mutate(client, "delete_incident(sys_id: \"\(user)\") { sys_id }") == failed("delete_incident", reason))
        let foreign = try client.list("incident", "caller_id.user_name!=joe.employee^active=true", "sys_id", limit: 1)
        #expect(
            try mutate(SandboxClient("joe.employee:password"), "delete_incident(sys_id: \"\(foreign[0])\") { sys_id }")
                == failed("delete_incident", reason))
    }

    @Test func accessMatchesTableAPI() throws {
        let client = try SandboxClient("joe.employee:password")
        for (field, name, word) in [
            (#"insert_problem(short_description: "no") { number { value } }"#, "insert_problem", "Insert"),
            (#"insert_sys_properties(name: "x") { name { value } }"#, "insert_sys_properties", "Insert"),
        ] {
            #expect(
                try mutate(client, field)
                    == failed(
                        name, "Operation Failed ACL Exception \(word) Failed due to security constraints"))
        }
        #expect(
            try mutate(client, #"insert_sys_script(name: "x") { name { value } }"#)
                == """
                {"data":{"GlideRecord_Mutation":{"insert_sys_script":null}},"errors":[{"message":\
                "Insufficient rights to query records","path":["GlideRecord_Mutation","insert_sys_script"],\
                "errorType":"DataFetchingException"}]}
                """)
        // He may change his own incident, but not its state, and may not delete it; other fields are ignored.
        let own =
            try mutate(client, #"insert_incident(sys_id: "\#(id)", short_description: "mine") { state { value } }"#)
        #expect(own == #"{"data":{"GlideRecord_Mutation":{"insert_incident":{"state":{"value":"1"}}}}}"#)
        #expect(
            try mutate(
                client,
                """
                update_incident(sys_id: "\(id)", state: "2", short_description: "told") { state { value canWrite }
                  short_description { value canWrite } work_notes { value canRead } _row_data { canWrite canDelete } }
                """)
                    == """
                    {"data":{"GlideRecord_Mutation":{"update_incident":{"state":{"value":"1","canWrite":false},\
                    "short_description":{"value":"told","canWrite":true},"work_notes":{"value":null,"canRead":false},\
                    "_row_data":{"canWrite":true,"canDelete":false}}}}}
                    """)
        #expect(
            try mutate(client, "delete_incident(sys_id: \"\(id)\") { sys_id }")
                == failed(
                    "delete_incident", "Operation Failed ACL Exception Delete Failed due to security constraints"))
    }

    @Test func policiesAndBusinessRulesAbortOnlyTheirField() throws {
        let client = try SandboxClient()
        let before = try client.list("incident", "ORDERBYDESCnumber", "number", limit: 1)
        let told = try mutate(
            client,
            """
            a: insert_problem(sys_id: "\(id)", short_description: "stays") { number { value } }
            b: insert_incident(parent: "0123456789abcdef0123456789abcdef",
              sys_id: "0123456789abcdef0123456789abcdef", work_notes: "undone") { number { value } }
            c: insert_incident(state: "7") { number { value } }
            d: update_problem(sys_id: "\(id)", short_description: "changed") { short_description { value } }
            """)
        let rule = """
            Operation Failed Operation against file 'incident' was aborted by Business Rule \
            'Prevent Recursion^e1ac22b10a0a0b5000e9a0d1a4d37c12'. Business Rule Stack:Prevent Recursion
            """
        let policy = """
            Operation Failed Data Policy Exception: \n\tThe following fields are mandatory: Resolution code, Close notes
            """
        let members: [JSON.Member] = [
            .init("a", ["number": ["value": "PRB0040029"]]), .init("b", .null), .init("c", .null),
            .init("d", ["short_description": ["value": "changed"]]),
        ]
        #expect(told == answer(members, [error("b", rule), error("c", policy)]))
        #expect(try client.list("incident", "ORDERBYDESCnumber", "number", limit: 1) == before)
        #expect(try client.count("sys_journal_field", "value=undone") == "0")
    }

    /// A document is validated before anything is written.
    @Test(arguments: [
        "nosuch(sys_id: \"x\") { sys_id }", "delete_nosuch(sys_id: \"x\") { sys_id }",
        "update_sys_dictionary(sys_id: \"x\") { sys_id { value } }",
        "insert_sys_choice(value: \"x\") { sys_id { value } }", "insert_incident(short_description: \"x\") { nosuch }",
        "insert_incident(short_description: \"x\") { sys_id { nosuch } }",
        "insert_incident(nosuch: \"x\") { sys_id { value } }", "insert_incident(impact: 1) { sys_id { value } }",
        "insert_incident(active: true) { sys_id { value } }", "insert_incident(short_description: \"x\")",
        "delete_problem(sys_id: \"x\", number: \"x\") { sys_id }", "insert_incident { ...Nothing }",
    ])
    func wrongDocumentWritesNothing(field: String) throws {
        let client = try SandboxClient()
        let answer = try mutate(client, "made: insert_problem(sys_id: \"\(id)\") { sys_id { value } } \(field)")
        #expect(answer.hasPrefix(#"{"data":null,"errors":[{"message":"Validation error ("#), "\(answer)")
        #expect(try client.count("problem", "sys_id=" + id) == "0")
    }

    @Test func mutationNeedsPost() throws {
        let client = try SandboxClient()
        let query = "mutation { GlideRecord_Mutation { insert_problem(sys_id: \"\(id)\") { sys_id { value } } } }"
        #expect(
            try client.get("/api/now/graphql?query=" + PercentCoding.encode(query))
                == SandboxClient.refused("A mutation cannot be sent with GET", "OperationNotSupported"))
        #expect(try client.count("problem", "sys_id=" + id) == "0")
    }

    @Test func queryCannotMutate() throws {
        #expect(
            try SandboxClient().graphQL("{ GlideRecord_Mutation { delete_incident(sys_id: \"x\") { sys_id } } }")
                .hasPrefix(
                    #"{"data":null,"errors":[{"message":"Validation error (FieldUndefined@[GlideRecord_Mutation]) : "#))
        #expect(
            try SandboxClient().graphQL("mutation { GlideRecord_Query { incident { _rowCount } } }").hasPrefix(
                #"{"data":null,"errors":[{"message":"Validation error (FieldUndefined@[GlideRecord_Query]) : "#))
    }
}
