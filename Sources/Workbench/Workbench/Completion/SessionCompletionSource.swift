import ExchangeModel
import MyWork
import NowData

/// Completion's knowledge of a session's instance: tables and columns from its `SchemaCache`, and record names
/// requested at the first Tab. Failed look-ups are remembered, so that Tab requests them once.
actor SessionCompletionSource: CompletionSource {
    private let link: @Sendable () async throws -> InstanceLink
    /// By table, then by typed text.
    private var recordsByTable: [String: [String: RecordNames]] = [:]
    private let service: @Sendable () async throws -> MyWorkService
    /// By table, then by typed text.
    private var referencesByTable: [String: [String: ReferenceRecords]] = [:]
    private var viewNames: [Candidate]?
    private var tasks: [Candidate]?
    /// Tables whose columns cannot be read; the empty name stands for the list of tables.
    private var unknown: Set<String> = []

    /// - Parameters:
    ///   - link: the connection to the instance, which may require the deck and a sign-in.
    ///   - service: provides the user's tasks.
    init(
        link: @escaping @Sendable () async throws -> InstanceLink,
        service: @escaping @Sendable () async throws -> MyWorkService
    ) {
        self.link = link
        self.service = service
    }

    func tables() async -> [Candidate] {
        await learn("") { try await $0.schema.tableNames(for: .completion) }.items.map { Candidate($0.name, $0.label) }
    }

    /// Whether the instance has a table; nil if it does not list its tables, or not before a sign-in.
    func hasTable(_ name: String) async -> Bool? {
        let tables = await tables()
        return tables.isEmpty ? nil : tables.contains { $0.name == name }
    }

    func columns(of table: String) async -> [ColumnInfo] {
        await descriptions(of: table).map {
            ColumnInfo(
                $0.name, label: $0.label, type: $0.type, reference: $0.reference, hasChoices: !$0.choices.isEmpty,
                referenceDisplay: $0.referenceDisplay)
        }
    }

    func choices(of table: String, column: String) async -> [Candidate] {
        await descriptions(of: table).first { $0.name == column }?.choices.map { Candidate($0.value, $0.label) } ?? []
    }

    func recordNames(of table: String, beginning typed: String) async -> RecordNames {
        let known = recordsByTable[table] ?? [:]
        if let all = known.first(where: { $0.value.isWhole && typed.hasPrefix($0.key) }) { return all.value }
        if let asked = known[typed] { return asked }
        var found = RecordNames([])
        if !typed.isEmpty, !typed.utf8.contains(where: { $0 == .caret || $0 < 0x20 }) {
            let columns = await descriptions(of: table).map(\.name)
            if let column = RecordName.columns.first(where: columns.contains) {
                let (some, isFinal) = await ask("\(column)STARTSWITH\(typed)^", of: table)
                guard isFinal else { return some }
                found = some
            }
        }
        // The text may be inside a name or in the description.
        if found.names.isEmpty {
            if let recent = known[""] {
                found = recent
            } else {
                let (recent, isFinal) = await ask("", of: table)
                guard isFinal else { return recent }
                recordsByTable[table, default: [:]][""] = recent
                found = recent
            }
        }
        recordsByTable[table, default: [:]][typed] = found
        return found
    }

    func references(to table: String, display: String?, holding typed: String) async -> ReferenceRecords {
        let known = referencesByTable[table] ?? [:]
        let isWider: (String) -> Bool = { ($0.isEmpty || $0.count >= ReferenceQuery.contained) && typed.hasPrefix($0) }
        if let asked = known[typed] ?? known.first(where: { $0.value.isWhole && isWider($0.key) })?.value {
            return asked
        }
        let columns = Set(await descriptions(of: table).map(\.name))
        guard let query = ReferenceQuery(table, display: display, columns: columns, typed: typed) else {
            return ReferenceRecords([])
        }
        let (rows, isFinal) = await learn { try await $0.tables.asking(for: .completion).list(query.read).rows }
        let found = query.records(rows)
        if isFinal { referencesByTable[table, default: [:]][typed] = found }
        return found
    }

    func views() async -> [Candidate] {
        if let viewNames { return viewNames }
        let read = TableRead(
            "sys_ui_view", query: "nameISNOTEMPTY^ORDERBYname", fields: ["name", "title"], limit: Self.maxNames,
            display: .value, skipsCount: true)
        let (rows, isFinal) = await learn { try await $0.tables.asking(for: .completion).list(read).rows }
        var seen: Set<String> = []
        let views = rows.compactMap { row -> Candidate? in
            guard let name = row["name"]?.value, !name.isEmpty, seen.insert(name).inserted else { return nil }
            let title = row["title"]?.value ?? ""
            return Candidate(name, title == name ? "" : title)
        }
        if isFinal { viewNames = views }
        return views
    }

    /// The names, and whether they may be cached; a failed request may be repeated later.
    private func ask(_ condition: String, of table: String) async -> (names: RecordNames, isFinal: Bool) {
        let read = TableRead(
            table, query: condition + "ORDERBYDESCsys_updated_on",
            fields: RecordName.columns + ["short_description", "title"],
            limit: Self.maxNames, display: .value, skipsCount: true)
        let (rows, isFinal) = await learn { try await $0.tables.asking(for: .completion).list(read).rows }
        let names = rows.compactMap { row -> Candidate? in
            func text(_ column: String) -> String? { row[column].map(\.value).flatMap { $0.isEmpty ? nil : $0 } }
            guard let name = RecordName.columns.lazy.compactMap({ text($0) }).first else { return nil }
            return Candidate(name, text("short_description") ?? text("title") ?? text("name") ?? "")
        }
        return (RecordNames(names, isWhole: rows.count < Self.maxNames), isFinal)
    }

    private static let maxNames = 50

    /// Forgets record names, because a command may have changed records.
    func forgetRecords() {
        recordsByTable = [:]
        referencesByTable = [:]
        viewNames = nil
        tasks = nil
        unknown = []
    }

    func assignedTasks() async -> [Candidate] {
        if let tasks { return tasks }
        var isFinal = true
        var found: [Candidate] = []
        do {
            found = try await service().openTasks().flatMap { group in
                group.tasks.map { Candidate($0.number, "\(group.type): \($0.shortDescription ?? "")") }
            }
        } catch let error as MyWorkError {
            isFinal = ![.notSignedIn, .cancelled].contains(error.kind)
        } catch {}
        if isFinal, !Task.isCancelled { tasks = found }
        return found
    }

    private func descriptions(of table: String) async -> [ColumnDescription] {
        await learn(table) { try await $0.schema.columns(of: table, for: .completion) }.items
    }

    /// Requests something without prompting the user. A request that was cancelled or needs a sign-in first may be
    /// repeated.
    ///
    /// - Parameter table: the table to remember as unknown on failure; nil for records.
    private func learn<Item: Sendable>(
        _ table: String? = nil, _ question: (InstanceLink) async throws -> [Item]
    ) async -> (items: [Item], isFinal: Bool) {
        if let table, unknown.contains(table) { return ([], true) }
        do {
            let items = try await question(link())
            if let table, items.isEmpty, !Task.isCancelled { unknown.insert(table) }
            return (items, !Task.isCancelled)
        } catch RequestFailure.transport(let failure) where failure.kind == .signIn {
            return ([], false)
        } catch {
            if let table, !Task.isCancelled { unknown.insert(table) }
            return ([], !Task.isCancelled)
        }
    }
}
