import ExchangeModel
import NowData

/// What completion has learnt of one instance in this session: asked for when Tab first wants it, kept until the session
/// goes elsewhere. What cannot be learnt is remembered as unknown, so that Tab never asks the same in vain twice.
actor SchemaMemory: SchemaKnowledge {
    private let client: @Sendable () async throws -> TableClient
    private var tableNames: [Named]?
    private var columnsByTable: [String: [ColumnDescription]] = [:]
    private var recordsByTable: [String: [Named]] = [:]

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

    func recordNames(of table: String) async -> [Named] {
        if let known = recordsByTable[table] { return known }
        let fields = ["number", "user_name", "name", "short_description", "title"]
        let read = TableRead(
            table, query: "ORDERBYDESCsys_updated_on", fields: fields, limit: 50, display: .value, skipsCount: true)
        let rows = (try? await client().asking(for: .completion).list(read).rows) ?? []
        let names = rows.compactMap { row -> Named? in
            func text(_ column: String) -> String? { row[column].map(\.value).flatMap { $0.isEmpty ? nil : $0 } }
            guard let name = text("number") ?? text("user_name") ?? text("name") else { return nil }
            return Named(name, text("short_description") ?? text("title") ?? text("name") ?? "")
        }
        if !Task.isCancelled { recordsByTable[table] = names }
        return names
    }

    /// Forgets which records there are, after a command may have changed them.
    func forgetRecords() { recordsByTable = [:] }

    private func descriptions(of table: String) async -> [ColumnDescription] {
        if let known = columnsByTable[table] { return known }
        let columns = (try? await client().asking(for: .schema).describe(table)) ?? []
        if !Task.isCancelled { columnsByTable[table] = columns }
        return columns
    }
}
