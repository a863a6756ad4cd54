import Notation
import TestSupport
import Testing

@testable import Rendering

/// A page on a terminal, and without one.
struct PageScreenTests {
    @Test func `on sixty columns`() async throws {
        let shown = try await lines(RichPage.view, 60).joined(separator: "\n")
        expectEqual(
            shown,
            """
            INC0010001 | Incident | ServiceNow
            https://dev.service-now.com/incident.do?sys_id=
            9d385017c611228701d22104cc95c371

            Incidents[1] › INC0010001

            ▌ ! This record was changed by somebody else while you
            ▌   looked at it.

            Incident INC0010001
            ═══════════════════
            Number             [INC0010001              ] read only
            Caller             [Abel Tuter              ] required
            Short description  [Printer on fire         ]
            Impact             [2 - Medium ▾]
                               [x] Active
            Description        │ The printer on floor 2 is on fire.
                               │
                               │ It smells.
            Confirm with your  [••••••••                ]
            password

            < Update > < Delete >

            Activity
            ────────
            │ Abel Tuter[2] · 2026-03-04 10:11:12 · Additional comments
            │
            │ I pulled the plug, but it still burns: lp0 on fire.
            │ プリンターが燃えています。すぐに来てください。 👩‍🚒

            • Fetch the extinguisher
            • Then read link[5]
               9. the first page
              10. the second page

            lp0  the first printer port

            lp0: status
                    out of paper = 0x20, selected = 0x10, error = 0x08,
            ↪ busy = 0x80, acknowledged = 0x40

            Task SLAs
            ─────────
            SLA definition      Stage        Business time left  Percent
            ──────────────────  ───────────  ──────────────────  ───────
            Priority 2          In progress  3 Hours 59 Minutes  50.14
            resolution[3]

            初回応答 24         Breached     0 Seconds           100
            時間以内[4]

            ┌ Resolution ───────────────────────────────────────────────
            │ Nothing has been resolved yet.
            └───────────────────────────────────────────────────────────

            ────────────────────────────────────────────────────────────

            © ServiceNow

            ────────────────────────────────────────────────────────────

            The page has 52428800 bytes; the first 8388608 are shown.
            `page source > FILE` has all of it.

            1 byte of the page is no text in its character set, shown as
            �.
            """)
    }

    @Test func `without a terminal, on eighty columns`() async throws {
        try await expectEqual(lines(RichPage.view, nil), lines(RichPage.view, 80))
    }
}

/// Elements of every page are shown compactly.
struct PageCompactnessTests {
    private static func links(_ names: String...) -> Block {
        .list(start: nil, items: names.enumerated().map { [paragraph(.link($0, [words($1)]))] })
    }

    @Test(arguments: [
        (links("Home", "All incidents", "Portal"), 30, "Home[1] All incidents[2]\nPortal[3]"),
        // Two links are not a navigation, and long ones are shown one by one.
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
    func shortLinksShareALine(block: Block, width: Int, shown: String) async throws {
        try await expectEqual(lines(page([block]), width).joined(separator: "\n"), shown)
    }

    @Test func factsAreInColumns() async throws {
        func facts(_ meanings: [Block]...) -> PageView {
            page([
                .definitions(
                    zip(["Number", "Knowledge base", "Author"], meanings).map { .init(term: [words($0)], meaning: $1) })
            ])
        }
        let short = try await lines(facts([paragraph("KB0010001")], [], [paragraph("Beth Anglin of the desk")]), 34)
        expectEqual(
            short.joined(separator: "\n"),
            """
            Number     KB0010001
            Knowledge
            base
            Author     Beth Anglin of the desk
            """)
        let long = try await lines(facts([paragraph("A"), paragraph("B")], [paragraph("IT")]), 34)
        expectEqual(long.joined(separator: "\n"), "Number\n    A\n    B\nKnowledge base\n    IT")
    }

    @Test func unnamedGroupHasNoFrame() async throws {
        try await expectEqual(lines(page([.group(legend: [], [paragraph("a")]), paragraph("b")]), 20), ["a", "", "b"])
    }

    @Test func buttonShowsLabelOrValue() async throws {
        var form = Form()
        form.fields = [
            .text("sys_action", "Update", "sysverb_update", .submit), .text("b", "", "Go", .submit),
            .text("c", "Delete", "", .submit), .text("d", "", "", .submit),
        ]
        let view = page([.paragraph((0..<4).map { .field(form: 0, field: $0) })], forms: [form])
        try await expectEqual(lines(view, 60), ["< Update > < Go > < Delete > < Submit >"])
    }
}

struct PageTableTests {
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
        try await expectEqual(
            lines(Self.list, 120).joined(separator: "\n"),
            """
            Incidents
            Number         Opened               Short description                                 Caller        Priority      State
            ─────────────  ───────────────────  ────────────────────────────────────────────────  ────────────  ────────────  ──────
            INC0000060[1]  2016-12-12 07:19:57  Unable to connect to email                        Joe Employee  3 - Moderate  Closed

            INC0009002[2]  2018-09-16 05:49:23  My computer is not detecting the headphone        David Miller  3 - Moderate
                                                device
            """)
        try await expectEqual(
            lines(Self.list, 90).joined(separator: "\n"),
            """
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
        try await expectEqual(
            lines(Self.list, 60).joined(separator: "\n"),
            """
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

    @Test func `spanning cells`() async throws {
        try await expectEqual(
            lines(Self.spans, 60).joined(separator: "\n"),
            """
            Quarter and what it brought
            Month     Sum           Note
            ────────  ────────────  ──────────────────────
            January   1,200.50      a long and cold winter
            February  7
            March and what follows  spring
            April     12
            """)
        try await expectEqual(
            lines(Self.spans, 34).joined(separator: "\n"),
            """
            Quarter and what it brought
            Month     Sum          Note
            ────────  ───────────  ───────────
            January   1,200.50     a long and
                                   cold winter

            February  7

            March and what         spring
            follows

            April     12
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
        try await expectEqual(
            lines(layout, 40),
            [
                "Home  Lists  Help", "", "Left", "────", "Text", "", "Right", "", "One · Two",
            ])
        try await expectEqual(lines(page([.table(Grid(rows: [[cell("a")], [cell("b")]]))]), 40), ["a", "", "b"])
    }

    @Test func `labels and fields in cells are in columns if they fit`() async throws {
        var form = Form()
        form.fields = [.text("a", "", "INC1"), .choice("b", "", ["New", "Closed"], chosen: 1)]
        func label(_ text: String) -> Grid.Cell { Grid.Cell([paragraph(words(text, .label))]) }
        func field(_ number: Int) -> Grid.Cell { Grid.Cell([paragraph(.field(form: 0, field: number))]) }
        let view = page(
            [.table(Grid(rows: [[label("Number"), field(0), label("State"), field(1)]]))], forms: [form])
        try await expectEqual(lines(view, 60), ["Number  [INC1        ]  State  [Closed ▾]"])
        try await expectEqual(
            lines(view, 36), ["Number  [INC1                    ]", "State   [Closed ▾]"])
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
