import Notation
import Tables
import Workbench

enum TableDocument {
    /// `{ GlideRecord_Query { incident(…) { _rowCount _results { … } } } }`
    static func records(
        of table: String, _ arguments: [GraphQL.Argument], counts: Bool, _ fields: [GraphQL.Selection]
    ) -> GraphQL.Document {
        var asked: [GraphQL.Selection] = counts ? [.field(GraphQL.Field("_rowCount"))] : []
        asked.append(.field(GraphQL.Field("_results", selections: fields)))
        let table = GraphQL.Field(GraphQL.Name(table), arguments: arguments, selections: asked)
        return document(.query, GraphQL.RecordNames.recordQuery, [.field(table)])
    }

    /// `mutation { GlideRecord_Mutation { insert_incident(…) { … } } }`
    static func change(
        _ field: String, _ arguments: [GraphQL.Argument], variables: [GraphQL.VariableDefinition] = [],
        _ selections: [GraphQL.Selection]
    ) -> GraphQL.Document {
        let change = GraphQL.Field(GraphQL.Name(field), arguments: arguments, selections: selections)
        return document(.mutation, GraphQL.RecordNames.recordMutation, [.field(change)], variables)
    }

    /// `queryConditions: "…"`
    static func conditions(_ query: String) -> GraphQL.Argument {
        GraphQL.Argument("queryConditions", GraphQL.Value(.string(query)))
    }

    /// `pagination: {limit: 20, offset: 40}`; an offset of 0 is omitted.
    static func pagination(limit: Int, offset: Int = 0) -> GraphQL.Argument {
        var fields = [GraphQL.ObjectField("limit", GraphQL.Value(.int(String(limit))))]
        if offset > 0 { fields.append(GraphQL.ObjectField("offset", GraphQL.Value(.int(String(offset))))) }
        return GraphQL.Argument("pagination", GraphQL.Value(.object(fields)))
    }

    static func document(
        _ kind: GraphQL.OperationKind, _ root: String, _ selections: [GraphQL.Selection],
        _ variables: [GraphQL.VariableDefinition] = [], arguments: [GraphQL.Argument] = []
    ) -> GraphQL.Document {
        let root = GraphQL.Field(GraphQL.Name(root), arguments: arguments, selections: selections)
        return GraphQL.Document([
            .operation(GraphQL.Operation(kind, variables: variables, selections: [.field(root)]))
        ])
    }
}

/// The fields of a table command as a selection. A dot-walk goes through references, so that `caller_id.email` becomes
/// `caller_id { _reference { email … } }`, and dot-walks with a common prefix share it.
struct RecordSelection {
    private let sides: [GraphQL.Selection]
    private var root = Step("")

    static let maxDotWalkLength = 40

    /// One step of dot-walks, with the next steps in order of first mention.
    private struct Step {
        package let name: String
        var isAsked = false
        private(set) var behind: [Step] = []
        private var places: [String: Int] = [:]

        init(_ name: String) { self.name = name }

        mutating func ask(_ walk: ArraySlice<Substring>) {
            guard let first = walk.first else {
                isAsked = true
                return
            }
            let place = places[String(first)] ?? behind.count
            if place == behind.count {
                places[String(first)] = place
                behind.append(Step(String(first)))
            }
            behind[place].ask(walk.dropFirst())
        }
    }

    /// - Parameter display: the value of `--display`; anything but `value` and `display` selects both.
    init(display: String) {
        let names: [GraphQL.Name] =
            switch display {
            case "value": ["value"]
            case "display": ["displayValue"]
            default: ["value", "displayValue"]
            }
        sides = names.map { .field(GraphQL.Field($0)) }
    }

    /// Adds a field, dot-walks included. Returns false if a document cannot select it.
    package mutating func add(_ field: String) -> Bool {
        let steps = field.split(separator: ".", omittingEmptySubsequences: false)
        guard steps.count <= Self.maxDotWalkLength, steps.allSatisfy(GraphQL.Name.isName) else { return false }
        root.ask(steps[...])
        return true
    }

    var selections: [GraphQL.Selection] { selections(of: root) }

    private func selections(of step: Step) -> [GraphQL.Selection] {
        step.behind.map { next in
            var asked = next.isAsked ? sides : []
            if !next.behind.isEmpty {
                asked.append(.field(GraphQL.Field("_reference", selections: selections(of: next))))
            }
            return .field(GraphQL.Field(GraphQL.Name(next.name), selections: asked))
        }
    }
}
