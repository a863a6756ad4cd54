import ExchangeModel
import Testing

@testable import NowData

@Suite struct RecordNameTests {
    let sysID = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func queries(_ script: ScriptedTransport) -> [String] {
        script.requests.map { request in
            request.url.queryFields.first { $0.name == "sysparm_query" }?.value ?? request.url.path
        }
    }

    @Test func sysIDIsReadCaseInsensitively() async throws {
        let (tables, script) = try client([answer(#"{"result":{"sys_id":"061c92d26f030200d7aecd9c5d3ee4f8"}}"#)])
        _ = try await tables.record(named: sysID.uppercased(), TableRead("incident"))
        #expect(queries(script) == ["/api/now/table/incident/\(sysID)"])
        #expect(try await tables.sysID(of: sysID, in: "incident") == sysID)
        #expect(script.requests.count == 1)
    }

    @Test func numberIsSearchedAndColumnsKept() async throws {
        let (tables, script) = try client([
            answer(
                #"{"result":[{"state":{"value":"2","display_value":"In Progress"},"sys_id":{"value":"a"},"number":{"value":"INC0010021"}}]}"#
            )
        ])
        let row = try await tables.record(named: "inc0010021", TableRead("incident", fields: ["state"]))
        #expect(row["state"]?.display == "In Progress")
        #expect(queries(script) == ["number=inc0010021"])
        #expect(
            script.requests[0].url.queryFields.first { $0.name == "sysparm_fields" }?.value == "state,sys_id,number")
    }

    @Test func ignoredConditionIsDetected() async throws {
        let anybody = #"{"result":[{"sys_id":"x","name":"Somebody Else"},{"sys_id":"y","name":"Another"}]}"#
        let (tables, script) = try client([answer(anybody), answer(anybody), answer(anybody)])
        let failed = await failure { _ = try await tables.record(named: "abel.tuter", TableRead("sys_user")) }
        #expect(failed == .noRecord(name: "abel.tuter", table: "sys_user"))
        #expect(queries(script) == ["user_name=abel.tuter", "name=abel.tuter", "number=abel.tuter"])
        #expect(failed?.description == "No record of sys_user is called abel.tuter, or you may not read it.")
    }

    @Test func displayNameIsSearchedByDisplayValue() async throws {
        let (tables, script) = try client([
            answer(#"{"result":[]}"#),
            answer(#"{"result":[{"sys_id":"k","title":{"value":"t","display_value":"How To"}}]}"#),
        ])
        #expect(try await tables.sysID(of: "how to", in: "kb") == "k")
        #expect(queries(script) == ["name=how to", "title=how to"])
    }

    @Test func ambiguousNameIsAnError() async throws {
        let (tables, _) = try client([
            answer(#"{"result":[{"sys_id":"a","name":"Ann Lee"},{"sys_id":"b","name":"ann lee"}]}"#)
        ])
        #expect(
            await failure { _ = try await tables.record(named: "Ann Lee", TableRead("sys_user")) }
                == .ambiguous(name: "Ann Lee", table: "sys_user", sysIDs: ["a", "b"]))
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
@Suite struct ValueInterpretationTests {
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
        #expect(column.read(text) == reading, "\(column.type) \(text)")
    }
}
