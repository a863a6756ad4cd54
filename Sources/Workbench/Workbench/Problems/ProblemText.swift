package import ExchangeModel
package import Notation
import Rendering
package import TapeDeck

/// Renders problems for people and for programs. Nothing else does.
package enum ProblemText {
    /// Lines for standard error, each with a line break:
    ///
    ///     error: table list has no flag --limt.
    ///       table list incident --limt 5
    ///                           ^^^^^^
    ///     hint: Did you mean --limit?
    ///
    /// Untrusted text is made safe to show.
    ///
    /// - Parameter width: the terminal's width in columns; a longer source line is cut around the caret. Nil shows all
    ///   of it.
    package static func lines(_ problem: Problem, width: Int? = nil) -> String {
        var text = place(of: problem) + heading(problem.kind) + indented(problem.message) + "\n"
        if let source = problem.source {
            let picture = SourceExcerpt(source, width: width.map { max($0 - indent.count, 16) })
            text += indent + picture.line + "\n" + indent + picture.carets + "\n"
        }
        for note in problem.notes { text += "note: " + indented(note) + "\n" }
        // At the prompt, typing a hint's number runs it.
        let isNumbered = problem.hints.count(where: CommandSuggestion.isRunnable) > 1
        var number = 0
        for hint in problem.hints {
            let isRunnable = isNumbered && CommandSuggestion.isRunnable(hint)
            if isRunnable { number += 1 }
            text += (isRunnable ? "hint \(number): " : "hint: ") + indented(hint) + "\n"
        }
        return problem.further.reduce(text) { $0 + lines($1, width: width) }
    }

    /// A warning about a part of the user's text: the message, the caret, the hints.
    ///
    /// - Parameter width: as in `lines`.
    static func warning(_ problem: Problem, width: Int?) -> String {
        var lines = ["warning: " + indented(problem.message)]
        if let source = problem.source {
            let picture = SourceExcerpt(source, width: width.map { max($0 - indent.count, 16) })
            lines += [indent + picture.line, indent + picture.carets]
        }
        lines += problem.hints.map { "hint: " + indented($0) }
        return lines.joined(separator: "\n")
    }

    /// The problem as a JSON object, for `--format json`. Positions are UTF-8 byte offsets from 0.
    package static func json(_ problem: Problem) -> JSON {
        let source = problem.source.map { source in
            JSON.object(present: [
                "text": .string(source.text), "start": .number(String(source.span.lowerBound)),
                "end": .number(String(source.span.upperBound)), "name": source.name.map(JSON.string),
                "line": source.name == nil ? nil : .number(String(source.line)),
            ])
        }
        let error = JSON.object(present: [
            "kind": .string(problem.kind.rawValue), "exit": .number(String(problem.exitStatus)),
            "message": .string(problem.message), "source": source, "notes": .array(problem.notes.map(JSON.string)),
            "hints": .array(problem.hints.map(JSON.string)), "details": problem.details,
            "further": problem.further.isEmpty ? nil : .array(problem.further.map(json)),
        ])
        return ["error": error]
    }

    private static let indent = "  "

    /// `nightly.snowdeck:12: ` for a problem in a file.
    private static func place(of problem: Problem) -> String {
        guard let source = problem.source, let name = source.name else { return "" }
        let line = source.line + source.text.utf8.prefix(source.span.lowerBound).count { $0 == .lineFeed }
        return "\(SafeText.line(name)):\(line): "
    }

    private static func heading(_ kind: Problem.Kind) -> String {
        switch kind {
        case .internal: "internal error: "
        case .interrupted: ""
        default: "error: "
        }
    }

    /// Safe text whose further lines are indented.
    private static func indented(_ text: String) -> String {
        TerminalText.plain(text).split(separator: "\n", omittingEmptySubsequences: true).joined(
            separator: "\n" + indent)
    }
}

struct SourceExcerpt {
    let line: String
    let carets: String

    private struct Cell {
        let text: String
        let width: Int
        let isMeant: Bool
    }

    /// - Parameter width: the available columns; nil for no limit.
    init(_ source: Problem.Source, width: Int?) {
        let cells = SourceExcerpt.cells(source)
        let meant = cells.firstIndex(where: \.isMeant) ?? cells.count
        let window = SourceExcerpt.window(of: cells, around: meant, width: width)
        let isCutBefore = window.lowerBound > 0, isCutAfter = window.upperBound < cells.count

        let shown = cells[window].map(\.text).joined()
        line = (isCutBefore ? "…" : "") + shown + (isCutAfter ? "…" : "")
        let before = cells[window].prefix { !$0.isMeant }.reduce(isCutBefore ? 1 : 0) { $0 + $1.width }
        let under = cells[window].reduce(0) { $0 + ($1.isMeant ? $1.width : 0) }
        carets = String(repeating: " ", count: before) + String(repeating: "^", count: max(under, 1))
    }

    /// The characters of the line on which the span begins. A tab becomes one blank, and control characters U+FFFD.
    private static func cells(_ source: Problem.Source) -> [Cell] {
        let bytes = Array(source.text.utf8)
        let lower = min(max(source.span.lowerBound, 0), bytes.count)
        let start = (bytes[..<lower].lastIndex(of: .lineFeed) ?? -1) + 1
        var end = bytes[lower...].firstIndex(of: .lineFeed) ?? bytes.count
        if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
        let upper = max(source.span.upperBound, lower)
        var place = start
        return String(decoding: bytes[start..<end], as: UTF8.self).map { character in
            let from = place
            place += character.utf8.count
            let text =
                character == "\t" ? " " : TerminalText.isPlain(String(character)) ? String(character) : "\u{FFFD}"
            return Cell(text: text, width: DisplayWidth.of(text), isMeant: from < upper && place > lower)
        }
    }

    /// The cells that are shown: all of them, or as many as fit around the first marked one.
    private static func window(of cells: [Cell], around meant: Int, width: Int?) -> Range<Int> {
        guard let width, cells.reduce(0, { $0 + $1.width }) + 1 > width else { return 0..<cells.count }
        // Both ends may need an ellipsis, and a caret may follow the last cell.
        let room = width - 3
        var lower = meant, upper = meant, used = 0
        func take(_ limit: Int, _ cell: Cell) -> Bool {
            guard used + cell.width <= limit else { return false }
            used += cell.width
            return true
        }
        while lower > 0, take(room / 2, cells[lower - 1]) { lower -= 1 }
        while upper < cells.count, take(room, cells[upper]) { upper += 1 }
        while lower > 0, take(room, cells[lower - 1]) { lower -= 1 }
        return lower..<upper
    }
}

extension Phrase {
    /// `in 30 minutes`, `2 hours ago`, `now`.
    package static func distance(of time: Timestamp, from now: Timestamp) -> String {
        let seconds = time.seconds.subtractingReportingOverflow(now.seconds).partialValue
        if seconds == 0 { return "now" }
        return seconds > 0 ? "in " + duration(seconds) : duration(seconds) + " ago"
    }

    /// `90 seconds`, `30 minutes`, `5 hours`, `100 days`: in the largest unit of which there are at least two.
    package static func duration(_ seconds: Int64) -> String {
        let seconds = Int(clamping: seconds.magnitude)
        let units = [("day", 86400), ("hour", 3600), ("minute", 60)]
        for (unit, length) in units where seconds >= 2 * length { return counted(seconds / length, unit) }
        return counted(seconds, "second")
    }
}

/// The warning about parts of a tape that could not be searched for secrets.
package enum UncheckedText {
    /// Lines that name the first part; nil if there is none.
    package static func of(_ parts: [UncheckedPart]) -> String? {
        guard let first = parts.first else { return nil }
        let others = Set(parts.map(\.place)).subtracting([first.place]).count
        let more = others == 0 ? "" : " \(others) more could not be checked."
        return "warning: \(TerminalText.plain(first.description)) It is on the tape unchanged.\(more)\n"
            + "hint: tape audit\n"
    }
}

/// The note about response headers that may be secrets.
package enum WithheldText {
    private static let mostNames = 8

    /// - Parameters:
    ///   - headers: their names.
    ///   - isRecorded: whether a replay serves what was recorded.
    /// - Returns: nil if there is none.
    package static func of(_ headers: [String], isRecorded: Bool = false) -> String? {
        guard !headers.isEmpty else { return nil }
        let names = headers.prefix(mostNames).map { TerminalText.plain($0) }
        let more = headers.count > mostNames ? ["\(headers.count - mostNames) more"] : []
        let list = Phrase.listed(names + more, joinedBy: "and")
        return isRecorded
            ? "note: header values that the recording withheld are not served: \(list)"
            : "note: header values withheld from the tape, because they may be secrets: \(list)\n"
                + "hint: help tape audit"
    }
}

// The command language is part of Shell's API: modules that read or write commands use it.
@_exported public import CommandLanguage
@_exported public import RecipeDocument

extension ParseError {
    /// The error as a problem that points at the user's text.
    package func problem(in text: String) -> Problem {
        Problem(.usage, message, source: Problem.Source(text: text, span: span), hints: hints)
    }
}

extension Script.Command {
    /// The problem of a parse error. If it extends to the end of the script, the lines that were not run are counted.
    func problem(_ error: ParseError) -> Problem {
        var problem = error.problem(in: text)
        let lines = ASCII.trimmed(text[...]).utf8.dropFirst(error.span.lowerBound).count { $0 == .lineFeed }
        if isOpen, lines > 0 {
            problem.notes.append(
                "It seems to go on to the end: "
                    + (lines == 1 ? "the line after it was not run." : "the \(lines) lines after it were not run."))
        }
        return problem
    }
}

extension Invocation {
    /// The value of `--format` in a line with another error; nil if it is not a format.
    var askedFormat: Format? {
        let texts = words.map { $0.literal ?? "" }
        for (place, text) in texts.enumerated() where text.hasPrefix("--format") {
            if text == "--format" { return place + 1 < texts.count ? Format(texts[place + 1]) : nil }
            if text.hasPrefix("--format=") { return Format(String(text.dropFirst("--format=".count))) }
        }
        return nil
    }
}

extension RecipeError {
    /// All errors as one problem: the first with its place, the others in `further`.
    package var problem: Problem {
        var problems = diagnostics.map { diagnostic in
            guard let text = lines[diagnostic.line] else {
                return Problem(.usage, diagnostic.message, hints: diagnostic.hints)
            }
            let end = text.utf8.count
            let from = min(diagnostic.span.lowerBound, end)
            return Problem(
                .usage, diagnostic.message,
                source: Problem.Source(
                    text: text, span: from..<max(from, min(diagnostic.span.upperBound, end)), name: path,
                    line: diagnostic.line), hints: diagnostic.hints)
        }
        if further > 0, !problems.isEmpty {
            problems[problems.count - 1].notes.append("\(Phrase.counted(further, "further mistake")) are not shown.")
        }
        guard var first = problems.first else { return Problem(.usage, "\(path) is not a recipe.") }
        first.further = Array(problems.dropFirst())
        return first
    }
}
