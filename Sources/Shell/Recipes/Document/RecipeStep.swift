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
