import LineEditing
import Shell
import Testing

/// Marked places (`‸`) of real documents with the sandbox answering: what is replaced, the first candidates, and how many
/// there are.
@Suite struct DocumentCompletionTests {
    struct Marked: Sendable {
        var document: String
        var replaced = ""
        var candidates: [String]
        var count: Int?

        init(_ document: String, _ replaced: String, _ candidates: [String], of count: Int? = nil) {
            self.document = document
            self.replaced = replaced
            self.candidates = candidates
            self.count = count
        }
    }

    private static let rows = "{ GlideRecord_Query { incident { _results { "

    private static let places: [Marked] = [
        Marked("quer‸", "quer", ["query"]),
        Marked("{ ‸ }", "", ["GlideRecord_Query", "GlideAggregateRecord_Query", "__typename"]),
        Marked("mutation { ‸ }", "", ["GlideRecord_Mutation", "__typename"]),
        Marked("{ GlideRecord_Query { incid‸ } }", "incid", ["incident", "incident_task"]),
    ]

    @Test(arguments: places.indices)
    func `what may stand at a place of a document is offered`(_ index: Int) async throws {
        let place = Self.places[index]
        let sitting = try Sitting(try Place())
        let parts = ("graphql " + place.document).split(
            separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
        let line = parts.joined()
        let found = try #require(await sitting.session.complete(line, cursor: parts[0].utf8.count))
        let replaced = String(decoding: Array(line.utf8)[found.replaced], as: UTF8.self)
        let texts = found.candidates.map(\.text)
        #expect(replaced == place.replaced)
        #expect(Array(texts.prefix(place.candidates.count)) == place.candidates, "\(place.document)")
        #expect(texts.count == place.count ?? place.candidates.count, "\(place.document)")
    }
}
