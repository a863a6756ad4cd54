/// A fenced block of steps. What stands in its first lines (`for`, `if`, `cleanup`, `use`, `timeout`) covers the whole of it.
package struct RecipeBlock: Sendable, Hashable {
    /// `for row in table list incident -n 3`: the steps run once for each row of the command's answer, whose fields are
    /// `{{row.number}}` and so on.
    package struct Loop: Sendable, Hashable {
        /// The variable before the dot.
        package var variable: String
        /// What brings the rows.
        package var command: String
        /// The line it stands on.
        package var line: Int

        /// A loop.
        package init(variable: String, command: String, line: Int) {
            self.variable = variable
            self.command = command
            self.line = line
        }
    }

    /// `if {{state}} != 7`: the steps are passed over when it does not hold.
    package struct Condition: Sendable, Hashable {
        /// What is compared, with its variables in place: `{{state}}`.
        package var left: String
        /// How, and with what.
        package var test: RecipeTest
        /// The line it stands on.
        package var line: Int

        /// A condition.
        package init(left: String, test: RecipeTest, line: Int) {
            self.left = left
            self.test = test
            self.line = line
        }
    }

    /// `use raise.recipe.md caller={{caller}} => inc`: another recipe's steps, with what it captures under a name.
    package struct Use: Sendable, Hashable {
        /// The file, as it is written, from this recipe's folder.
        package var path: String
        /// Its parameters, in order, with variables in place.
        package var arguments: [Argument]
        /// Which of its variables are taken over, under which name.
        package var captures: [Taking]
        /// The line it stands on.
        package var line: Int

        /// One given parameter.
        package struct Argument: Sendable, Hashable {
            /// The parameter.
            package var name: String
            /// Its value, with variables in place.
            package var value: String

            /// A given parameter.
            package init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }

        /// `=> inc`, or `=> mine = inc`.
        package struct Taking: Sendable, Hashable {
            /// The variable here.
            package var name: String
            /// The variable there.
            package var source: String

            /// A variable taken over.
            package init(_ name: String, from source: String) {
                self.name = name
                self.source = source
            }
        }

        /// Another recipe's use.
        package init(path: String, arguments: [Argument], captures: [Taking], line: Int) {
            self.path = path
            self.arguments = arguments
            self.captures = captures
            self.line = line
        }
    }

    /// The line of its opening fence.
    package var line: Int
    /// Its loop, if it has one.
    package var loop: Loop?
    /// Its condition, if it has one; asked for each row of a loop.
    package var condition: Condition?
    /// Whether it runs at the end, whatever came before.
    package var isCleanup: Bool
    /// The recipe it uses; then it has no steps.
    package var use: Use?
    /// How long each of its steps may take; nil leaves that to the settings.
    package var timeout: Timespan?
    /// Its steps, in order.
    package var steps: [RecipeStep]

    /// A block of its parts.
    package init(
        line: Int, loop: Loop? = nil, condition: Condition? = nil, isCleanup: Bool = false, use: Use? = nil,
        timeout: Timespan? = nil, steps: [RecipeStep] = []
    ) {
        self.line = line
        self.loop = loop
        self.condition = condition
        self.isCleanup = isCleanup
        self.use = use
        self.timeout = timeout
        self.steps = steps
    }
}
