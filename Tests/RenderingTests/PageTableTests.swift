import Notation
import Testing

@testable import Rendering

@Suite struct PageTableTests {
    static let list = page([
        .table(
            Grid(
                caption: [words("Incidents")],
                rows: [
                    ["Number", "Opened", "Short description", "Caller", "Priority", "State"].map(header),
                    [
                        Grid.Cell([paragraph(.link(0, [words("INC0000060")]))]), cell("2016-12-12 07:19:57"),
                        cell("Unable to connect to email"), cell("Joe Employee"), cell("3 - Moderate"), cell("Closed"),
                    ],
                    [
                        Grid.Cell([paragraph(.link(1, [words("INC0009002")]))]), cell("2018-09-16 05:49:23"),
                        cell("My computer is not detecting the headphone device"), cell("David Miller"),
                        cell("3 - Moderate"), cell(""),
                    ],
                ]))
    ])

    @Test func `columns are side by side if they fit`() async throws {
        #expect(
            try await lines(Self.list, 120).joined(separator: "\n") == """
                Incidents
                Number         Opened               Short description                                 Caller        Priority      State
                ─────────────  ───────────────────  ────────────────────────────────────────────────  ────────────  ────────────  ──────
                INC0000060[1]  2016-12-12 07:19:57  Unable to connect to email                        Joe Employee  3 - Moderate  Closed

                INC0009002[2]  2018-09-16 05:49:23  My computer is not detecting the headphone        David Miller  3 - Moderate
                                                    device
                """)
        #expect(
            try await lines(Self.list, 90).joined(separator: "\n") == """
                Incidents
                Number         Opened               Short description   Caller        Priority      State
                ─────────────  ───────────────────  ──────────────────  ────────────  ────────────  ──────
                INC0000060[1]  2016-12-12 07:19:57  Unable to connect   Joe Employee  3 - Moderate  Closed
                                                    to email

                INC0009002[2]  2018-09-16 05:49:23  My computer is not  David Miller  3 - Moderate
                                                    detecting the
                                                    headphone device
                """)
    }

    @Test func `rows become blocks on narrow terminals`() async throws {
        #expect(
            try await lines(Self.list, 60).joined(separator: "\n") == """
                Incidents
                Number: INC0000060[1]
                Opened: 2016-12-12 07:19:57
                Short description: Unable to connect to email
                Caller: Joe Employee
                Priority: 3 - Moderate
                State: Closed

                Number: INC0009002[2]
                Opened: 2018-09-16 05:49:23
                Short description: My computer is not detecting the
                headphone device
                Caller: David Miller
                Priority: 3 - Moderate
                """)
    }

    static let spans = page([
        .table(
            Grid(rows: [
                [Grid.Cell(isHeader: true, columns: 1000, [paragraph("Quarter and what it brought")])],
                [header("Month"), header("Sum"), header("Note")],
                [cell("January"), cell("1,200.50"), cell("a long and cold winter", rows: 2)],
                [cell("February"), cell("7")],
                [cell("March and what follows", columns: 2), cell("spring", rows: 1000)],
                [], [cell("April"), cell("12")],
            ]))
    ])

    @Test func `spanning cells and right-aligned numbers`() async throws {
        #expect(
            try await lines(Self.spans, 60).joined(separator: "\n") == """
                Quarter and what it brought
                Month              Sum  Note
                ──────────  ──────────  ──────────────────────
                January       1,200.50  a long and cold winter
                February             7
                March and what follows  spring
                April               12
                """)
        #expect(
            try await lines(Self.spans, 34).joined(separator: "\n") == """
                Quarter and what it brought
                Month              Sum  Note
                ──────────  ──────────  ──────────
                January       1,200.50  a long and
                February             7  cold
                                        winter

                March and what follows  spring
                April               12
                """)
    }

    @Test func `layout tables are shown from left to right`() async throws {
        let inner = Grid(rows: [[cell("Home"), cell("Lists"), cell("Help")]])
        let layout = page([
            .table(
                Grid(rows: [
                    [Grid.Cell([.table(inner)])],
                    [Grid.Cell([.heading(level: 2, [words("Left")]), paragraph("Text")]), cell("Right")],
                    [cell("One"), cell(""), cell("Two")],
                ]))
        ])
        #expect(
            try await lines(layout, 40) == [
                "Home  Lists  Help", "", "Left", "────", "Text", "", "Right", "", "One · Two",
            ])
        #expect(try await lines(page([.table(Grid(rows: [[cell("a")], [cell("b")]]))]), 40) == ["a", "", "b"])
    }

    @Test func `labels and fields in cells are in columns if they fit`() async throws {
        var form = Form()
        form.fields = [.text("a", "", "INC1"), .choice("b", "", ["New", "Closed"], chosen: 1)]
        func label(_ text: String) -> Grid.Cell { Grid.Cell([paragraph(words(text, .label))]) }
        func field(_ number: Int) -> Grid.Cell { Grid.Cell([paragraph(.field(form: 0, field: number))]) }
        let view = page(
            [.table(Grid(rows: [[label("Number"), field(0), label("State"), field(1)]]))], forms: [form])
        #expect(try await lines(view, 60) == ["Number  [INC1        ]  State  [Closed ▾]"])
        #expect(
            try await lines(view, 36) == ["Number  [INC1                    ]", "State   [Closed ▾]"])
    }

    @Test func `damaged tables are shown completely`() async throws {
        let empty = page([
            .table(Grid()), .table(Grid(rows: [[], []])), .table(Grid(rows: [[header("")], [cell("")]])),
        ])
        #expect(try await lines(empty, 40).allSatisfy { $0.allSatisfy { $0 == "─" } })
        let odd = Grid(rows: [
            [Grid.Cell(isHeader: true, columns: -3, rows: -1, [paragraph("a")]), header("b")],
            [cell("1", rows: .max), cell("2", columns: .max), cell("3")], [cell("4")],
        ])
        let shown = try await lines(page([.table(odd)]), 40).joined(separator: "\n")
        for word in ["a", "b", "1", "2", "3", "4"] { #expect(shown.contains(word)) }
        let wide = Grid(rows: [(1...3000).map { header("h\($0)") }, (1...3000).map { cell("v\($0)") }])
        let all = try await lines(page([.table(wide)]), 80).joined(separator: " ")
        for number in [1, 1500, 3000] { #expect(all.contains("v\(number)") && all.contains("h\(number)")) }
    }
}
