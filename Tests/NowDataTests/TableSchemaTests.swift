import ExchangeModel
import TestSupport
import Testing

@testable import NowData

struct TableSchemaTests {
    private let forbidden = answer(
        #"{"error":{"message":"Operation Failed","detail":"Failed API level ACL Validation"}}"#, status: 403)

    @Test func uiMetaIsRequestedFirst() async throws {
        let (tables, script) = try client([
            answer(
                #"{"result":{"columns":{"state":{"label":"State","type":"integer","mandatory":false,"read_only":"true","#
                    + #""choices":[{"label":"New","value":"1"},{"label":"In Progress","value":"2"}]},"#
                    + #""caller_id":{"label":"Caller","type":"reference","mandatory":true,"reference":"sys_user","max_length":32}}}}"#
            )
        ])
        try await expectEqual(
            tables.describe("incident"),
            [
                ColumnDescription(
                    name: "caller_id", label: "Caller", type: "reference", isMandatory: true, isReadOnly: false,
                    reference: "sys_user", maxLength: 32, defaultValue: nil, choices: []),
                ColumnDescription(
                    name: "state", label: "State", type: "integer", isMandatory: false, isReadOnly: true,
                    reference: nil,
                    maxLength: nil, defaultValue: nil,
                    choices: [.init(value: "1", label: "New"), .init(value: "2", label: "In Progress")]),
            ])
        expectEqual(lines(script), ["GET /api/now/ui/meta/incident"])
    }

    @Test func dictionaryIsMergedWithAncestors() async throws {
        func column(_ table: String, _ name: String, _ label: String) -> String {
            #"{"name":"\#(table)","element":"\#(name)","column_label":"\#(label)","internal_type":"string","mandatory":"false","read_only":"false","max_length":"40","reference":"","default_value":""}"#
        }
        let (tables, script) = try client([
            answer("<html>", status: 404),
            answer(#"{"result":[{"name":"incident","super_class.name":"task","super_class.super_class.name":""}]}"#),
            answer(
                "{\"result\":["
                    + [
                        column("task", "state", "Task state"), column("incident", "state", "Incident state"),
                        column("task", "number", "Number"), column("sys_user", "state", "Not asked for"),
                        column("task", "", "No name"),
                    ].joined(separator: ",") + "]}", total(5)),
            answer(
                #"{"result":[{"name":"task","element":"state","value":"-5","label":"Pending"},"#
                    + #"{"name":"incident","element":"state","value":"1","label":"New"},"#
                    + #"{"name":"incident","element":"state","value":"2","label":"In Progress"}]}"#, total(3)),
        ])
        let columns = try await tables.describe("incident")
        expectEqual(
            columns.map { "\($0.name) \($0.label) \($0.choices.map(\.value))" },
            [
                "number Number []", #"state Incident state ["1", "2"]"#,
            ])
        expectEqual(
            script.requests.map(\.url.path),
            [
                "/api/now/ui/meta/incident", "/api/now/table/sys_db_object", "/api/now/table/sys_dictionary",
                "/api/now/table/sys_choice",
            ])
        expectEqual(
            script.requests[2].url.queryFields.first?.value, "nameINincident,task^elementISNOTEMPTY^ORDERBYsys_id")
    }

    @Test func firstErrorIsReportedIfNothingIsReadable() async throws {
        let (tables, script) = try client([forbidden, answer(#"{"result":[]}"#), answer(#"{"result":[]}"#)])
        await expectEqual(
            errorResponse { _ = try await tables.describe("incident") }?.detail,
            "Failed API level ACL Validation")
        expectEqual(script.requests.count, 3)
    }

    @Test func networkAndSignInFailuresHaveNoFallback() async throws {
        for outcome in [answer("", status: 401), answer("", status: 429), .failure(TransportFailure(.connect, "No."))] {
            let (tables, script) = try client([outcome])
            #expect(await failure { _ = try await tables.describe("incident") } != nil)
            expectEqual(script.requests.count, 1)
        }
    }

    @Test func unreadableChoicesAreEmpty() async throws {
        let (tables, _) = try client([
            forbidden, answer(#"{"result":[]}"#),
            answer(#"{"result":[{"name":"incident","element":"state"}]}"#, total(1)), forbidden,
        ])
        try await expectEqual(tables.describe("incident").map(\.name), ["state"])
    }

    @Test func tablesComeFromSysDBObjectOrRESTExplorer() async throws {
        let (tables, _) = try client([
            answer(
                #"{"result":[{"name":"task","label":"Task"},{"name":"incident","label":"Incident"},{"name":""}]}"#,
                total(3))
        ])
        try await expectEqual(
            tables.tableNames(),
            [
                TableName(name: "incident", label: "Incident"), TableName(name: "task", label: "Task"),
            ])
        let (others, script) = try client([
            forbidden, answer(#"{"result":[{"label":"Incident","value":"incident","reference":""}]}"#),
        ])
        try await expectEqual(others.tableNames(), [TableName(name: "incident", label: "Incident")])
        expectEqual(script.requests.last?.url.path, "/api/now/doc/table/schema")
        let (closed, _) = try client([forbidden, answer("<html>", status: 404)])
        await expectEqual(errorResponse { _ = try await closed.tableNames() }?.kind, .forbidden)
    }
}

/// Names are looked up in columns that the table has.
struct NameColumnTests {
    @Test(arguments: [
        ("Beth", "sys_user", ["user_name", "name", "title", "email"], ["user_name=Beth", "name=Beth"]),
        ("Hardware", "sys_user_group", ["name"], ["name=Hardware"]),
        ("Network Hub", "sys_user", ["user_name", "name", "title"], ["name=Network Hub"]),
        ("abc123", "sys_user", ["user_name", "name"], ["user_name=abc123", "name=abc123"]),
        ("INC0010021", "incident", ["number", "short_description"], ["number=INC0010021"]),
        ("Beth", "incident", ["number", "short_description"], ["number=Beth"]),
        ("Beth", "u_list", ["u_label"], []), ("Beth", "closed", [], ["user_name=Beth", "name=Beth", "number=Beth"]),
    ])
    func onlyColumnsOfTheTableAreAsked(
        name: String, table: String, columns: [String], queries: [String]
    ) async throws {
        let (tables, script) = try client(queries.map { _ in answer(#"{"result":[]}"#) })
        let found = await failure {
            _ = try await tables.knowing { _ in columns }.record(named: name, TableRead(table))
        }
        expectEqual(found, .noRecord(name: name, table: table))
        let asked = script.requests.map { request in
            request.url.queryFields.first { $0.name == "sysparm_query" }?.value
        }
        expectEqual(asked, queries)
    }
}

struct RecordNameTests {
    let sysID = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func queries(_ script: ScriptedTransport) -> [String] {
        script.requests.map { request in
            request.url.queryFields.first { $0.name == "sysparm_query" }?.value ?? request.url.path
        }
    }

    @Test func sysIDIsReadCaseInsensitively() async throws {
        let (tables, script) = try client([answer(#"{"result":{"sys_id":"061c92d26f030200d7aecd9c5d3ee4f8"}}"#)])
        _ = try await tables.record(named: sysID.uppercased(), TableRead("incident"))
        expectEqual(queries(script), ["/api/now/table/incident/\(sysID)"])
        try await expectEqual(tables.sysID(of: sysID, in: "incident"), sysID)
        expectEqual(script.requests.count, 1)
    }

    @Test func numberIsSearchedAndColumnsKept() async throws {
        let (tables, script) = try client([
            answer(
                #"{"result":[{"state":{"value":"2","display_value":"In Progress"},"sys_id":{"value":"a"},"number":{"value":"INC0010021"}}]}"#
            )
        ])
        let row = try await tables.record(named: "inc0010021", TableRead("incident", fields: ["state"]))
        expectEqual(row["state"]?.display, "In Progress")
        expectEqual(queries(script), ["number=inc0010021"])
        expectEqual(
            script.requests[0].url.queryFields.first { $0.name == "sysparm_fields" }?.value, "state,sys_id,number")
    }

    @Test func ignoredConditionIsDetected() async throws {
        let twoUsers = #"{"result":[{"sys_id":"x","name":"Somebody Else"},{"sys_id":"y","name":"Another"}]}"#
        let (tables, script) = try client([answer(twoUsers), answer(twoUsers), answer(twoUsers)])
        let failed = await failure { _ = try await tables.record(named: "abel.tuter", TableRead("sys_user")) }
        expectEqual(failed, .noRecord(name: "abel.tuter", table: "sys_user"))
        expectEqual(queries(script), ["user_name=abel.tuter", "name=abel.tuter", "number=abel.tuter"])
        expectEqual(failed?.description, "No record of sys_user is called abel.tuter, or you may not read it.")
    }

    @Test func displayNameIsSearchedByDisplayValue() async throws {
        let (tables, script) = try client([
            answer(#"{"result":[]}"#),
            answer(#"{"result":[{"sys_id":"k","title":{"value":"t","display_value":"How To"}}]}"#),
        ])
        try await expectEqual(tables.sysID(of: "how to", in: "kb"), "k")
        expectEqual(queries(script), ["name=how to", "title=how to"])
    }

    @Test func ambiguousNameIsAnError() async throws {
        let (tables, _) = try client([
            answer(#"{"result":[{"sys_id":"a","name":"Ann Lee"},{"sys_id":"b","name":"ann lee"}]}"#)
        ])
        await expectEqual(
            failure { _ = try await tables.record(named: "Ann Lee", TableRead("sys_user")) },
            .ambiguous(name: "Ann Lee", table: "sys_user", sysIDs: ["a", "b"]))
    }

    @Test(arguments: ["", "a^active=true", "^"])
    func nameWithQuerySyntaxIsNotSent(name: String) async throws {
        let (tables, script) = try client([])
        guard case .invalidRequest = await failure({ _ = try await tables.record(named: name, TableRead("incident")) })
        else {
            Issue.record("\(name) was asked for")
            return
        }
        #expect(script.requests.isEmpty)
    }
}

/// How a text is interpreted for a column.
struct ValueInterpretationTests {
    private static let choices = [
        ChoiceDescription(value: "1", label: "1 - Critical"), ChoiceDescription(value: "2", label: "High"),
        ChoiceDescription(value: "7", label: "Closed"), ChoiceDescription(value: "8", label: "Closed"),
    ]

    private static func column(_ type: String, reference: String? = nil, choices: [ChoiceDescription] = [])
        -> ColumnDescription
    {
        ColumnDescription(
            name: "x", label: "X", type: type, isMandatory: false, isReadOnly: false, reference: reference,
            maxLength: nil, defaultValue: nil, choices: choices)
    }

    private static let readings: [(ColumnDescription, String, ValueInterpretation)] = [
        (column("integer", choices: choices), "1", .value),
        (column("integer", choices: choices), "", .value),
        (column("integer", choices: choices), "critical", .label(of: [choices[0]])),
        (column("integer", choices: choices), "1 - critical", .label(of: [choices[0]])),
        (column("integer", choices: choices), "closed", .label(of: [choices[2], choices[3]])),
        (column("integer", choices: choices), "9", .noChoice),
        (column("string", choices: choices), "Hgh", .noChoice),
        (column("integer"), "-5", .value), (column("integer"), "many", .noNumber),
        (column("decimal"), "nan", .noNumber),
        (column("boolean"), "TRUE", .value), (column("boolean"), "0", .value), (column("boolean"), "tru", .notBoolean),
        (column("glide_date_time"), "2025-03-03", .value), (column("glide_date_time"), "2025-03-03 08:00:00", .value),
        (column("glide_date_time"), "2025-03-03T08:00:00Z", .value),
        (column("glide_date_time"), "javascript:gs.nowDateTime()", .value),
        (column("glide_date_time"), "2025-03-03 08:00", .noDate), (column("glide_date"), "2025-02-30T08:00", .noDate),
        (column("glide_date_time"), "yesterday", .noDate), (column("glide_date"), "2025-02-30", .noDate),
        (column("due_date"), "03.03.2025", .noDate), (column("glide_date"), "2025-03-03x", .noDate),
        (column("reference", reference: "sys_user"), "abel.tuter", .name(in: "sys_user")),
        (column("reference", reference: "sys_user"), "62826BF03710200044e0bfc8bcbe5df1", .value),
        (column("string"), "anything", .value), (column("glide_list"), "a,b", .value),
    ]

    @Test(arguments: readings.indices)
    func valueIsInterpretedByColumn(_ index: Int) {
        let (column, text, reading) = Self.readings[index]
        expectEqual(column.read(text), reading, "\(column.type) \(text)")
    }
}
