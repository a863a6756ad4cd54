package import ExchangeModel
package import Notation

/// What is known of the instance's tables, for completion only: it may be old, or nothing. Answers come at once from
/// memory; an answer that would need the network is empty until it has been fetched. Names come in the order in which they
/// are shown.
package protocol SchemaKnowledge: Sendable {
    func tables() async -> [Candidate]
    /// The columns of a table, inherited ones included.
    func columns(of table: String) async -> [ColumnKnowledge]
    /// The values of a column with choices, each with what is displayed for it.
    func choices(of table: String, column: String) async -> [Candidate]
    /// Numbers or names of records, each with what it is about: those that begin so, else some that were changed lately.
    func recordNames(of table: String, beginning typed: String) async -> RecordNames
    /// Records that a reference to a table can point to: those whose displayed name holds what was typed, at most
    /// `ReferenceQuery.limit` of them.
    ///
    /// - Parameter display: the column that is displayed, where it is known.
    func references(to table: String, display: String?, holding typed: String) async -> ReferenceRecords
    /// The names of views, each with its title.
    func views() async -> [Candidate]
    /// Numbers of the open tasks that are assigned to the user, each with what it is about.
    func assignedTasks() async -> [Candidate]
}

/// What completion needs to know of a column.
package struct ColumnKnowledge: Sendable, Hashable {
    /// What can be asked of its values.
    enum Sort { case text, ordered, truth, reference, choice }

    package let name: String
    /// What people call it; may be empty.
    package let label: String
    /// The instance's word for its type: `string`, `boolean`, `reference`, `glide_date_time`.
    package let type: String
    package let reference: String?
    package let hasChoices: Bool
    /// The column of the table it points to that is displayed, where it is known.
    package let referenceDisplay: String?

    package init(
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

    var sort: Sort {
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

    /// Whether it holds dates, with a time or without.
    var isDated: Bool { ["glide_date", "glide_date_time", "due_date", "date", "datetime"].contains(type) }

    /// `Caller → sys_user`.
    var menuText: String {
        guard let reference, !reference.isEmpty else { return label }
        return label.isEmpty ? "→ \(reference)" : "\(label) → \(reference)"
    }
}

/// What completion offers besides the instance's names. Everything is asked for when it is needed, not before.
package struct Surroundings: Sendable {
    package struct FileName: Sendable, Hashable {
        package let name: String
        package let isFolder: Bool

        package init(_ name: String, isFolder: Bool = false) {
            self.name = name
            self.isFolder = isFolder
        }
    }

    package var variables: @Sendable () -> [Candidate] = { [] }
    /// What a folder holds. The folder is what was typed up to the last `/`, that included; empty for the current one.
    package var files: @Sendable (_ folder: String) -> [FileName] = { _ in [] }
    package var cassettes: @Sendable () -> [Candidate] = { [] }
    /// Profiles and instances that have been used.
    package var instances: @Sendable () -> [Candidate] = { [] }
    package var pages: @Sendable () -> PageSurroundings = { PageSurroundings() }
    package var themes: @Sendable () -> [Candidate] = { [] }
    package var aliases: @Sendable () -> [Candidate] = { [] }
    package var zones: @Sendable () -> [Candidate] = { [] }
    /// The names of the programs on the PATH.
    package var programs: @Sendable () -> [String] = { [] }
    /// What a command last answered at this prompt; nil where another one was run since.
    package var answer: @Sendable (Command) -> JSON? = { _ in nil }
    /// The time, for dates, and the zone of its days.
    package var now: @Sendable () -> Timestamp = { Timestamp(microseconds: 0) }
    package var zone = ZoneRule.utc
    /// The recipes of the project, with their goals.
    package var recipes: @Sendable () -> [Candidate] = { [] }
    /// The parameters of a recipe; none where there is no such recipe.
    package var recipeParameters: @Sendable (_ name: String) -> [RecipeParameter] = { _ in [] }
}

/// The pages that the session has seen.
package struct PageSurroundings: Sendable {
    package var addresses: [Candidate] = []
    package var document: Document?
}
