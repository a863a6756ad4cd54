import CassetteStore
import ExchangeModel
import LineEditing
import TestSupport
import Testing

@testable import Redactors
@testable import Tables
@testable import Tapes
@testable import Workbench

/// A secret typed in the wrong place is in no file and no error.
struct TypedSecretTests {
    /// Each with a secret of its own in place of SECRET, because a secret that is known is replaced everywhere.
    private static let lines = [
        "login --password SECRET", "login --password=SECRET", "login --pass SECRET", "login -p SECRET",
        "login -pSECRET", "connect dev1 -u admin:SECRET", "connect dev1 --from SECRET",
        "connect dev1 --user admin:SECRET", "connect dev1 --user='admin:SECRET'",
        "profile add dev dev1 --client-secret SECRET", "profile edit dev --api-key=SECRET", "login --from SECRET",
        "login --client-from 'SECRET'", "table names --token SECRET",
    ]

    @Test func misplacedSecretIsRejectedAndNotStored() async throws {
        let machine = try TestMachine()
        let history = HistoryStore(path: machine.folder.path + "/history.sqlite") { _ in }
        let harness = try ShellHarness(machine, history: history)
        for (number, line) in Self.lines.enumerated() {
            let typed = line.replacing("SECRET", with: "hunter2hunter\(number + 10)")
            _ = await PromptLoop(harness.session, reader: TypedLines([typed])).run()
            let printed = harness.printed()
            #expect(printed.contains("! error: "), "\(printed)")
            #expect(!printed.contains("hunter2"), "\(printed)")
        }
        _ = await harness.session.run("table names")
        try await harness.session.close()
        for name in ["history.sqlite", "history.sqlite-wal", "sessions/tape.cassette"] {
            let bytes = machine.folder.bytes(of: name) ?? []
            expectEqual(bytes.firstRange(of: Array("hunter2".utf8)), nil, "\(name) holds a secret")
        }
    }

    @Test(arguments: [
        "login --from keyring --client-from env:SNOW_PASSWORD", "login --from 'command:pass show password token'",
        "connect dev1 --sign-in token --from fd:3", "login --from keyrng", "table list incident -n5",
        "profile add dev dev1 --sign-in api-key --key ~/x.pem", "login --sign-in api-key --from=command:secret-tool",
        "login --user a --sign-in=oauth-password --client-id token-of-mine",
    ])
    func secretSourceIsNotASecret(_ line: String) async throws {
        let session = try ShellHarness(try TestMachine()).session
        await expectEqual(session.redacted(line), line)
    }

    /// The program's command line, already split by another shell.
    @Test func programRejectsItToo() throws {
        for arguments in [
            ["--password", "hunter2hunter2", "whoami"], ["--password=hunter2hunter2"],
            ["--user", "admin:hunter2hunter2", "whoami"], ["-p", "hunter2hunter2"],
        ] {
            do throws(Problem) {
                _ = try ProgramArguments(arguments)
                Issue.record("\(arguments) was taken")
            } catch {
                let printed = ProblemText.lines(error.withoutSecrets(.init(secrets: .init())))
                #expect(printed.contains("command line"), "\(printed)")
                #expect(!printed.contains("hunter2"), "\(printed)")
            }
        }
    }
}

/// A secret typed as a body is part of the line and of the request; neither is on the tape unredacted.
struct BodySecretTests {
    @Test(arguments: ["", " --type application/x-www-form-urlencoded"])
    func typedFormPasswordIsRedacted(type: String) async throws {
        let answer = HTTPResponse(
            status: 200, headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
            body: Array(#"{"ok":true}"#.utf8))
        let machine = try TestMachine(instance: ScriptedTransport([.success(answer)]))
        let harness = try ShellHarness(machine)
        let line =
            "rest POST /oauth_token.do --body 'grant_type=password&username=a&password=ab1cd'" + type
        await expectEqual(harness.session.run(line), 0)
        try await harness.session.close()
        let tape = try #require(machine.tapes.first)
        let bytes = try #require(machine.folder.bytes(of: tape))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("ab1cd"))
        let replay = try await machine.check(tape)
        expectEqual(replay.status, 0, "\(replay.printed)")
    }

    /// A record requested by the name of a secret contains one, although the name is not shown.
    @Test(
        arguments: [
            "table list sys_properties -q name=acme.ldap.bind.password -f value",
            "table get sys_properties acme.ldap.bind.password -f value",
            "rest GET '/api/now/table/sys_properties?sysparm_query=name=acme.ldap.bind.password&sysparm_fields=value'",
        ], ["columns", "json"])
    func valueIsRedactedByRequestedName(line: String, format: String) async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        for (name, value) in [("acme.ldap.bind.password", "kurz"), ("acme.ldap.size", "gross")] {
            await expectEqual(harness.session.run("table create sys_properties name=\(name) value=\(value)"), 0)
        }
        _ = harness.printed()
        let printed = await harness.transcript(of: [line + " --format " + format])
        #expect(printed.contains("********") && !printed.contains("kurz"), "\(printed)")
        let open = await harness.transcript(of: [line.replacing("bind.password", with: "size") + " --format " + format])
        #expect(open.contains("gross"), "\(open)")
        try await harness.closeAndReplay()
    }
}
