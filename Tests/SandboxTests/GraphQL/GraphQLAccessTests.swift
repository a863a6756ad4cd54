import ExchangeModel
import Notation
import Testing

/// What a user may not see is not told by GraphQL either, and is withheld as the Table API withholds it.
struct GraphQLAccessTests {
    private let abel = "abel.tuter:password", joe = "joe.employee:password"

    @Test(arguments: ["abel.tuter:password", "joe.employee:password", "john.doe:password"])
    func withheldRowsCountAndLeavePagesShorter(user: String) throws {
        let visit = try Visit(user)
        for offset in [0, 40, 80] {
            let list = try visit.ask(
                .get,
                """
                /api/now/table/incident?sysparm_query=ORDERBYassignment_group.name%5EORDERBYnumber&sysparm_limit=40\
                &sysparm_offset=\(offset)&sysparm_fields=number
                """)
            let rows = Visit.elements(list.json["result"] ?? .null).map { row in
                JSON.object([.init("number", ["value": row["number"] ?? .null])])
            }
            #expect(
                try visit.graphQL(
                    table: """
                        incident(queryConditions: "ORDERBYassignment_group.name^ORDERBYnumber",
                          pagination: {limit: 40, offset: \(offset)}) { _rowCount _results { number { value } } }
                        """)
                    == ["_rowCount": .number(list.headers["X-Total-Count"] ?? ""), "_results": .array(rows)])
        }
    }

    @Test func aTableWhoseRowsAreHiddenStillCounts() throws {
        var visit = try Visit()
        let total = try visit.count("sys_journal_field", "")
        visit.user = abel
        #expect(
            try visit.graphQL(
                table: "sys_journal_field { _rowCount _results { value { value } } _table_metadata { canRead } }")
                == ["_rowCount": .number(total), "_results": [], "_table_metadata": ["canRead": false]])
        #expect(
            try visit.graphQL(table: "sys_journal_field(omitCount: true) { _rowCount }") == ["_rowCount": nil])
    }

    @Test func aClosedTableIsAnErrorBesideTheOthers() throws {
        #expect(
            try Visit(abel).graphQL(
                "{ GlideRecord_Query { sys_dictionary { _rowCount } sys_user(queryConditions: \"user_name=abel.tuter\") { _rowCount } } }"
            )
                == """
                {"data":{"GlideRecord_Query":{"sys_dictionary":null,"sys_user":{"_rowCount":1}}},"errors":[\
                {"message":"Insufficient rights to query records","path":["GlideRecord_Query","sys_dictionary"],\
                "errorType":"DataFetchingException"}]}
                """)
    }

    @Test func aRecordBehindAReferenceIsWithheld() throws {
        var visit = try Visit()
        let query = "taskISNOTEMPTY^ORDERBYsys_id"
        let numbers = try visit.list("task_sla", query, "task.number", limit: 1000)
        for user in [abel, joe] {
            visit.user = user
            let shown = try visit.list("task_sla", query, "task.number", limit: 1000)
            let answer = try visit.graphQL(
                table:
                    "task_sla(queryConditions: \"\(query)\", pagination: {limit: 1000}) { _results { task { value _reference { number { value } } } } }"
            )
            let rows = Visit.elements(answer["_results"] ?? .null)
            #expect(rows.count == numbers.count && shown != numbers)
            for (row, number) in zip(rows, shown) {
                let reference: JSON = number.isEmpty ? nil : ["number": ["value": .string(number)]]
                #expect(row["task"]?["_reference"] == reference)
            }
        }
    }

    @Test func aColumnThatMayNotBeReadHasNoValue() throws {
        let visit = try Visit(joe)
        #expect(
            try visit.graphQL(
                table: """
                    sys_user(queryConditions: "user_name=abel.tuter") { _results { name { value canRead }
                      phone { value displayValue textAreaDisplayValue htmlValue hasValue isNil canRead canWrite label }
                      cost_center { value displayValue _reference { name { value } } } } }
                    """) == [
                    "_results": [
                        [
                            "name": ["value": "Abel Tuter", "canRead": true],
                            "phone": [
                                "value": nil, "displayValue": nil, "textAreaDisplayValue": nil, "htmlValue": nil,
                                "hasValue": false, "isNil": true, "canRead": false, "canWrite": false,
                                "label": "Phone",
                            ], "cost_center": ["value": nil, "displayValue": nil, "_reference": nil],
                        ]
                    ]
                ])
    }

    @Test(arguments: ["phoneSTARTSWITH+1", "ORDERBYphone", "manager.phone=1"])
    func aQueryDoesNotTellWhatMayNotBeRead(query: String) throws {
        let message =
            "Exception encountered processing path: /GlideRecord_Query/u - Operation against file 'sys_user' was denied "
            + "due to table security. Field(s) present in the query do not have permission to be read."
        #expect(
            try Visit(joe).graphQL("{ GlideRecord_Query { u: sys_user(queryConditions: \"\(query)\") { _rowCount } } }")
                == """
                {"data":{"GlideRecord_Query":{"u":null}},"errors":[{"message":"\(message)",\
                "path":["GlideRecord_Query","u"],"errorType":"DataFetchingException"}]}
                """)
    }

    @Test func aRowsOwnQueryDoesNotTellItEither() throws {
        let visit = try Visit(joe)
        let answer = try visit.graphQL(
            table: """
                sys_user(queryConditions: "user_name=abel.tuter") { _results { _query { GlideRecord_Query {
                  sys_user(queryConditions: "user_name=x$$parent.phone$$x$$parent.nosuch$$x$$parent.user_name$$") { _rowCount }
                  same: sys_user(queryConditions: "user_name=$$parent.phone$$$$parent.user_name$$") { _rowCount } } } } }
                """)
        #expect(
            answer == [
                "_results": [
                    ["_query": ["GlideRecord_Query": ["sys_user": ["_rowCount": 0], "same": ["_rowCount": 1]]]]
                ]
            ])
    }

    @Test func whatMayBeDoneIsToldOfTablesRowsAndColumns() throws {
        var visit = try Visit(joe)
        let id = try visit.create("incident", #"{"short_description":"mine"}"#)
        let fields = """
            incident(sys_id: "\(id)") { _table_metadata { label plural displayValue canRead canWrite canCreate canDelete }
              _results { _row_data { displayValue uniqueValue canDelete canWrite } short_description { canWrite canCreate }
              state { canWrite canCreate } number { canWrite } } }
            """
        func expected(_ number: JSON, task: Bool, delete: Bool) -> JSON {
            [
                "_table_metadata": [
                    "label": "Incident", "plural": "Incidents", "displayValue": "Incident", "canRead": true,
                    "canWrite": true, "canCreate": true, "canDelete": .bool(delete),
                ],
                "_results": [
                    [
                        "_row_data": [
                            "displayValue": number, "uniqueValue": .string(id), "canDelete": .bool(delete),
                            "canWrite": true,
                        ], "short_description": ["canWrite": true, "canCreate": true],
                        "state": ["canWrite": .bool(task), "canCreate": .bool(task)],
                        "number": ["canWrite": .bool(task)],
                    ]
                ],
            ]
        }
        let number = JSON.string(try visit.list("incident", "sys_id=" + id, "number").first ?? "")
        #expect(try visit.graphQL(table: fields) == expected(number, task: false, delete: false))
        visit.user = "john.doe:password"
        #expect(try visit.graphQL(table: fields) == expected(number, task: true, delete: true))
        // Closed records are not for him to write.
        _ = try visit.ask(.patch, "/api/now/table/incident/" + id, body: #"{"active":"false"}"#)
        visit.user = joe
        #expect(
            try visit.graphQL(table: "incident(sys_id: \"\(id)\") { _results { _row_data { canWrite } } }")
                == ["_results": [["_row_data": ["canWrite": false]]]])
    }
}
