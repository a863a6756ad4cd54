import Synchronization

/// A source of lines: a terminal or a file.
package protocol LineReader: Sendable {
    func readLine(prompt: Prompt) async -> LineResult
    func close() async
}

package enum LineResult: Sendable, Hashable {
    /// A line without its line end; the lines of a longer text are separated by `\n`.
    case line(String)
    case end
    case interrupted
    /// This line could not be read. After `.notText` and `.tooLong` reading can continue.
    case failed(LineError)
}

package enum LineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line of that number, from 1, is not valid UTF-8.
    case notText(line: Int, bytes: [UInt8])
    /// Reading failed with this `errno`.
    case unreadable(Int32)
    case noTerminal
    /// The line is longer than the reader allows, and was skipped.
    case tooLong

    package var description: String {
        switch self {
        case .notText(let line, _): "line \(line) is not UTF-8 text"
        case .unreadable(let number): "the input cannot be read (error \(number))"
        case .noTerminal: "there is no terminal for questions"
        case .tooLong: "the line is too long"
        }
    }
}

/// What the prompt needs from the command language.
package struct LineHooks: Sendable {
    var history: any HistorySource
    /// The completions of Tab for a text and a cursor position in UTF-8 bytes. The line can be edited until they arrive;
    /// Ctrl-C cancels the call.
    var complete: @Sendable (_ text: String, _ cursor: Int) async -> Completions?
    /// Whether Enter begins a new line of the same text, because a quote or a brace is open.
    var mayContinue: @Sendable (_ text: String) -> Bool
    /// The colored parts of a line, in order, without overlaps. Called at every key, so it must be fast.
    var highlights: @Sendable (_ text: String) -> [Highlight]
    /// Whether a line would change an instance. Such a line is not suggested where changes are guarded.
    var changes: @Sendable (_ line: String) -> Bool
    /// The line with its last word completed, if no history line has its prefix. Called at every key, so it must be
    /// fast.
    package var suggest: @Sendable (_ line: String) -> String? = { _ in nil }
    /// Opens a text in the user's editor and returns the result; nil if that failed.
    var edit: @Sendable (_ text: String) -> String?

    package init(
        history: any HistorySource = NoHistory(),
        complete: @escaping @Sendable (_ text: String, _ cursor: Int) async -> Completions? = { _, _ in nil },
        mayContinue: @escaping @Sendable (_ text: String) -> Bool = { _ in false },
        highlights: @escaping @Sendable (_ text: String) -> [Highlight] = { _ in [] },
        changes: @escaping @Sendable (_ line: String) -> Bool = { _ in false },
        edit: @escaping @Sendable (_ text: String) -> String? = { _ in nil }
    ) {
        self.history = history
        self.complete = complete
        self.mayContinue = mayContinue
        self.highlights = highlights
        self.changes = changes
        self.edit = edit
    }
}

/// The history. Called on the prompt's thread when an older line is needed.
package protocol HistorySource: Sendable {
    /// At most `limit` lines, newest first, without the `skipping` newest ones. Fewer than `limit` means that there are
    /// no older ones.
    func entries(skipping: Int, limit: Int) -> [HistoryLine]
    /// The history line of a number.
    func entry(numbered number: Int64) -> String?
}

/// A line of the history.
package struct HistoryLine: Sendable, Hashable {
    var text: String
    /// The instance's address.
    var instance: String
    var hasFailed: Bool

    package init(_ text: String, instance: String = "", hasFailed: Bool = false) {
        (self.text, self.instance, self.hasFailed) = (text, instance, hasFailed)
    }

    /// The instance without its scheme.
    var place: String {
        let parts = instance.split(separator: "://", maxSplits: 1)
        return parts.last.map(String.init) ?? ""
    }
}

extension HistorySource {
    package func entry(numbered number: Int64) -> String? { nil }
}

package struct NoHistory: HistorySource {
    package init() {}
    package func entries(skipping: Int, limit: Int) -> [HistoryLine] { [] }
}

/// A colored part of a line, in UTF-8 bytes.
package struct Highlight: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case command, flag, text, variable, symbol, error, unknown

        /// Its SGR sequence (ECMA-48).
        var sequence: String {
            switch self {
            case .command: "\u{1B}[1m"
            case .flag: "\u{1B}[36m"
            case .text: "\u{1B}[32m"
            case .variable: "\u{1B}[35m"
            case .symbol: "\u{1B}[33m"
            case .error: "\u{1B}[31m"
            case .unknown: "\u{1B}[4m"
            }
        }
    }

    package var bytes: Range<Int>
    package var kind: Kind

    package init(_ bytes: Range<Int>, _ kind: Kind) {
        self.bytes = bytes
        self.kind = kind
    }
}

/// The candidates at the cursor.
package struct Completions: Sendable, Hashable {
    package struct Candidate: Sendable, Hashable {
        package var text: String
        /// Shown next to it; may be empty.
        package var description: String
        package var appendsSpace: Bool

        package init(_ text: String, _ description: String = "", appendsSpace: Bool = true) {
            self.text = text
            self.description = description
            self.appendsSpace = appendsSpace
        }
    }

    /// The part of the line that a candidate replaces, in UTF-8 bytes; it ends at the cursor or later.
    package var replaced: Range<Int>
    package var candidates: [Candidate]
    package var isWhole: Bool

    package init(replacing replaced: Range<Int>, with candidates: [Candidate], isWhole: Bool = true) {
        self.replaced = replaced
        self.candidates = candidates
        self.isWhole = isWhole
    }

    /// The same with other candidates for another part of the line.
    package func replacing(_ replaced: Range<Int>, with candidates: [Candidate]) -> Completions {
        Completions(replacing: replaced, with: candidates, isWhole: isWhole)
    }
}

/// A result from another thread, with a descriptor to wait for it.
final class PendingCompletions: Sendable {
    private let pipe: WakePipe
    private let answer = Mutex<Completions?>(nil)

    init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    var descriptor: Int32 { pipe.reading }

    func give(_ completions: Completions?) {
        answer.withLock { $0 = completions }
        pipe.wake()
    }

    var taken: Completions? { answer.withLock { $0 } }
}

package struct Prompt: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        case plain
        case bold
        case warning
        case painted(Color, isBold: Bool)
    }

    /// The basic colors of terminals. The raw value is the SGR parameter (ECMA-48).
    package enum Color: Int, Sendable, Hashable { case red = 31, green, yellow, blue, magenta, cyan }

    package var text: String
    package var style: Style
    var continuation: String
    /// The initial text of the line, such as a corrected command, with the cursor after it.
    package var initial: String
    /// The line that Enter runs if nothing is typed; shown as a suggestion.
    package var offer = ""
    /// The instance that the line will run on, for searching its lines only.
    package var instance = ""
    package var highlights = false
    /// Whether lines of the history are suggested while typing.
    package var suggests = false
    /// Whether lines that change an instance are suggested, too.
    package var suggestsChanges = false

    package init(_ text: String, style: Style = .plain, continuation: String = "... ", initial: String = "") {
        self.text = text
        self.style = style
        self.continuation = continuation
        self.initial = initial
    }

    static let mark: UInt32 = 1

    /// The prompt for libedit. The style ends before the last character, because libedit drops a sequence at the end of
    /// the prompt.
    var scalars: [UInt32] {
        let plain = WideText.scalars(TerminalScreen.sanitized(text))
        guard let sequence, plain.count > 1 else { return plain }
        let begin = [Self.mark] + WideText.scalars(sequence) + [Self.mark]
        let end = [Self.mark] + WideText.scalars("\u{1B}[0m") + [Self.mark]
        return begin + plain.dropLast() + end + plain.suffix(1)
    }

    /// The prompt for a terminal without an editor, without control characters.
    package var painted: String {
        let plain = TerminalScreen.sanitized(text)
        guard let sequence, plain.count > 1 else { return plain }
        return sequence + plain.dropLast() + "\u{1B}[0m" + plain.suffix(1)
    }

    private var sequence: String? {
        switch style {
        case .plain: nil
        case .bold: "\u{1B}[1m"
        case .warning: "\u{1B}[1;31m"
        case .painted(let color, let isBold): "\u{1B}[\(isBold ? "1;" : "")\(color.rawValue)m"
        }
    }
}

extension [UInt32] {
    var visible: [UInt32] {
        split(separator: Prompt.mark, omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 0 }.flatMap(\.element)
    }
}
