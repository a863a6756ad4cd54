import Database
import Notation

/// Writes encoded queries that find the records of one group.
struct GroupQuery {
    private let groups: [EncodedQuery.Group]

    /// `conditions` is the encoded query that the groups were made of. What the instance dropped of it is left out: it
    /// widened nothing there, and would here.
    init(_ conditions: String, compiler: QueryCompiler) throws {
        var kept: [EncodedQuery.Group] = []
        for group in EncodedQuery(conditions).groups {
            var terms: [EncodedQuery.Term] = []
            for term in group.terms {
                let known = try term.conditions.filter { try compiler.compile($0) != nil }
                if !known.isEmpty { terms.append(EncodedQuery.Term(known)) }
            }
            if !terms.isEmpty { kept.append(EncodedQuery.Group(terms)) }
        }
        groups = kept
    }

    /// The query for the records that hold these values, in wire form. Nil when a value cannot be part of a
    /// query, or would be taken for a script.
    func text(_ values: [(path: String, value: String)]) -> String? {
        var terms: [EncodedQuery.Term] = []
        for (path, value) in values {
            guard EncodedQuery.mayStandAsValue(value), !value.hasPrefix("javascript:") else { return nil }
            let condition =
                value.isEmpty
                ? EncodedQuery.Condition(path, .isEmpty) : EncodedQuery.Condition(path, .equals, value)
            terms.append(EncodedQuery.Term([condition]))
        }
        let all = groups.isEmpty ? [EncodedQuery.Group([])] : groups
        return EncodedQuery(groups: all.map { EncodedQuery.Group($0.terms + terms) }).text
    }
}

/// Writes the fields of one group of records: what its functions came to, and what its records share.
struct GroupWriter {
    private let records: AggregateRecords
    private let table: Table
    private let queries: GroupQuery
    private let execution: GraphQLExecution

    /// `conditions` is the encoded query that the groups were made of.
    init(
        _ records: AggregateRecords, of table: Table, query conditions: String, execution: GraphQLExecution
    ) throws {
        self.records = records
        self.table = table
        self.execution = execution
        let call = execution.call
        queries = try GroupQuery(
            conditions,
            compiler: QueryCompiler(plan: JoinPlan(table, in: call.schema), context: try call.context(for: conditions)))
    }

    /// Writes a field of a group. `columns` is what is asked below it, where it is `groupBy`: the same for every group.
    func write(
        _ field: GraphQLField, _ columns: [GraphQLField], of group: AggregateRecords.Group, into out: inout JSONText
    ) throws {
        switch field.name {
        case "count": out.number(Int(group.count))
        case "groupBy": try writeValues(columns, of: group, into: &out)
        default:
            guard let function = Aggregate.Function(rawValue: field.name) else {
                throw execution.undefined(field, in: GraphQL.RecordNames.aggregatesType)
            }
            guard let path = try field.arguments.text("field") else {
                throw GraphQLRequestError.wrongType("field", wants: "String!", at: execution.path)
            }
            guard let result = records.result(function, of: path, in: group) else { return out.raw("null") }
            if function == .countDistinct { out.raw(Array(result.utf8)) } else { out.string(result) }
        }
    }

    /// One element for every column that is grouped by. Each has the query for the whole group, so any of them leads to
    /// its records.
    private func writeValues(
        _ wanted: [GraphQLField], of group: AggregateRecords.Group, into out: inout JSONText
    ) throws {
        let values = zip(records.query.groups, group.values).map { column, stored in
            (path: column.path, value: RecordRenderer.wire(stored, column.operand.column))
        }
        let query = queries.text(values)
        out.raw("[")
        for (offset, column) in records.query.groups.enumerated() {
            if offset > 0 { out.raw(",") }
            let value = values[offset].value
            let shown =
                value.isEmpty
                ? "" : try execution.lookup.display(group.values[offset], value, in: column.operand.column)
            try execution.element(offset) {
                try execution.write(wanted, of: GraphQL.RecordNames.groupByType, into: &out) { field, out in
                    switch field.name {
                    case "field": out.string(column.path)
                    case "value": out.string(value)
                    case "displayValue": out.string(shown)
                    case "aggregateQuery": GroupWriter.write(query, into: &out)
                    case "groupChoiceTable": GroupWriter.write(choiceTable(of: column.operand), into: &out)
                    case "_query":
                        let fields = try execution.fields(below: field, on: GraphQLRoots.typeName(.query))
                        let group = [
                            "field": column.path, "value": value, "displayValue": shown, "aggregateQuery": query ?? "",
                        ]
                        try execution.write(fields, inside: group, into: &out)
                    default: throw execution.undefined(field, in: GraphQL.RecordNames.groupByType)
                    }
                }
            }
        }
        out.raw("]")
    }

    private static func write(_ text: String?, into out: inout JSONText) {
        if let text { out.string(text) } else { out.raw("null") }
    }

    /// The table that the choices of a column belong to, as `sys_choice` names it: the nearest that has some of its own.
    private func choiceTable(of operand: JoinPlan.Operand) -> String? {
        guard !operand.column.choices.isEmpty else { return nil }
        let nearest = operand.table.lineage.first {
            execution.call.schema[$0]?.definition.choices[operand.column.name] != nil
        }
        return nearest ?? operand.column.owner
    }
}

/// The aggregates of a table's records, read by the engine of the Aggregate API: the same columns, functions, conditions
/// and orders, and the same rows of those that a user may not read.
struct AggregateRecords {
    /// One group; the whole when nothing is grouped.
    struct Group {
        let count: Int64
        /// What the functions came to, as the wire has it, in the order of the query's.
        let results: [String]
        /// The values that its records share, as they are stored, in the order of the query's groups.
        let values: [String]
    }

    let query: AggregateQuery
    let groups: [Group]
    /// How many records the query finds, those of groups that are left out included.
    let total: Int64

    /// Reads them, of the records that an encoded query describes.
    init(_ request: AggregateRequest, of table: Table, query conditions: String, call: Call) throws {
        let plan = JoinPlan(table, in: call.schema)
        var (condition, _) = try call.selection(plan, query: conditions)
        let query = try AggregateQuery(request, plan: plan, rules: call.rules)
        // Rows that the user may not read count, but no value is made of them.
        if query.showsValues {
            let access = try call.access(.read, to: table, alias: plan.alias)
            condition = SQLFragment.joined([condition, access].compactMap { $0 }, by: "AND")
        }
        try call.store.fill(plan.tables)
        let fragment = query.statement(from: plan, where: condition)
        let statement = try Statement(fragment.text, on: call.store.connection)
        try statement.bind(fragment.values)
        let functions = query.aggregates
        var found: [Group] = []
        while try statement.step() {
            found.append(
                Group(
                    count: statement.integer(0),
                    results: functions.indices.map { functions[$0].text(statement, 1 + $0) },
                    values: query.groups.indices.map { statement.text(1 + functions.count + $0) }))
        }
        if query.isFiltered {
            let text = "SELECT count(*) FROM " + plan.source + (condition.map { " WHERE " + $0.text } ?? "")
            let counting = try Statement(text, on: call.store.connection)
            try counting.bind(condition?.values ?? [])
            total = try counting.step() ? counting.integer(0) : 0
        } else {
            total = found.reduce(0) { $0 + $1.count }
        }
        self.query = query
        groups = found
    }

    /// What a function of a column came to in a group; nil when the column has no such value.
    func result(_ function: Aggregate.Function, of path: String, in group: Group) -> String? {
        query.aggregates.firstIndex { $0.function == function && $0.path == path }.map { group.results[$0] }
    }
}
