import TestSupport
import Testing

@testable import Rendering

struct ColumnsTests {
    let incidents = table(
        ["number", "short_description", "state"],
        [
            ["INC0000001", "Printer on fire", "New"],
            ["INC0000002", "プリンターが燃えています", "In Progress"],
            ["INC0000003", "", ""],
        ])

    @Test func `columns align by the cells a text takes`() async throws {
        let expected = """
            number      short_description         state
            INC0000001  Printer on fire           New
            INC0000002  プリンターが燃えています  In Progress
            INC0000003

            """
        try await expectEqual(text(incidents, .columns), expected)
        try await expectEqual(text(incidents, .columns, RenderOptions(width: 80)), expected)
    }

    @Test func `on a narrow terminal the long column shrinks`() async throws {
        let result = try await rendered(incidents, .columns, RenderOptions(width: 40))
        expectEqual(
            result.text,
            """
            number      short_descript…  state
            INC0000001  Printer on fire  New
            INC0000002  プリンターが燃…  In Progress
            INC0000003

            """)
        expectEqual(result.facts, RenderFacts(rows: 3))
    }

    @Test func `text columns shrink before dates and numbers`() async throws {
        let rows = table(
            ["number", "opened_at", "short_description", "priority"],
            [["INC0000001", "2026-01-02 03:04:05", "A printer that is on fire, still", "1"]])
        try await expectEqual(
            text(rows, .columns, RenderOptions(width: 54)),
            """
            number      opened_at            short_desc…  priority
            INC0000001  2026-01-02 03:04:05  A printer …  1

            """)
    }

    @Test func `priorities and states are colored on a terminal`() async throws {
        let rows = table(
            ["number", "priority", "state", "active"],
            [["INC1", "1", "New", "true"], ["INC2", "2", "Closed", "false"], ["INC3", "3", "Resolved", "false"]])
        let result = try await rendered(rows, .columns, RenderOptions(width: 80, color: true)).text
        expectEqual(
            result.split(separator: "\n").dropFirst().map(String.init),
            [
                "INC1    \u{1B}[31m1\u{1B}[0m         New       true",
                "INC2    \u{1B}[33m2\u{1B}[0m         \u{1B}[2mClosed\u{1B}[0m    \u{1B}[2mfalse\u{1B}[0m",
                "INC3    3         \u{1B}[2mResolved\u{1B}[0m  \u{1B}[2mfalse\u{1B}[0m",
            ])
        #expect(!(try await text(rows, .columns, RenderOptions(width: 80)).contains("\u{1B}")))
        expectEqual(
            String(decoding: Style.removed(from: Array(result.utf8)), as: UTF8.self),
            (try await text(rows, .columns, RenderOptions(width: 80))))
    }

    @Test func `columns that do not fit are hidden and reported`() async throws {
        let columns = (1...9).map { "column_\($0)" }
        let result = try await rendered(
            table(columns, [columns.map { _ in "0123456789" }]), .columns, RenderOptions(width: 40))
        expectEqual(
            result.text,
            """
            column_1    column_2    column_3    …
            0123456789  0123456789  0123456789  …

            """)
        expectEqual(result.facts, RenderFacts(rows: 1, hiddenColumns: 6))
    }

    @Test(arguments: 1...90) func `no line is ever wider than the terminal`(_ width: Int) async throws {
        let wide = table(
            ["a", "名前", "description", "x"],
            nasty.map { [$0.name, $0.value, "\($0.value) and more of \($0.value)", $0.value] })
        let result = try await text(wide, .columns, RenderOptions(width: width))
        let lines = result.split(separator: "\n", omittingEmptySubsequences: false)
        expectEqual(lines.count, nasty.count + 2)
        for line in lines {
            #expect(DisplayWidth.of(String(line)) <= width)
            #expect(line.last != " ")
        }
    }

    @Test func `values cannot move the cursor or break a row`() async throws {
        try await expectEqual(
            text(nastyTable, .columns),
            """
            name    value
            empty
            blanks    two
            quotes  say "hi", 'there'
            comma   a,b;c
            lines   one⏎two⏎⏎  three⏎
            crlf    one⏎two
            tab     a b
            slash   C:\\new|old
            markup  <b>*bold*</b> & [x](y) `z` a_b _c_
            yes     yes
            number  0012
            colon   key: value # no
            dash    - item
            wide    日本語
            emoji   👩‍👩‍👧 ❤️ 🇳🇴 👍🏽
            marks   e\u{301}a\u{308}
            rtl     שלום abc
            escape  red
            c1      ab
            nul     ab
            broken  a\u{FFFD}b

            """)
    }

    @Test func `the header is shown without rows`() async throws {
        let result = try await rendered(table(["number", "state"], []), .columns)
        expectEqual(result.text, "number  state\n")
        expectEqual(result.facts.rows, 0)
    }

    @Test func `color applies to the header only`() async throws {
        let output = table(["a", "bb"], [["1", ""]])
        try await expectEqual(
            text(output, .columns, RenderOptions(width: 80, color: true)),
            "\u{1B}[1ma  bb\u{1B}[0m\n1\n")
    }

    @Test func `links have no width and need a color terminal`() async throws {
        var cell = Cell("INC1")
        cell.link = "https://dev1.service-now.com/x"
        let output = Output.table(
            OutputTable(columns: [OutputColumn("number"), OutputColumn("b")], rows: [[cell, Cell("x")]]))
        let shown = try await text(output, .columns, RenderOptions(width: 80, color: true))
        let link = "\u{1B}]8;;https://dev1.service-now.com/x\u{1B}\\INC1\u{1B}]8;;\u{1B}\\"
        expectEqual(shown, "\u{1B}[1mnumber  b\u{1B}[0m\n\(link)    x\n")
        let plain = try await text(output, .columns, RenderOptions(width: 80))
        expectEqual(plain, "number  b\nINC1    x\n")
        expectEqual(Style.removed(from: Array(shown.utf8)), Array(plain.utf8))
    }

    @Test func `stream widths come from the first rows`() async throws {
        let output = { stream(["n", "text", "z"], [[], [["1", "four", "x"]], [["2", "longer than", "y"]]]) }
        let onTerminal = try await rendered(output(), .columns, RenderOptions(width: 40))
        expectEqual(onTerminal.text, "n  text  z\n1  four  x\n2  lon…  y\n")
        expectEqual(onTerminal.facts, RenderFacts(rows: 2))
        try await expectEqual(text(output(), .columns), "n  text  z\n1  four  x\n2  longer than  y\n")
    }

    @Test func `a record has one field per line`() async throws {
        let record = Output.record(
            columns: [OutputColumn("number"), OutputColumn("description")],
            cells: [Cell("INC0000001"), Cell("line one\nline two, which goes on")])
        try await expectEqual(
            text(record, .columns),
            "number       INC0000001\ndescription  line one⏎line two, which goes on\n")
        try await expectEqual(
            text(record, .columns, RenderOptions(width: 30)),
            "number       INC0000001\ndescription  line one⏎line tw…\n")
        try await expectEqual(
            text(record, .columns, RenderOptions(width: 12, color: true)),
            "\u{1B}[1mnumb…\u{1B}[0m  INC0…\n\u{1B}[1mdesc…\u{1B}[0m  line…\n")
    }

    @Test func `short rows are padded and long rows are cut`() async throws {
        try await expectEqual(text(table(["a", "b"], [["1"], ["1", "2", "3"]]), .columns), "a  b\n1\n1  2\n")
    }

    @Test func `value and display value are shown if they differ`() async throws {
        let output = Output.table(
            OutputTable(
                columns: [OutputColumn("state"), OutputColumn("caller")],
                rows: [[Cell("1", display: "New"), Cell("", display: "")], [Cell("x"), Cell("abc", display: "")]]))
        try await expectEqual(text(output, .columns), "state  caller\nNew\nx\n")
        try await expectEqual(text(output, .columns, RenderOptions(cells: .value)), "state  caller\n1\nx      abc\n")
        try await expectEqual(
            text(output, .columns, RenderOptions(cells: .both)),
            "state    caller\nNew (1)\nx        abc\n")
    }

    @Test func `columns share the width fairly`() {
        expectEqual(ColumnLayout(natural: [10, 100, 100, 5], total: 80).widths, [10, 29, 30, 5])
        expectEqual(ColumnLayout(natural: [10, 20], total: 32).widths, [10, 20])
        expectEqual(ColumnLayout(natural: [500], total: 20).widths, [20])
        expectEqual(ColumnLayout(natural: [500, 500], total: 5).hidden, 1)
        expectEqual(ColumnLayout(natural: [], total: 5).widths, [])
    }

    @Test func `identifiers are truncated last`() async throws {
        expectEqual(ColumnLayout(natural: [40, 40, 32], total: 76, whole: [2]).widths, [20, 20, 32])
        expectEqual(ColumnLayout(natural: [40, 40, 32], total: 50, whole: [2]).widths, [15, 16, 15])
        let id = "061c92d26f030200d7aecd9c5d3ee4f8"
        let table = OutputTable(
            columns: [OutputColumn("name"), OutputColumn("id")],
            rows: [[Cell("a name that is rather long"), Cell(id)], [Cell("b"), Cell("")]])
        let other = OutputTable(columns: table.columns, rows: [[Cell("a name that is rather long"), Cell(id + "0")]])
        let narrow = RenderOptions(width: 50)
        #expect(try await text(.table(table), .columns, narrow).contains(id))
        #expect(try await !text(.table(other), .columns, narrow).contains(id))
    }
}

struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("plain text of more than eight bytes", 35), ("Zürich", 6), ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢ", 4),
        ("e\u{301}", 1), ("\u{301}", 0), ("नमस्ते", 4), ("שלום", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("a\u{200B}b", 2), ("…", 1), ("⏎", 1), ("—", 1), ("\u{AD}", 1),
        ("😀", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("☝🏽", 2),
        ("👩‍👩‍👧‍👦", 2), ("👩🏽‍🚀", 2), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("🇳🇴", 2), ("🇳🇴🇸🇪", 4), ("🇳", 1), ("a\u{200D}b", 2),
        ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2), ("\u{10FFFF}", 1), ("\u{20000}", 2),
        ("का", 2), ("\u{600}1", 2), ("a🏽", 3),
    ])
    func `display width matches terminals`(_ text: String, _ width: Int) {
        expectEqual(DisplayWidth.of(text), width)
    }

    @Test(arguments: [
        ("abcdef", 3, "abc"), ("abc", 3, "abc"), ("abc", 0, ""), ("日本語", 3, "日"), ("日本語", 1, ""),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"), ("👩‍👩‍👧x", 2, "👩‍👩‍👧"), ("👩‍👩‍👧x", 1, ""),
        ("🇳🇴🇸🇪", 3, "🇳🇴"), ("❤\u{FE0F}x", 1, ""), ("", 5, ""), ("\u{301}a", 1, "\u{301}a"),
    ])
    func `truncation keeps grapheme clusters`(_ text: String, _ limit: Int, _ kept: String) {
        var text = text
        let found = text.withUTF8 { bytes in
            String(decoding: bytes[..<DisplayWidth.prefix(of: bytes, fitting: limit).bytes], as: UTF8.self)
        }
        expectEqual(Array(found.unicodeScalars), Array(kept.unicodeScalars))
    }

    @Test func `every byte outside printable ASCII is detected`() {
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            for place in 0..<19 {
                var bytes = [UInt8](repeating: 0x61, count: 19)
                bytes[place] = byte
                let plain = bytes.withUnsafeBufferPointer { DisplayWidth.isPrintableASCII($0) }
                if plain != (byte >= 0x20 && byte <= 0x7E) { wrong.append("\(byte) at \(place)") }
            }
        }
        expectEqual(wrong, [])
    }
}
