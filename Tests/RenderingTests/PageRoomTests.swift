import Notation
import Testing

@testable import Rendering

/// What is on every page takes as little room as can be read.
@Suite struct PageRoomTests {
    private static func links(_ names: String...) -> Block {
        .list(start: nil, items: names.enumerated().map { [paragraph(.link($0, [words($1)]))] })
    }

    @Test(arguments: [
        (links("Home", "All incidents", "Portal"), 30, "Home[1] All incidents[2]\nPortal[3]"),
        // Two are no navigation, and long ones are read one by one.
        (links("Home", "Portal"), 30, "• Home[1]\n• Portal[2]"),
        (
            links("Home", "Portal", "Look it up in the knowledge base"), 40,
            "• Home[1]\n• Portal[2]\n• Look it up in the knowledge base[3]"
        ),
        (
            .list(start: 1, items: (0..<3).map { [paragraph(.link($0, [words("x")]))] }), 30,
            "1. x[1]\n2. x[2]\n3. x[3]"
        ),
    ])
    func shortLinksStandBehindEachOther(block: Block, width: Int, shown: String) async throws {
        #expect(try await lines(page([block]), width).joined(separator: "\n") == shown)
    }

    @Test func factsStandInColumnsAndLongerMeaningsBelow() async throws {
        func facts(_ meanings: [Block]...) -> PageView {
            page([
                .definitions(
                    zip(["Number", "Knowledge base", "Author"], meanings).map { .init(term: [words($0)], meaning: $1) })
            ])
        }
        let short = try await lines(facts([paragraph("KB0010001")], [], [paragraph("Beth Anglin of the desk")]), 34)
        #expect(
            short.joined(separator: "\n") == """
                Number     KB0010001
                Knowledge
                base
                Author     Beth Anglin of the desk
                """)
        let long = try await lines(facts([paragraph("A"), paragraph("B")], [paragraph("IT")]), 34)
        #expect(long.joined(separator: "\n") == "Number\n    A\n    B\nKnowledge base\n    IT")
    }

    @Test func aGroupWithoutANameHasNoFrame() async throws {
        #expect(try await lines(page([.group(legend: [], [paragraph("a")]), paragraph("b")]), 20) == ["a", "", "b"])
    }

    @Test func aButtonSaysItsLabelAndElseItsValue() async throws {
        var form = Form()
        form.fields = [
            .text("sys_action", "Update", "sysverb_update", .submit), .text("b", "", "Go", .submit),
            .text("c", "", "", .submit),
        ]
        let view = page(
            [paragraph(.field(form: 0, field: 0), .field(form: 0, field: 1), .field(form: 0, field: 2))], forms: [form])
        #expect(try await lines(view, 60) == ["< Update > < Go > < Submit >"])
    }
}
