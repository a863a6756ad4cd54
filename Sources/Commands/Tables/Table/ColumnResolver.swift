import ExchangeModel
package import Notation
package import NowData
import Workbench

/// Looks up whether columns exist, resolving dot-walks step by step.
package struct ColumnResolver {
    /// Whether a column exists, by its path. Undetermined columns have no entry.
    private(set) var known: [String: Bool] = [:]
    let schema: SchemaCache
    /// Whether the instance evaluates a dynamic filter option. Undetermined ones have no entry.
    private(set) var filters: [String: Bool] = [:]
    /// The places of blocks that do not exist.
    private(set) var missingPlaces: [EncodedQueryBlock: EncodedQueryBlock.Place] = [:]
    /// The columns of the tables of blocks.
    private(set) var others: [String: ColumnResolver] = [:]
    /// Whether the command fails when the instance gives no answer.
    private let needsAnswer: Bool
    private var reached: [String: (description: ColumnDescription, label: String)] = [:]
    /// By missing column.
    private var ends: [String: End] = [:]

    /// Where a dot-walk fails: the table, the missing step, and the table's columns.
    private struct End {
        package let table: String
        let step: String
        let before: String
        let behind: String
        let columns: [String]
        /// Whether the step exists but is not a reference.
        var isValue = false

        init(table: String, step: String, before: String, behind: String, columns: [String]) {
            self.table = table
            self.step = step
            self.before = before
            self.behind = behind
            self.columns = columns
        }

        init(value step: String, of table: String, path: String) {
            self.init(table: table, step: step, before: path, behind: "", columns: [])
            isValue = true
        }
    }

    /// - Parameter needsAnswer: whether a command fails if the instance does not return the columns.
    init(_ schema: SchemaCache, needsAnswer: Bool = false) {
        self.schema = schema
        self.needsAnswer = needsAnswer
    }

    /// Resolves a column of a table.
    package mutating func follow(_ column: String, of table: String) async throws {
        var table = table
        var walked = "", label = ""
        let steps = column.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for (place, step) in steps.enumerated() {
            if CachedSchema.isInOtherTable(step) { return }
            let columns = try await columns(of: table)
            if columns.isEmpty { return }
            guard let found = columns.first(where: { $0.name == step }) else {
                known[column] = false
                let rest = steps[(place + 1)...].map { "." + $0 }.joined()
                ends[column] = End(table: table, step: step, before: walked, behind: rest, columns: columns.map(\.name))
                return
            }
            label += (label.isEmpty ? "" : ".") + found.label
            if place == steps.count - 1 {
                known[column] = true
                reached[column] = (found, label)
            }
            guard let next = found.reference, !next.isEmpty else {
                if place < steps.count - 1, Self.plainTypes.contains(found.type) {
                    known[column] = false
                    ends[column] = End(value: step, of: table, path: walked + step)
                }
                return
            }
            walked += step + "."
            table = next
        }
    }

    func hints(for column: String) -> [String] {
        guard let end = ends[column] else { return [] }
        if end.isValue { return ["Did you mean \(end.before)?"] }
        return DidYouMean.hints(for: end.step, among: end.columns.sorted()) { end.before + $0 + end.behind }
    }

    /// Finds out whether the instance evaluates the query's dynamic filter options.
    package mutating func follow(filtersOf query: EncodedQuery) async throws(RequestFailure) {
        for option in query.filterOptions where filters[option] == nil {
            filters[option] = try await schema.evaluates(filterOption: option)
        }
    }

    /// Finds out whether the tables and columns of the query's blocks exist, those of the queries inside included.
    package mutating func follow(blocksOf query: EncodedQuery, on table: String) async throws {
        try await follow(blocksOf: query, on: table, depth: 0)
    }

    private mutating func follow(blocksOf query: EncodedQuery, on table: String, depth: Int) async throws {
        guard depth < EncodedQuery.mostBlocks else { return }
        try await follow(placesOf: query, on: table)
        for (table, query, _) in query.conditions.compactMap(\.inner) {
            var other = others[table] ?? ColumnResolver(schema, needsAnswer: needsAnswer)
            for column in query.columnNames { try await other.follow(column, of: table) }
            others[table] = other
            try await follow(blocksOf: query, on: table, depth: depth + 1)
        }
    }

    private mutating func follow(placesOf query: EncodedQuery, on table: String) async throws(RequestFailure) {
        for block in query.conditions.compactMap(EncodedQueryBlock.init) where missingPlaces[block] == nil {
            switch block {
            case .counted(let place, _, _, _):
                guard let columns = try await describedColumns(of: place.table) else { continue }
                // Rows are counted for the record that they refer to.
                let isReference = columns.contains { $0.name == place.column && $0.reference != nil }
                if !isReference { missingPlaces[block] = place }
            case .joined(let own, let other, _):
                for place in [own, other] {
                    guard let columns = try await describedColumns(of: place.table) else { continue }
                    if !columns.contains(where: { $0.name == place.column }) { missingPlaces[block] = place }
                }
                // The first table is the query's, or one that it extends, whose columns it has.
                guard own.table != table, let base = try await describedColumns(of: own.table),
                    let all = try await describedColumns(of: table)
                else { continue }
                if !Set(base.map(\.name)).isSubset(of: all.map(\.name)) { missingPlaces[block] = own }
            }
        }
    }

    /// The columns of a table; empty if there is no such table, nil if the instance does not tell.
    private func describedColumns(of table: String) async throws(RequestFailure) -> [ColumnDescription]? {
        do throws(RequestFailure) {
            let columns = try await schema.columns(of: table)
            return columns.isEmpty ? nil : columns
        } catch {
            switch error {
            case .errorResponse(let response) where response.isUnknownTable: return []
            case .transport(let failure) where needsAnswer || failure.kind == .cancelled: throw error
            default: return nil
            }
        }
    }

    /// Whether the instance drops the condition for sure.
    func isCertain(_ part: EncodedQuery.Diagnostic) -> Bool {
        switch part.kind {
        case .unknownScript: schema.isSandbox
        case .unknownFilter: filters[part.text] == false
        default: true
        }
    }

    /// `incident has no column nosuch`, naming the table that the dot-walk reached.
    func missingColumn(of column: String, in table: String) -> String {
        if let end = ends[column], end.isValue { return "\(end.table).\(end.step) is not a reference field" }
        return "\(ends[column]?.table ?? table) has no column \(ends[column]?.step ?? column)"
    }

    /// A resolved column, with a label that includes the steps of its dot-walk.
    func found(_ column: String) -> (description: ColumnDescription, label: String)? { reached[column] }

    private func columns(of table: String) async throws(RequestFailure) -> [ColumnDescription] {
        guard needsAnswer else { return try await schema.columnsIfDescribed(of: table) }
        do {
            return try await schema.columns(of: table)
        } catch {
            // A missing table fails when its records are requested.
            guard case .errorResponse = error else { throw error }
            return []
        }
    }

    /// Types that cannot be dot-walked. The list is not exhaustive.
    private static let plainTypes: Set<String> = [
        "string", "integer", "boolean", "glide_date_time", "glide_date", "glide_time", "glide_duration", "due_date",
        "decimal", "float", "longint", "choice", "url", "email", "ph_number", "sys_class_name", "GUID", "journal",
        "journal_input", "journal_list", "translated_text", "translated_field", "html", "percent_complete", "timer",
    ]
}

/// A condition that the instance ignores, in words.
struct IgnoredCondition {
    private let part: EncodedQuery.Diagnostic
    private let term: String
    private let table: String
    private let isOrdering: Bool

    init(_ part: EncodedQuery.Diagnostic, of query: EncodedQuery, in text: String, _ table: String) {
        self.part = part
        self.table = table
        term = String(decoding: Array(text.utf8)[part.span], as: UTF8.self)
        isOrdering = query.orderings.contains { $0.span == part.span }
    }

    /// The condition as a problem that points at the user's text.
    func problem(
        _ kind: Problem.Kind, _ resolver: ColumnResolver, _ source: (Range<Int>) -> Problem.Source?
    ) -> Problem {
        Problem(kind, message(resolver), source: source(part.span), hints: hints(resolver))
    }

    private func message(_ resolver: ColumnResolver) -> String {
        switch part.kind {
        case .unparsed: "The instance ignores this part of the query, which it cannot parse: \(term)."
        case .unknownColumn where !part.table.isEmpty:
            (resolver.others[part.table] ?? resolver).missingColumn(of: part.text, in: part.table)
                + ": \(term) is dropped."
        case .unknownColumn:
            resolver.missingColumn(of: part.text, in: table)
                + (isOrdering ? "; nothing is ordered by it." : ": \(term) is dropped.")
        case .unknownOperator: "\(String(part.text.drop { $0 == " " })) begins with no operator: \(term) is dropped."
        case .inapplicableOperator: "\(part.text) does not work with a column like \(part.field): \(term) is dropped."
        case .malformedValue:
            part.text.isEmpty
                ? "\(term) lacks a value and is dropped."
                : "\(part.text) is not valid for its operator: \(term) is dropped."
        case .unknownPlace:
            "\(part.text) is not a "
                + (term.hasPrefix(Operator.relatedRows.rawValue) ? "reference field" : "column of these records")
                + ": \(term) is dropped."
        case .unknownScript where resolver.schema.isSandbox:
            "The sandbox does not evaluate \(part.text): \(term) is dropped."
        case .unknownScript:
            "\(part.text) cannot be checked: unless the instance evaluates it, \(term) is dropped."
        case .unknownFilter where resolver.isCertain(part):
            "\(part.text) is no dynamic filter option that the instance evaluates: \(term) is dropped."
        case .unknownFilter:
            "\(part.text) cannot be checked: unless the instance has this dynamic filter option, \(term) is dropped."
        case .caretInValue: "A ^ ends a value, and nothing is known to escape it: \(term) is dropped."
        }
    }

    private func hints(_ resolver: ColumnResolver) -> [String] {
        switch part.kind {
        case .unknownColumn: (resolver.others[part.table] ?? resolver).hints(for: part.text)
        case .unknownOperator where !part.candidates.isEmpty:
            ["Did you mean " + Phrase.listed(part.candidates.prefix(3).map { part.field + $0 }, joinedBy: "or") + "?"]
        case .unparsed where part.text.count > 2 && part.text.allSatisfy({ $0.isLetter || $0 == " " }):
            ["Did you mean \(Quoting.word("123TEXTQUERY321=" + part.text)), a search for words?"]
        case .caretInValue, .unparsed, .unknownOperator, .malformedValue, .unknownPlace: ["help queries"]
        case .unknownScript:
            DidYouMean.hints(for: part.text, among: QueryScript.names) {
                term.replacing(part.text, with: $0)
            } + ["help queries"]
        case .inapplicableOperator, .unknownFilter: []
        }
    }
}
