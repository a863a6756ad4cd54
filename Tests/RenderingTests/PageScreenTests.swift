import Notation
import Testing
@testable import Rendering

/// The same page on three terminals.
@Suite struct PageScreenTests {
    @Test func `on sixty columns`() async throws {
        #expect(
            try await lines(RichPage.view, 60).joined(separator: "\n") == """
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
                │ I pulled the plug, but it still burns: lp0 on fire. プリン
                │ ターが燃えています。すぐに来てください。 👩‍🚒

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
                Priority 2          In progress  3 Hours 59 Minutes    50.14
                resolution[3]

                初回応答 24 時間以  Breached     0 Seconds               100
                内[4]

                ┌ Resolution ───────────────────────────────────────────────
                │ Nothing has been resolved yet.
                └───────────────────────────────────────────────────────────

                ────────────────────────────────────────────────────────────

                © ServiceNow

                ────────────────────────────────────────────────────────────

                The page has 52 428 800 bytes; the first 8 388 608 are
                shown. `page source > FILE` has all of it.

                1 byte of the page is no text in its character set, shown as
                �.
                """)
    }

    private static let eighty = """
        INC0010001 | Incident | ServiceNow
        https://dev.service-now.com/incident.do?sys_id=9d385017c611228701d22104cc95c371

        Incidents[1] › INC0010001

        ▌ ! This record was changed by somebody else while you looked at it.

        Incident INC0010001
        ═══════════════════

        Number                      [INC0010001              ] read only
        Caller                      [Abel Tuter              ] required
        Short description           [Printer on fire         ]
        Impact                      [2 - Medium ▾]
                                    [x] Active
        Description                 │ The printer on floor 2 is on fire.
                                    │
                                    │ It smells.
        Confirm with your password  [••••••••                ]

        < Update > < Delete >

        Activity
        ────────
        │ Abel Tuter[2] · 2026-03-04 10:11:12 · Additional comments
        │
        │ I pulled the plug, but it still burns: lp0 on fire. プリンターが燃えています。
        │ すぐに来てください。 👩‍🚒

        • Fetch the extinguisher
        • Then read link[5]
           9. the first page
          10. the second page

        lp0  the first printer port

        lp0: status
                out of paper = 0x20, selected = 0x10, error = 0x08, busy = 0x80, acknowl
        ↪ edged = 0x40

        Task SLAs
        ─────────
        SLA definition            Stage        Business time left  Percent
        ────────────────────────  ───────────  ──────────────────  ───────
        Priority 2 resolution[3]  In progress  3 Hours 59 Minutes    50.14
        初回応答 24 時間以内[4]   Breached     0 Seconds               100

        ┌ Resolution ───────────────────────────────────────────────────────────────────
        │ Nothing has been resolved yet.
        └───────────────────────────────────────────────────────────────────────────────

        ────────────────────────────────────────────────────────────────────────────────

        © ServiceNow

        ────────────────────────────────────────────────────────────────────────────────

        The page has 52 428 800 bytes; the first 8 388 608 are shown. `page source >
        FILE` has all of it.

        1 byte of the page is no text in its character set, shown as �.
        """

    @Test func `on eighty, and where there is no terminal`() async throws {
        #expect(try await lines(RichPage.view, 80).joined(separator: "\n") == Self.eighty)
        #expect(try await lines(RichPage.view, nil).joined(separator: "\n") == Self.eighty)
    }

    @Test func `on a hundred and forty, with fewer line ends and longer rules`() async throws {
        let joined = Self.eighty.replacing("\n│ すぐ", with: "すぐ").replacing("\n↪ ", with: "")
            .replacing("source >\nFILE", with: "source > FILE")
        let expected = joined.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.count == 80 && line.hasSuffix("─") ? String(line) + String(repeating: "─", count: 60) : String(line)
        }
        #expect(try await lines(RichPage.view, 140) == expected)
    }
}

/// Elements of every page are shown compactly.
@Suite struct PageCompactnessTests {
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
        #expect(try await lines(page([block]), width).joined(separator: "\n") == shown)
    }

    @Test func factsAreInColumns() async throws {
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

    @Test func unnamedGroupHasNoFrame() async throws {
        #expect(try await lines(page([.group(legend: [], [paragraph("a")]), paragraph("b")]), 20) == ["a", "", "b"])
    }

    @Test func buttonShowsLabelOrValue() async throws {
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

@Suite struct FieldAppearanceTests {
    @Test(arguments: [
        ("Update", "sysverb_update", "Update"), ("", "Search", "Search"), ("Delete", "", "Delete"), ("", "", "Submit"),
    ])
    func `buttons show their label`(label: String, value: String, shown: String) {
        let face = FieldAppearance(.text("sys_action", label, value, .submit))
        #expect(face == .word(before: "< ", shown, after: " >"))
    }
}
