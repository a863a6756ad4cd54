package import CommandLanguage

/// A recipe: a Markdown file whose blocks of commands teammates read, run and trust.
///
/// It holds what the text says, with its lines counted from 1 in the file. What else is wrong with it is found by
/// `RecipeLint`, what it does by `RecipeRunner`.
package struct Recipe: Sendable, Hashable {
    package static let suffix = ".recipe.md"

    package var path: String
    /// The whole text, with plain line ends.
    package var text: String
    package var goal: String
    /// The first paragraph below the heading that declares nothing; empty when there is none.
    package var explanation = ""
    /// What it declares to change, in order; empty when it changes nothing.
    package var writes: [RecipeWrite] = []
    /// The line of `writes:`; nil when it has none.
    package var writesLine: Int?
    package var parameters: [RecipeParameter] = []
    package var blocks: [RecipeBlock] = []

    /// `raise-incident` for `recipes/raise-incident.recipe.md`.
    package var name: String { Recipe.name(ofFile: path) }

    package static func name(ofFile path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
    }

    /// The folder of its file with a `/` behind it; empty for a file of the current one.
    package var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return String(path[...slash])
    }
}

/// One word of `writes:`.
package struct RecipeWrite: Sendable, Hashable {
    /// A table's name, or `journal`, `attachment`, `page`, `rest`.
    package var name: String
    package var line: Int
}

/// One line of a `params` block: `caller = abel.tuter   # reference(sys_user.user_name): who reports it`.
package struct RecipeParameter: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Any text; meant when no type is written.
        case string
        case int
        case bool
        /// `2025-03-03`, or that and a time, `2025-03-03 08:00:00`; UTC.
        case date
        case sysID
        /// A record named by this column, `reference(sys_user.user_name)`; expands to its sys_id.
        case reference(table: String, column: String)
        /// One of the choices of a column, by value or label; expands to the value.
        case choice(table: String, column: String)
        case query
        /// A file below the recipe's folder; expands to its path.
        case file
        /// Text that is neither echoed, nor stored, nor put on a tape.
        case secret
    }

    package var name: String
    package var kind: Kind
    /// The value when none is given; nil when one must be given.
    package var fallback: String?
    /// What it is for, a phrase; may be empty.
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

/// A fenced block of steps. What its first lines say (`for`, `if`, `cleanup`, `use`, `timeout`) covers the whole of it.
package struct RecipeBlock: Sendable, Hashable {
    /// `for row in table list incident -n 3`: the steps run once for each row of the command's answer, whose fields are
    /// `{{row.number}}` and so on.
    package struct Loop: Sendable, Hashable {
        package var variable: String
        package var command: String
        package var line: Int
    }

    /// `if {{state}} != 7`: the steps are skipped when it does not hold.
    package struct Condition: Sendable, Hashable {
        /// What is compared, with its variables in place: `{{state}}`.
        package var left: String
        package var test: RecipeTest
        package var line: Int
    }

    /// `use raise.recipe.md caller={{caller}} => inc`: another recipe's steps.
    package struct Use: Sendable, Hashable {
        /// The file, as it is written, from this recipe's folder.
        package var path: String
        /// Its parameters, in order, with variables in place.
        package var arguments: [Argument]
        /// Which of its variables are taken over, under which name.
        package var captures: [Taking]
        package var line: Int

        package struct Argument: Sendable, Hashable {
            package var name: String
            package var value: String
        }

        /// `=> inc`, or `=> mine = inc`.
        package struct Taking: Sendable, Hashable {
            package var name: String
            package var source: String
        }
    }

    package var line: Int
    package var loop: Loop?
    /// Tested for each row of a loop.
    package var condition: Condition?
    /// Whether it runs at the end, whatever happens before.
    package var isCleanup = false
    /// The recipe it uses; then it has no steps.
    package var use: Use?
    /// How long each of its steps may take; nil leaves that to the settings.
    package var timeout: Timespan?
    package var steps: [RecipeStep] = []
}

/// A command of a recipe, with what is expected of it.
package struct RecipeStep: Sendable, Hashable {
    /// `retry 5 every 2s until .state == 6`: the command runs up to so many times more, until it holds.
    package struct Retry: Sendable, Hashable {
        package var limit: Int
        package var pause: Timespan
        package var until: RecipeExpectation
        package var line: Int
    }

    /// The command without its `> `, over as many lines as it takes, captures (`=> inc = .number`) included.
    package var command: String
    package var line: Int
    package var retry: Retry?
    /// Its `?` lines, in order.
    package var expectations: [RecipeExpectation] = []
    /// The expected output: lines with holes, without the `\` that a line begins with where it would read as something
    /// else; empty when any output will do.
    package var output: [String] = []
    /// The line in the file of each line of the expected output.
    package var outputLines: [Int] = []

    package init(command: String, line: Int) {
        self.command = command
        self.line = line
    }

    /// A line of expected output as it is meant: `\> quoted` is `> quoted`.
    package static func outputLine(written text: String) -> String {
        guard text.hasPrefix("\\"), readsAsOther(text.dropFirst()) else { return text }
        return String(text.dropFirst())
    }

    /// A line of expected output as it is written in a block: one that would read as something else gets a `\`.
    package static func written(outputLine text: String) -> String {
        readsAsOther(text[...]) ? "\\" + text : text
    }

    private static func readsAsOther(_ text: Substring) -> Bool {
        ["> ", ">\t", "? ", "# ", "retry ", "\\"].contains(where: text.hasPrefix) || [">", "?", "#"].contains(text)
    }
}

/// One `?` line: what of the answer is tested, and what must hold.
package struct RecipeExpectation: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        /// `exit`: the exit status.
        case exit
        /// `http`: the status of the step's last answer.
        case http
        /// `rows`: how many records came.
        case rows
        /// `took`: the time of the step; compared with a timespan.
        case took
        /// `header Content-Type`: a field of the step's last answer.
        case header(String)
        /// `.state`, `.[0].number`: a path into the answer, raw values as text.
        case path(FieldPath)
    }

    package var subject: Subject
    package var test: RecipeTest
    /// The line as it is written, without the `? `.
    package var text: String
    package var line: Int
}

/// A length of time as it is written: `500ms`, `2s`, `5m`.
package struct Timespan: Sendable, Hashable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Reads `500ms`, `2s`, `5m`, `1h`, a day at most; nil when it is none.
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

    /// As it is written, in the largest unit that is exact.
    package var text: String {
        for (unit, name) in [(3_600_000_000, "h"), (60_000_000, "m"), (1_000_000, "s")] as [(Int64, String)]
        where microseconds > 0 && microseconds % unit == 0 {
            return "\(microseconds / unit)\(name)"
        }
        return "\(microseconds / 1000)ms"
    }
}
