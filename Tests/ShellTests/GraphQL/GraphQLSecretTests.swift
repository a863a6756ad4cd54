import ExchangeModel
import Foundation
import LineEditing
import Tables
import Tapes
import Testing
import Workbench

/// No secret of a GraphQL command is on a tape or in a history, wherever it was given, and the tape still plays.
@Suite struct GraphQLSecretTests {
    private static let insert =
        "mutation M($p: String) { GlideRecord_Mutation { insert_sys_user(user_name: \"n\", user_password: $p) { user_name { value } } } }"
    private static let body =
        #"{"query":"mutation M($z: String) { GlideRecord_Mutation { insert_sys_user(user_name: \"b\", user_password: $z) { user_name { value } } } }","variables":{"z":"geheim"}}"#

    /// For files, the document is `insert`.
    @Test(arguments: [
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
    ])
    func nothingIsKept(line: String) async throws {
        let machine = try TestMachine()
        let files = [
            "f.graphql": Self.insert, "v.json": #"{"p":"geheim"}"#, "p.txt": "geheim\n",
            "broken.graphql": Self.insert + " }", "secret.graphql": "{ a(user_password: \"geheim\") }",
            "typed": line + "\n",
        ]
        for (name, content) in files { machine.folder.write(Array(content.utf8), to: name) }
        let typed = try FileHandle(forReadingFrom: URL(filePath: machine.folder.path + "/typed"))
        defer { try? typed.close() }
        let history = HistoryStore(path: machine.folder.path + "/history.sqlite") { _ in }
        let harness = try ShellHarness(machine, history: history)
        _ = await PromptLoop(harness.session, reader: PlainReader(descriptor: typed.fileDescriptor)).run()
        try await harness.session.close()
        for name in ["history.sqlite", "history.sqlite-wal"] {
            let bytes = machine.folder.bytes(of: name) ?? []
            #expect(bytes.firstRange(of: Array("geheim".utf8)) == nil, "\(name) holds the secret")
        }
        for tape in machine.tapes {
            let bytes = try #require(machine.folder.bytes(of: "sessions/tape.cassette"))
            for secret in ["geheim", "4711081523"] {
                #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "the tape holds \(secret)")
            }
            let replay = try await machine.check(tape)
            #expect(replay.status == 0, "\(replay.printed)")
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
                    HTTPResponse(
                        status: 200, reason: "",
                        headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
                        body: Array(answer.utf8)))
            ])
            let machine = try TestMachine(instance: script, answers: ["dev1", "dev1"])
            let harness = try ShellHarness(machine, instance: "dev1", user: "admin")
            let printed = await harness.transcript(of: [line])
            try await harness.session.close()
            #expect(printed.contains("kurz und gut"), "\(printed)")
            for tape in machine.tapes {
                let bytes = try #require(machine.folder.bytes(of: "sessions/tape.cassette"))
                #expect(bytes.firstRange(of: Array("\"kurz\"".utf8)) == nil, "\(line)")
                #expect(bytes.firstRange(of: Array("kurz und gut".utf8)) != nil, "\(line)")
                let replay = try await machine.check(tape)
                #expect(replay.status == 0, "\(replay.printed)")
            }
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
