import Glibc
import Testing

@testable import LineEditing

@Suite struct PlainReaderTests {
    /// Everything a reader gives for bytes that come through a pipe in the given pieces.
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

    @Test func `lines end in either way and the last one may have no end`() async throws {
        #expect(
            try await results("one\ntwo\r\n\n three \nfour") == [
                .line("one"), .line("two"), .line(""), .line(" three "), .line("four"), .end,
            ])
        #expect(try await results("") == [.end])
        #expect(try await results("\n") == [.line(""), .end])
        #expect(try await results("a\rb\r") == [.line("a\rb\r"), .end])
    }

    @Test func `a byte order mark is no part of the first line`() async throws {
        #expect(try await results("\u{FEFF}one\n\u{FEFF}two") == [.line("one"), .line("\u{FEFF}two"), .end])
    }

    @Test func `pieces may part lines and characters anywhere`() async throws {
        let bytes = Array("日本語\r\nzwei\nдва".utf8)
        #expect(try await results(bytes.map { [$0] }) == [.line("日本語"), .line("zwei"), .line("два"), .end])
    }

    @Test func `a line that is no text is told with its bytes and number, and the next one is read`() async throws {
        #expect(
            try await results([Array("ok\n".utf8), [0x61, 0xFF, 0xFE, 0x0A], Array("fine\n".utf8)]) == [
                .line("ok"), .failed(.notText(line: 2, bytes: [0x61, 0xFF, 0xFE])), .line("fine"), .end,
            ])
        #expect(LineError.notText(line: 2, bytes: []).description == "line 2 is not UTF-8 text")
    }

    @Test func `a line may be as long as it is`() async throws {
        let long = String(repeating: "0123456789", count: 300_000)
        #expect(try await results("a\n" + long + "\nb\n") == [.line("a"), .line(long), .line("b"), .end])
    }

    @Test func `many short lines come one by one`() async throws {
        let lines = (0..<5_000).map { "line \($0)" }
        #expect(try await results(lines.joined(separator: "\n")) == lines.map { .line($0) } + [.end])
    }

    @Test func `an unfinished text goes on in the next line, as far as there is one`() async throws {
        let open: @Sendable (String) -> Bool = {
            $0.utf8.count(where: { $0 == 0x7B }) > $0.utf8.count(where: { $0 == 0x7D })
        }
        #expect(
            try await results([Array("a { b\n c\n}\nd\n{ e".utf8)], mayContinue: open) == [
                .line("a { b\n c\n}"), .line("d"), .line("{ e"), .end,
            ])
    }

    @Test func `what cannot be read is an error and not an end`() async {
        let reader = PlainReader(descriptor: -1)
        #expect(await reader.readLine(prompt: Prompt("")) == .failed(.unreadable(EBADF)))
    }
}
