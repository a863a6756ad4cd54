import TestSupport
import Testing

/// A record's page at a real terminal: narrow, usual and wide, light and dark, whole.
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

    @Test(arguments: [("light", "21,25,32"), ("dark", "255,255,255")], [60, 80, 140])
    func aRecordStandsOnTheScreenWhole(theme: (name: String, text: String), columns: Int) async throws {
        let seen = try await shown(columns, theme.name, ["COLORTERM": "truecolor"])
        #expect(seen.text == PageTerminalScreens.text[columns])
        let painted = PaintedScreen(seen.bytes)
        #expect(painted.legend.contains { $0.contains(" \(theme.text) on ") })
    }

    @Test(arguments: [("light", PageTerminalScreens.light), ("dark", PageTerminalScreens.dark)])
    func everyCellHasTheColoursOfTheTheme(theme: String, legend: [String]) async throws {
        let seen = try await shown(60, theme, ["COLORTERM": "truecolor"])
        let painted = PaintedScreen(seen.bytes)
        #expect(painted.legend == legend)
        #expect(painted.map == PageTerminalScreens.painted)
    }

    /// With sixteen colours the terminal's own ground stays, since nobody knows what its names look like.
    @Test(arguments: ["light", "dark"])
    func aTerminalOfSixteenColoursKeepsItsGround(theme: String) async throws {
        let painted = PaintedScreen(try await shown(60, theme, [:]).bytes)
        #expect(painted.legend == PageTerminalScreens.named)
        #expect(painted.map == PageTerminalScreens.paintedByName)
    }

    @Test func withoutColoursTheTextIsTheSame() async throws {
        let seen = try await shown(60, "dark", ["COLORTERM": "truecolor", "NO_COLOR": "1"])
        #expect(seen.text == PageTerminalScreens.text[60])
        #expect(!seen.bytes.contains(0x1B))
    }
}
