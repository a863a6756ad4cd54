import ExchangeModel
import Notation
import Testing

struct GraphQLMutationTests {
    private let id = "00112233445566778899aabbccddeeff"

    /// `{"data":{"GlideRecord_Mutation":{fields}}}`.
    private func data(_ fields: String) -> String { #"{"data":{"GlideRecord_Mutation":{"# + fields + "}}}" }

    @Test func anInsertGivesTheRecord() throws {
        let visit = try Visit()
        #expect(
            try visit.graphQL(
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

    @Test func anUpdateChangesWhatItNames() throws {
        let visit = try Visit()
        _ = try visit.create("incident", #"{"sys_id":"\#(id)","short_description":"kept","impact":"1","urgency":"2"}"#)
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
        #expect(try visit.graphQL(update, variables: ["id": id, "d": "told"]) == answer("told", 1))
        // A variable that has no value is an argument that is not given; null empties the column.
        #expect(try visit.graphQL(update, variables: ["id": id]) == answer("told", 1))
        #expect(try visit.graphQL(update, variables: ["id": id, "d": nil]) == answer("", 2))
    }

    @Test func aDeleteSaysWhatItTook() throws {
        let visit = try Visit()
        _ = try visit.create("problem", #"{"sys_id":"\#(id)","work_notes":"gone with it"}"#)
        let delete =
            #"mutation { GlideRecord_Mutation { delete_problem(sys_id: "\#(id)") { modified_count sys_id __typename } } }"#
        #expect(
            try visit.graphQL(delete)
                == data(
                    """
                    "delete_problem":{"modified_count":1,"sys_id":"\(id)",\
                    "__typename":"GlideRecord_DeleteMutationOutputType"}
                    """))
        #expect(try visit.count("problem", "sys_id=" + id) == "0")
        #expect(try visit.count("sys_journal_field", "element_id=" + id) == "0")
        #expect(try visit.graphQL(delete).contains("No Record found"))
    }

    /// What is written in either way is the same, down to numbers, moments and what the sandbox does by itself.
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
        let (one, other) = (try Visit(), try Visit())
        let names = Set(
            Visit.names(try one.read("/api/now/ui/meta/" + table)["result"]?["columns"]))
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

    @Test func aMutationIsSeenByTheNextField() throws {
        let visit = try Visit()
        #expect(
            try visit.graphQL(
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
