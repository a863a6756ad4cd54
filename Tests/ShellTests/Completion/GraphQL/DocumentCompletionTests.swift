import GraphQLCommands
import LineEditing
import Recipes
import Tables
import Testing
import Workbench

/// Completion at marked places (`‸`) of real documents on the sandbox: the replaced text, the first candidates, and
/// their number.
@Suite struct DocumentCompletionTests {
    @Test func `documents complete from the schema`() async throws {
        let harness = try ShellHarness(try TestMachine())
        for place in MarkedPlace.all {
            let parts = ("graphql " + place.document).split(
                separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
            let line = parts.joined()
            let found = try #require(await harness.session.complete(line, cursor: parts[0].utf8.count))
            let replaced = String(decoding: Array(line.utf8)[found.replaced], as: UTF8.self)
            let texts = found.candidates.map(\.text)
            #expect(texts.isEmpty || replaced == place.replaced)
            #expect(Array(texts.prefix(place.candidates.count)) == place.candidates, "\(place.document)")
            #expect(texts.count == place.count, "\(place.document)")
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
        let shown = await harness.transcript(of: ["tape show --format tsv | cut -f 1,3-5"])
        // The list of tables, the columns of incident and those of sys_user.
        #expect(
            shown == """
                > tape show --format tsv | cut -f 1,3-5
                exchange\tepoch\tmethod\tstatus
                1\t\tGET\t200
                2\t\tGET\t200
                3\t\tGET\t200

                """)
    }
}
