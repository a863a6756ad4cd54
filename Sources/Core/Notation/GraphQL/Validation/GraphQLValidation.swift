extension GraphQL {
    /// The result of validating a document.
    package struct Validation: Sendable, Hashable {
        /// The errors in document order; empty if the document can be sent.
        package var findings: [Diagnostic]
        /// The tables that the document needs and whose columns are unknown, sorted. Once they are known, validation
        /// may find more errors.
        package var wantedTables: [String]
        package var steps: Int

        /// Validates an executable document (specification section 5).
        ///
        /// The time is linear in the document, however fragments are nested.
        /// - Parameters:
        ///   - operationName: the operation to execute; nil if not selected.
        ///   - variables: a JSON object of variable values; nil leaves values and the selected operation unchecked.
        package init(
            of document: Document, in schema: some Schema, operationName: String? = nil, variables: JSON? = nil
        ) {
            var validator = Validator(document, schema)
            validator.run()
            if let variables { validator.check(variables, operationName: operationName) }
            findings = validator.sortedFindings
            wantedTables = validator.wanted.sorted()
            steps = validator.steps
        }
    }

    /// Walks a document once and collects what the rules need, then checks the rules that concern several definitions.
    /// It does not recurse, because documents may be nested deeply.
    struct Validator {
        let definitions: [Definition]
        let operations: [Operation]
        let fragments: [Fragment]
        let schema: any Schema

        private(set) var findings: [Diagnostic] = []
        var wanted: Set<String> = []
        var steps = 0
        private var across = 0
        private var maxAcross = maxSteps

        private var types: [String: Knowledge<TypeDefinition>] = [:]
        private var fields: [String: [String: Knowledge<KnownField>]] = [:]

        // Collected by the walk.
        var paths: [(parent: Int, name: String)] = []
        var sets: [SelectionSet] = []
        var asked: [AskedField] = []
        var parts: [Part] = []
        /// The index in `parts` of the first fragment with a name.
        var fragmentParts: [String: Int] = [:]

        static let maxFindings = 100

        static let maxSteps = 1_000_000

        init(_ document: Document, _ schema: any Schema) {
            definitions = document.definitions
            operations = document.operations
            fragments = document.fragments
            self.schema = schema
        }

        struct Part {
            /// Empty for an unnamed operation.
            var name: String
            var path = -1
            var set: Int
            var uses: [VariableUse] = []
            var spreads: [Spread] = []
        }

        struct Spread {
            var part: Int
            var name: Name
        }

        /// The selections between two braces, including those of inline fragments.
        struct SelectionSet {
            var fields: [Int] = []
            var spreads: [Int] = []
        }

        struct AskedField {
            var field: Field
            var set: Int?
            var path: Int
        }

        struct VariableUse {
            var name: String
            var place: Place
            var expected: TypeReference?
            var hasDefault: Bool
            var path: Int
        }

        final class KnownField: Sendable {
            let definition: FieldDefinition
            let arguments: [String: InputDefinition]

            init(_ definition: FieldDefinition) {
                self.definition = definition
                arguments = Dictionary(definition.arguments.map { ($0.name, $0) }) { first, _ in first }
            }
        }

        // MARK: Findings

        mutating func report(_ kind: Diagnostic.Kind, at place: Place, path: Int = -1, related: [Place] = []) {
            guard findings.count <= Self.maxFindings else { return }
            if findings.count == Self.maxFindings {
                findings.append(Diagnostic(.tooMany(Self.maxFindings)))
            } else {
                findings.append(Diagnostic(kind, at: place, path: names(of: path), related: related))
            }
        }

        var sortedFindings: [Diagnostic] {
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

        mutating func limitWork() { maxAcross = Self.maxSteps + 8 * steps }

        mutating func spend(_ count: Int = 1) -> Bool {
            guard across <= maxAcross else { return false }
            steps += count
            across += count
            if across > maxAcross { findings.append(Diagnostic(.tooCostly)) }
            return across <= maxAcross
        }

        // MARK: The schema

        mutating func type(_ name: String) -> Knowledge<TypeDefinition> {
            if let found = types[name] { return found }
            let found = schema.type(name)
            types[name] = found
            return found
        }

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

extension GraphQL.Diagnostic {
    fileprivate var order: Int {
        switch kind {
        case .tooMany, .tooCostly: Int.max
        default: place.range.lowerBound
        }
    }
}
