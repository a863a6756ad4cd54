import ExchangeModel
import Notation
import TestSupport
import Testing

/// Records by `GlideRecord_Query`.
struct GraphQLRecordTests {
    private static let known = #"incident(queryConditions: "number=INC0010021")"#
    private static let sysID = "061c92d26f030200d7aecd9c5d3ee4f8"

    @Test func documentationQueryGivesTenArticles() throws {
        let client = try SandboxClient()
        let list = try client.read(
            """
            /api/now/table/kb_knowledge?sysparm_query=active=true%5EORDERBYpublishedDESC&sysparm_limit=10\
            &sysparm_display_value=all&sysparm_fields=sys_id,number,short_description,author,published
            """)
        let rows = SandboxClient.elements(list["result"] ?? .null).map { row in
            JSON.object(
                ["sys_id", "number", "short_description", "author", "published"].map { name in
                    let form = name == "sys_id" ? ("value", "value") : ("displayValue", "display_value")
                    return .init(name, .object([.init(form.0, row[name]?[form.1] ?? .null)]))
                })
        }
        #expect(rows.count == 10)
        #expect(
            try client.graphQL(SampleDocuments.articles)
                == SandboxClient.records(#""kb_knowledge":{"_results":"# + JSON.array(rows).compact + "}"))
    }

    @Test func singleRecordIsAList() throws {
        let client = try SandboxClient()
        let rows = #"_results":[{"number":{"value":"INC0010021"}}]"#
        for arguments in [
            "sys_id: \"\(Self.sysID)\"", "sys_id: \"\(Self.sysID)\", queryConditions: \"state=1^NQstate=2\"",
        ] {
            #expect(
                try client.graphQL(
                    "{ GlideRecord_Query { incident(\(arguments)) { _rowCount _results { number { value } } } } }")
                    == SandboxClient.records(#""incident":{"_rowCount":1,""# + rows + "}"))
        }
        for arguments in ["sys_id: \"nosuch\"", "sys_id: \"\(Self.sysID)\", queryConditions: \"state=1\""] {
            #expect(
                try client.graphQL(table: "incident(\(arguments)) { _rowCount _results { number { value } } }")
                    == ["_rowCount": 0, "_results": []])
        }
        // A record of another class is not in this table.
        #expect(try client.graphQL(table: "problem(sys_id: \"\(Self.sysID)\") { _rowCount }") == ["_rowCount": 0])
        #expect(try client.graphQL(table: "task(sys_id: \"\(Self.sysID)\") { _rowCount }") == ["_rowCount": 1])
    }

    @Test func valuesDisplayValuesChoicesAndReferences() throws {
        let answer = try SandboxClient().graphQL(
            """
            query ($q: String) {
              GlideRecord_Query {
                incident(queryConditions: $q, pagination: {limit: 10, offset: 0}) {
                  _rowCount
                  _results {
                    sys_id { value }
                    number { displayValue }
                    priority { value displayValue _choices { value displayValue } }
                    category { _choices { value } }
                    caller_id { value displayValue _reference { email { value } department { displayValue } } }
                  }
                }
              }
            }
            """, variables: ["q": "number=INC0010021"])
        #expect(
            answer
                == SandboxClient.records(
                    """
                    "incident":{"_rowCount":1,"_results":[{"sys_id":{"value":"\(Self.sysID)"},\
                    "number":{"displayValue":"INC0010021"},"priority":{"value":"3","displayValue":"3 - Moderate","_choices":[\
                    {"value":"1","displayValue":"1 - Critical"},{"value":"2","displayValue":"2 - High"},\
                    {"value":"3","displayValue":"3 - Moderate"},{"value":"4","displayValue":"4 - Low"},\
                    {"value":"5","displayValue":"5 - Planning"}]},"category":{"_choices":[{"value":"inquiry"},\
                    {"value":"software"},{"value":"hardware"},{"value":"network"},{"value":"database"}]},\
                    "caller_id":{"value":"62826bf03710200044e0bfc8bcbe5df1","displayValue":"Abel Tuter",\
                    "_reference":{"email":{"value":"abel.tuter@example.com"},"department":{"displayValue":"IT"}}}}]}
                    """))
    }

    @Test func everyWrapperFieldIsThere() throws {
        let all = """
            value hasValue isArray isObject isNil isChoice isMandatory label textAreaDisplayValue style canWrite canRead \
            canCreate isDynamicCreate hasMapping displayValue htmlValue internalType valueMapping referenceTableName
            """
        let row = try SandboxClient().graphQL(
            """
            { GlideRecord_Query { \(Self.known) { _results { caller_id { \(all) } active { \(all) } sys_mod_count { \(all) }
              due_date { \(all) } } } } }
            """)
        func wrapper(
            _ value: String, _ shown: String, _ label: String, _ type: String, reference: String = "null",
            canWrite: Bool = true, isEmpty: Bool = false
        ) -> String {
            """
            {"value":\(value),"hasValue":\(!isEmpty),"isArray":false,"isObject":false,"isNil":\(isEmpty),"isChoice":false,\
            "isMandatory":false,"label":"\(label)","textAreaDisplayValue":"\(shown)","style":"","canWrite":\(canWrite),\
            "canRead":true,"canCreate":\(canWrite),"isDynamicCreate":false,"hasMapping":false,"displayValue":"\(shown)",\
            "htmlValue":"\(shown)","internalType":"\(type)","valueMapping":null,"referenceTableName":\(reference)}
            """
        }
        let caller = wrapper(
            #""62826bf03710200044e0bfc8bcbe5df1""#, "Abel Tuter", "Caller", "reference", reference: #""sys_user""#)
        #expect(
            row
                == SandboxClient.records(
                    """
                    "incident":{"_results":[{"caller_id":\(caller),\
                    "active":\(wrapper("true", "true", "Active", "boolean")),\
                    "sys_mod_count":\(wrapper("0", "0", "Updates", "integer", canWrite: false)),\
                    "due_date":\(wrapper(#""""#, "", "Due date", "glide_date_time", isEmpty: true))}]}
                    """))
    }

    @Test func referencesAreFollowed() throws {
        let client = try SandboxClient()
        let walks = [
            "caller_id.department.name", "caller_id.company.name", "caller_id.location.city",
            "assignment_group.manager.name",
            "assignment_group.manager.department.name", "assignment_group.manager.company.name",
            "parent_incident.number",
        ]
        let list = SandboxClient.elements(
            try client.read(
                "/api/now/table/incident?sysparm_query=ORDERBYnumber&sysparm_limit=40&sysparm_fields="
                    + walks.joined(separator: ","))["result"] ?? .null)
        let below = walks.enumerated().map { offset, walk in
            let steps = walk.split(separator: ".")
            let opening = steps.dropLast().map { "\($0) { _reference { " }.joined()
            return "... { \(opening) w\(offset): \(steps[steps.count - 1]) { value } "
                + String(repeating: "} } ", count: steps.count - 1) + "}"
        }
        let answer = try client.graphQL(
            table: "incident(queryConditions: \"ORDERBYnumber\", pagination: {limit: 40}) { _results { "
                + below.joined(separator: " ") + " } }")
        let rows = SandboxClient.elements(answer["_results"] ?? .null)
        #expect(rows.count == 40 && list.count == 40)
        for (row, expected) in zip(rows, list) {
            for (offset, walk) in walks.enumerated() {
                var place: JSON? = row
                for step in walk.split(separator: ".").dropLast() { place = place?[String(step)]?["_reference"] }
                let value = place?["w\(offset)"]?["value"]?.scalarText ?? ""
                #expect(value == expected[walk]?.scalarText ?? "", "\(walk)")
            }
        }
    }

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
        #expect(place == ["short_description": ["value": "around"]])
    }

    @Test func journalsHaveEntries() throws {
        let client = try SandboxClient()
        let id = try client.create("incident", #"{"work_notes":"first\nline two","comments":"hello"}"#)
        _ = try client.ask(.patch, "/api/now/table/incident/" + id, body: #"{"work_notes":"second"}"#)
        let table = try client.read(
            "/api/now/table/incident/\(id)?sysparm_display_value=true&sysparm_fields=work_notes")
        let stream = try #require(table["result"]?["work_notes"]?.scalarText)
        #expect(stream.hasSuffix("(Work notes)\nfirst\nline two\n\n") && stream.contains(" (Work notes)\nsecond\n\n"))
        let lines = stream.split(separator: "\n", omittingEmptySubsequences: false)
        let answer = try client.graphQL(
            table: """
                incident(sys_id: "\(id)") { _results { work_notes { value displayValue hasValue isNil two: value(maxLines: 2)
                  none: value(maxLines: 0) less: value(maxLines: -1) } close_notes { hasValue } } }
                """)
        #expect(
            answer == [
                "_results": [
                    [
                        "work_notes": [
                            "value": .string(stream), "displayValue": .string(stream), "hasValue": true, "isNil": false,
                            "two": .string(lines.prefix(2).joined(separator: "\n")), "none": "", "less": "",
                        ], "close_notes": ["hasValue": false],
                    ]
                ]
            ])
    }

    @Test func rowResolvesRelatedRecords() throws {
        let client = try SandboxClient()
        let answer = try client.graphQL(
            table: """
                sys_user(queryConditions: "user_nameINabel.tuter,beth.anglin^ORDERBYuser_name") { _results {
                  user_name { value }
                  _query { GlideRecord_Query { incident(queryConditions: "caller_id=$$parent.sys_id$$^ORDERBYnumber",
                    pagination: {limit: 2}) { _rowCount _results { number { value } } } } } } }
                """)
        for row in SandboxClient.elements(answer["_results"] ?? .null) {
            let query = "caller_id.user_name=\(row["user_name"]?["value"]?.scalarText ?? "")^ORDERBYnumber"
            let asked = row["_query"]?["GlideRecord_Query"]?["incident"]
            #expect(try asked?["_rowCount"]?.scalarText == client.count("incident", query))
            #expect(
                try SandboxClient.elements(asked?["_results"] ?? .null).map { $0["number"]?["value"]?.scalarText ?? "" }
                    == client.list("incident", query, "number", limit: 2))
        }
        #expect(SandboxClient.elements(answer["_results"] ?? .null).count == 2)
    }

    @Test func numericColumnsAreNumbers() throws {
        let client = try SandboxClient()
        let id = try client.create("alm_asset", #"{"salvage_value":"1509.5"}"#)
        #expect(
            try client.graphQL(
                table:
                    "alm_asset(sys_id: \"\(id)\") { _results { salvage_value { value displayValue currencyDisplayValue } } }"
            )
                == [
                    "_results": [
                        [
                            "salvage_value": [
                                "value": .number("1509.5"), "displayValue": "$1,509.50",
                                "currencyDisplayValue": "USD;1509.5",
                            ]
                        ]
                    ]
                ])
    }

    @Test(arguments: [
        ("limit: 3", 3), ("limit: 0", 0), ("limit: -1", 0), ("limit: 2147483647", nil), ("offset: 2147483647", 0),
        ("limit: 2, offset: 1", 2), ("", nil),
    ])
    func pagesMatchTableAPI(pagination: String, expected: Int?) throws {
        let client = try SandboxClient()
        let total = try #require(Int(try client.count("sys_user", "")))
        let answer = try client.graphQL(
            table: "sys_user(pagination: {\(pagination)}) { _rowCount _results { sys_id { value } } }")
        #expect(answer["_rowCount"]?.scalarText == String(total))
        #expect(SandboxClient.elements(answer["_results"] ?? .null).count == expected ?? total)
    }
}
