package import CommandLanguage
import Notation

/// A recipe: a Markdown file with blocks of commands.
///
/// The parsed contents, with line numbers from 1. `RecipeLint` checks a recipe and `RecipeRunner` runs it.
package struct Recipe: Sendable, Hashable {
    package static let suffix = ".recipe.md"

    package var path: String
    /// The whole text, with LF line breaks.
    package var text: String
    package var goal: String
    /// The first paragraph below the heading that is not a declaration; empty if there is none.
    package var explanation = ""
    /// The declared changes, in order; empty for a read-only recipe.
    package var writes: [RecipeWrite] = []
    /// The line of `writes:`; nil if there is none.
    var writesLine: Int?
    package var parameters: [RecipeParameter] = []
    package var blocks: [RecipeBlock] = []

    /// `raise-incident` for `recipes/raise-incident.recipe.md`.
    package var name: String { Recipe.name(ofFile: path) }

    package static func name(ofFile path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
    }

    /// The folder of its file with a trailing `/`; empty for the current folder.
    package var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return String(path[...slash])
    }

    /// What it does: the lines of its file but those that expect something. A change of them changes the steps.
    package var actions: [Substring] {
        let expecting = Set(blocks.flatMap(\.steps).flatMap { $0.expectations.map(\.line) + $0.outputLines })
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { place, line in
            expecting.contains(place + 1) || line.isEmpty ? nil : line
        }
    }
}

/// One entry of `writes:`.
package struct RecipeWrite: Sendable, Hashable {
    /// A table's name, or `journal`, `attachment`, `page`, `rest`.
    package var name: String
    package var line: Int
}

/// One line of a `params` block: `caller = abel.tuter   # reference(sys_user.user_name): who reports it`.
package struct RecipeParameter: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Any text; the default type.
        case string
        case int
        case bool
        /// `2025-03-03`, optionally with a time, `2025-03-03 08:00:00`; UTC.
        case date
        case sysID
        /// A record identified by this column, `reference(sys_user.user_name)`; expands to its sys_id.
        case reference(table: String, column: String)
        /// One of a column's choices, by value or label; expands to the value.
        case choice(table: String, column: String)
        case query
        /// A file in the recipe's folder or below; expands to its path.
        case file
        /// Text that is neither echoed nor stored nor recorded.
        case secret
    }

    package var name: String
    package var kind: Kind
    /// The default value; nil if a value is required.
    package var fallback: String?
    /// A phrase; may be empty.
    package var description: String
    package var line: Int

    package init(_ name: String, _ kind: Kind, fallback: String? = nil, description: String = "", line: Int) {
        self.name = name
        self.kind = kind
        self.fallback = fallback
        self.description = description
        self.line = line
    }
}

/// A fenced block of steps. Its first lines (`for`, `if`, `cleanup`, `use`, `timeout`) apply to the whole block.
package struct RecipeBlock: Sendable, Hashable {
    /// `for row in table list incident -n 3`: runs the steps for each row of the command's result, whose fields are
    /// `{{row.number}}` and so on. `for n in {{nums}}`: for each value of a list.
    package struct Loop: Sendable, Hashable {
        package var variable: String
        package var command: String
        package var line: Int

        /// The variable with the list; nil if the loop is over the result of a command.
        package var list: String? {
            let words = (try? Parser.parse(command))?.words ?? []
            guard words.count == 1, words[0].pieces.count == 1, case .variable(let name, _) = words[0].pieces[0] else {
                return nil
            }
            return name
        }
    }

    /// `if {{state}} != 7`: runs the steps only if the condition is true.
    package struct Condition: Sendable, Hashable {
        /// The left side, with unexpanded variables: `{{state}}`.
        package var left: String
        package var test: RecipeTest
        package var line: Int
    }

    /// `use raise.recipe.md caller={{caller}} => inc`: runs another recipe.
    package struct Use: Sendable, Hashable {
        /// The path as written, relative to this recipe's folder.
        package var path: String
        /// The parameters, in order, with unexpanded variables.
        package var arguments: [Argument]
        /// The variables to import, with their local names.
        package var captures: [Import]
        package var line: Int

        package struct Argument: Sendable, Hashable {
            package var name: String
            package var value: String
        }

        /// `=> inc`, or `=> mine = inc`.
        package struct Import: Sendable, Hashable {
            package var name: String
            package var source: String
        }
    }

    package var line: Int
    package var loop: Loop?
    /// Evaluated for each row of a loop.
    package var condition: Condition?
    /// Whether the block runs at the end, even after a failure.
    package var isCleanup = false
    /// The recipe to run; `steps` is then empty.
    package var use: Use?
    /// The time limit of each step; nil for the `timeout` setting.
    package var timeout: Timespan?
    package var steps: [RecipeStep] = []
}

/// A command of a recipe, with its expectations.
package struct RecipeStep: Sendable, Hashable {
    /// `retry 5 every 2s until .state == 6`: runs the command up to that many more times until the test holds.
    package struct Retry: Sendable, Hashable {
        package var limit: Int
        package var pause: Timespan
        package var until: RecipeExpectation
        package var line: Int

        /// As written in a recipe.
        package var text: String { "retry \(limit) every \(pause.text) until \(until.text)" }
    }

    /// The command without its `> `, on one or more lines, including captures (`=> inc = .number`).
    package var command: String
    package var line: Int
    package var retry: Retry?
    /// Its `?` lines, in order.
    package var expectations: [RecipeExpectation] = []
    /// The expected output: lines with holes, without the `\` that escapes a line's start; empty if any output is
    /// accepted.
    package var output: [String] = []
    /// The line number in the file of each line of expected output.
    package var outputLines: [Int] = []

    package init(command: String, line: Int) {
        self.command = command
        self.line = line
    }

    /// A line of expected output without its escape: `\> quoted` is `> quoted`.
    static func outputLine(written text: String) -> String {
        guard text.hasPrefix("\\"), readsAsOther(text.dropFirst()) else { return text }
        return String(text.dropFirst())
    }

    /// A line of expected output as written in a block, escaped with `\` if needed.
    package static func written(outputLine text: String) -> String {
        if ASCII.trimmed(text[...]) == ExpectedOutput.hole {
            return text.replacing(ExpectedOutput.hole, with: ExpectedOutput.literalHole)
        }
        return readsAsOther(text[...]) ? "\\" + text : text
    }

    private static func readsAsOther(_ text: Substring) -> Bool {
        // Otherwise a fence in the output ends the block, and what follows it may be a block of steps.
        let inner = text.drop { $0 == " " || $0 == "\t" }
        if inner.hasPrefix("```") || inner.hasPrefix("~~~") { return true }
        return ["> ", ">\t", "? ", "# ", "retry ", "\\"].contains(where: text.hasPrefix)
            || [">", "?", "#"].contains(text)
    }
}

/// One `?` line: the tested value and the test.
package struct RecipeExpectation: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        /// `exit`: the exit status.
        case exit
        /// `http`: the status of the step's last response.
        case http
        /// `rows`: the number of records.
        case rows
        /// `took`: the duration of the step; compared with a timespan.
        case took
        /// `header Content-Type`: a field of the step's last response.
        case header(String)
        /// `.state`, `.[0].number`: a path in the result; scalars as text.
        case path(FieldPath)
    }

    package var subject: Subject
    package var test: RecipeTest
    /// The line as written, without the `? `.
    package var text: String
    package var line: Int
}

/// A duration: `500ms`, `2s`, `5m`.
package struct Timespan: Sendable, Hashable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Parses `500ms`, `2s`, `5m`, `1h`, at most a day; nil if it is invalid.
    package init?(_ text: String) {
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...9).contains(digits.count), let count = Int64(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let unit: Int64
        switch text.dropFirst(digits.count) {
        case "ms": unit = 1000
        case "s": unit = 1_000_000
        case "m": unit = 60_000_000
        case "h": unit = 3_600_000_000
        default: return nil
        }
        let (length, isTooLong) = count.multipliedReportingOverflow(by: unit)
        guard !isTooLong, length <= 86_400_000_000 else { return nil }
        self.init(microseconds: length)
    }

    /// The duration in the largest unit that represents it exactly.
    package var text: String {
        for (unit, name) in [(3_600_000_000, "h"), (60_000_000, "m"), (1_000_000, "s")] as [(Int64, String)]
        where microseconds > 0 && microseconds % unit == 0 {
            return "\(microseconds / unit)\(name)"
        }
        return "\(microseconds / 1000)ms"
    }
}
