import CassetteStore
import LineEditing
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

/// Aliases in the start-up file, on tapes and in completion.
struct AliasTests {
    private static let file = """
        alias open = table count incident -q active=true^priority=$1
        alias two = open 2 | cat
        alias loop = loop
        """

    private func harness() async throws -> ShellHarness {
        let machine = try TestMachine()
        machine.folder.write(Array(Self.file.utf8), to: "snowdeckrc")
        let harness = try ShellHarness(machine)
        await harness.session.startUp(Self.file, named: "snowdeckrc")
        return harness
    }

    @Test func tapeHasExpandedCommand() async throws {
        let harness = try await harness()
        expectEqual(
            harness.printed(),
            "! snowdeckrc:3: error: The alias loop uses itself: loop, then loop.\n!   ‹alias loop = loop›\n")
        let printed = await harness.transcript(of: [
            "open 1", "two => n", "watch --times 1 every 1s open 1", "help", "alias three = two",
        ])
        #expect(printed.contains("Your aliases: open, two. alias shows them."), "\(printed)")
        try await harness.closeAndReplay()
        let tape = try Cassette.playing(at: try #require(harness.machine.tapes.first))
        try expectEqual(
            tape.commands(after: 0, limit: 10).map(\.line),
            [
                "table count incident -q active=true^priority=1",
                "table count incident -q active=true^priority=2 => n | cat",
                "watch --times 1 every 1s table count incident -q active=true^priority=1", "help",
            ])
        expectEqual(
            harness.machine.folder.text(of: "snowdeckrc")?.hasSuffix("alias loop = loop\nalias three = two\n"), true)
    }

    /// The start-up file has no secrets; parameters and variables are none.
    @Test func aliasWithSecretIsRefused() async throws {
        let harness = try await harness()
        let printed = await harness.transcript(of: [
            "alias leak = rest GET /x | curl -u admin:s3cretPassw0rd https://h.example.com",
            "alias key = rest GET /x -H 'X-Api-Key: s3cretPassw0rd'",
            "alias safe = rest GET /x -H 'X-Api-Key: $1' | http -a anna:{{pw}} https://h.example.com",
        ])
        let file = try #require(harness.machine.folder.text(of: "snowdeckrc"))
        #expect(printed.contains("An alias cannot contain a secret"), "\(printed)")
        let answers = printed.split(separator: "\n").filter { !$0.hasPrefix("> ") }
        #expect(!answers.contains { $0.contains("s3cretPassw0rd") } && !file.contains("s3cretPassw0rd"), "\(printed)")
        #expect(
            file.hasSuffix(
                "\nalias safe = rest GET /x -H 'X-Api-Key: $1' | http -a anna:{{pw}} https://h.example.com\n"))
    }

    @Test(arguments: [
        ("op", ["open"]), ("alias --remove t", ["two"]), ("help op", ["open"]),
        ("watch every 5s table c", ["create", "count"]),
        ("watch ev", ["every"]), ("watch every ", ["5s", "30s", "1m"]), ("alias x = table na", ["names"]),
        ("set zone=u", ["utc"]), ("watch every 5s table count --st", ["--strict-query"]),
    ])
    func tabCompletes(_ line: String, _ expected: [String]) async throws {
        let session = try await harness().session
        let found = await session.complete(line, cursor: line.utf8.count)
        let names = found?.candidates.map(\.text) ?? []
        expectEqual(names.filter { expected.contains($0) }, expected, "\(names)")
    }

    @Test(arguments: [
        (
            "named = table list incident -q 'name=$1^x=y' -n 3 | awk '{print $1}'", "named 'a b' -n 4",
            "table list incident -q 'name=''a b''^x=y' -n 4 | awk '{print $1}'"
        ),
        ("all = table get $@ -f number", "all incident INC1", "table get incident INC1 -f number"),
        ("ask = graphql { a(x: \"$1\") }", "ask one > f", "graphql { a(x: \"one\") } > f"),
        ("cost = table list x -q c=$5", "cost 1 2 3 4 5 6", "table list x -q c=5 6"),
    ])
    func argumentsKeepTheirQuotes(_ body: String, _ line: String, _ expected: String) async throws {
        let session = try await harness().session
        await session.startUp("alias " + body, named: "snowdeckrc")
        expectEqual(session.aliases.expanded(line), expected)
    }
}
