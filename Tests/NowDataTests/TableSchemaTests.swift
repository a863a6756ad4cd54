import ExchangeModel
import Testing

@testable import NowData

@Suite struct TableSchemaTests {
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
        #expect(
            try await tables.describe("incident") == [
                ColumnDescription(
                    name: "caller_id", label: "Caller", type: "reference", isMandatory: true, isReadOnly: false,
                    reference: "sys_user", maxLength: 32, defaultValue: nil, choices: []),
                ColumnDescription(
                    name: "state", label: "State", type: "integer", isMandatory: false, isReadOnly: true,
                    reference: nil,
                    maxLength: nil, defaultValue: nil,
                    choices: [.init(value: "1", label: "New"), .init(value: "2", label: "In Progress")]),
            ])
        #expect(lines(script) == ["GET /api/now/ui/meta/incident"])
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
        #expect(
            columns.map { "\($0.name) \($0.label) \($0.choices.map(\.value))" } == [
                "number Number []", #"state Incident state ["1", "2"]"#,
            ])
        #expect(
            script.requests.map(\.url.path) == [
                "/api/now/ui/meta/incident", "/api/now/table/sys_db_object", "/api/now/table/sys_dictionary",
                "/api/now/table/sys_choice",
            ])
        #expect(
            script.requests[2].url.queryFields.first?.value == "nameINincident,task^elementISNOTEMPTY^ORDERBYsys_id")
    }

    @Test func firstErrorIsReportedIfNothingIsReadable() async throws {
        let (tables, script) = try client([forbidden, answer(#"{"result":[]}"#), answer(#"{"result":[]}"#)])
        #expect(
            await errorResponse { _ = try await tables.describe("incident") }?.detail
                == "Failed API level ACL Validation")
        #expect(script.requests.count == 3)
    }

    @Test func networkAndSignInFailuresHaveNoFallback() async throws {
        for outcome in [answer("", status: 401), answer("", status: 429), .failure(TransportFailure(.connect, "No."))] {
            let (tables, script) = try client([outcome])
            #expect(await failure { _ = try await tables.describe("incident") } != nil)
            #expect(script.requests.count == 1)
        }
    }

    @Test func unreadableChoicesAreEmpty() async throws {
        let (tables, _) = try client([
            forbidden, answer(#"{"result":[]}"#),
            answer(#"{"result":[{"name":"incident","element":"state"}]}"#, total(1)), forbidden,
        ])
        #expect(try await tables.describe("incident").map(\.name) == ["state"])
    }

    @Test func tablesComeFromSysDBObjectOrRESTExplorer() async throws {
        let (tables, _) = try client([
            answer(
                #"{"result":[{"name":"task","label":"Task"},{"name":"incident","label":"Incident"},{"name":""}]}"#,
                total(3))
        ])
        #expect(
            try await tables.tableNames() == [
                TableName(name: "incident", label: "Incident"), TableName(name: "task", label: "Task"),
            ])
        let (others, script) = try client([
            forbidden, answer(#"{"result":[{"label":"Incident","value":"incident","reference":""}]}"#),
        ])
        #expect(try await others.tableNames() == [TableName(name: "incident", label: "Incident")])
        #expect(script.requests.last?.url.path == "/api/now/doc/table/schema")
        let (closed, _) = try client([forbidden, answer("<html>", status: 404)])
        #expect(await errorResponse { _ = try await closed.tableNames() }?.kind == .forbidden)
    }
}
