import CassetteStore
import ExchangeModel
import LineEditing
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// No secret of a GraphQL command is on a tape or in a history, wherever it was given, and the tape still plays.
struct GraphQLSecretTests {
    private static let insert =
        "mutation M($p: String) { GlideRecord_Mutation { insert_sys_user(user_name: \"n\", user_password: $p) { user_name { value } } } }"
    private static let body =
        #"{"query":"mutation M($z: String) { GlideRecord_Mutation { insert_sys_user(user_name: \"b\", user_password: $z) { user_name { value } } } }","variables":{"z":"geheim"}}"#

    /// Each is typed with a secret of its own in place of `geheim`, because a secret that is known is replaced
    /// everywhere. For files, the document is `insert`.
    private static let lines = [
        "graphql \(insert) --vars '{\"p\":\"geheim\"}'", "graphql \(insert) --vars {\"p\": \"geheim\"}",
        "graphql \(insert) --vars=\"{\\\"p\\\":\\\"geheim\\\"}\"", "graphql \(insert) --vars @v.json",
        "graphql \(insert) --var p=@p.txt", "graphql \(insert) --vars '{\"p\":\"geheim\", \"o\": 1}'",
        "graphql @f.graphql --var p=geheim", "graphql @f.graphql --var 'p=geheim x' --format json",
        "graphql @f.graphql --vars '{\"p\":\"geheim\"}'", "graphql @f.graphql --vars @v.json",
        "graphql @f.graphql --var p=@p.txt", "graphql @f.graphql --var o=1 --var p=geheim",
        "graphql @missing --var p=geheim", "graphql @broken.graphql --var p=geheim",
        // The previous document's variables do not affect these.
        "graphql { GlideRecord_Query { incident { _rowCount } } }\ngraphql @f.graphql --var p=geheim =>",
        "graphql format \(insert.split(separator: "$p)").joined(separator: "\"geheim\")"))",
        "graphql format { a(user_password: \"geheim\" b c) }",
        "graphql format { a(password: \"\"\"geheim\"\"\", pin: 1) }",
        "graphql format { a(token: 4711081523) }", "graphql format @secret.graphql",
        "rest POST /api/now/graphql --body '\(body)'",
        "table create sys_user user_name=x user_password=@p.txt",
    ]

    @Test func nothingIsKept() async throws {
        let machine = try TestMachine()
        let history = HistoryStore(path: machine.folder.path + "/history.sqlite") { _ in }
        let harness = try ShellHarness(machine, history: history)
        for (number, line) in Self.lines.enumerated() {
            func own(_ text: String) -> String { text.replacing("geheim", with: "geheim\(number + 10)") }
            let files = [
                "f.graphql": Self.insert, "v.json": own(#"{"p":"geheim"}"#), "p.txt": own("geheim\n"),
                "broken.graphql": Self.insert + " }", "secret.graphql": own("{ a(user_password: \"geheim\") }"),
            ]
            for (name, content) in files { machine.folder.write(Array(content.utf8), to: name) }
            let typed = own(line).split(separator: "\n").map(String.init)
            _ = await PromptLoop(harness.session, reader: TypedLines(typed)).run()
        }
        try await harness.closeAndReplay()
        for name in ["history.sqlite", "history.sqlite-wal"] + machine.tapes {
            let bytes = machine.folder.bytes(of: name) ?? []
            for secret in ["geheim", "4711081523"] {
                let found = bytes.firstRange(of: Array(secret.utf8))?.lowerBound
                let near = found.map { String(decoding: bytes[$0...].prefix(12), as: UTF8.self) }
                expectEqual(near, nil, "\(name) holds it")
            }
        }
    }

    @Test func aliasDoesNotHideSecret() async throws {
        let answer =
            #"{"data":{"GlideRecord_Query":{"u":{"_results":[{"pw":{"value":"kurz"},"name":{"value":"kurz und gut"}}]}}}}"#
        let document = "{ GlideRecord_Query { u { _results { pw: user_password { value } name { value } } } } }"
        for line in [
            "graphql \(document) --no-validate", "graphql \(document) --no-validate --format json",
            "rest POST /api/now/graphql --body '{\"query\":\"\(document)\"}'",
            "rest GET '/api/now/graphql?query=\(document.split(separator: " ").joined(separator: "%20"))'",
        ] {
            let script = ScriptedTransport([
                .success(
                    HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array(answer.utf8)))
            ])
            let machine = try TestMachine(instance: script, answers: ["dev1", "dev1"])
            let harness = try ShellHarness(machine, instance: "dev1", user: "admin")
            let printed = await harness.transcript(of: [line])
            #expect(printed.contains("kurz und gut"), "\(printed)")
            try await harness.closeAndReplay()
            let bytes = try #require(machine.folder.bytes(of: "sessions/tape.cassette"))
            expectEqual(bytes.firstRange(of: Array("\"kurz\"".utf8)), nil, "\(line)")
            #expect(bytes.firstRange(of: Array("kurz und gut".utf8)) != nil, "\(line)")
        }
    }

    /// Typing the line again, secret included, gives the recorded response.
    @Test func lineWithDocumentFilePlaysWhenTypedAgain() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array(Self.insert.utf8), to: "f.graphql")
        let harness = try ShellHarness(machine)
        let line = "graphql @f.graphql --var p=geheim"
        let printed = await harness.transcript(of: [line])
        try await harness.session.close()
        let again = try ShellHarness(try TestMachine(machine.folder, instance: ScriptedTransport([])))
        let played = await again.transcript(of: ["tape open tape --mode replay", line])
        #expect(played.hasSuffix(printed), "\(played)")
    }
}
