import NowData
import Notation
import TapeDeck

/// Changes: labels become values and names of records become sys_ids, as the table commands do it; nothing is changed.
extension TableQuestion {
    func create(_ session: isolated ShellSession) async throws -> GraphQL.Document {
        let fields = try await fields(session)
        return try await document("insert_", [], fields, session)
    }

    func update(_ session: isolated ShellSession) async throws -> GraphQL.Document {
        let fields = try await fields(session)
        return try await document("update_", [try await record(session)], fields, session)
    }

    func delete(_ session: isolated ShellSession) async throws -> GraphQL.Document {
        let counted = ["modified_count", "sys_id"].map { GraphQL.Selection.field(GraphQL.Field($0)) }
        return TableDocument.change("delete_" + table, [try await record(session)], counted)
    }

    private func fields(_ session: isolated ShellSession) async throws -> AssignedFields {
        if arguments.string("input") == "display" {
            throw arguments.problem(
                .usage, "A mutation takes values as they are stored.", at: "input",
                hints: ["Without --input labels and names become stored values here."])
        }
        return try await AssignedFields(table, session, context)
    }

    /// `sys_id: "…"` of the one record that is meant.
    private func record(_ session: isolated ShellSession) async throws -> GraphQL.Argument {
        guard let name = arguments.string("record") else {
            throw arguments.problem(
                .usage, "A mutation changes one record, which is named; -q finds any number.", at: "query",
                hints: ["\(arguments.definition.name) \(Quoting.word(table)) -q … does all of them."])
        }
        let sysID = try await session.tables().sysID(of: name, in: table)
        return GraphQL.Argument("sys_id", GraphQL.Value(.string(sysID)))
    }

    private func document(
        _ prefix: String, _ first: [GraphQL.Argument], _ fields: AssignedFields, _ session: isolated ShellSession
    ) async throws -> GraphQL.Document {
        var given = first
        var variables: [GraphQL.VariableDefinition] = []
        for field in fields.fields {
            guard GraphQL.Name.isName(field.name) else {
                throw arguments.problem(.usage, "\(field.name) cannot be set by GraphQL.", at: field.name)
            }
            // What is secret stays out of the text, which is kept and copied.
            if Redaction.isSecret(field.name) {
                variables.append(GraphQL.VariableDefinition(GraphQL.Name(field.name), .named("String")))
                given.append(GraphQL.Argument(GraphQL.Name(field.name), GraphQL.Value(.variable(field.name))))
                context.notes.add("\(field.name) is left to --var \(field.name)=VALUE.")
            } else {
                given.append(GraphQL.Argument(GraphQL.Name(field.name), GraphQL.Value(.string(field.value))))
            }
        }
        return TableDocument.change(
            prefix + table, given, variables: variables, try await selections(session, changed: fields.names))
    }
}
