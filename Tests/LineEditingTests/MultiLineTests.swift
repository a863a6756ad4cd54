import Glibc
import TestSupport
import Testing

@testable import LineEditing

extension TerminalTests {
    struct MultiLineTests {
        /// Continues while a brace is open.
        let hooks = LineHooks(mayContinue: { text in
            text.utf8.count { $0 == 0x7B } > text.utf8.count { $0 == 0x7D }
        })

        @Test(arguments: [(80, 24), (60, 12), (20, 6)]) func `Enter begins a new line while a brace is open`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let driver = try PromptDriver(columns: columns, rows: rows, hooks: hooks)
            let result = try await driver.reads { screen in
                screen.type("graphql {\r")
                await screen.shows("> graphql {\n‸")
                screen.type("a b\r}")
                await screen.shows("> graphql {\na b\n}‸")
                screen.type("\u{1B}[A\u{1B}[C!")
                await screen.shows("> graphql {\na !‸b\n}")
                screen.type("\u{1B}\r")
                await screen.shows("> graphql {\na !\n‸b\n}")
                screen.type("\u{1B}[B")
                await screen.shows("> graphql {\na !\nb\n‸}")
                screen.type("\u{5}\u{1B}\r")
                await screen.shows("> graphql {\na !\nb\n}\n‸")
                screen.type("x\r")
                await screen.shows("> graphql {\na !\nb\n}\nx\n‸")
            }
            expectEqual(result, .line("graphql {\na !\nb\n}\nx"))
        }

        @Test func `a text taller than the screen is read completely`() async throws {
            let driver = try PromptDriver(columns: 20, rows: 6, hooks: hooks)
            let result = try await driver.reads { screen in
                screen.type("{\r1\r2\r3\r4")
                await screen.shows("> {\n1\n2\n3\n4‸")
                screen.type("\r")
                await screen.shows("> {\n1\n2\n3\n4\n... ‸")
                // Text typed before the editor has the terminal is echoed by the terminal as well.
                await screen.waitForRawMode()
                screen.type("5 }")
                await screen.shows("> {\n1\n2\n3\n4\n... 5 }‸")
                screen.type("\u{15}5\r}\r")
            }
            expectEqual(result, .line("{\n1\n2\n3\n4\n5\n}"))
        }

        @Test func `Ctrl-C discards all lines`() async throws {
            let driver = try PromptDriver(columns: 20, rows: 6, hooks: hooks)
            let result = try await driver.reads { screen in
                screen.type("{\r1\r2\r3\r4\r5")
                await screen.shows("> {\n1\n2\n3\n4\n... 5‸")
                screen.type("\u{15}\u{4}")
                _ = await screen.wait { $0.bells == 1 }
                screen.type("\u{3}")
            }
            expectEqual(result, .interrupted)
            try await expectEqual(driver.reads { $0.type("a\r") }, .line("a"))
        }

        @Test func `a paste runs nothing`() async throws {
            let driver = try PromptDriver()
            let result = try await driver.reads { screen in
                _ = await screen.wait { $0.marksPastes }
                screen.type("say ")
                screen.paste("one\r\ntwo\t|\u{3}\u{1B}[A\r\r")
                await screen.shows("> say one\ntwo     |[A‸")
                screen.type("!\r")
            }
            expectEqual(result, .line("say one\ntwo\t|[A!"))
            #expect(!(await driver.screen.wait { !$0.marksPastes }).marksPastes)
        }

        @Test func `a paste taller than the screen can be run or discarded`() async throws {
            let driver = try PromptDriver(columns: 20, rows: 6)
            let lines = (1...200).map { "line \($0)" }
            let result = try await driver.reads { screen in
                await screen.shows("> ‸")
                screen.type("()\u{1B}[D")
                screen.paste(lines.joined(separator: "\r"))
                await screen.shows("line 195\nline 196\nline 197\nline 198\nline 199\n... line 200)‸")
                screen.type("\r")
            }
            expectEqual(result, .line("(" + lines.joined(separator: "\n") + ")"))
        }

        @Test func `a long single-line paste is read completely`() async throws {
            let driver = try PromptDriver()
            let long = String(repeating: "0123456789", count: 1_000)
            let result = try await driver.reads { screen in
                await screen.shows("> ‸")
                screen.paste(long)
                screen.type("\r")
            }
            expectEqual(result, .line(long))
        }
    }
}

struct PlainReaderTests {
    /// All lines that a reader returns for bytes that arrive through a pipe in these pieces.
    private func results(
        _ pieces: [[UInt8]], mayContinue: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> [LineResult] {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let reader = PlainReader(descriptor: reading, mayContinue: mayContinue)
        async let written: Void = WorkerThread().run {
            for piece in pieces {
                var rest = piece[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                    rest = rest.dropFirst(max(count, 0))
                }
            }
            close(writing)
        }
        var results: [LineResult] = []
        while results.last != .end, results.count < 10_000 {
            results.append(await reader.readLine(prompt: Prompt("never shown> ")))
        }
        await written
        return results
    }

    private func results(_ text: String) async throws -> [LineResult] { try await results([Array(text.utf8)]) }

    @Test func `LF and CRLF end lines, and the last may have no end`() async throws {
        try await expectEqual(
            results("one\ntwo\r\n\n three \nfour"),
            [
                .line("one"), .line("two"), .line(""), .line(" three "), .line("four"), .end,
            ])
        try await expectEqual(results(""), [.end])
        try await expectEqual(results("\n"), [.line(""), .end])
        try await expectEqual(results("a\rb\r"), [.line("a\rb\r"), .end])
    }

    @Test func `a byte order mark is not part of the first line`() async throws {
        try await expectEqual(results("\u{FEFF}one\n\u{FEFF}two"), [.line("one"), .line("\u{FEFF}two"), .end])
    }

    @Test func `pieces may split lines and characters`() async throws {
        let bytes = Array("日本語\r\nzwei\nдва".utf8)
        try await expectEqual(results(bytes.map { [$0] }), [.line("日本語"), .line("zwei"), .line("два"), .end])
    }

    @Test func `an invalid line is reported and the next is read`() async throws {
        try await expectEqual(
            results([Array("ok\n".utf8), [0x61, 0xFF, 0xFE, 0x0A], Array("fine\n".utf8)]),
            [
                .line("ok"), .failed(.notText(line: 2, bytes: [0x61, 0xFF, 0xFE])), .line("fine"), .end,
            ])
        expectEqual(LineError.notText(line: 2, bytes: []).description, "line 2 is not UTF-8 text")
    }

    @Test func `lines may be of any length`() async throws {
        let long = String(repeating: "0123456789", count: 300_000)
        try await expectEqual(results("a\n" + long + "\nb\n"), [.line("a"), .line(long), .line("b"), .end])
    }

    @Test func `many short lines are read one by one`() async throws {
        let lines = (0..<5_000).map { "line \($0)" }
        try await expectEqual(results(lines.joined(separator: "\n")), lines.map { .line($0) } + [.end])
    }

    @Test func `an unfinished text continues in the next line`() async throws {
        let open: @Sendable (String) -> Bool = {
            $0.utf8.count(where: { $0 == 0x7B }) > $0.utf8.count(where: { $0 == 0x7D })
        }
        try await expectEqual(
            results([Array("a { b\n c\n}\nd\n{ e".utf8)], mayContinue: open),
            [
                .line("a { b\n c\n}"), .line("d"), .line("{ e"), .end,
            ])
    }

    @Test func `a read error is not the end`() async {
        let reader = PlainReader(descriptor: -1)
        await expectEqual(reader.readLine(prompt: Prompt("")), .failed(.unreadable(EBADF)))
    }
}
