import TapeDeck

/// What a command is about to change, before it does.
struct WritePlan: Sendable {
    enum Action: String, Sendable {
        case create, update, delete

        /// What the instance is sent for each record.
        var method: String {
            switch self {
            case .create: "POST"
            case .update: "PATCH"
            case .delete: "DELETE"
            }
        }
    }

    let action: Action
    let table: String
    /// How many records.
    let count: Int
    /// What people call them, in order; may be empty for a record that is to be made.
    let names: [String]
    /// What is set, for an update, as it was typed.
    let values: [(name: String, value: String)]
    /// The first records with what changes in them, a line each; empty when only names are known.
    var lines: [String] = []
    /// How many things have no line, where that does not follow from the number of records.
    var unlisted: Int?
    /// What the command is called in the sentence when it is none of the actions: `put back`.
    var verb: String?
    /// The whole of it in words, where that is not told by the rest.
    private(set) var wording: String?

    init(
        _ action: Action, table: String, count: Int, names: [String] = [], values: [(name: String, value: String)] = []
    ) {
        self.action = action
        self.table = table
        self.count = count
        self.names = names
        self.values = values
    }

    /// Something that is none of creating, updating and deleting records of one table.
    ///
    /// - Parameters:
    ///   - doing: what the command would do: a verb and its objects, without the instance.
    ///   - count: how many records it is about.
    init(doing: String, table: String, count: Int = 1) {
        self.init(.create, table: table, count: count)
        wording = doing
    }

    /// Several records at once are always asked for, on the sandbox too: a query may find more than was meant.
    var isBulk: Bool { count > 1 }

    /// The sentence and the first records.
    func text(on instance: String) -> String {
        let rest = unlisted ?? count - lines.count
        let more = rest > 0 && !lines.isEmpty ? ["and \(rest) more"] : []
        return ([sentence(on: instance)] + (lines + more).map { "  " + $0 }).joined(separator: "\n")
    }

    /// `This would update 14 records of incident on dev1, setting urgency=3 (PATCH, one by one).`; the names of the records
    /// stand in it when there are no lines of their own.
    func sentence(on instance: String) -> String {
        if let wording { return "This would \(wording) on \(instance)." }
        var text = "This would \(verb ?? action.rawValue) "
        if isBulk {
            text += "\(Phrase.counted(count, "record")) of \(table)"
        } else {
            text += names.first.map { "\(table) \($0)" } ?? "a record of \(table)"
        }
        text += " on \(instance)"
        if !values.isEmpty {
            text +=
                ", setting "
                + values.map { "\($0.name)=\(Redaction.isSecret($0.name) ? Redaction.mask : Self.short($0.value))" }
                .joined(separator: " ")
        }
        if isBulk, !lines.isEmpty {
            text += " (\(action.method), one by one)"
        } else if isBulk, !names.isEmpty {
            let rest = names.count - 5
            text += ": " + names.prefix(5).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        }
        return text + "."
    }

    private static func short(_ value: String) -> String {
        value.count > 40 ? Quoting.word(String(value.prefix(40)) + "…") : Quoting.word(value)
    }
}
