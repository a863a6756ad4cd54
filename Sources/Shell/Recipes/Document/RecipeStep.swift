/// A command of a recipe, with what is expected of it.
package struct RecipeStep: Sendable, Hashable {
    /// `retry 5 every 2s until .state == 6`: the command runs up to so many times more, until it holds.
    package struct Retry: Sendable, Hashable {
        /// How often at most the command runs again.
        package var limit: Int
        /// The pause before each.
        package var pause: Timespan
        /// What ends it.
        package var until: RecipeExpectation
        /// The line it stands on.
        package var line: Int

        /// A retry.
        package init(limit: Int, pause: Timespan, until: RecipeExpectation, line: Int) {
            self.limit = limit
            self.pause = pause
            self.until = until
            self.line = line
        }
    }

    /// The command without its `> `, over as many lines as it takes, captures (`=> inc = .number`) included.
    package var command: String
    /// The line it begins on.
    package var line: Int
    /// How it is repeated.
    package var retry: Retry?
    /// Its `?` lines, in order.
    package var expectations: [RecipeExpectation]
    /// The output that is expected, lines with holes, without the `\` that a line begins with where it would read as
    /// something else; empty when nothing is said of it.
    package var output: [String]
    /// The line on which the expected output begins; 0 without one.
    package var outputLine: Int
    /// The line in the file of each line of the expected output.
    package var outputLines: [Int]

    /// A step of its parts.
    package init(
        command: String, line: Int, retry: Retry? = nil, expectations: [RecipeExpectation] = [],
        output: [String] = [], outputLine: Int = 0, outputLines: [Int]? = nil
    ) {
        self.command = command
        self.line = line
        self.retry = retry
        self.expectations = expectations
        self.output = output
        self.outputLine = outputLine
        self.outputLines = outputLines ?? output.indices.map { outputLine + $0 }
    }
}

/// One `?` line: what of the answer is looked at, and what has to hold.
package struct RecipeExpectation: Sendable, Hashable {
    /// What is looked at.
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

    /// What is looked at.
    package var subject: Subject
    /// What has to hold.
    package var test: RecipeTest
    /// The line as it is written, without the `? `.
    package var text: String
    /// The line it stands on.
    package var line: Int

    /// An expectation.
    package init(_ subject: Subject, _ test: RecipeTest, text: String, line: Int) {
        self.subject = subject
        self.test = test
        self.text = text
        self.line = line
    }
}

/// What has to hold of a value: `== 2`, `~ INC[N]`, `exists`.
package enum RecipeTest: Sendable, Hashable {
    /// How two values are compared: numbers as numbers where both are, else as text. `?  exit 0` is `equal`.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case more = ">"
        /// The text has the form of another with holes: `INC[N]`.
        case like = "~"
        /// The text holds the other; a list has it as an element.
        case contains = "contains"
    }

    /// The sorts that `type` tells apart.
    package enum Sort: String, Sendable, Hashable, CaseIterable {
        case string, number, bool, null, array, object
    }

    /// Compared with a value, which may hold variables.
    case compare(Comparison, String)
    /// The path leads somewhere.
    case exists
    /// It does not.
    case absent
    /// The value is of that sort.
    case type(Sort)
}
