import ExchangeModel
import Foundation
import LineEditing
import TapeDeck
import Testing

@testable import Shell

/// A secret that is typed where none belongs stands in no file and in no error.
@Suite struct TypedSecretTests {
    private static let lines = [
        "login --password hunter2hunter2", "login --password=hunter2hunter2", "login --pass hunter2hunter2",
        "login -p hunter2hunter2", "login -phunter2hunter2", "connect dev1 -u admin:hunter2hunter2",
        "connect dev1 --user admin:hunter2hunter2", "connect dev1 --user='admin:hunter2hunter2'",
        "profile add dev dev1 --client-secret hunter2hunter2", "profile edit dev --api-key=hunter2hunter2",
        "login --from hunter2hunter2", "login --client-from 'hunter2hunter2'", "table names --token hunter2hunter2",
    ]

    @Test(arguments: lines) func itIsRefusedAndKeptNowhere(_ line: String) async throws {
        let place = try Place()
        place.folder.write(Array((line + "\n").utf8), to: "typed")
        let typed = try FileHandle(forReadingFrom: URL(filePath: place.folder.path + "/typed"))
        defer { try? typed.close() }
        let history = HistoryStore(path: place.folder.path + "/history.sqlite") { _ in }
        let sitting = try Sitting(place, history: history)
        _ = await PromptLoop(sitting.session, reader: PlainReader(descriptor: typed.fileDescriptor)).run()
        let said = sitting.said()
        #expect(said.contains("! error: "), "\(said)")
        #expect(!said.contains("hunter2"), "\(said)")
        _ = await sitting.session.run("table names")
        try await sitting.session.close()
        for name in ["history.sqlite", "history.sqlite-wal", "sessions/tape.cassette"] {
            let bytes = place.folder.bytes(of: name) ?? []
            #expect(bytes.firstRange(of: Array("hunter2".utf8)) == nil, "\(name) holds the secret")
        }
    }

    @Test(arguments: [
        "login --from keyring --client-from env:SNOW_PASSWORD", "login --from 'command:pass show dev1/admin'",
        "connect dev1 --sign-in token --from fd:3", "login --from keyrng", "table list incident -n5",
        "profile add dev dev1 --sign-in api-key --key ~/x.pem", "login --sign-in api-key --from=command:secret-tool",
        "login --user a --sign-in=oauth-password --client-id token-of-mine",
    ])
    func aPlaceIsNoSecret(_ line: String) async throws {
        let session = try Sitting(try Place()).session
        #expect(await session.redacted(line) == line)
    }

    /// The program's own line, which stands for what another shell has cut.
    @Test func theProgramRefusesItToo() throws {
        for arguments in [
            ["--password", "hunter2hunter2", "whoami"], ["--password=hunter2hunter2"],
            ["--user", "admin:hunter2hunter2", "whoami"], ["-p", "hunter2hunter2"],
        ] {
            do throws(Problem) {
                _ = try ProgramArguments(arguments)
                Issue.record("\(arguments) was taken")
            } catch {
                let said = ProblemText.lines(error.withoutSecrets(.init(secrets: .init())))
                #expect(said.contains("command line"), "\(said)")
                #expect(!said.contains("hunter2"), "\(said)")
            }
        }
    }
}
