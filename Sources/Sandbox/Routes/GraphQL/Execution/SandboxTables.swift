import Notation
import Synchronization

/// The sandbox's tables as the GraphQL type system asks for them. What was asked for once is kept.
final class SandboxTables: GraphQL.TableSource {
    private let schema: Schema
    private let shapes = Mutex<[String: GraphQL.TableShape]>([:])

    init(_ schema: Schema) { self.schema = schema }

    var tableNames: [String]? { schema.names }

    func shape(of name: String) -> GraphQL.Knowledge<GraphQL.TableShape> {
        if let known = shapes.withLock({ $0[name] }) { return .known(known) }
        guard let table = schema[name] else { return .absent }
        let shape = shape(of: table)
        shapes.withLock { $0[name] = shape }
        return .known(shape)
    }

    /// A reference into a table that the sandbox lacks leads nowhere: it is a plain text.
    private func shape(of table: Table) -> GraphQL.TableShape {
        GraphQL.TableShape(
            name: table.name, label: table.label,
            columns: table.columns.map { column in
                GraphQL.ColumnShape(
                    column.name, label: column.definition.label, internalType: column.type.rawValue,
                    reference: column.reference.flatMap { schema[$0]?.name }, hasChoices: !column.choices.isEmpty,
                    isReadOnly: column.definition.isReadOnly)
            }, hasMutations: MutationName.exist(for: table))
    }
}
