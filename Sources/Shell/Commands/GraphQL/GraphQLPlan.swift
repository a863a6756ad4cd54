import Notation
import NowData
import TapeDeck

/// What a document would change, in words.
struct GraphQLPlan {
    private let records: ChangedRecords

    init(_ records: ChangedRecords) { self.records = records }

    /// The whole of it: a sentence for one change, a line for each of several.
    var plan: WritePlan {
        let changes = records.changes
        let table = changes.first?.record?.table ?? ""
        guard changes.count != 1 else {
            var plan = WritePlan(doing: words(0), table: table)
            plan.lines = detail(of: 0).map { [$0] } ?? []
            return plan
        }
        var plan = WritePlan(doing: "make \(changes.count) changes by GraphQL", table: table, count: records.count)
        plan.lines = changes.indices.prefix(Self.mostShown).map(line)
        plan.unlisted = changes.count - plan.lines.count
        return plan
    }

    /// What is done, with the values of variables: `update incident INC0010021, setting state=2`.
    private func words(_ place: Int) -> String {
        let label = records.label(of: place), change = records.changes[place]
        switch change.record?.action {
        case .create: return label + Self.setting(change.values, " with ")
        case .update: return label + Self.setting(change.values, ", setting ")
        case .delete, nil: return label
        }
    }

    /// One of several changes; what changes in a record that is known stands as old and new.
    private func line(_ place: Int) -> String {
        guard let record = records.record(of: place), let detail = detail(of: place) else { return words(place) }
        guard record.before != nil, let (action, table) = records.changes[place].record else {
            return "\(words(place))  \(detail)"
        }
        return "\(action == .create ? "insert into" : action.rawValue) \(table) \(detail)"
    }

    /// The record with its old and new values, or that there is none; nil for what is new.
    private func detail(of place: Int) -> String? {
        guard let record = records.record(of: place), records.changes[place].record?.action != .create else {
            return nil
        }
        // An earlier change of the document may make it.
        if record.before == nil, record.changes.contains(where: { $0 < place && isInsert($0) }) { return nil }
        let change = records.changes[place], columns = records.columns(of: record.table)
        guard let row = record.before, let found = FoundRecord(row, columns: change.values.map(\.name)) else {
            return "no such record, or it may not be read"
        }
        return WritePlan.line(
            of: found,
            zip(change.values, change.fields).map { given, field in
                let column = columns.first { $0.name == field.name }
                return AssignedFields.Field(
                    name: field.name, value: field.value, typed: field.value, column: column,
                    label: column?.choices.first { $0.value == field.value }?.label)
            })
    }

    private func isInsert(_ place: Int) -> Bool { records.changes[place].record?.action == .create }

    private static func setting(_ values: [(name: String, value: JSON)], _ joint: String) -> String {
        guard !values.isEmpty else { return "" }
        return joint
            + values.map { "\($0.name)=\(Redaction.isSecret($0.name) ? Redaction.mask : text($0.value))" }
            .joined(separator: " ")
    }

    /// A value as people recognise it, cut where it is long.
    private static func text(_ value: JSON) -> String {
        if value == .null { return "null" }
        let text = value.scalarText ?? value.compact
        return Quoting.word(text.count > 40 ? String(text.prefix(40)) + "…" : text)
    }

    /// A document says itself what it changes; a long one need not be repeated.
    private static let mostShown = 20
}
