import Workbench
import CassetteStore
import Rendering
import TapeDeck

extension Command {
    static let tapeDump = Command(
        "tape dump", "Print a cassette as text",
        details: """
            The text is stable and line-based: equal cassettes give equal texts. With --review it is short and the same
            for every recording of the same commands: output, and per request its address, status, size, digest and
            first values.
            """,
        arguments: [.cassetteOrDeck],
        flags: [.review],
        traits: .aboutTapes,
        examples: [
            Example("tape dump | less", "the cassette in the deck, page by page"),
            Example("tape dump first-look > first-look.txt", "another one, in a file"),
            Example("tape dump --review", "what a reviewer compares"),
        ]
    ) { run in
        let cassette = try CassetteLookup.cassette(run, run.arguments)
        if run.arguments[.review] {
            let feed = ReviewStream(cassette)
            return CommandResult(.longText(TextPieces { try await feed.next() }))
        }
        let feed = DumpStream(cassette)
        return CommandResult(.longText(TextPieces { try await feed.next() }))
    }
}

private actor DumpStream {
    private var dump: CassetteDump

    init(_ cassette: Cassette) { dump = CassetteDump(of: cassette) }

    func next() throws -> String? { try dump.next() }
}

private actor ReviewStream {
    private var review: TapeReview

    init(_ cassette: Cassette) { review = TapeReview(of: cassette) }

    func next() throws -> String? { try review.next() }
}
