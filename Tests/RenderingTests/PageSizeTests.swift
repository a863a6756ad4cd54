import Notation
import Testing

@testable import Rendering

/// Pages that are too much for careless code: in width, depth and number.
@Suite struct PageSizeTests {
    @Test func `two hundred thousand blocks come in pieces`() async throws {
        let view = page(Array(repeating: paragraph("one two"), count: 200_000))
        var bytes = 0, pieces = 0, longest = 0
        _ = try await Renderer(.columns, RenderOptions(width: 80)).render(.page(view)) { piece in
            bytes += piece.count
            pieces += 1
            longest = max(longest, piece.count)
        }
        #expect(bytes == 200_000 * 9 - 1)
        #expect(pieces > 20 && longest < 70_000)
    }

    @Test func `a table of five thousand rows and twenty columns is a table or a list of records`() async throws {
        let rows = (1...5000).map { row in (1...20).map { cell("\(row).\($0)") } }
        let view = page([.table(Grid(rows: [(1...20).map { header("c\($0)") }] + rows))])
        let wide = try await lines(view, 300)
        #expect(wide.count == 5002)
        #expect(wide[5001].hasSuffix("5000.20"))
        let narrow = try await lines(view, 60)
        #expect(narrow.count == 5000 * 21 - 1)
        #expect(narrow.last == "c20: 5000.20")
    }

    @Test func `five thousand links keep their numbers`() async throws {
        let links = (1...5000).map { Document.Link(target: "/\($0)", text: "l\($0)") }
        let view = page([.paragraph(links.indices.map { .link($0, [words(links[$0].text + " ")]) })], links: links)
        let shown = try await lines(view, 80).joined(separator: " ")
        #expect(shown == (1...5000).map { "l\($0)[\($0)]" }.joined(separator: " "))
    }

    @Test func `two hundred parts in each other leave room for words`() async throws {
        var deep: [[Block]] = Array(repeating: [paragraph("the last word")], count: 6)
        for level in 0..<200 {
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

    @Test func `a word of two million letters is broken`() async throws {
        let ascii = String(repeating: "a", count: 2_000_000), wide = String(repeating: "界", count: 400_000)
        #expect(try await lines(page([paragraph(ascii)]), 80).count == 25_000)
        #expect(try await lines(page([paragraph(wide)]), 80).count == 10_000)
        #expect(try await lines(page([.preformatted(ascii)]), 80).count > 25_000)
    }
}
