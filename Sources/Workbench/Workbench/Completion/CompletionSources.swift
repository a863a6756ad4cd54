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
    /// The variables that are lists, as they are written: `{{nums}}`.
    package var lists: @Sendable () -> [Candidate] = { [] }
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

/// A completion: the inserted text and its meaning.
package struct Candidate: Sendable, Hashable {
    package let name: String
    /// The display name; may be empty.
    package let label: String
    /// Whether a blank follows if it is the only candidate; false if the word can continue.
    package let appendsSpace: Bool

    package init(_ name: String, _ label: String = "", appendsSpace: Bool = true) {
        self.name = name
        self.label = label
        self.appendsSpace = appendsSpace
    }
}

extension [Candidate] {
    /// The best matches for typed text: prefix matches with exact ones first, or else matches at the beginning of a
    /// word, or else substrings, or else subsequences. Case is ignored for ASCII letters.
    package func matching(_ typed: String) -> [Candidate] {
        let wanted = typed.utf8.map(ASCII.lowercased)
        guard !wanted.isEmpty else { return self }
        var ranked: [[Candidate]] = Array<[Candidate]>(repeating: [], count: 5)
        for candidate in self {
            let name = Self.rank(candidate.name, wanted), label = Self.rank(candidate.label, wanted) ?? .max
            // A label counts only if it, or a word in it, begins with the typed text.
            let best = Swift.min(name ?? .max, label <= 2 ? 2 : .max)
            if best < ranked.count { ranked[best].append(candidate) }
        }
        let beginning = ranked[0] + ranked[1]
        return beginning.isEmpty
            ? ranked[2] + (ranked[3].isEmpty && ranked[2].isEmpty ? ranked[4] : ranked[3]) : beginning
    }

    /// 0 for equal, 1 for a prefix, 2 for the beginning of a word, 3 for a substring, 4 for a subsequence; nil for no
    /// match.
    static func rank(_ text: String, _ wanted: [UInt8]) -> Int? {
        let bytes = text.utf8.map(ASCII.lowercased)
        if bytes.starts(with: wanted) { return bytes.count == wanted.count ? 0 : 1 }
        var isInside = false
        var place = 1
        while place + wanted.count <= bytes.count {
            if bytes[place] == wanted[0], bytes[place...].starts(with: wanted) {
                isInside = true
                if !ASCII.isLetter(bytes[place - 1]), !ASCII.isDigit(bytes[place - 1]) { return 2 }
            }
            place += 1
        }
        if isInside { return 3 }
        // Two characters match nearly everything as a subsequence, and flags are short.
        guard wanted.count > 2, wanted[0] != UInt8(ascii: "-") else { return nil }
        var next = 0
        for byte in bytes where byte == wanted[next] {
            next += 1
            if next == wanted.count { return 4 }
        }
        return nil
    }

    /// The candidates without a blank after them.
    package var open: [Candidate] { map { Candidate($0.name, $0.label, appendsSpace: false) } }

    package static var truth: [Candidate] { [Candidate("true"), Candidate("false")] }
}

/// Names of a table's records, possibly not all of them.
package struct RecordNames: Sendable, Hashable {
    /// In display order.
    package let names: [Candidate]
    /// Whether all matching names are included.
    package let isWhole: Bool

    package init(_ names: [Candidate], isWhole: Bool = true) {
        self.names = names
        self.isWhole = isWhole
    }
}
