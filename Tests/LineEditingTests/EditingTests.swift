import Foundation
import Glibc
import TestSupport
import Testing

@testable import LineEditing

extension TerminalTests {
    struct EditingTests {
        @Test(arguments: [(80, 24), (60, 12), (20, 6)]) func `a line is typed, seen and read`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let driver = try PromptDriver(columns: columns, rows: rows)
            let result = try await driver.reads(Prompt("deck> ")) { screen in
                await screen.shows("deck> ‸")
                screen.type("table lst")
                await screen.shows("deck> table lst‸")
                screen.type("\u{1B}[D\u{1B}[Di")
                await screen.shows("deck> table li‸st")
                screen.type("\r")
                await screen.shows("deck> table list\n‸")
            }
            expectEqual(result, .line("table list"))
            #expect(driver.screen.isCooked)
            await driver.reader.close()
        }

        @Test func `text beyond ASCII works in any locale`() async throws {
            let driver = try PromptDriver()
            let result = try await driver.reads { screen in
                screen.type("é 日本語 Ω")
                await screen.shows("> é 日本語 Ω‸")
                screen.type("\u{1B}[D\u{1B}[D\u{7F}")
                await screen.shows("> é 日本‸ Ω")
                screen.type("\r")
            }
            expectEqual(result, .line("é 日本 Ω"))
        }

        @Test func `invalid bytes become replacement characters`() async throws {
            let driver = try PromptDriver()
            let result = try await driver.reads { screen in
                await screen.shows("> ‸")
                screen.send([0x61, 0xFF, 0x62, 0xE6, 0x97, 0x63, 0xED, 0xA0, 0x80, 0x64, 0x0D])
            }
            expectEqual(result, .line("a\u{FFFD}b\u{FFFD}c\u{FFFD}d"))
        }

        @Test(arguments: [(80, 24), (60, 12), (20, 6)]) func `a long line wraps and is edited in its middle`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let driver = try PromptDriver(columns: columns, rows: rows)
            let long = String((0..<(columns + 5)).map { Character(String($0 % 10)) })
            let shown = { (text: String) -> String in
                let all = "> " + text
                return String(all.prefix(columns)) + "\n" + String(all.dropFirst(columns))
            }
            let result = try await driver.reads { screen in
                screen.type(long)
                await screen.shows(shown(long + "‸"))
                screen.type("\u{1}x")
                await screen.shows("> x‸" + String(shown("_" + long).dropFirst(3)))
                screen.type("\u{5}\r")
            }
            expectEqual(result, .line("x" + long))
        }

        @Test func `common shell keys work`() async throws {
            let driver = try PromptDriver()
            let result = try await driver.reads { screen in
                screen.type("one two three")
                await screen.shows("> one two three‸")
                screen.type("\u{17}")
                await screen.shows("> one two ‸")
                screen.type("\u{1}")
                await screen.shows("> ‸one two")
                screen.type("\u{1B}[3~\u{4}")
                await screen.shows("> ‸e two")
                screen.type("\u{1B}[F\u{1B}[1;5D")
                await screen.shows("> e ‸two")
                screen.type("\u{15}")
                await screen.shows("> ‸two")
                screen.type("\u{1B}[H\u{0B}four\r")
            }
            expectEqual(result, .line("four"))
        }

        @Test func `Ctrl-L keeps the line on an empty screen`() async throws {
            let driver = try PromptDriver(rows: 5)
            _ = try await driver.reads { $0.type("first\r") }
            let result = try await driver.reads { screen in
                screen.type("kept")
                await screen.shows("> first\n> kept‸")
                screen.type("\u{C}")
                await screen.shows("> kept‸")
                screen.type("\r")
            }
            expectEqual(result, .line("kept"))
        }

        /// Escape, Ctrl-V, the first key of a sequence, a search and an unfinished paste wait for another key.
        @Test(arguments: [
            "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{18}", "\u{12}", "\u{12}a\u{1B}", "\u{1B}[200~", "\u{1B}1",
        ])
        func `Ctrl-C interrupts whatever a key waits for`(_ keys: String) async throws {
            let driver = try PromptDriver(columns: 20, rows: 6)
            let result = try await driver.reads { screen in
                screen.type("a line that is longer than a row\u{1}" + keys)
                // A paste is complete when nothing follows.
                try await Task.sleep(for: .milliseconds(150))
                screen.type("\u{3}")
                await screen.shows("> a line that is lon\nger than a row^C\n‸")
            }
            expectEqual(result, .interrupted)
            try await expectEqual(driver.reads { $0.type("next\r") }, .line("next"))
        }

        @Test func `Ctrl-C interrupts a command of vi and a quoted character`() async throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("editrc-\(UUID())")
            try "bind -v\n".write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let complete = LineHooks(complete: { Completions(replacing: 0..<$1, with: [.init($0 + "d")]) })
            let driver = try PromptDriver(hooks: complete, editrc: file.path)
            for keys in ["\u{1B}d", "\u{1B}2", "\u{1B}f", "\u{1B}r", "\u{16}"] {
                try await expectEqual(driver.reads { $0.type("abc" + keys + "\u{3}") }, .interrupted, "\(keys)")
            }
            // Tab completes there too.
            try await expectEqual(driver.reads { $0.type("abc\t\r") }, .line("abcd "))
        }

        @Test func `Ctrl-C discards the line at any cursor position`() async throws {
            let driver = try PromptDriver(columns: 20, rows: 6)
            let result = try await driver.reads { screen in
                screen.type("a line that is longer than a row\u{1}")
                await screen.shows("> ‸a line that is lon\nger than a row")
                screen.type("\u{3}")
                await screen.shows("> a line that is lon\nger than a row^C\n‸")
            }
            expectEqual(result, .interrupted)
            #expect(driver.screen.isCooked)
            try await expectEqual(driver.reads { $0.type("next\r") }, .line("next"))
        }

        @Test func `Ctrl-D ends on an empty line only`() async throws {
            let driver = try PromptDriver()
            let result = try await driver.reads { screen in
                screen.type("a\u{4}")
                _ = await screen.wait { $0.bells == 1 }
                await screen.shows("> a‸")
                screen.type("\u{7F}\u{4}")
                await screen.shows(">\n‸")
            }
            expectEqual(result, .end)
        }

        @Test func `lines typed ahead are queued`() async throws {
            let driver = try PromptDriver()
            try await expectEqual(driver.reads { $0.type("one\rtwo\r") }, .line("one"))
            await expectEqual(driver.reader.readLine(prompt: Prompt("> ")), .line("two"))
        }

        @Test func `a colored prompt has the width of its text`() async throws {
            let driver = try PromptDriver(columns: 20, rows: 6)
            let result = try await driver.reads(Prompt("prod> ", style: .warning)) { screen in
                screen.type("0123456789abcdef")
                await screen.shows("prod> 0123456789abcd\nef‸")
                screen.type("\u{1}")
                await screen.shows("prod> ‸0123456789abcd\nef")
                screen.type("\r")
            }
            expectEqual(result, .line("0123456789abcdef"))
        }

        @Test func `a closed reader returns the end`() async throws {
            let driver = try PromptDriver()
            try await expectEqual(driver.reads { $0.type("one\r") }, .line("one"))
            await driver.reader.close()
            await expectEqual(driver.reader.readLine(prompt: Prompt("> ")), .end)
        }
    }
}

struct PastedTextTests {
    private func pasted(_ text: String) -> (text: String, isComplete: Bool) {
        var paste = PastedText()
        for scalar in text.unicodeScalars { paste.add(scalar.value) }
        return (WideText.string(paste.text), paste.isComplete)
    }

    @Test(arguments: [
        ("plain\u{1B}[201~", "plain"),
        ("one\rtwo\r\nthree\nfour\r\n\r\n\u{1B}[201~", "one\ntwo\nthree\nfour"),
        ("a\r\rb\n\nc\u{1B}[201~", "a\n\nb\n\nc"),
        ("tab\there\u{1B}[201~", "tab\there"),
        ("bell\u{7}, red \u{1B}[31m, c1 \u{9B}2J, turned \u{202E}x\u{1B}[201~", "bell, red [31m, c1 2J, turned x"),
        ("half a mark \u{1B}[20\u{1B}[201~", "half a mark [20"),
        ("\u{1B}\u{1B}[201~", ""),
        ("日本語 é 👩‍🚀\u{1B}[201~", "日本語 é 👩‍🚀"),
        ("\u{1B}[201~", ""),
    ])
    func `pasted text can be reviewed`(_ sent: String, _ text: String) {
        let result = pasted(sent)
        #expect(result.isComplete)
        expectEqual(result.text, text)
    }

    @Test func `an unterminated paste continues`() { #expect(!pasted("text \u{1B}[201").isComplete) }
}

extension TerminalTests {
    struct SignalTests {
        @Test func `resizing the terminal redraws the line`() async throws {
            let driver = try PromptDriver(columns: 40, rows: 6)
            let result = try await driver.reads { screen in
                screen.type("0123456789abcdefghijklmno")
                await screen.shows("> 0123456789abcdefghijklmno‸")
                screen.resize(columns: 60, rows: 8)
                kill(getpid(), SIGWINCH)
                screen.type("pqrstuvwxyzABCD")
                await screen.shows("> 0123456789abcdefghijklmnopqrstuvwxyzABCD‸")
                screen.type("\r")
            }
            expectEqual(result, .line("0123456789abcdefghijklmnopqrstuvwxyzABCD"))
        }

        /// The emulated terminal keeps its rows; what others wrap again is drawn over in the same place.
        @Test func `a resized line leaves no rows of the old one`() async throws {
            let driver = try PromptDriver(columns: 20, rows: 8)
            let line = "a line that is longer than one row of_twenty"
            let result = try await driver.reads { screen in
                screen.type(line)
                await screen.shows("> a line that is lon\nger than one row of_\ntwenty‸")
                for columns in [60, 20, 30, 20, 80] {
                    screen.resize(columns: columns, rows: 8)
                    kill(getpid(), SIGWINCH)
                    let rows = stride(from: 0, to: line.count + 2, by: columns).map {
                        String("> \(line)".dropFirst($0).prefix(columns))
                    }
                    await screen.shows(rows.joined(separator: "\n") + "‸")
                }
                screen.type("\r")
            }
            expectEqual(result, .line(line))
        }

        @Test func `SIGINT is Ctrl-C only while a line is read`() async throws {
            let driver = try PromptDriver()
            let result = try await driver.reads { screen in
                screen.type("abc")
                await screen.shows("> abc‸")
                kill(getpid(), SIGINT)
                await screen.shows("> abc^C\n‸")
            }
            expectEqual(result, .interrupted)
            var action = sigaction()
            expectEqual(sigaction(SIGINT, nil, &action), 0)
            #expect(action.__sigaction_handler.sa_handler == nil)
        }

        @Test func `a closed terminal is the end`() async throws {
            let screen = try PseudoTerminal()
            let reader = LibeditReader(
                .init(input: screen.terminal, output: screen.terminal, terminal: "xterm"), hooks: LineHooks())
            let line = Task { await reader.readLine(prompt: Prompt("> ")) }
            await screen.shows("> ‸")
            screen.hangUp()
            await expectEqual(line.value, .end)
        }
    }
}
