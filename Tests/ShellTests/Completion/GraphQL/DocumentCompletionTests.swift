import GraphQLCommands
import LineEditing
import Recipes
import Tables
import TestSupport
import Testing
import Workbench

/// Completion of documents on the sandbox.
struct DocumentCompletionTests {
    @Test func `documents complete from the schema`() async throws {
        let harness = try ShellHarness(try TestMachine())
        for row in try completionRows("documents") {
            let parts = ("graphql " + row[0]).split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
            let line = parts.joined()
            let found = try #require(await harness.session.complete(line, cursor: parts[0].utf8.count))
            let texts = found.candidates.map(\.text)
            let replaced = String(decoding: Array(line.utf8)[found.replaced], as: UTF8.self)
            #expect(texts.isEmpty || replaced == (row[1] == "-" ? "" : row[1]), "\(row[0])")
            let number = row.last.flatMap { $0.hasPrefix("of ") ? Int($0.dropFirst(3)) : nil }
            let first = Array(row.dropFirst(2).dropLast(number == nil ? 0 : 1))
            expectEqual(Array(texts.prefix(first.count)), first, "\(row[0])")
            expectEqual(texts.count, number ?? first.count, "\(row[0])")
        }
    }

    @Test func `schema is requested once, and only where needed`() async throws {
        let place = try TestMachine()
        let harness = try ShellHarness(place)
        let line =
            "graphql { GlideRecord_Query { incident(queryConditions: \"act\") { _results { caller_id { _reference { em } } } } } }"
        for _ in 0..<2 {
            for cursor in 0...line.utf8.count { _ = await harness.session.complete(line, cursor: cursor) }
        }
        let shown = await harness.transcript(of: ["tape show --format tsv | cut -f 1-4"])
        // The list of tables, the columns of incident and those of sys_user.
        expectEqual(
            shown,
            """
            > tape show --format tsv | cut -f 1-4
            request\tchange\tmethod\tstatus
            %.1\t\tGET\t200
            %.2\t\tGET\t200
            %.3\t\tGET\t200

            """)
    }
}
