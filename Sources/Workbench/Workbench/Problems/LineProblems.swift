// The command language is part of Shell's API: modules that read or write commands use it.
@_exported public import CommandLanguage
import Notation
@_exported public import RecipeDocument
import Rendering

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
                    line: diagnostic.line),
                hints: diagnostic.hints)
        }
        if further > 0, !problems.isEmpty {
            problems[problems.count - 1].notes.append("\(Phrase.counted(further, "further mistake")) are not shown.")
        }
        guard var first = problems.first else { return Problem(.usage, "\(path) is not a recipe.") }
        first.further = Array(problems.dropFirst())
        return first
    }
}
