import Notation
import TestSupport
import Testing

/// Two tables for tests; `u_late` exists, but its columns have not been loaded.
enum SampleSchemas {
    static let incident = GraphQL.TableShape(
        name: "incident", label: "Incident",
        columns: [
            .init("sys_id", label: "Sys ID", internalType: "GUID"),
            .init("number", label: "Number"),
            .init("active", internalType: "boolean"),
            .init("priority", label: "Priority", internalType: "integer", hasChoices: true),
            .init("caller_id", label: "Caller", internalType: "reference", reference: "sys_user"),
            .init("watch_list", internalType: "glide_list", reference: "sys_user"),
            .init("work_notes", internalType: "journal_input"),
            .init("reopen_count", internalType: "integer"),
            .init("cost", internalType: "currency"),
            .init("source", internalType: "document_id"),
            .init("variables", internalType: "glide_var"),
        ])
    static let user = GraphQL.TableShape(
        name: "sys_user", label: "User",
        columns: [
            .init("sys_id", internalType: "GUID"), .init("name"), .init("email", internalType: "email"),
            .init("manager", internalType: "reference", reference: "sys_user"),
            .init("company", internalType: "reference", reference: "u_late"),
        ])
    static let view = GraphQL.TableShape(
        name: "v_load", columns: [.init("load", internalType: "decimal")], hasMutations: false)

    static let schema = GraphQL.RecordSchema(
        tables: GraphQL.TableShapes([incident, user, view], allNames: ["incident", "sys_user", "v_load", "u_late"]))
    /// The same as an open schema, which may have more of everything.
    static let partial = GraphQL.RecordSchema(
        tables: GraphQL.TableShapes([incident, user, view], allNames: nil), isWhole: false)
}

struct GraphQLSchemaRecordSchemaTests {
    /// Every type and argument on the path from a root to a field, as the schema gives it.
    @Test(arguments: [
        ("GlideRecord_Query", "GlideRecord_QueryType"),
        ("GlideAggregate_Query", "absent"),
        ("__schema.types.fields.type.ofType.name", "String"),
        (
            "GlideRecord_Query.incident",
            "(sys_id: String, queryConditions: String, omitCount: Boolean, pagination: Glide_PaginationInputType) "
                + "GlideRecord_TableType_incident"
        ),
        ("GlideRecord_Query.incident._rowCount", "Int"),
        ("GlideRecord_Query.incident._results", "[GlideRecord_TableResultsType_incident]"),
        ("GlideRecord_Query.incident._table_metadata.canRead", "Boolean"),
        ("GlideRecord_Query.incident._results.nope", "absent"),
        ("GlideRecord_Query.incident._results._row_data.uniqueValue", "String"),
        ("GlideRecord_Query.incident._results._query.GlideRecord_Query.sys_user._rowCount", "Int"),
        ("GlideRecord_Query.incident._results.sys_id", "GlideRecord_FieldType_ID"),
        ("GlideRecord_Query.incident._results.number", "GlideRecord_FieldType_String"),
        ("GlideRecord_Query.incident._results.active", "GlideRecord_FieldType_Glide_Boolean"),
        ("GlideRecord_Query.incident._results.reopen_count.value", "Long"),
        ("GlideRecord_Query.incident._results.priority", "GlideRecord_ChoiceListFieldType"),
        ("GlideRecord_Query.incident._results.priority._choices.displayValue", "String"),
        ("GlideRecord_Query.incident._results.number._choices", "absent"),
        ("GlideRecord_Query.incident._results.watch_list", "GlideRecord_FieldType_String"),
        ("GlideRecord_Query.incident._results.work_notes.value", "(maxLines: Int) String"),
        ("GlideRecord_Query.incident._results.cost.value", "Float"),
        ("GlideRecord_Query.incident._results.cost.currencyDisplayValue", "String"),
        ("GlideRecord_Query.incident._results.caller_id", "GlideRecord_ReferenceFieldType_sys_user"),
        ("GlideRecord_Query.incident._results.caller_id._reference", "GlideRecord_TableResultsType_sys_user"),
        ("GlideRecord_Query.incident._results.caller_id._reference.manager._reference.email.value", "String"),
        ("GlideRecord_Query.sys_user._results.company._reference._row_data.__typename", "String!"),
        ("GlideRecord_Query.sys_user._results.company._reference.name", "not yet, u_late"),
        ("GlideRecord_Query.v_load._results.load.value", "Float"),
        (
            "GlideAggregateRecord_Query",
            "(tableName: String!, queryConditions: String, groupBy: [String], having: String, orderBy: String, "
                + "category: String, aggregateOptions: String, groupPagination: Glide_PaginationInputType) "
                + "GlideAggregateRecord_QueryType"
        ),
        ("GlideAggregateRecord_Query.aggregates.avg", "(field: String!) String"),
    ])
    func `a query field has the type that an instance gives it`(path: String, type: String) {
        expectEqual(describe(path, in: SampleSchemas.schema, .query), type)
    }

    @Test(arguments: [
        (
            "GlideRecord_Mutation.insert_sys_user",
            "(sys_id: String, name: String, email: String, manager: String, company: String) "
                + "GlideRecord_MutationResultType_sys_user"
        ),
        ("GlideRecord_Mutation.update_u_late", "(sys_id: String) GlideRecord_MutationResultType_u_late"),
        ("GlideRecord_Mutation.delete_sys_user", "(sys_id: String) GlideRecord_DeleteMutationOutputType"),
        ("GlideRecord_Mutation.insert_sys_user.email.value", "String"),
        ("GlideRecord_Mutation.insert_sys_user._results", "[GlideRecord_TableResultsType_sys_user]"),
        ("GlideRecord_Mutation.delete_sys_user.modified_count", "Int"),
        ("GlideRecord_Mutation.insert_v_load", "absent"),
        ("GlideRecord_Mutation.insert_nope", "absent"),
        ("GlideRecord_Mutation.upsert_incident", "absent"),
    ])
    func `a mutation field has the type that an instance gives it`(path: String, type: String) {
        expectEqual(describe(path, in: SampleSchemas.schema, .mutation), type)
    }

    @Test func `root fields besides tables are unknown`() {
        expectEqual(describe("now", in: SampleSchemas.partial, .query), "not yet")
        expectEqual(describe("GlideRecord_Qery", in: SampleSchemas.partial, .query), "absent")
        expectEqual(
            describe("GlideRecord_Query.u_other._results.x", in: SampleSchemas.partial, .query), "not yet, u_other")
        expectEqual(describe("GlideRecord_Query.u_other", in: SampleSchemas.schema, .query), "absent")
    }

    @Test func `all listed and referenced types are defined`() {
        let names = SampleSchemas.schema.typeNames ?? []
        expectEqual(names.count, Set(names).count)
        for name in names {
            guard let type = SampleSchemas.schema.type(name).value else {
                Issue.record("\(name) is listed and not there")
                continue
            }
            expectEqual(type.name, name)
            for field in type.fields {
                #expect(names.contains(field.type.innermost.text), "\(name).\(field.name)")
                expectEqual(type.field(field.name).value?.type, field.type)
                for argument in field.arguments { #expect(names.contains(argument.type.innermost.text)) }
            }
        }
    }

    /// The arguments and the type of the last field of a dotted path.
    private func describe(_ path: String, in schema: some GraphQL.Schema, _ kind: GraphQL.OperationKind) -> String {
        var type = schema.rootType(kind).flatMap { schema.type($0).value }
        var text = ""
        for name in path.split(separator: ".").map(String.init) {
            guard let parent = type else { return "no type before \(name)" }
            switch schema.field(name, of: parent) {
            case .absent: return "absent"
            case .notYet: return (["not yet"] + (parent.wants.map { [$0] } ?? [])).joined(separator: ", ")
            case .known(let field):
                let arguments = field.arguments.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")
                text = (arguments.isEmpty ? "" : "(\(arguments)) ") + field.type.text
                type = schema.type(field.type.innermost.text).value
            }
        }
        return text
    }
}
