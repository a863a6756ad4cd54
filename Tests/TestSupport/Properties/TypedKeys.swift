import Glibc
import LineEditing
import Synchronization

/// Keys, pastes and resizes at a prompt on an emulated terminal.
///
/// A text is typed in bursts. A character that occurs nowhere else follows each burst: the line must contain it, and the
/// screen must show exactly that line, with the cursor after the character. Words typed while the terminal is resized must
/// arrive complete. At the end the terminal must be restored.
package enum TypedKeys {
    private static let words = [
        "a", "table list ", "incident", "'", "\"", " ", "w", "日本", "é", "😀", "\t", "\r", "\n", "\u{1}", "\u{2}",
        "\u{3}",
        "\u{4}", "\u{5}", "\u{6}", "\u{7}", "\u{8}", "\u{B}", "\u{C}", "\u{E}", "\u{10}", "\u{12}", "\u{14}", "\u{15}",
        "\u{17}", "\u{18}\u{5}", "\u{19}", "\u{1F}", "\u{7F}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D",
        "\u{1B}[H",
        "\u{1B}[F", "\u{1B}[Z", "\u{1B}[3~", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[1;5C", "\u{1B}[1;5D", "\u{1B}[1;3C",
        "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{1B}.", "\u{1B}\r", "\u{1B}\u{7F}", "\u{1B}u", "\u{1B}l", "\u{1B}c",
        "\u{1B}[200~w1 w2\u{1B}[201~", "\u{1B}[200~one\ntwo\r\n日本\u{1B}[201~", "\u{1B}[200~\u{1B}[2Jx\u{1B}[201~",
        "!!\r", "!table\r", "w\t", "w\t\t", "\u{12}ta", "slow\t",
    ]

    /// Random keys.
    package static func keys(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<20 + random.below(60)).flatMap { _ in Array(random.pick(words).utf8) }
    }

    /// Types keys; returns the first property that does not hold, or nil.
    package static func failure(of text: [UInt8], _ random: inout SeededGenerator) -> String? {
        guard let typist = try? Typist(random.pick(sizes)) else { return "no terminal" }
        // Keys that stop the output or the program are not for an emulated terminal.
        let broken = typist.type(text.filter { ![0x11, 0x13, 0x1A].contains($0) }, &random)
        let left = typist.leave()
        return broken ?? left
    }

    static let sizes = [(columns: 20, rows: 6), (80, 24), (200, 50), (33, 9), (60, 12)]
}

/// Types at a prompt and checks the screen.
private final class Typist {
    private var size: (columns: Int, rows: Int)
    private let terminal: PseudoTerminal
    private let found: [UInt8]
    private let seen = Seen()
    private var probes = 0

    /// State shared with the prompt's hooks and task.
    private final class Seen: Sendable {
        let text = Mutex("")
        let begun = Atomic(0)
        let ended = Atomic(0)
        let draws = Atomic(0)
        let isLeaving = Atomic(false)
        let hasEnded = Atomic(false)
    }

    /// The timeout in milliseconds.
    private static let patience = 30_000

    private static let words =
        (1...40).map { "w\($0)" } + ["table list", "table get", "incident", "日本語", "slow1", "slow2"]
    private static let older = [
        "table list incident", "table get incident INC0010021", "w1 w2", "graphql {\n  a\n}", "日本語 😀",
        (1...60).map { "row \($0)" }.joined(separator: "\n"),
    ]

    init(_ size: (columns: Int, rows: Int)) throws {
        self.size = size
        terminal = try PseudoTerminal(columns: size.columns, rows: size.rows)
        found = terminal.mode
        let reader = LibeditReader(
            .init(input: terminal.terminal, output: terminal.terminal, terminal: "xterm"), hooks: Self.hooks(seen))
        Task.detached { [seen] in
            var prompt = Prompt("> ")
            (prompt.highlights, prompt.suggests) = (true, true)
            while !seen.isLeaving.load(ordering: .acquiring) {
                seen.begun.add(1, ordering: .releasing)
                _ = await reader.readLine(prompt: prompt)
                seen.ended.add(1, ordering: .releasing)
            }
            await reader.close()
            seen.hasEnded.store(true, ordering: .releasing)
        }
    }

    private static func hooks(_ seen: Seen) -> LineHooks {
        var hooks = LineHooks(
            history: OlderLines(lines: older),
            complete: { text, cursor in
                let before = Array(text.utf8.prefix(cursor))
                let start = before.lastIndex { $0 == 0x20 || $0 == 0x0A }.map { $0 + 1 } ?? 0
                let word = before[start...]
                if word.starts(with: "slow".utf8) { try? await Task.sleep(for: .milliseconds(2)) }
                return Completions(
                    replacing: start..<cursor,
                    with: words.filter { $0.utf8.starts(with: word) }.map { .init($0, "a word") })
            },
            mayContinue: { $0.utf8.count { $0 == UInt8(ascii: "'") } % 2 == 1 },
            highlights: { text in
                seen.text.withLock { $0 = text }
                seen.draws.add(1, ordering: .releasing)
                return text.utf8.starts(with: "table".utf8) ? [Highlight(0..<5, .command)] : []
            },
            edit: { $0 + "edited" })
        hooks.suggest = { $0.hasSuffix("tabl") ? $0 + "e" : nil }
        return hooks
    }

    /// Types a text in bursts; returns the claim that did not hold.
    func type(_ text: [UInt8], _ random: inout SeededGenerator) -> String? {
        var rest = text[...]
        _ = pump(for: Self.patience) { !terminal.isCooked }
        while !rest.isEmpty {
            var burst = Array(rest.prefix(1 + random.below(12)))
            if let end = burst.firstIndex(where: Self.mayEndLine) { burst.removeSubrange((end + 1)...) }
            rest = rest.dropFirst(burst.count)
            let draws = seen.draws.load(ordering: .acquiring)
            terminal.send(Array(burst))
            if Self.pasteIsOpen(burst) { terminal.type("\u{1B}[201~") }
            if burst.last.map(Self.mayEndLine) == true { settle(draws) }
            if let broken = probe(after: Array(burst)) { return broken }
            if random.below(3) == 0, let broken = typeWhileResizing(&random) { return broken }
            if isTall {
                terminal.type("\u{3}")
                settle(seen.draws.load(ordering: .acquiring))
            }
        }
        return nil
    }

    private static func mayEndLine(_ byte: UInt8) -> Bool { [0x03, 0x04, 0x0A, 0x0D].contains(byte) }

    private static func pasteIsOpen(_ burst: [UInt8]) -> Bool {
        let text = String(decoding: burst, as: UTF8.self)
        guard let begin = text.ranges(of: "\u{1B}[200~").last else { return false }
        return !text[begin.upperBound...].contains("\u{1B}[201~")
    }

    /// Waits until a line is edited again, after a key that may have ended one. Between lines the terminal itself echoes.
    private func settle(_ draws: Int) {
        let ended = seen.ended.load(ordering: .acquiring)
        _ = pump(for: 2_000) { [self] in
            if seen.draws.load(ordering: .acquiring) > draws, !terminal.isCooked { return true }
            let lines = seen.ended.load(ordering: .acquiring)
            return lines > ended && seen.begun.load(ordering: .acquiring) > lines && !terminal.isCooked
        }
    }

    /// Ends the reading; returns the claim that did not hold.
    func leave() -> String? {
        seen.isLeaving.store(true, ordering: .releasing)
        // An escape or a quoting key before may take the first one.
        var patience = 0
        while !seen.hasEnded.load(ordering: .acquiring), patience < 100 {
            terminal.type("\u{7}\u{3}")
            _ = pump(for: 100) { self.seen.hasEnded.load(ordering: .acquiring) }
            patience += 1
        }
        guard seen.hasEnded.load(ordering: .acquiring) else { return "the reading does not end" }
        terminal.drain()
        if terminal.mode != found { return "the terminal is not as it was found" }
        let screen = terminal.screenNow
        if screen.marksPastes { return "the terminal still marks pastes" }
        if !screen.unknown.isEmpty { return "sequences that no terminal knows: \(screen.unknown)" }
        return nil
    }

    private var isTall: Bool {
        let text = seen.text.withLock { $0 }
        return text.unicodeScalars.count > size.columns * (size.rows - 1) / 4
            || text.utf8.count { $0 == 0x0A } > size.rows / 3
    }

    /// A character that was never typed before.
    private func nextProbe() -> Unicode.Scalar {
        probes += 1
        // Narrow ones and wide ones in turn.
        return Unicode.Scalar(UInt32(probes % 2 == 0 ? 0x0400 + probes / 2 % 128 : 0x4E00 + probes / 2 % 20_000)) ?? "?"
    }

    private var last = (text: [Unicode.Scalar](), cursor: 0)

    private func probe(after burst: [UInt8]) -> String? {
        let probe = nextProbe()
        // Ctrl-G ends a search and an unfinished sequence.
        terminal.type("\u{7}" + String(probe))
        var problem = "the character typed last is not in the line"
        let holds = pump(for: Self.patience) { [self] in
            let text = Array(seen.text.withLock { $0 }.unicodeScalars)
            guard let place = text.lastIndex(of: probe) else { return false }
            last = (text, place + 1)
            problem = "the screen does not show the line"
            return showsLine()
        }
        if holds { return nil }
        let bytes = burst.map { String($0, radix: 16) }.joined(separator: " ")
        return """
            \(problem), on \(size.columns) x \(size.rows) after \(bytes)
            line: \(seen.text.withLock { $0 }.debugDescription)
            screen:
            \(terminal.screenNow.text)
            """
    }

    private func typeWhileResizing(_ random: inout SeededGenerator) -> String? {
        let before = last
        var typed: [Unicode.Scalar] = []
        for _ in 0...random.below(4) {
            let word = random.pick(["x", "ab ", "é", "日", "word", "9 9"])
            typed += word.unicodeScalars
            terminal.type(word)
            guard random.below(2) == 0 else { continue }
            size = random.pick(TypedKeys.sizes)
            terminal.resize(columns: size.columns, rows: size.rows)
            kill(getpid(), SIGWINCH)
        }
        if let broken = probe(after: []) { return broken }
        let expected =
            before.text[..<before.cursor] + typed + [last.text[last.cursor - 1]] + before.text[before.cursor...]
        guard last.text == Array(expected) else {
            let shown = String(last.text).debugDescription, wanted = String(Array(expected)).debugDescription
            return "keys are lost: \(shown), not \(wanted)"
        }
        return nil
    }

    /// Whether the screen shows the line, or its last lines where it is too tall, and nothing below it.
    private func showsLine() -> Bool {
        let shown = terminal.screenNow.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let cursorRow = shown.firstIndex(where: { $0.contains("‸") }) else { return false }
        let lineEnds = last.text[..<last.cursor].indices.filter { last.text[$0] == "\n" }
        return ([nil] + lineEnds.map { $0 + 1 }).contains { start in
            let drawn = DrawnLine(
                start == nil ? "> " : "... ", last.text[(start ?? 0)...], cursor: last.cursor, columns: size.columns)
            // libedit cannot draw a line that is taller than the screen.
            if drawn.rows.count >= size.rows { return start == nil }
            let top = cursorRow - drawn.cursorRow
            guard top >= 0, top + drawn.rows.count >= shown.count else { return false }
            return drawn.rows.indices.allSatisfy { row in
                (top + row < shown.count ? shown[top + row] : "") == drawn.rows[row]
            }
        }
    }

    /// Takes what is written until something holds; false after so many milliseconds.
    private func pump(for milliseconds: Int, until holds: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            if holds() { return true }
            if .now > end { return false }
            terminal.drain(waiting: 1)
        }
    }
}

private struct OlderLines: HistorySource {
    let lines: [String]
    func entries(skipping: Int, limit: Int) -> [HistoryLine] {
        lines.dropFirst(skipping).prefix(limit).map { HistoryLine($0) }
    }
}

extension String {
    fileprivate init(_ scalars: [Unicode.Scalar]) {
        self = ""
        unicodeScalars.append(contentsOf: scalars)
    }
}
