import Notation

/// `GlideRecord_Mutation { insert_T update_T delete_T }`: writes like the Table API.
///
/// Each field is a transaction, in the document's order: one that fails is null, with an error, is rolled back, and
/// does not prevent later ones. The value of an insert or update is the record afterwards; `_rowCount` and `_results`
/// are null there, as on instances.
enum GlideRecordMutation {
    static func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let type = GraphQL.RecordNames.recordMutationType
        let fields = try execution.fields(below: field, on: type)
        try execution.write(fields, of: type, into: &out) { field, out in
            guard let name = MutationName(field.name, execution.call.schema) else {
                throw execution.undefined(field, in: type)
            }
            try write(field, name, execution, into: &out)
        }
    }

    private static func write(
        _ field: GraphQLField, _ name: MutationName, _ execution: GraphQLExecution, into out: inout JSONText
    ) throws {
        let table = try execution.call.table(name.table.name)
        let writing = RecordWriting(call: execution.call, table: table)
        let sysID = try field.arguments.text("sys_id") ?? ""
        switch name.operation {
        case .insert:
            let template = try template(field, table, execution)
            let sysID = try writing.insert { try input(field, of: table) }
            try write(template, sysID, into: &out)
        case .update:
            let template = try template(field, table, execution)
            try writing.update(sysID) { try input(field, of: table).filter { $0.name != "sys_id" } }
            try write(template, sysID, into: &out)
        case .delete:
            let fields = try execution.fields(below: field, on: GraphQL.RecordNames.deletionType)
            try writing.delete(sysID)
            try execution.write(fields, of: GraphQL.RecordNames.deletionType, into: &out) { field, out in
                switch field.name {
                case "modified_count": out.raw("1")
                case "sys_id": out.string(sysID)
                default: throw execution.undefined(field, in: GraphQL.RecordNames.deletionType)
                }
            }
        }
    }

    /// The template for the record, made before the change, so that an invalid selection prevents it.
    private static func template(
        _ field: GraphQLField, _ table: Table, _ execution: GraphQLExecution
    ) throws -> RecordTemplate {
        try RecordTemplate(
            field, of: table, execution, type: GraphQL.RecordNames.writePrefix + table.name, isWithheld: false
        ) { field in
            switch field.name {
            case "_rowCount", "_results", "error_message": Array("null".utf8)
            default: nil
            }
        }
    }

    private static func write(_ template: RecordTemplate, _ sysID: String, into out: inout JSONText) throws {
        guard try template.write(sysID: sysID, into: &out) else { throw APIError.noRecord }
    }

    /// The values of the columns: text, as in a body of the Table API; null empties a column there too.
    private static func input(_ field: GraphQLField, of table: Table) throws -> RecordWriting.Input {
        try field.arguments.all.map { argument in
            guard argument.value != .null else { return (argument.name, "") }
            return (argument.name, try field.arguments.text(argument.name) ?? "")
        }
    }
}

/// The name of a mutation: `update_incident` updates a record of incident.
struct MutationName {
    let operation: GraphQL.RecordWrite
    let table: Table

    /// Nil if there is no such table, or it has no mutations.
    init?(_ name: String, _ schema: Schema) {
        guard let (write, tableName) = GraphQL.RecordWrite.read(name), let table = schema[tableName],
            MutationName.exist(for: table)
        else { return nil }
        operation = write
        self.table = table
    }

    /// Whether a table has mutations. On an instance a few tables have none, depending on how they were installed. Here
    /// these are the tables of the schema (sys_dictionary, sys_choice and so on), which are written by the Table API
    /// and forms.
    static func exist(for table: Table) -> Bool { !TableDefinition.derived.contains(table.root) }
}
