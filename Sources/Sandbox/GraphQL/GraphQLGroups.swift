import Database
import Notation

/// Builds encoded queries for the records of one group.
struct GroupQuery {
    private let groups: [EncodedQuery.Group]

    /// `conditions` is the encoded query of the aggregate. Ignored conditions are left out: they did not restrict the
    /// records, and must not do so now.
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

    /// The query for the records with these values, in wire form. Nil if a value cannot be part of a query, or would be
    /// read as a script.
    func text(_ values: [(path: String, value: String)]) -> String? {
        var terms: [EncodedQuery.Term] = []
        for (path, value) in values {
            guard EncodedQuery.isValidValue(value), !value.hasPrefix("javascript:") else { return nil }
            let condition =
                value.isEmpty
                ? EncodedQuery.Condition(path, .isEmpty) : EncodedQuery.Condition(path, .equals, value)
            terms.append(EncodedQuery.Term([condition]))
        }
        let all = groups.isEmpty ? [EncodedQuery.Group([])] : groups
        return EncodedQuery(groups: all.map { EncodedQuery.Group($0.terms + terms) }).text
    }
}

/// Writes the fields of one group: the aggregates, and the values of its records.
struct GroupWriter {
    private let records: AggregateRecords
    private let table: Table
    private let queries: GroupQuery
    private let execution: GraphQLExecution

    /// `conditions` is the encoded query of the aggregate.
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

    /// Writes a field of a group. `columns` are the selections of `groupBy`, the same for every group.
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

    /// One element for every grouped column. Each has the query of the whole group, so any of them finds its records.
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
                        try execution.write(fields, inside: { group[$0] ?? "" }, into: &out)
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

    /// The table of a column's choices in `sys_choice`: the nearest ancestor with its own.
    private func choiceTable(of operand: JoinPlan.Operand) -> String? {
        guard !operand.column.choices.isEmpty else { return nil }
        let nearest = operand.table.lineage.first {
            execution.call.schema[$0]?.definition.choices[operand.column.name] != nil
        }
        return nearest ?? operand.column.owner
    }
}
