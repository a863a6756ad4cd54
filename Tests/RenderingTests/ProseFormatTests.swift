import Notation
import TestSupport
import Testing

@testable import Rendering

struct ProseFormatTests {
    @Test func `the line format shows complete values`() async throws {
        let output = Output.table(
            OutputTable(
                columns: [OutputColumn("number"), OutputColumn("description"), OutputColumn("état")],
                rows: [
                    [Cell("INC1"), Cell("one\n\n  two\u{1B}[2J\n"), Cell("1", display: "New")],
                    [Cell("INC2"), Cell(""), Cell(String(repeating: "long ", count: 40))],
                ]))
        let expected = """
            number:      INC1
            description: one

                           two
            état:        New

            number:      INC2
            description:
            état:        \(String(repeating: "long ", count: 40))

            """
        try await expectEqual(text(output, .line), expected)
        try await expectEqual(text(output, .line, RenderOptions(width: 20)), expected)
        try await expectEqual(text(table(["a"], []), .line), "")
        try await expectEqual(
            text(table(["a"], [["1"]]), .line, RenderOptions(color: true)),
            "\u{1B}[1ma\u{1B}[0m: 1\n")
    }

    @Test func `streamed records are separated by blank lines`() async throws {
        try await expectEqual(text(stream(["a"], [[["1"], ["2"]], [["3"]]]), .line), "a: 1\n\na: 2\n\na: 3\n")
    }

    @Test func `Markdown shows only the value`() async throws {
        try await expectEqual(
            text(nastyTable, .markdown),
            #"""
            | name | value |
            | --- | --- |
            | empty |  |
            | blanks |   two   |
            | quotes | say "hi", 'there' |
            | comma | a,b;c |
            | lines | one<br>two<br><br>  three<br> |
            | crlf | one<br>two |
            | tab | a b |
            | slash | C:\\new\|old |
            | markup | \<b\>\*bold\*\</b\> \& \[x\](y) \`z\` a_b \_c\_ |
            | yes | yes |
            | number | 0012 |
            | colon | key: value # no |
            | dash | - item |
            | wide | 日本語 |
            | emoji | 👩‍👩‍👧 ❤️ 🇳🇴 👍🏽 |
            | marks | éä |
            | rtl | שלום abc |
            | escape | red |
            | c1 | ab |
            | nul | ab |
            | broken | a�b |

            """#.replacing("éä", with: "e\u{301}a\u{308}"))
        let record = Output.record(columns: [OutputColumn("short_description")], cells: [Cell("a|b")])
        try await expectEqual(
            text(record, .markdown), "| Field | Value |\n| --- | --- |\n| short_description | a\\|b |\n")
        try await expectEqual(text(table(["a"], []), .markdown), "| a |\n| --- |\n")
    }

    @Test(arguments: Format.allCases) func `prose is the same in every format and sanitized`(
        _ format: Format
    ) async throws {
        try await expectEqual(text(.text("Deleted INC1.\u{1B}]0;x\u{7}\n\tDone"), format), "Deleted INC1.\n\tDone\n")
        try await expectEqual(text(.text("Done\n"), format), "Done\n")
        try await expectEqual(text(.text(""), format), "")
        try await expectEqual(text(.none, format), "")
    }

    @Test func `bytes are written unchanged, except to a terminal`() async throws {
        var written: [UInt8] = []
        _ = try await Renderer(.columns).render(.bytes([0xFF, 0, 0x1B])) { written += $0 }
        expectEqual(written, [0xFF, 0, 0x1B])
        await #expect(throws: RenderError.bytesForTerminal(count: 3)) {
            try await Renderer(.columns, RenderOptions(width: 80)).render(.bytes([0xFF, 0, 0x1B])) { _ in }
        }
    }
}

struct StreamingTests {
    /// Logs reads and writes in one order.
    private actor AccessLog {
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

    @Test(arguments: Format.allCases) func `at most two batches are read ahead`(_ format: Format) async throws {
        let log = AccessLog(batches: 5)
        let output = Output.stream(columns: [OutputColumn("a")], batches: RowBatches { await log.next() })
        let facts = try await Renderer(format).render(output) { _ in await log.wrote() }
        expectEqual(facts.rows, 5)
        var asked = 0, written = 0
        for event in await log.events.prefix(10) {
            if event == "ask" { asked += 1 } else { written += 1 }
            // While the first is written, there are two more.
            #expect(asked <= written + 3)
        }
        expectEqual(asked, 5)
    }

    @Test func `the next two batches are read while one is written`() async throws {
        let log = AccessLog(batches: 4)
        let output = Output.stream(columns: [OutputColumn("a")], batches: RowBatches { await log.next() })
        _ = try await Renderer(.ndjson).render(output) { _ in
            for _ in 0..<10_000 where await log.events.count(where: { $0 == "ask" }) < 3 {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(await log.events.count { $0 == "ask" } >= 3)
        }
    }

    @Test func `reading ahead is cancelled when writing fails`() async throws {
        struct SampleError: Error {}
        let log = AccessLog(batches: 1)
        let output = Output.stream(
            columns: [OutputColumn("a")],
            batches: RowBatches {
                if let rows = await log.next() { return rows }
                // Ends at once when it is cancelled.
                try await Task.sleep(for: .seconds(3600))
                return nil
            })
        await #expect(throws: SampleError.self) {
            try await Renderer(.ndjson).render(output) { _ in throw SampleError() }
        }
    }

    @Test(arguments: Format.allCases) func `a stream and a table give the same output`(_ format: Format) async throws {
        let rows = (0..<500).map { ["INC\(1_000_000 + $0)", "日本語 \($0)"] }
        let streamed = try await text(stream(["number", "text"], [rows]), format)
        try await expectEqual(text(table(["number", "text"], rows), format), streamed)
        if format != .columns {
            try await expectEqual(text(stream(["number", "text"], rows.map { [$0] }), format), streamed)
        }
    }

    @Test(arguments: Format.allCases) func `a long table is written in pieces`(_ format: Format) async throws {
        let rows = (0..<20_000).map { ["INC\($0)", "some text that is not very long"] }
        let result = try await rendered(table(["number", "text"], rows), format)
        expectEqual(result.facts.rows, 20_000)
        #expect(result.pieces > 5)
        #expect(result.text.utf8.count / result.pieces < 1 << 18)
    }

    @Test func `a long text is written in pieces in every format`() async throws {
        for format in Format.allCases {
            let log = AccessLog(batches: 2)
            let pieces = TextPieces { await log.next().map { _ in "a\u{1B}[2Jb\n" } }
            let result = try await rendered(.longText(pieces), format)
            expectEqual(result.text, "ab\nab\n")
            let second = AccessLog(batches: 2)
            let again = TextPieces { await second.next().map { _ in "x\n" } }
            _ = try await Renderer(format).render(.longText(again)) { _ in await second.wrote() }
            await expectEqual(second.events, ["ask", "write", "ask", "write"])
        }
    }

    @Test func `errors of source and sink are rethrown`() async {
        struct SampleError: Error {}
        let failing = Output.stream(columns: [OutputColumn("a")], batches: RowBatches { throw SampleError() })
        await #expect(throws: SampleError.self) { try await Renderer(.json).render(failing) { _ in } }
        await #expect(throws: SampleError.self) {
            try await Renderer(.json).render(table(["a"], [["1"]])) { _ in throw SampleError() }
        }
    }
}

/// Colors of data formats and messages.
struct PaintTests {
    @Test(arguments: [1, 2, 3, 1000]) func `JSON tokens are colored across pieces`(_ length: Int) {
        let json = Array(#"{"a\"}": ["b:", -1.5e3, null], "c": {"d": true}}"#.utf8)
        var paint = JSONHighlighter()
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: json.count, by: length) {
            bytes += paint.painted(Array(json[start..<min(start + length, json.count)]))
        }
        expectEqual(
            Self.marked(bytes),
            #"{<36>"a\"}"<0>: [<32>"b:"<0>, <35>-1.5e3<0>, <2>null<0>], <36>"c"<0>: {<36>"d"<0>: <35>true<0>}}"#)
        expectEqual(Style.removed(from: bytes), json)
    }

    @Test func `the keys of YAML are colored on a terminal with color`() async throws {
        let output = Output.table(
            OutputTable(columns: [OutputColumn("a"), OutputColumn("b c")], rows: [[Cell("1"), Cell("x: y")]]))
        let shown = try await text(output, .yaml, RenderOptions(width: 80, color: true))
        expectEqual(Self.marked(Array(shown.utf8)), "- <36>a<0>: \"1\"\n  <36>b c<0>: \"x: y\"\n")
        try await expectEqual(text(output, .yaml), "- a: \"1\"\n  b c: \"x: y\"\n")
    }

    @Test func `labels at the beginning of lines are colored`() {
        let text = "error: No.\n  error: quoted\nhint: x\nwarning: a\ninternal error: b\n"
        expectEqual(
            Self.marked(Array(Style.labels(in: text).utf8)),
            "<1><31>error:<0> No.\n  error: quoted\nhint: x\n<1><33>warning:<0> a\n<1><31>internal error:<0> b\n"
        )
    }

    private static func marked(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}[", with: "<").replacing("m", with: ">")
    }
}
