import Notation

/// The fields of a table command as what a document asks of a record. A dot-walk goes through the references on its way,
/// `caller_id.email` as `caller_id { _reference { email … } }`, and walks that begin alike share them.
struct RecordSelection {
    /// What is asked of each field: `value`, `displayValue` or both.
    private let sides: [GraphQL.Selection]
    private var root = Step("")

    /// How many references a walk may go through: a document may nest only so deep.
    static let longestWalk = 40

    /// One step of walks, and the steps behind it in the order they were first named.
    private struct Step {
        let name: String
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

    /// - Parameter display: the word of `--display`; any other than `value` and `display` asks for both sides.
    init(display: String) {
        let names: [GraphQL.Name] =
            switch display {
            case "value": ["value"]
            case "display": ["displayValue"]
            default: ["value", "displayValue"]
            }
        sides = names.map { .field(GraphQL.Field($0)) }
    }

    /// Adds a field, dot-walks included. False when a document cannot ask for it.
    mutating func add(_ field: String) -> Bool {
        let steps = field.split(separator: ".", omittingEmptySubsequences: false)
        guard steps.count <= Self.longestWalk, steps.allSatisfy(GraphQL.Name.isName) else { return false }
        root.ask(steps[...])
        return true
    }

    /// The selections, one for each field or first step of walks.
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
