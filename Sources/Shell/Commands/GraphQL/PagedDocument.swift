import Notation
import NowData

/// A document that queries one table, rewritten to fetch batches: conditions and pagination are replaced in each batch,
/// and everything outside the path to the records is dropped.
struct PagedDocument {
    let table: String
    /// The document's own conditions, variables replaced; `limit` is the size of a batch.
    let query: String?
    let limit: Int?
    let offset: Int
    /// The response names of the table's field and its records.
    let path: [String]
    let results: String
    let fields: [GraphQL.Selection]
    /// The path to a record's sys_id, and whether it was added here.
    let key: [String]
    let addsKey: Bool
    /// The response name of the record count; nil if it is not selected.
    let count: String?
    /// The variables that the batches still use.
    let variables: [JSON.Member]
    private let root: GraphQL.Field
    private let field: GraphQL.Field
    private let operation: GraphQL.Operation
    private let fragments: [GraphQL.Fragment]

    /// - Parameters:
    ///   - operation: the operation that runs.
    ///   - given: its variables.
    init(
        _ document: GraphQL.Document, _ operation: GraphQL.Operation, given: [JSON.Member]
    ) throws(PagingError) {
        guard operation.kind == .query else {
            throw PagingError("--all fetches records; a \(operation.kind.rawValue) is sent once.")
        }
        let known = GraphQL.Fragments(document)
        func json(_ value: GraphQL.Value) -> JSON? { value.json { operation.value(of: $0, given: given) } }
        func opened(_ selections: [GraphQL.Selection]) -> [GraphQL.Field] {
            known.fields(of: selections) { $0.includesSelection(json) }
        }
        root = try Self.only(opened(operation.selections))
        guard root.name.text == GraphQL.RecordNames.recordQuery else {
            throw PagingError(
                "--all fetches the records of GlideRecord_Query, not of \(root.name.text).", at: root.name.place)
        }
        let whole = try Self.only(opened(root.selections ?? []))
        table = whole.name.text
        let asked = opened(whole.selections ?? [])
        let lists = asked.filter { $0.name.text == "_results" }
        guard let list = lists.first else {
            throw PagingError("--all fetches records, and \(table) selects no _results.", at: whole.name.place)
        }
        guard lists.allSatisfy({ $0.responseName == list.responseName }) else {
            throw PagingError("--all fetches one list, and _results is selected twice.", at: list.place)
        }
        results = list.responseName
        fields = lists.flatMap { $0.selections ?? [] }
        path = [root.responseName, whole.responseName]

        let arguments = Dictionary(whole.arguments.map { ($0.name.text, $0.value) }) { first, _ in first }
        query = arguments["queryConditions"].flatMap(json)?.scalarText.flatMap { $0.isEmpty ? nil : $0 }
        let pagination = arguments["pagination"].flatMap(json)
        limit = pagination?["limit"]?.scalarText.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        offset = max(0, pagination?["offset"]?.scalarText.flatMap { Int($0) } ?? 0)

        // The selection may already contain the sys_id; otherwise it is added under an unused name.
        let columns = opened(lists.flatMap { $0.selections ?? [] })
        let held = columns.lazy.filter { $0.name.text == "sys_id" }.compactMap { column in
            opened(column.selections ?? []).first { $0.name.text == "value" }
                .map { [column.responseName, $0.responseName] }
        }.first
        key = held ?? [Self.free("sys_id_of_row", columns.map(\.responseName)), "value"]
        addsKey = held == nil
        let counts = asked.first { $0.name.text == "_rowCount" }
        let omits = arguments["omitCount"].flatMap(json) == .bool(true)
        count = counts?.responseName ?? (omits ? nil : Self.free("count_of_rows", asked.map(\.responseName)))
        let addsCount = counts == nil && !omits

        var selections = whole.selections ?? []
        if addsCount, let count {
            selections.append(.field(GraphQL.Field(alias: GraphQL.Name(count), "_rowCount")))
        }
        if addsKey {
            let id = GraphQL.Field(
                alias: GraphQL.Name(key[0]), "sys_id", selections: [.field(GraphQL.Field("value"))])
            let alias = list.alias.map { GraphQL.Name($0.text) }
            selections.append(.field(GraphQL.Field(alias: alias, "_results", selections: [.field(id)])))
        }
        var reduced = operation
        let others = whole.arguments.filter { !["queryConditions", "pagination"].contains($0.name.text) }
        let kept = GraphQL.Field(alias: whole.alias, whole.name, arguments: others, selections: selections)
        let uses = GraphQL.Uses(of: [.field(kept)], known)
        fragments = document.fragments.filter { uses.fragments.contains($0.name.text) }
        reduced.variables = operation.variables.filter { uses.variables.contains($0.name.text) }
        reduced.directives = []
        self.operation = reduced
        field = kept
        variables = given.filter { uses.variables.contains($0.name) }
    }

    func batch(query: String?, limit: Int, offset: Int) -> GraphQL.Document {
        var field = field
        if let query, !query.isEmpty { field.arguments.append(TableDocument.conditions(query)) }
        field.arguments.append(TableDocument.pagination(limit: limit, offset: offset))
        let root = GraphQL.Field(alias: root.alias, root.name, selections: [.field(field)])
        var operation = operation
        operation.selections = [.field(root)]
        return GraphQL.Document([.operation(operation)] + fragments.map { .fragment($0) })
    }

    /// The only selected field, `__typename` aside.
    private static func only(_ fields: [GraphQL.Field]) throws(PagingError) -> GraphQL.Field {
        let fields = fields.filter { $0.name.text != "__typename" }
        guard let first = fields.first else {
            throw PagingError("--all fetches the records of one table, and none is selected.")
        }
        if fields.count > 1 {
            throw PagingError(
                "--all fetches the records of one table, and this asks for \(first.name.text) and \(fields[1].name.text).",
                at: fields[1].name.place)
        }
        return first
    }

    /// A name that is not in use.
    private static func free(_ name: String, _ used: [String]) -> String {
        var name = name
        while used.contains(name) { name += "_" }
        return name
    }
}

/// Why a document cannot be fetched in batches.
struct PagingError: Error {
    let message: String
    let place: GraphQL.Place

    init(_ message: String, at place: GraphQL.Place = GraphQL.Place()) {
        self.message = message
        self.place = place
    }
}
