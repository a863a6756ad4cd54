package import ExchangeModel
package import Notation

/// Knowledge of the instance's tables for completion, possibly stale or incomplete. Answers come from memory at once;
/// one that needs the network is empty until fetched. Names are in display order.
package protocol CompletionSource: Sendable {
    func tables() async -> [Candidate]
    /// The columns of a table, inherited ones included.
    func columns(of table: String) async -> [ColumnInfo]
    /// The choices of a column, with labels.
    func choices(of table: String, column: String) async -> [Candidate]
    /// Numbers or names of records with descriptions: those with this prefix, or else some recently changed ones.
    func recordNames(of table: String, beginning typed: String) async -> RecordNames
    /// Records that a reference to a table can point to: at most `ReferenceQuery.limit` whose display value contains
    /// the typed text.
    ///
    /// - Parameter display: the display column, if known.
    func references(to table: String, display: String?, holding typed: String) async -> ReferenceRecords
    /// The names of views, with titles.
    func views() async -> [Candidate]
    /// Numbers of the user's open tasks, with descriptions.
    func assignedTasks() async -> [Candidate]
}

/// A column, as far as completion needs to know it.
package struct ColumnInfo: Sendable, Hashable {
    /// The category of its values, which decides the operators.
    package enum Sort { case text, ordered, truth, reference, choice }

    package let name: String
    /// The label; may be empty.
    package let label: String
    /// The instance's name of the type: `string`, `boolean`, `reference`, `glide_date_time`.
    package let type: String
    package let reference: String?
    package let hasChoices: Bool
    /// The display column of the referenced table, if known.
    package let referenceDisplay: String?

    init(
        _ name: String, label: String = "", type: String = "string", reference: String? = nil, hasChoices: Bool = false,
        referenceDisplay: String? = nil
    ) {
        self.name = name
        self.label = label
        self.type = type
        self.reference = reference
        self.hasChoices = hasChoices
        self.referenceDisplay = referenceDisplay
    }

    package var sort: Sort {
        if hasChoices { return .choice }
        switch type {
        case "boolean": return .truth
        case "reference", "document_id", "GUID": return .reference
        case "integer", "longint", "decimal", "float", "currency", "price", "percent_complete", "glide_date",
            "glide_date_time", "glide_time", "glide_duration", "due_date", "date", "timer":
            return .ordered
        default: return .text
        }
    }

    /// Whether it holds dates, with or without a time.
    package var isDated: Bool { ["glide_date", "glide_date_time", "due_date", "date", "datetime"].contains(type) }

    /// `Caller → sys_user`.
    package var menuText: String {
        guard let reference, !reference.isEmpty else { return label }
        return label.isEmpty ? "→ \(reference)" : "\(label) → \(reference)"
    }
}

/// Sources of completion other than the instance, evaluated on demand.
package struct CompletionEnvironment: Sendable {
    package struct FileName: Sendable, Hashable {
        package let name: String
        package let isFolder: Bool

        package init(_ name: String, isFolder: Bool = false) {
            self.name = name
            self.isFolder = isFolder
        }
    }

    var variables: @Sendable () -> [Candidate] = { [] }
    /// The contents of a folder. The folder is the typed text up to and including the last `/`; empty for the current
    /// folder.
    var files: @Sendable (_ folder: String) -> [FileName] = { _ in [] }
    /// The names of the project's and the user's tapes, with what they hold.
    package var cassettes: @Sendable () -> [Candidate] = { [] }
    /// The same tapes as `%NUMBER`.
    package var tapeNumbers: @Sendable () -> [Candidate] = { [] }
    /// Profiles and previously used instances.
    package var instances: @Sendable () -> [Candidate] = { [] }
    package var pages: @Sendable () -> CompletionPages = { CompletionPages() }
    var aliases: @Sendable () -> [Candidate] = { [] }
    var zones: @Sendable () -> [Candidate] = { [] }
    /// The names of the programs on the PATH.
    var programs: @Sendable () -> [String] = { [] }
    /// A command's last answer at this prompt; nil if another command was run since.
    var answer: @Sendable (Command) -> JSON? = { _ in nil }
    /// The current time and time zone, for dates.
    package var now: @Sendable () -> Timestamp = { Timestamp(microseconds: 0) }
    package var zone = ZoneRule.utc
    /// The recipes of the project, with their goals.
    package var recipes: @Sendable () -> [Candidate] = { [] }
    /// The parameters of a recipe; empty if it does not exist.
    package var recipeParameters: @Sendable (_ name: String) -> [RecipeParameter] = { _ in [] }
}

/// The pages that the session has visited.
package struct CompletionPages: Sendable {
    package var addresses: [Candidate] = []
    package var document: Document?
}
