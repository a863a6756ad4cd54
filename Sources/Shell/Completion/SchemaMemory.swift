import ExchangeModel
import NowData

/// What completion has learnt of one instance in this session: asked for when Tab first wants it, kept until the session
/// goes elsewhere. What cannot be learnt is remembered as unknown, so that Tab never asks the same in vain twice.
actor SchemaMemory: SchemaKnowledge {
    private let client: @Sendable () async throws -> TableClient
    private var tableNames: [Named]?
    private var columnsByTable: [String: [ColumnDescription]] = [:]
    /// By table, then by what was typed.
    private var recordsByTable: [String: [String: RecordNames]] = [:]

    /// - Parameter client: the way to the instance; it may need the deck and a sign-in.
    init(client: @escaping @Sendable () async throws -> TableClient) { self.client = client }

    func tables() async -> [Named] {
        if let tableNames { return tableNames }
        let names = (try? await client().asking(for: .schema).tableNames()) ?? []
        let known = names.map { Named($0.name, $0.label) }
        if !Task.isCancelled { tableNames = known }
        return known
    }

    func columns(of table: String) async -> [ColumnKnowledge] {
        await descriptions(of: table).map {
            ColumnKnowledge(
                $0.name, label: $0.label, type: $0.type, reference: $0.reference, hasChoices: !$0.choices.isEmpty)
        }
    }

    func choices(of table: String, column: String) async -> [Named] {
        await descriptions(of: table).first { $0.name == column }?.choices.map { Named($0.value, $0.label) } ?? []
    }

    func recordNames(of table: String, beginning typed: String) async -> RecordNames {
        let known = recordsByTable[table] ?? [:]
        if let all = known.first(where: { $0.value.isWhole && typed.hasPrefix($0.key) }) { return all.value }
        if let asked = known[typed] { return asked }
        var found = RecordNames([])
        if !typed.isEmpty, !typed.utf8.contains(where: { $0 == .caret || $0 < 0x20 }) {
            let columns = await descriptions(of: table).map(\.name)
            if let column = Self.naming.first(where: columns.contains) {
                found = await ask("\(column)STARTSWITH\(typed)^", of: table)
            }
        }
        // What was typed may stand further on in a name, or in what the record is about.
        if found.names.isEmpty {
            if let recent = known[""] { found = recent } else { found = await ask("", of: table) }
            if !Task.isCancelled { recordsByTable[table, default: [:]][""] = found }
        }
        if !Task.isCancelled { recordsByTable[table, default: [:]][typed] = found }
        return found
    }

    /// What people call a record by, the first of these that its table has.
    private static let naming = ["number", "user_name", "name"]

    private func ask(_ condition: String, of table: String) async -> RecordNames {
        let read = TableRead(
            table, query: condition + "ORDERBYDESCsys_updated_on",
            fields: Self.naming + ["short_description", "title"],
            limit: Self.mostAsked, display: .value, skipsCount: true)
        let rows = (try? await client().asking(for: .completion).list(read).rows) ?? []
        let names = rows.compactMap { row -> Named? in
            func text(_ column: String) -> String? { row[column].map(\.value).flatMap { $0.isEmpty ? nil : $0 } }
            guard let name = Self.naming.lazy.compactMap({ text($0) }).first else { return nil }
            return Named(name, text("short_description") ?? text("title") ?? text("name") ?? "")
        }
        return RecordNames(names, isWhole: rows.count < Self.mostAsked)
    }

    private static let mostAsked = 50

    /// Forgets which records there are, after a command may have changed them.
    func forgetRecords() { recordsByTable = [:] }

    private func descriptions(of table: String) async -> [ColumnDescription] {
        if let known = columnsByTable[table] { return known }
        let columns = (try? await client().asking(for: .schema).describe(table)) ?? []
        if !Task.isCancelled { columnsByTable[table] = columns }
        return columns
    }
}
