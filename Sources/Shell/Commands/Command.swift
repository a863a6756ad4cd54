import Notation

/// A command as one value: its grammar, its help, what it does, and how it is recorded, guarded and saved into recipes.
/// Everything else asks it: binding, completion, help, replay, recipes. `CommandTable` lists all of them.
package struct Command: Sendable {
    /// A line that can be typed, and what it shows: a phrase without a full stop.
    package struct Example: Sendable, Hashable {
        package let line: String
        package let shows: String

        package init(_ line: String, _ shows: String) {
            self.line = line
            self.shows = shows
        }
    }

    /// A rule that ties arguments and flags together, by their names.
    package enum Rule: Sendable, Hashable {
        case exactlyOne([String])
        case atMostOne([String])
        /// The flag means nothing without one of the others.
        case goesWith(String, oneOf: [String])
    }

    /// What a command does. It runs in the session, so that it may read and change what the user has chosen; it may throw
    /// any error, which the session turns into a problem.
    package typealias Run = @Sendable (isolated ShellSession, CommandContext) async throws -> CommandResult

    /// The words it is called by: `table list`.
    package let name: String
    /// What it does: imperative, without a full stop.
    package let summary: String
    /// More about it, in sentences.
    package let details: String
    package let arguments: [ArgumentDefinition]
    /// Its own flags, in the order of help.
    package internal(set) var flags: [FlagDefinition]
    package let rules: [Rule]
    let traits: Traits
    package let examples: [Example]
    /// Nil for a command of the program's command line, which the program runs itself.
    package let run: Run?

    init(
        _ name: String, _ summary: String, details: String = "", arguments: [ArgumentDefinition] = [],
        flags: [FlagDefinition] = [], rules: [Rule] = [], traits: Traits = Traits(), examples: [Example],
        run: Run? = nil
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.flags = flags
        self.rules = rules
        self.traits = traits
        self.examples = examples
        self.run = run
    }

    /// Whether it runs until the user ends it.
    package var servesUntilEnded: Bool { traits.servesUntilEnded }
    package var words: [Substring] { name.split(separator: " ") }
    /// The first word of its name, which it may share with others.
    var group: Substring { name.prefix { $0 != " " } }

    /// Its own flags and those that any command takes.
    package var allFlags: [FlagDefinition] { flags + GlobalFlags.withCommand }

    func flag(long name: String) -> FlagDefinition? { allFlags.first { $0.name == name || $0.alias == name } }
    func flag(short letter: Character) -> FlagDefinition? { allFlags.first { $0.short == letter } }
}

extension Command: Hashable {
    package static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Command {
    /// How a command is recorded, guarded and saved. Whatever treats commands differently reads these, never a name.
    struct Traits: Sendable {
        /// Whether it is put on the tape, replayed and compared. Not what is about this process or this machine.
        var isRecorded = true
        /// What `=> name` keeps of it.
        var value = Value.none
        /// What it changes on the instance.
        var changes = Changes.nothing
        /// Whether its first arguments may be addresses, which in a recipe are of the recipe's instance.
        var takesAddress = false
        /// Whether it opens a browser: a recipe needs trust for it, and `replay --rerecord` leaves it out.
        var opensBrowser = false
        /// Whether it runs until the user ends it, so that a signal ends it in good order.
        var servesUntilEnded = false
        /// Whether it chooses the instance or the sign-in, which a tape may not do.
        var choosesInstance = false
        /// Whether the start-up file may hold it.
        var isInStartUpFile = false
        /// Whether captures and the destination of its line belong to the command that it holds.
        var takesRest = false
        /// Whether it is about the page that is open.
        var readsOpenPage = false
        var inRecipes = RecipeUse.step
        /// What `recipe save` expects of it, besides its output.
        var expects = Expectation.nothing
        var mayChange: Bool { if case .nothing = changes { false } else { true } }
        /// Writes the GraphQL document that does the same; nil when there is none.
        var document: (@Sendable (GraphQLConversion, isolated ShellSession) async throws -> GraphQL.Document)?
    }

    /// What `=> name` can keep of a command.
    enum Value: Sendable {
        case none
        case answer
        /// Its answer, unless this switch is given: then the answer is written as it arrives, and not held.
        case answerUnless(String)
    }

    /// What a command changes, by the words of a recipe's `writes:`.
    enum Changes: Sendable {
        case nothing
        /// The table that its first argument names.
        case table
        /// Always this: `journal`, `attachment`.
        case always(String)
        /// This, when the flag is given.
        case with(flag: String, String)
        /// Whatever its first argument, a request method, says.
        case byMethod
        /// The tables of its document's mutations.
        case byDocument
    }

    /// What a command is to recipes.
    enum RecipeUse: Sendable, Equatable {
        /// A step. `recipe save` keeps it when it changed something or when its answer is used.
        case step
        /// A step that looks around: saved with `--keep-looking` only.
        case inspection
        /// A step that opens a page.
        case navigation
        /// A step, but `recipe save` leaves it out, for this reason.
        case unsaved(String)
        /// No recipe may hold it, for this reason: `chooses the tape`.
        case never(String)
    }

    /// What `recipe save` expects of a command, besides its output.
    enum Expectation: Sendable {
        case nothing
        /// The HTTP status 201.
        case created
        /// The new values of the fields.
        case fields
        /// The HTTP status of the last answer.
        case status
    }
}
