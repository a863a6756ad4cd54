package import Notation
package import Rendering

/// A command as one value: grammar, function, and how it is recorded, guarded and saved into recipes. Its summary,
/// examples and further help are in `CTexts/commands.txt`, by its name. `CommandTable` lists all commands.
package struct Command: Sendable {
    /// A line that can be typed, and what it does: a phrase without a full stop.
    package struct Example: Sendable, Hashable {
        package let line: String
        package let shows: String

        package init(_ line: String, _ shows: String) {
            self.line = line
            self.shows = shows
        }
    }

    /// A constraint on arguments and flags.
    package enum Rule: Sendable, Hashable {
        case exactlyOne([Parameter])
        case atMostOne([Parameter])
        /// The flag requires one of the others.
        case goesWith(Parameter, oneOf: [Parameter])
    }

    /// The function of a command. Any error it throws becomes a problem.
    package typealias Body = @Sendable (isolated Run) async throws -> CommandResult

    /// The words that invoke it: `table list`.
    package let name: String
    package let arguments: [ArgumentDefinition]
    /// Its own flags, in the order of help.
    package internal(set) var flags: [FlagDefinition]
    package let rules: [Rule]
    package let traits: Traits
    /// Nil for a verb that the executable runs itself.
    let run: Body?

    package init(
        _ name: String, arguments: [ArgumentDefinition] = [], flags: [FlagDefinition] = [], rules: [Rule] = [],
        traits: Traits = Traits(), run: Body? = nil
    ) {
        self.name = name
        self.arguments = arguments
        self.flags = flags
        self.rules = rules
        self.traits = traits
        self.run = run
    }

    /// Whether it runs until the user ends it.
    package var servesUntilEnded: Bool { traits.servesUntilEnded }
    package var words: [Substring] { name.split(separator: " ") }
    /// The first word of its name, which other commands may share.
    package var group: Substring { name.prefix { $0 != " " } }

    /// Its own flags and the global ones.
    var allFlags: [FlagDefinition] {
        let own = flags.map(\.name)
        return flags + GlobalFlags.withCommand.filter { !own.contains($0.name) && ($0 != .asUser || takesUser) }
    }

    package func flag(long name: String) -> FlagDefinition? { allFlags.first { $0.name == name || $0.alias == name } }
    func flag(short letter: Character) -> FlagDefinition? { allFlags.first { $0.short == letter } }
}

extension Command: Hashable {
    package static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Command {
    /// How a command is recorded, guarded and saved. Code that treats commands differently decides by traits, never by
    /// name.
    package struct Traits: Sendable {
        /// Whether it is recorded, replayed and compared. False for commands about this process or machine.
        package var isRecorded = true
        /// What `=> name` captures.
        package var value = Value.none
        /// What it changes on the instance.
        package var changes = Changes.nothing
        /// Whether its first arguments may be addresses, which in a recipe belong to the recipe's instance.
        package var takesAddress = false
        /// Whether it opens a browser. A recipe must be trusted to do that, and `replay --rerecord` skips it.
        package var opensBrowser = false
        /// Whether it runs until the user ends it, so that a signal is a normal end.
        package var servesUntilEnded = false
        /// Whether it chooses the instance or the sign-in, which a tape may not do.
        package var choosesInstance = false
        /// Whether it is the line of a profile in the start-up file.
        var addsProfile = false
        /// Whether the start-up file may contain it.
        var isInStartUpFile = false
        /// Where the command begins that it repeats, among the words of its line; nil for other commands.
        package var repeats: (@Sendable ([Word]) -> Int)?
        /// Whether captures and redirection of its line belong to the command that it runs.
        var takesRest = false
        /// The tape of its own that the command records onto; nil for the one in the deck.
        var tape: (@Sendable (BoundArguments) -> OwnTape?)?
        /// Whether a line takes back the last change; nil for a command that never does.
        package var undoes: (@Sendable (BoundArguments) -> Bool)?
        package var inRecipes = RecipeUse.step

        var mayChange: Bool { if case .nothing = changes { false } else { true } }

        package init(
            isRecorded: Bool = true, value: Value = Value.none, changes: Changes = Changes.nothing,
            takesAddress: Bool = false, opensBrowser: Bool = false, servesUntilEnded: Bool = false,
            choosesInstance: Bool = false, addsProfile: Bool = false, isInStartUpFile: Bool = false,
            repeats: (@Sendable ([Word]) -> Int)? = nil, takesRest: Bool = false,
            tape: (@Sendable (BoundArguments) -> OwnTape?)? = nil,
            undoes: (@Sendable (BoundArguments) -> Bool)? = nil, inRecipes: RecipeUse = RecipeUse.step
        ) {
            self.isRecorded = isRecorded
            self.value = value
            self.changes = changes
            self.takesAddress = takesAddress
            self.opensBrowser = opensBrowser
            self.servesUntilEnded = servesUntilEnded
            self.choosesInstance = choosesInstance
            self.addsProfile = addsProfile
            self.isInStartUpFile = isInStartUpFile
            self.repeats = repeats
            self.takesRest = takesRest
            self.tape = tape
            self.undoes = undoes
            self.inRecipes = inRecipes
        }
    }

    /// What `=> name` can capture.
    package enum Value: Sendable {
        case none
        case answer
        /// The answer, unless this switch is given; then the answer is streamed and not held in memory.
        case answerUnless(Flag<Bool>)
    }

    /// What a command changes, in the vocabulary of a recipe's `writes:`.
    package enum Changes: Sendable {
        case nothing
        /// The table named by its first argument.
        case table
        /// Always this: `journal`, `attachment`.
        case always(String)
        /// This, if the flag is given.
        case with(flag: FlagDefinition, String)
        /// Depends on the request method, its first argument.
        case byMethod
        /// The tables of its document's mutations.
        case byDocument
    }

    /// How recipes treat a command.
    package enum RecipeUse: Sendable {
        case step
        /// A step that `recipe save` leaves out, for this reason.
        case unsaved(String)
        /// Not allowed in a recipe, for this reason: `chooses the tape`.
        case never(String)
    }
}

/// The result of a command: what is shown, and what `=> name = .path` captures.
package struct CommandResult: Sendable {
    package var output: Output
    /// The raw values as JSON, computed only for a capture; nil if there is nothing to capture.
    package var value: (@Sendable () -> JSON)?
    /// Problems reported after the result. The first one decides the exit status.
    package var problems: [Problem] = []
    /// The exit status if there is no problem.
    package var exitStatus: Int32 = 0
    /// What ended the output early, once it is shown; nil if nothing did. Decides the exit status.
    package var ending: (@Sendable () async -> (any Error)?)?
    /// The table that the rows are records of.
    package var table: String?
    /// Whether `last` shows it again.
    package var isAnswer = true
    /// Whether it continues while the user watches, so that no pager takes it.
    package var isLive = false

    package init(_ output: Output, value: (@Sendable () -> JSON)? = nil) {
        self.output = output
        self.value = value
    }

    /// The same result, with its rows marked as records of a table.
    package func of(_ table: String) -> CommandResult {
        var result = self
        result.table = table
        return result
    }

    /// A table whose stored values can be captured.
    package init(rows table: OutputTable) { self.init(.table(table)) { table.objects } }

    package init(facts: [(String, String)]) {
        self.init(.record(columns: facts.map { OutputColumn($0.0) }, cells: facts.map { Cell($0.1) })) {
            .object(facts.map { JSON.Member($0.0, .string($0.1)) })
        }
    }
}

extension OutputTable {
    package init(_ names: [String], _ rows: [[Cell]]) { self.init(columns: names.map(OutputColumn.init), rows: rows) }

    /// The stored values, one object per row.
    package var objects: JSON {
        .array(rows.map { row in .object(zip(columns, row).map { JSON.Member($0.name, .string($1.value)) }) })
    }
}

extension Command {
    /// Whether the command only reads the instance or the tape.
    package var isRepeatable: Bool {
        guard traits.isRecorded, !traits.choosesInstance, !traits.isInStartUpFile, !traits.servesUntilEnded,
            !traits.opensBrowser, !arguments.contains(where: { $0.kind == .command })
        else { return false }
        switch traits.inRecipes {
        case .step: return true
        case .unsaved, .never: return false
        }
    }

    /// Whether `--as` goes with the command, unless its line changes something.
    var takesUser: Bool {
        switch traits.changes {
        case .nothing, .byMethod, .byDocument: run != nil && isRepeatable
        case .table, .always, .with: false
        }
    }
}
