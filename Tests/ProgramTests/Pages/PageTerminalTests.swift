import TestSupport
import Testing

/// A record's page at a real terminal.
@Suite struct PageTerminalTests {
    private static let page = "incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8"

    /// What stands on the screen, and every byte that brought it there.
    private func shown(
        _ columns: Int, _ theme: String, _ variables: [String: String]
    ) async throws -> (text: String, bytes: [UInt8]) {
        let desk = try Desk()
        try desk.write("set theme=\(theme)\npage open \(Self.page)\n", to: "page.deck")
        let sitting = try PromptSitting(desk, ["run", "page.deck"], columns: columns, rows: 120, variables: variables)
        #expect(await sitting.end() == 0)
        let screen = await sitting.screen.wait { _ in true }
        #expect(screen.unknown == [])
        return (screen.text, sitting.screen.received)
    }

    /// The text color of the theme; without COLORTERM only the terminal's own colors, with NO_COLOR none.
    @Test(arguments: [
        ("light", ["COLORTERM": "truecolor"], "38;2;21;25;32"),
        ("dark", ["COLORTERM": "truecolor"], "38;2;255;255;255"),
        ("dark", [:], "34"), ("dark", ["COLORTERM": "truecolor", "NO_COLOR": "1"], ""),
    ])
    func aRecordIsShownWholeInTheColorsOfTheTheme(
        theme: String, variables: [String: String], color: String
    ) async throws {
        let seen = try await shown(60, theme, variables)
        #expect(seen.text == Self.narrow)
        let bytes = String(decoding: seen.bytes, as: UTF8.self)
        #expect(bytes.contains("38;2;") == color.hasPrefix("38;2;"))
        #expect(color.isEmpty ? !seen.bytes.contains(0x1B) : bytes.contains(color))
    }

    private static let narrow = #"""
        Incident INC0010021 | Sandbox
        http://sandbox.localhost/incident.do?sys_id=
        061c92d26f030200d7aecd9c5d3ee4f8

        Sandbox[1]

        Home[2] Incidents[3] Problems[4] Changes[5] Knowledge[6]
        Portal[7]

        John Doe[8] Log out[9]

        Incident INC0010021
        ═══════════════════
        Number               [INC0010021              ] read only
        Channel              [Phone ▾]
        Caller *             [Abel Tuter              ] required
                             View Caller[10]
        State                [In Progress ▾]
        Category             [Hardware ▾]
        On hold reason       [-- None -- ▾]
        Subcategory          [-- None -- ▾]
        Impact               [2 - Medium ▾]
        Business service     [                        ]
        Urgency              [2 - Medium ▾]
        Configuration item   [LAP-0417                ] View
                             Configuration item[11]
        Priority             [3 - Moderate ▾]
        Opened               [2015-10-14 00:45:55     ] read only
        Assignment group     [Hardware                ] View
                             Assignment group[12]
        Opened by            [Abel Tuter              ] read only
                             View Opened by[13]
        Assigned to          [John Doe                ] View
                             Assigned to[14]
        Active               [x]
        Short description *  [my computer doesn't work] required
        Description          │ It does not start any more.

        ┌ Notes ────────────────────────────────────────────────────
        │ Watch list           [                        ]
        │ Work notes list      [                        ]
        │ Additional comments  │
        │ Work notes           │
        └───────────────────────────────────────────────────────────

        ┌ Related Records ──────────────────────────────────────────
        │ Parent incident   [                        ]
        │ Problem           [                        ]
        │ Change Request    [                        ]
        │ Caused by Change  [                        ]
        └───────────────────────────────────────────────────────────

        ┌ Resolution Information ───────────────────────────────────
        │ Knowledge        [ ]
        │ Resolved by      [                        ] read only
        │ Resolution code  [-- None -- ▾]
        │ Resolved         [                        ] read only
        │ Close notes      │
        └───────────────────────────────────────────────────────────

        < Update > < Delete >
        ‸
        """#
}
