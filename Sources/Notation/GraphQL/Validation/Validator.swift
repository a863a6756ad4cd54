extension GraphQL {
    /// Walks a document once and notes what the rules need, then applies the rules that look across definitions. Nothing
    /// recurses: a document may be nested deeply.
    struct Validator {
        let definitions: [Definition]
        let operations: [Operation]
        let fragments: [Fragment]
        let schema: any Schema

        private(set) var findings: [Finding] = []
        var wanted: Set<String> = []
        var steps = 0
        private var across = 0
        private var mostAcross = mostSteps

        private var types: [String: Knowledge<TypeDefinition>] = [:]
        private var fields: [String: [String: Knowledge<KnownField>]] = [:]

        // What the walk notes.
        var paths: [(parent: Int, name: String)] = []
        var sets: [SelectionSet] = []
        var asked: [AskedField] = []
        /// The operations' parts first, then the fragments', both in their order.
        var parts: [Part] = []
        /// The place in `parts` of the first fragment of a name.
        var fragmentParts: [String: Int] = [:]

        /// Beyond this, more findings help nobody (graphql-java stops there too).
        static let mostFindings = 100

        /// What the rules that look across fragments may cost, beside a few steps for each part of the document.
        static let mostSteps = 1_000_000

        init(_ document: Document, _ schema: any Schema) {
            definitions = document.definitions
            operations = document.operations
            fragments = document.fragments
            self.schema = schema
        }

        /// An operation or a fragment.
        struct Part {
            /// Its name; empty for an operation without one.
            var name: String
            /// The path that begins with a fragment's name.
            var path = -1
            /// Its outermost selections.
            var set: Int
            /// The variables inside it, at any depth.
            var uses: [VariableUse] = []
            /// The fragments spread inside it, at any depth.
            var spreads: [Spread] = []
        }

        /// A spread of a fragment that exists.
        struct Spread {
            /// The fragment's place in `parts`.
            var part: Int
            var name: Name
        }

        /// The selections between two braces, those of fragments without a name included.
        struct SelectionSet {
            var fields: [Int] = []
            /// Places in `parts`.
            var spreads: [Int] = []
        }

        /// A field as it is asked for.
        struct AskedField {
            var field: Field
            /// Its selections; nil without.
            var set: Int?
            var path: Int
        }

        /// A variable where it stands.
        struct VariableUse {
            var name: String
            var place: Place
            /// What is expected there; nil when that is not known.
            var expected: TypeReference?
            /// Whether a default stands in for null there.
            var hasDefault: Bool
            var path: Int
        }

        /// A field of the schema, its arguments by name.
        final class KnownField: Sendable {
            let definition: FieldDefinition
            let arguments: [String: InputDefinition]

            init(_ definition: FieldDefinition) {
                self.definition = definition
                arguments = Dictionary(definition.arguments.map { ($0.name, $0) }) { first, _ in first }
            }
        }

        // MARK: Findings

        mutating func report(_ kind: Finding.Kind, at place: Place, path: Int = -1, related: [Place] = []) {
            guard findings.count <= Self.mostFindings else { return }
            if findings.count == Self.mostFindings {
                findings.append(Finding(.tooMany(Self.mostFindings)))
            } else {
                findings.append(Finding(kind, at: place, path: names(of: path), related: related))
            }
        }

        /// In the order of the document; what says that there is more is the last.
        var sortedFindings: [Finding] {
            let order = findings.indices.sorted { one, other in
                (findings[one].order, one) < (findings[other].order, other)
            }
            return order.map { findings[$0] }
        }

        private func names(of path: Int) -> [String] {
            var names: [String] = []
            var place = path
            while place >= 0 {
                names.append(paths[place].name)
                place = paths[place].parent
            }
            return names.reversed()
        }

        mutating func addPath(_ name: String, below parent: Int) -> Int {
            paths.append((parent, name))
            return paths.count - 1
        }

        /// Sets how far rules may go that look across fragments, after the walk over the document.
        mutating func limitWork() { mostAcross = Self.mostSteps + 8 * steps }

        /// Counts work across fragments; false when there was too much, which is reported once.
        mutating func spend(_ count: Int = 1) -> Bool {
            guard across <= mostAcross else { return false }
            steps += count
            across += count
            if across > mostAcross { findings.append(Finding(.tooCostly)) }
            return across <= mostAcross
        }

        // MARK: The schema

        mutating func type(_ name: String) -> Knowledge<TypeDefinition> {
            if let found = types[name] { return found }
            let found = schema.type(name)
            types[name] = found
            return found
        }

        /// A field of a type. What would have to be known for a sure answer is noted.
        mutating func field(_ name: String, of type: TypeDefinition) -> Knowledge<KnownField> {
            if let found = fields[type.name]?[name] { return found }
            let found = schema.field(name, of: type).map { KnownField($0) }
            fields[type.name, default: [:]][name] = found
            if case .known(let field) = found, let table = field.definition.wants { wanted.insert(table) }
            if case .notYet = found, let table = type.wants { wanted.insert(table) }
            return found
        }
    }
}

extension GraphQL.Finding {
    /// Where it stands among others: limits come last.
    fileprivate var order: Int {
        switch kind {
        case .tooMany, .tooCostly: Int.max
        default: place.range.lowerBound
        }
    }
}
