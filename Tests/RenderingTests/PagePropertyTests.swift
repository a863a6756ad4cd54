import Notation
import TestSupport
import Testing

@testable import Rendering

struct PagePropertyTests {
    /// A page with the text in every place that can hold one; preformatted parts may hold another.
    static func everywhere(_ text: String, code: String? = nil) -> PageView {
        var form = Form()
        form.fields = [
            .text("a", text, text), .text("b", text, text, .password), .text("c", text, text, .area),
            .choice("d", text, [text, text], chosen: 1), .text("e", text, text, .submit), .text("f", text, text, .file),
            .text("g", text, text, .checkBox), .text("h", text, text, .radio),
        ]
        let fields = form.fields.indices.map { Block.paragraph([words(text, .label), .field(form: 0, field: $0)]) }
        let inline: [Inline] = [
            words(text), words(" "), words(text, [.strong, .stressed]), words(text, .code), words(text, .struck),
            .link(0, [words(text)]), .link(0, []), .image(alternative: text), .lineBreak, words(text, .marked),
        ]
        var view = page(
            [
                .heading(level: 1, inline), .heading(level: 5, inline), .paragraph(inline), .preformatted(code ?? text),
                .quote([.notice([.paragraph(inline)])]), .list(start: .max - 1, items: [[.paragraph(inline)], [], []]),
                .definitions([.init(term: inline, meaning: [.paragraph(inline)])]), .rule,
                .form(0, fields + [.paragraph((0..<8).map { .field(form: 0, field: $0) })]),
                .group(
                    legend: inline, [.list(start: nil, items: [[.paragraph(inline), .preformatted(code ?? text)]])]),
                .table(
                    Grid(
                        caption: inline,
                        rows: [
                            [Grid.Cell(isHeader: true, [.paragraph(inline)]), header(text)],
                            [
                                cell(text, rows: 2),
                                Grid.Cell([.paragraph(inline), .rule, .preformatted(code ?? text)]),
                            ],
                            [Grid.Cell([.list(start: 1, items: [[paragraph(text)]])])],
                        ])),
            ], title: text, links: [.init(target: text, text: text)], forms: [form])
        view.address = text
        view.document.refresh = .init(seconds: 1, target: text)
        view.document.cuts = [.depth(200), .nodes(1), .bytes(read: 1, of: 2)]
        return view
    }

    static let texts =
        nasty.map(\.value) + [
            "a\u{9D}8;;http://evil\u{9C}link",
            "\u{1B}]8;;http://evil\u{1B}\\link\u{1B}]8;;\u{1B}\\",
            "\u{1B}[2J\u{1B}]0;t\u{7}x",
            "\u{2066}isolate\u{2069} \u{202D}over\u{202C}", "\u{2028}two\u{2029}three",
            "a\u{A0}\u{A0}b\u{AD}c\u{200B}d\u{FEFF}",
            String(repeating: "unbreakable", count: 60),
            String(repeating: "界", count: 200), "\u{301}\u{301}", "\u{200D}\u{FE0F}",
            "https://dev.service-now.com/nav_to.do?uri=incident.do%3Fsys_id%3D9d385017c611228701d22104cc95c371%26sysparm_stack",
        ]

    @Test(arguments: [10, 20, 21, 27, 33, 40, 60, 79, 80, 132, 400])
    func `lines fit, have no trailing spaces and no control sequences`(_ width: Int) async throws {
        for text in Self.texts {
            for line in try await lines(Self.everywhere(text), width) {
                #expect(DisplayWidth.of(line) <= width, "\(width): \(line)")
                #expect(line.utf8.last != 0x20, "\(width): \(line)|")
                #expect(TerminalText.isPlain(line) && !line.contains("\t"))
            }
        }
    }

    @Test func `the rich page fits every width up to four hundred`() async throws {
        for width in 20...400 {
            let lines = try await lines(RichPage.view, width)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width && $0.utf8.last != 0x20 })
        }
    }

    @Test(arguments: [47, 80, 200]) func `no word is lost`(_ width: Int) async throws {
        let said = (1...9).map { "w\($0)x" }.joined(separator: " ")
        func letters(_ width: Int) async throws -> String {
            let lines = try await lines(Self.everywhere(said, code: ""), width)
            return lines.joined().filter { $0.isLetter || $0.isNumber }
        }
        let shown = try await letters(width), expected = try await letters(4000)
        for number in 1...9 {
            let count = shown.split(separator: "w\(number)x", omittingEmptySubsequences: false).count
            let wanted = expected.split(separator: "w\(number)x", omittingEmptySubsequences: false).count
            #expect(count == wanted && count > 60, "w\(number)x: \(count), not \(wanted)")
        }
    }

    @Test func `styled text equals plain text without its styles`() async throws {
        for text in Self.texts {
            var view = Self.everywhere(text)
            let plain = try await bytes(view, nil)
            for depth in ColorDepth.allCases {
                for palette in [nil, PageColorTests.light] {
                    view.palette = palette
                    try await expectEqual(bytes(view, depth), plain)
                }
            }
        }
    }

    private func bytes(_ view: PageView, _ depth: ColorDepth?) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        let options = RenderOptions(width: 64, color: depth != nil, depth: depth ?? .none)
        _ = try await Renderer(.columns, options).render(.page(view)) { bytes += $0 }
        return Style.removed(from: bytes)
    }

    @Test(arguments: Format.allCases) func `no format emits control sequences from a page`(_ format: Format)
        async throws
    {
        for text in Self.texts {
            let shown = try await RenderingTests.text(.page(Self.everywhere(text)), format, RenderOptions(width: 80))
            #expect(TerminalText.isPlain(shown), "\(format)")
            if format == .json || format == .ndjson { _ = try JSONDocument(Array(shown.utf8)) }
        }
    }
}

/// Pages with extreme width, depth and size.
struct PageSizeTests {
    @Test func `a huge page is written`() async throws {
        let view = page(Array(repeating: paragraph("one two"), count: 200_000))
        var bytes = 0
        _ = try await Renderer(.columns, RenderOptions(width: 80)).render(.page(view)) { piece in
            bytes += piece.count
        }
        expectEqual(bytes, 200_000 * 9 - 1)
    }

    @Test func `a table of five thousand rows and twenty columns is a table or a list of records`() async throws {
        let rows = (1...5000).map { row in (1...20).map { cell("\(row).\($0)") } }
        let view = page([.table(Grid(rows: [(1...20).map { header("c\($0)") }] + rows))])
        let wide = try await lines(view, 300)
        expectEqual(wide.count, 5002)
        #expect(wide[5001].hasSuffix("5000.20"))
        let narrow = try await lines(view, 60)
        expectEqual(narrow.count, 5000 * 21 - 1)
        expectEqual(narrow.last, "c20: 5000.20")
    }

    @Test func `five thousand links keep their numbers`() async throws {
        let links = (1...5000).map { Document.Link(target: "/\($0)", text: "l\($0)") }
        let view = page([.paragraph(links.indices.map { .link($0, [words(links[$0].text + " ")]) })], links: links)
        let shown = try await lines(view, 80).joined(separator: " ")
        expectEqual(shown, (1...5000).map { "l\($0)[\($0)]" }.joined(separator: " "))
    }

    @Test func `deep nesting leaves room for text`() async throws {
        var deep: [[Block]] = Array(repeating: [paragraph("the last word")], count: 6)
        for level in 0..<60 {
            deep[0] = [.quote(deep[0])]
            deep[1] = [.list(start: level, items: [deep[1]])]
            deep[2] = [.table(Grid(rows: [[Grid.Cell(isHeader: true, deep[2]), cell("beside")]]))]
            deep[3] = [.group(legend: [words("g")], deep[3])]
            deep[4] = [.definitions([.init(term: [words("t")], meaning: deep[4])])]
            deep[5] = [.notice([.list(start: nil, items: [deep[5]])])]
        }
        for blocks in deep {
            for format in Format.allCases {
                #expect(try await text(.page(page(blocks)), format, RenderOptions(width: 40)).contains("the last"))
            }
        }
    }

    @Test func `an overlong word is broken`() async throws {
        let ascii = String(repeating: "a", count: 2_000_000), wide = String(repeating: "界", count: 400_000)
        try await expectEqual(lines(page([paragraph(ascii)]), 80).count, 25_000)
        try await expectEqual(lines(page([paragraph(wide)]), 80).count, 10_000)
        #expect(try await lines(page([.preformatted(ascii)]), 80).count > 25_000)
    }
}
