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
        let (names, isFinal) = await learn { try await $0.tableNames() }
        let known = names.map { Named($0.name, $0.label) }
        if isFinal { tableNames = known }
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
        let (rows, isFinal) = await learn { try await $0.list(read).rows }
        let names = rows.compactMap { row -> Named? in
            func text(_ column: String) -> String? { row[column].map(\.value).flatMap { $0.isEmpty ? nil : $0 } }
            guard let name = text("number") ?? text("user_name") ?? text("name") else { return nil }
            return Named(name, text("short_description") ?? text("title") ?? text("name") ?? "")
        }
        if isFinal { recordsByTable[table] = names }
        return names
    }

    /// Forgets which records there are, after a command may have changed them.
    func forgetRecords() { recordsByTable = [:] }

    private func descriptions(of table: String) async -> [ColumnDescription] {
        if let known = columnsByTable[table] { return known }
        let (columns, isFinal) = await learn { try await $0.describe(table) }
        if isFinal { columnsByTable[table] = columns }
        return columns
    }

    /// Asks the instance, as completion and nobody else does: that never asks a person. What was called off, or wants a
    /// sign-in first, is not known for good.
    private func learn<Item: Sendable>(
        _ question: (TableClient) async throws -> [Item]
    ) async -> (items: [Item], isFinal: Bool) {
        do {
            return (try await question(client().asking(for: .completion)), !Task.isCancelled)
        } catch RequestFailure.transport(let failure) where failure.kind == .signIn {
            return ([], false)
        } catch {
            return ([], !Task.isCancelled)
        }
    }
}
