import TestSupport
import Testing

/// A record's page at a real terminal.
struct PageTerminalTests {
    private static let page = "incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8"

    /// The screen's content, and all bytes written to it.
    private func shown(
        _ columns: Int, _ theme: String, _ variables: [String: String]
    ) async throws -> (text: String, bytes: [UInt8]) {
        let workspace = try Workspace()
        try workspace.write("set theme=\(theme)\npage open \(Self.page)\n", to: "page.deck")
        let session = try PromptSession(
            workspace, ["run", "page.deck"], columns: columns, rows: 120, variables: variables)
        await expectEqual(session.end(), 0)
        let screen = await session.screen.wait { _ in true }
        expectEqual(screen.unknown, [])
        return (screen.text, session.screen.received)
    }

    /// The theme's text color; without COLORTERM only the terminal's palette, with NO_COLOR none. The text is that of
    /// the `pages` transcripts in ShellTests.
    @Test func recordIsShownInThemeColors() async throws {
        let rows: [(theme: String, variables: [String: String], color: String)] = [
            ("light", ["COLORTERM": "truecolor"], "38;2;21;25;32"), ("dark", [:], "34"),
            ("dark", ["COLORTERM": "truecolor", "NO_COLOR": "1"], ""),
        ]
        var texts: Set<String> = []
        for (theme, variables, color) in rows {
            let seen = try await shown(60, theme, variables)
            texts.insert(seen.text)
            let bytes = String(decoding: seen.bytes, as: UTF8.self)
            expectEqual(bytes.contains("38;2;"), color.hasPrefix("38;2;"))
            #expect(color.isEmpty ? !seen.bytes.contains(0x1B) : bytes.contains(color))
        }
        let text = try #require(texts.first)
        expectEqual(texts.count, 1)
        #expect(text.hasPrefix("Incident INC0010021 | Sandbox\nhttp://sandbox.localhost/incident.do?sys_id=\n061c"))
        #expect(text.contains("\nConfiguration item   [LAP-0417                ] View\n                     Config"))
        #expect(text.hasSuffix("\n< Update > < Delete >\n‸"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    }
}
