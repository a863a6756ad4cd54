import Redactors

/// A planned change, shown before it is made.
package struct WritePlan: Sendable {
    package enum Action: String, Sendable {
        case create, update, delete

        /// The HTTP method sent for each record.
        package var method: String {
            switch self {
            case .create: "POST"
            case .update: "PATCH"
            case .delete: "DELETE"
            }
        }
    }

    package let action: Action
    package let table: String
    let count: Int
    /// The records' display names, in order; may be empty for a record to be created.
    let names: [String]
    /// The assignments of an update, as typed.
    let values: [(name: String, value: String)]
    /// The changes of the first records, one line each; empty if only names are known.
    package var lines: [String] = []
    package var unlisted: Int?
    /// The verb of the sentence if it is not one of the actions: `put back`.
    package var verb: String?
    /// The whole plan in words, if the other properties cannot express it.
    private(set) var wording: String?

    package init(
        _ action: Action, table: String, count: Int, names: [String] = [], values: [(name: String, value: String)] = []
    ) {
        self.action = action
        self.table = table
        self.count = count
        self.names = names
        self.values = values
    }

    /// Anything other than creating, updating or deleting records of one table.
    ///
    /// - Parameters:
    ///   - doing: a verb and its objects, without the instance.
    ///   - count: the number of affected records.
    package init(doing: String, table: String, count: Int = 1) {
        self.init(.create, table: table, count: count)
        wording = doing
    }

    /// Several records always need confirmation, on the sandbox too, because a query may match more than intended.
    var isBulk: Bool { count > 1 }

    package func text(on instance: String) -> String {
        let rest = unlisted ?? count - lines.count
        let more = rest > 0 && !lines.isEmpty ? ["and \(rest) more"] : []
        return ([sentence(on: instance)] + (lines + more).map { "  " + $0 }).joined(separator: "\n")
    }

    /// `This would update 14 records of incident on dev1, setting urgency=3 (PATCH, one by one).` Includes the records'
    /// names if there are no lines for them.
    package func sentence(on instance: String) -> String {
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
