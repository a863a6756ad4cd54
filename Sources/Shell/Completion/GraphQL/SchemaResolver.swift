import Notation

/// Follows a document's selection sets through the schema derived from the instance's tables. Columns are requested
/// only for tables on the path.
struct SchemaResolver {
    let source: any CompletionSource
    private var shapes: [String: GraphQL.TableShape] = [:]
    private(set) var schema = GraphQL.RecordSchema(tables: GraphQL.TableShapes([], allNames: nil), isWhole: false)

    /// The maximum nesting depth of a document.
    private static let deepest = 200

    init(source: any CompletionSource) { self.source = source }

    /// The type of a selection set; nil if unknown.
    mutating func type(at path: GraphQL.Path) async -> GraphQL.TypeDefinition? {
        guard path.steps.count <= Self.deepest else { return nil }
        let root: String? =
            switch path.root {
            case .operation(let kind, _): schema.rootType(kind)
            case .fragment(let type, _): type
            }
        guard var type = root.flatMap({ schema.type($0).value }) else { return nil }
        for step in path.steps {
            switch step {
            case .type(let name):
                guard let found = schema.type(name).value else { return nil }
                type = found
            case .field(let name, _):
                guard let field = await field(name, of: type), let found = schema.type(field.type.innermost.text).value
                else { return nil }
                type = found
            }
        }
        return await whole(type)
    }

    /// A field of a selection set, with all its arguments.
    mutating func field(_ name: String, at path: GraphQL.Path) async -> GraphQL.FieldDefinition? {
        guard let type = await type(at: path), let found = schema.field(name, of: type).value else { return nil }
        guard found.isOpen, let table = found.wants else { return found }
        await learn(table)
        return schema.type(type.name).value.flatMap { schema.field(name, of: $0).value }
    }

    /// The type of an argument or of a part of it.
    mutating func type(of value: GraphQL.ValuePlace, at path: GraphQL.Path) async -> GraphQL.TypeReference? {
        var type: GraphQL.TypeReference?
        switch value.callee {
        case .field(let name): type = await field(name, at: path)?.argument(value.argument).value?.type
        case .directive(let name):
            let directive = schema.directives.first { $0.name == name }
            type = directive?.arguments.first { $0.name == value.argument }?.type
        case .variable(_, let spelling): type = .type(spelling.filter { !"[]!".contains($0) })
        }
        for key in value.keys {
            guard let object = type.flatMap({ schema.type($0.innermost.text).value }) else { return nil }
            type = object.inputFields.first { $0.name == key }?.type
        }
        return type
    }

    private mutating func field(
        _ name: String, of type: GraphQL.TypeDefinition
    ) async -> GraphQL.FieldDefinition? {
        if let found = schema.field(name, of: type).value { return found }
        return schema.field(name, of: await whole(type)).value
    }

    /// The type, after requesting the columns that were missing.
    private mutating func whole(_ type: GraphQL.TypeDefinition) async -> GraphQL.TypeDefinition {
        guard let table = type.wants else { return type }
        await learn(table)
        return schema.type(type.name).value ?? type
    }

    private mutating func learn(_ table: String) async {
        guard shapes[table] == nil else { return }
        let columns = await source.columns(of: table).map {
            GraphQL.ColumnShape(
                $0.name, label: $0.label, internalType: $0.type, reference: $0.reference, hasChoices: $0.hasChoices)
        }
        shapes[table] = GraphQL.TableShape(name: table, columns: columns)
        schema = GraphQL.RecordSchema(
            tables: GraphQL.TableShapes(Array(shapes.values), allNames: nil), isWhole: false)
    }
}
