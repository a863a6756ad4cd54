import Notation
import NowData
import Rendering
import Tables
import Workbench

struct GraphQLResult {
    private let run: GraphQLRun
    private let answers: [GraphQLResponse]
    private let format: Format

    init(_ run: GraphQLRun, _ answers: [GraphQLResponse], format: Format) {
        self.run = run
        self.answers = answers
        self.format = format
    }

    func result(_ notes: CommandNotes) -> CommandResult {
        let faults = GraphQLDiagnostics(run)
        let errors = answers.enumerated().flatMap { number, answer in
            answer.errors(atMost: Self.maxShown).map { (number, $0) }
        }
        let problems = errors.prefix(Self.maxShown).map { number, error in
            faults.problem(error, of: answers.count == run.entries.count ? number : nil)
        }
        var result = CommandResult(output(notes)) { [data] in data }
        let count = answers.reduce(0) { $0 + $1.errorCount }
        result.problems = problems
        if count > problems.count, let last = problems.indices.last {
            result.problems[last].notes.append("And \(count - problems.count) more.")
        }
        return result
    }

    private static let maxShown = 20

    /// What `=> name = .path` reads: the received data, or an object with the data of each operation if there are
    /// several.
    private var data: JSON {
        if answers.count == 1, let answer = answers.first { return answer.data.map { JSON($0) } ?? .null }
        return .object(
            zip(run.entries, answers).map { entry, answer in
                JSON.Member(entry.operation.name?.text ?? "", answer.data.map { JSON($0) } ?? .null)
            })
    }

    private func output(_ notes: CommandNotes) -> Output {
        guard answers.contains(where: { $0.data != nil }) else { return .none }
        if format == .json { return .json(data) }
        // The errors explain why there is no data; a wrapped null adds nothing.
        if answers.contains(where: { $0.errorCount > 0 }), answers.allSatisfy({ Self.hasNoValue($0.data) }) {
            return .none
        }
        let shown = zip(run.entries, answers).map { entry, answer in
            (name: entry.operation.name?.text ?? "", tables: GraphQLTables(run, entry, answer.data))
        }
        let tables = shown.flatMap { operation in
            (operation.tables?.all ?? []).map { (operation: operation.name, table: $0) }
        }
        guard shown.allSatisfy({ $0.tables != nil }), !tables.isEmpty,
            tables.count == 1 || !isForObjects
        else { return several(shown.map(\.name)) }
        let isAlone = tables.count == 1
        for (operation, table) in tables {
            table.counts.note(isAlone ? nil : title(operation, table, shown.count), notes)
        }
        if isAlone { return .table(tables[0].table.table) }
        return .sections(
            tables.map { Section(title: title($0.operation, $0.table, shown.count), output: .table($0.table.table)) })
    }

    private static func hasNoValue(_ data: JSONNode?) -> Bool {
        var ahead = [data].compactMap(\.self)
        while let node = ahead.popLast() {
            switch node.kind {
            case .null: continue
            case .object: ahead += node.members.map(\.value)
            default: return false
            }
        }
        return true
    }

    /// These formats have room for only one table, so several are shown as data.
    private var isForObjects: Bool { format == .ndjson || format == .yaml }

    private func title(_ operation: String, _ table: GraphQLTable, _ operations: Int) -> String {
        operations > 1 ? "\(operation): \(table.title)" : table.title
    }

    private func several(_ names: [String]) -> Output {
        guard answers.count > 1, !format.isForPrograms else { return .json(data) }
        return .sections(
            zip(names, answers).map { Section(title: $0, output: .json($1.data.map { JSON($0) } ?? .null)) })
    }
}

struct GraphQLTable {
    let title: String
    let table: OutputTable
    let counts: GraphQLCounts
}

struct GraphQLTables {
    private(set) var all: [GraphQLTable] = []

    init?(_ run: GraphQLRun, _ entry: GraphQLRun.Entry, _ data: JSONNode?) {
        guard entry.operation.kind == .query else { return nil }
        let fragments = GraphQL.Fragments(run.document)
        for root in fragments.merged(entry.operation.selections) {
            guard let found = data?[root.responseName], found.kind != .null else { continue }
            switch root.name.text {
            case GraphQL.RecordNames.recordQuery, GraphQL.RecordNames.aggregateQuery, "GlideAggregate_Query": break
            default: return nil
            }
            let isAggregate = root.name.text != GraphQL.RecordNames.recordQuery
            // An aggregate names its table in an argument of the root field.
            let lists = isAggregate && found["aggregates"] != nil ? [root] : fragments.merged(root.selections ?? [])
            for field in lists {
                let node = field == root ? found : found[field.responseName]
                guard let node, node.kind != .null else { continue }
                guard let table = GraphQLTables.table(field, node, entry, fragments) else { return nil }
                all.append(table)
            }
        }
    }

    private static func table(
        _ field: GraphQL.Field, _ node: JSONNode, _ entry: GraphQLRun.Entry, _ fragments: GraphQL.Fragments
    ) -> GraphQLTable? {
        let inside = fragments.merged(field.selections ?? [])
        guard let list = inside.first(where: { $0.name.text == "_results" || $0.name.text == "aggregates" }),
            let rows = node[list.responseName], rows.kind == .array
        else { return nil }
        let beside = inside.filter { $0 != list }
        guard beside.allSatisfy({ $0.selections == nil && isCount($0.name.text) }) else { return nil }
        guard
            let columns = GraphQLColumns(
                list.selections ?? [], fragments, groups: groups(field, entry), rows: rows.elements)
        else { return nil }
        let counts = GraphQLCounts(
            shown: rows.count, field, entry,
            total: beside.first { $0.name.text == "_rowCount" }.flatMap {
                node[$0.responseName]?.number.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
            })
        let title = tableName(field, entry) ?? field.responseName
        return GraphQLTable(title: title, table: columns.table(of: rows), counts: counts)
    }

    private static func isCount(_ name: String) -> Bool {
        ["_rowCount", "totalCount", "totalGroupsCount", "__typename"].contains(name)
    }

    private static func groups(_ field: GraphQL.Field, _ entry: GraphQLRun.Entry) -> [String] {
        let value = field.arguments.first { $0.name.text == "groupBy" }?.value.json(entry.value)
        guard case .array(let names)? = value else { return value?.scalarText.map { [$0] } ?? [] }
        return names.compactMap(\.scalarText)
    }

    private static func tableName(_ field: GraphQL.Field, _ entry: GraphQLRun.Entry) -> String? {
        guard field.alias == nil else { return nil }
        return field.arguments.first { $0.name.text == "tableName" }?.value.json(entry.value)?.scalarText
    }
}

struct GraphQLCounts {
    private let shown: Int
    private let total: Int?
    private let limit: Int?
    private let offset: Int
    private let isNamed: Bool

    /// - Parameter total: `_rowCount`, which counts records that access rules withhold; nil if not requested.
    init(shown: Int, _ field: GraphQL.Field, _ entry: GraphQLRun.Entry, total: Int?) {
        self.shown = shown
        self.total = total
        func argument(_ name: String) -> JSON? {
            field.arguments.first { $0.name.text == name }?.value.json(entry.value)
        }
        func number(_ json: JSON?) -> Int? { json?.scalarText.flatMap { Int($0) } }
        let pagination = argument("pagination")
        limit = number(pagination?["limit"])
        offset = max(number(pagination?["offset"]) ?? 0, 0)
        isNamed = argument("sys_id").map { $0 != .null } ?? false
    }

    /// Reports how many records are missing, and why.
    package func note(_ title: String?, _ notes: CommandNotes) {
        let before = title.map { "\($0): " } ?? ""
        guard let total else {
            if shown == 0 { notes.add(before + "No record found.") }
            return
        }
        if total == 0 { return notes.add(before + "No record found.") }
        if isNamed, shown > 0 { return }
        if offset >= total {
            return notes.add(before + "offset \(offset) skips all of the \(Phrase.counted(total, "record")) there are.")
        }
        let there = total - offset
        // Without a limit, only an empty list proves that records were withheld rather than left for another page.
        let window = limit.map { min($0, there) } ?? (shown == 0 ? there : shown)
        let withheld = max(window - shown, 0)
        if withheld > 0 { notes.add(before + RowCounts.withheldText(shown: shown, withheld: withheld)) }
        guard shown + withheld < there else { return }
        let behind = offset > 0 ? " after the first \(offset)" : ""
        notes.add(
            before
                + (withheld > 0
                    ? "\(shown + withheld) of \(total) were asked for\(behind); a higher limit or --all asks for more."
                    : "\(shown) of \(total) shown\(behind); a higher limit or --all shows more."))
    }
}
