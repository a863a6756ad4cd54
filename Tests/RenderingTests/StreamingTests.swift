import Testing

@testable import Rendering

@Suite struct StreamingTests {
    /// Counts what was asked for and what was written, in one order.
    private actor Log {
        private(set) var events: [String] = []
        private var left: Int
        init(batches: Int) { left = batches }
        func next() -> [[Cell]]? {
            if left == 0 { return nil }
            left -= 1
            events.append("ask")
            return [[Cell("x")]]
        }
        func wrote() { events.append("write") }
    }

    @Test(arguments: Format.allCases) func `a batch is written before the next one is asked for`(
        _ format: Format
    ) async throws {
        let log = Log(batches: 3)
        let output = Output.stream(columns: [Column("a")], batches: RowBatches { await log.next() })
        let facts = try await Renderer(format).render(output) { _ in await log.wrote() }
        #expect(facts.rows == 3)
        #expect(await log.events.prefix(6) == ["ask", "write", "ask", "write", "ask", "write"])
    }

    @Test(arguments: Format.allCases) func `a stream says what a table says`(_ format: Format) async throws {
        let rows = (0..<500).map { ["INC\(1_000_000 + $0)", "日本語 \($0)"] }
        let streamed = try await text(stream(["number", "text"], [rows]), format)
        #expect(try await text(table(["number", "text"], rows), format) == streamed)
        if format != .columns {
            #expect(try await text(stream(["number", "text"], rows.map { [$0] }), format) == streamed)
        }
    }

    @Test(arguments: Format.allCases) func `a long table goes out in pieces`(_ format: Format) async throws {
        let rows = (0..<20_000).map { ["INC\($0)", "some text that is not very long"] }
        let result = try await rendered(table(["number", "text"], rows), format)
        #expect(result.facts.rows == 20_000)
        #expect(result.pieces > 5)
        #expect(result.text.utf8.count / result.pieces < 1 << 18)
    }

    @Test func `a long text is written piece by piece, whatever the format`() async throws {
        for format in Format.allCases {
            let log = Log(batches: 2)
            let pieces = TextPieces { await log.next().map { _ in "a\u{1B}[2Jb\n" } }
            let result = try await rendered(.longText(pieces), format)
            #expect(result.text == "ab\nab\n")
            let second = Log(batches: 2)
            let again = TextPieces { await second.next().map { _ in "x\n" } }
            _ = try await Renderer(format).render(.longText(again)) { _ in await second.wrote() }
            #expect(await second.events == ["ask", "write", "ask", "write"])
        }
    }

    @Test func `what the source and the sink throw comes through`() async {
        struct Broken: Error {}
        let failing = Output.stream(columns: [Column("a")], batches: RowBatches { throw Broken() })
        await #expect(throws: Broken.self) { try await Renderer(.json).render(failing) { _ in } }
        await #expect(throws: Broken.self) {
            try await Renderer(.json).render(table(["a"], [["1"]])) { _ in throw Broken() }
        }
    }
}
