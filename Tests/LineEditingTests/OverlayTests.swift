import TestSupport
import Testing

@testable import LineEditing

/// Suggestions and colors drawn over the line, and lines composed from earlier ones.
extension TerminalTests {
    struct OverlayTests {
        private let history = FixedHistory(lines: [
            "table delete incident -q active=false", "table list incident -n 5", "table list problem", "whoami",
        ])

        private func driver(columns: Int = 80, rows: Int = 24, hooks: LineHooks) throws -> PromptDriver {
            try PromptDriver(columns: columns, rows: rows, hooks: hooks)
        }

        private var prompt: Prompt {
            var prompt = Prompt("> ")
            (prompt.suggests, prompt.highlights) = (true, true)
            return prompt
        }

        @Test func `the newest matching line is suggested and accepted whole or by words`() async throws {
            let driver = try driver(hooks: LineHooks(history: history, changes: { $0.contains("delete") }))
            let result = try await driver.reads(prompt) { screen in
                screen.type("ta")
                await screen.shows("> ta‸ble list incident -n 5")
                screen.type("\u{1B}f")
                await screen.shows("> table‸ list incident -n 5")
                screen.type("\u{1B}[1;3C p")
                await screen.shows("> table list p‸roblem")
                screen.type("x")
                await screen.shows("> table list px‸")
                screen.type("\u{7F}")
                await screen.shows("> table list p‸roblem")
                screen.type("\u{1B}[C")
                await screen.shows("> table list problem‸")
                screen.type("\u{1}")
                await screen.shows("> ‸table list problem")
                screen.type("\u{5}\r")
            }
            expectEqual(result, .line("table list problem"))
        }

        @Test func `a word is suggested if no older line matches, except guarded changes`() async throws {
            var hooks = LineHooks(history: history, changes: { $0.contains("update") })
            hooks.suggest = {
                $0 == "table u" ? "table update" : $0 == "table list i" ? "-" : $0 == "sett" ? "settle" : nil
            }
            let driver = try driver(hooks: hooks)
            let result = try await driver.reads(prompt) { screen in
                screen.type("sett")
                await screen.shows("> sett‸le")
                screen.type("\u{15}table list i")
                await screen.shows("> table list i‸ncident -n 5")
                screen.type("\u{15}table u")
                await screen.shows("> table u‸")
                screen.type("\r")
            }
            expectEqual(result, .line("table u"))
        }

        @Test func `a suggestion follows an unprintable character`() async throws {
            let history = FixedHistory(lines: ["12345 a\u{1B600}bcde"])
            let driver = try driver(columns: 20, hooks: LineHooks(history: history))
            let result = try await driver.reads(prompt) { screen in
                screen.type("12345 a\u{1B600}b")
                await screen.shows("> 12345 a\\U+1B600b‸c")
                screen.type("\r")
            }
            expectEqual(result, .line("12345 a\u{1B600}b"))
        }

        @Test func `lines that failed are not suggested`() async throws {
            let lines = [HistoryLine("table lst", hasFailed: true), HistoryLine("table list problem")]
            let driver = try driver(hooks: LineHooks(history: FixedHistory(lines)))
            let result = try await driver.reads(prompt) { screen in
                screen.type("table l")
                await screen.shows("> table l‸ist problem")
                screen.type("\r")
            }
            expectEqual(result, .line("table l"))
        }

        @Test(arguments: [(20, 6), (80, 24), (200, 50)]) func `suggestions end at the end of the row`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let driver = try driver(columns: columns, rows: rows, hooks: LineHooks(history: history))
            let result = try await driver.reads(prompt) { screen in
                screen.type("table list i")
                let row = String("> table list incident -n 5".prefix(columns - 1))
                await screen.shows(row.prefix(14) + "‸" + row.dropFirst(14))
                screen.type("\r")
            }
            expectEqual(result, .line("table list i"))
        }

        @Test func `an offered line runs with Enter and is replaced by typing`() async throws {
            let hooks = LineHooks(history: history)
            var prompt = prompt
            prompt.offer = "table list incident"
            let ran = try await driver(hooks: hooks).reads(prompt) { screen in
                await screen.shows("> ‸table list incident")
                screen.type("\r")
            }
            expectEqual(ran, .line("table list incident"))
            let edited = try await driver(hooks: hooks).reads(prompt) { screen in
                screen.type("\u{1B}f")
                await screen.shows("> table‸ list incident")
                screen.type("\u{1B}[C -n 5\r")
            }
            expectEqual(edited, .line("table list incident -n 5"))
            let other = try await driver(hooks: hooks).reads(prompt) { screen in
                screen.type("who")
                await screen.shows("> who‸ami")
                screen.type("\u{7F}\u{7F}\u{7F}\u{4}")
            }
            expectEqual(other, .end)
        }

        /// The screen shows the same characters as without colors, at every column of a wrapped line.
        @Test(arguments: [(20, 6), (80, 24)]) func `colors change no character`(_ columns: Int, _ rows: Int)
            async throws
        {
            let driver = try driver(
                columns: columns, rows: rows,
                hooks: LineHooks(
                    mayContinue: { !$0.hasSuffix(";") },
                    highlights: { text in [Highlight(0..<min(5, text.utf8.count), .command)] }))
            let result = try await driver.reads(prompt) { screen in
                screen.type("é日本 abcdefghijklmno")
                await screen.shows(
                    columns == 20 ? "> é日本 abcdefghijkl\nmno‸" : "> é日本 abcdefghijklmno‸")
                screen.type("\u{1}日\u{5}\u{1B}\rnext;")
                await screen.shows(
                    columns == 20
                        ? "> 日é日本 abcdefghij\nklmno\nnext;‸" : "> 日é日本 abcdefghijklmno\nnext;‸")
                screen.type("\r")
            }
            expectEqual(result, .line("日é日本 abcdefghijklmno\nnext;"))
        }

        @Test func `history expansion and last words`() async throws {
            let driver = try driver(hooks: LineHooks(history: history))
            let result = try await driver.reads(prompt) { screen in
                screen.type("!who\r")
                await screen.shows("> whoami‸")
                screen.type("\u{15}!-2 -f number\r")
                await screen.shows("> table list incident -n 5 -f number‸")
                screen.type("\u{15}a \u{1B}.")
                await screen.shows("> a active=false‸")
                screen.type("\u{1B}.\u{1B}.")
                await screen.shows("> a problem‸")
                screen.type("\u{15}!!\r")
                await screen.shows("> table delete incident -q active=false‸")
                screen.type("\r")
            }
            expectEqual(result, .line("table delete incident -q active=false"))
        }

        @Test func `a line that no older one begins with is run as typed`() async throws {
            let driver = try driver(hooks: LineHooks(history: history))
            let result = try await driver.reads(prompt) { $0.type("!nothing\r") }
            expectEqual(result, .line("!nothing"))
        }

        @Test func `the line is edited in an external editor`() async throws {
            let driver = try driver(hooks: LineHooks(edit: { $0.isEmpty ? nil : $0.uppercased() + "\n" }))
            let result = try await driver.reads(prompt) { screen in
                screen.type("\u{18}\u{5}abc")
                await screen.shows(">\n> abc‸")
                screen.type("\u{18}\u{5}")
                await screen.shows(">\n> abc\n> ABC‸")
                screen.type("\r")
            }
            expectEqual(result, .line("ABC"))
        }

        @Test func `a line may have an initial text`() async throws {
            let driver = try driver(hooks: LineHooks())
            let result = try await driver.reads(Prompt("> ", initial: "table get")) { screen in
                await screen.shows("> table get‸")
                screen.type(" x\r")
            }
            expectEqual(result, .line("table get x"))
        }
    }
}
