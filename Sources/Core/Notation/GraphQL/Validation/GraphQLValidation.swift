extension GraphQL {
    /// The result of validating a document.
    package struct Validation: Sendable, Hashable {
        /// The errors in document order; empty if the document can be sent.
        package var findings: [Diagnostic]
        /// The tables that the document needs and whose columns are unknown, sorted. Once they are known, validation
        /// may find more errors.
        package var wantedTables: [String]
        /// A measure of the work, for tests.
        package var steps: Int

        /// Validates an executable document that was parsed (specification section 5), without the values of its
        /// variables.
        ///
        /// The time is linear in the document, however fragments are nested.
        package init(of document: Document, in schema: some Schema) {
            var validator = Validator(document, schema)
            validator.run()
            findings = validator.sortedFindings
            wantedTables = validator.wanted.sorted()
            steps = validator.steps
        }
    }

    /// Walks a document once and collects what the rules of `GraphQLDocumentRules` need, which concern several
    /// definitions. Along spreads it does not recurse, because a document may have any number of fragments.
    struct Validator {
        let operations: [Operation]
        let fragments: [Fragment]
        /// Of fragments with one name the first counts.
        let fragmentsByName: [String: Fragment]
        let schema: any Schema

        private(set) var findings: [Diagnostic] = []
        private(set) var wanted: Set<String> = []
        private(set) var steps = 0
        private var remainingSteps = 0
        private var types: [String: Knowledge<TypeDefinition>] = [:]
        private var fields: [String: [String: Knowledge<FieldDefinition>]] = [:]

        /// The part of the current definition, and the finished ones of operations and fragments.
        private var part = Part()
        private(set) var operationParts: [Part] = []
        private(set) var fragmentParts: [String: Part] = [:]

        static let maxFindings = 100
        static let maxSteps = 1_000_000

        /// What a definition uses directly.
        struct Part {
            var variables: [VariableUse] = []
            var spreads: [Name] = []
        }

        struct VariableUse {
            var name: String
            var place: Place
            var expected: TypeReference?
            var hasDefault: Bool
            var path: [String]
        }

        init(_ document: Document, _ schema: any Schema) {
            operations = document.operations
            fragments = document.fragments
            fragmentsByName = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
            self.schema = schema
        }

        mutating func run() {
            checkNames()
            for operation in operations {
                walk(operation)
                operationParts.append(part)
            }
            for fragment in fragments {
                walk(fragment)
                if fragmentParts[fragment.name.text] == nil { fragmentParts[fragment.name.text] = part }
            }
            remainingSteps = Self.maxSteps + 8 * steps
            checkFragments()
            for (operation, part) in zip(operations, operationParts) { checkVariables(of: operation, part) }
            checkOverlaps()
        }

        // MARK: Findings

        mutating func report(_ kind: Diagnostic.Kind, at place: Place, path: [String] = []) {
            guard findings.count <= Self.maxFindings else { return }
            let isLast = findings.count == Self.maxFindings
            findings.append(isLast ? Diagnostic(.tooMany(Self.maxFindings)) : Diagnostic(kind, at: place, path: path))
        }

        /// Counts steps of the rules that concern several definitions; false if there were too many.
        mutating func spend(_ count: Int = 1) -> Bool {
            guard remainingSteps >= 0 else { return false }
            steps += count
            remainingSteps -= count
            if remainingSteps < 0 { findings.append(Diagnostic(.tooCostly)) }
            return remainingSteps >= 0
        }

        var sortedFindings: [Diagnostic] {
            let order = findings.indices.sorted { one, other in
                (findings[one].order, one) < (findings[other].order, other)
            }
            return order.map { findings[$0] }
        }

        // MARK: The schema

        mutating func type(_ name: String) -> Knowledge<TypeDefinition> {
            if let found = types[name] { return found }
            let found = schema.type(name)
            types[name] = found
            return found
        }

        private mutating func field(_ name: String, of type: TypeDefinition) -> Knowledge<FieldDefinition> {
            if let found = fields[type.name]?[name] { return found }
            let found = schema.field(name, of: type)
            fields[type.name, default: [:]][name] = found
            if let table = found.value?.wants { wanted.insert(table) }
            if case .notYet = found, let table = type.wants { wanted.insert(table) }
            return found
        }

        // MARK: The walk

        private mutating func walk(_ operation: Operation) {
            part = Part()
            checkVariableDefinitions(of: operation)
            let location: DirectiveLocation =
                switch operation.kind {
                case .query: .query
                case .mutation: .mutation
                case .subscription: .subscription
                }
            check(operation.directives, location, path: [])
            let root = schema.rootType(operation.kind)
            walk(operation.selections, of: root.flatMap { type($0).value }, path: [])
        }

        private mutating func walk(_ fragment: Fragment) {
            part = Part()
            let path = [fragment.name.text]
            check(fragment.directives, .fragmentDefinition, path: path)
            let parent = type(of: fragment.typeCondition, fragment: fragment.name.text, path: path)
            walk(fragment.selections, of: parent, path: path)
        }

        private mutating func type(of condition: Name, fragment: String?, path: [String]) -> TypeDefinition? {
            switch self.type(condition.text) {
            case .notYet: break
            case .absent: report(.unknownType(condition.text), at: condition.place, path: path)
            case .known(let type):
                if let table = type.wants { wanted.insert(table) }
                if type.kind == .object { return type }
                report(.fragmentOnLeaf(fragment, type: type.name), at: condition.place, path: path)
            }
            return nil
        }

        private mutating func walk(_ selections: [Selection], of parent: TypeDefinition?, path: [String]) {
            for selection in selections {
                steps += 1
                switch selection {
                case .field(let field): walk(field, of: parent, path: path + [field.name.text])
                case .spread(let spread):
                    check(spread.directives, .fragmentSpread, path: path)
                    guard let fragment = fragmentsByName[spread.name.text] else {
                        report(.unknownFragment(spread.name.text), at: spread.name.place, path: path)
                        continue
                    }
                    part.spreads.append(spread.name)
                    checkSpread(
                        spread.name.text, of: type(fragment.typeCondition.text).value, in: parent,
                        at: spread.name.place, path: path)
                case .inline(let inline):
                    check(inline.directives, .inlineFragment, path: path)
                    var type = parent
                    if let condition = inline.typeCondition {
                        type = self.type(of: condition, fragment: nil, path: path)
                        checkSpread(nil, of: type, in: parent, at: condition.place, path: path)
                    }
                    walk(inline.selections, of: type, path: path)
                }
            }
        }

        /// A field with its arguments, directives and selections (section 5.3.1 and 5.3.3).
        private mutating func walk(_ field: Field, of parent: TypeDefinition?, path: [String]) {
            check(field.directives, .field, path: path)
            let name = field.name.text, place = field.name.place
            var below: TypeDefinition?
            switch parent.map({ self.field(name, of: $0) }) ?? .notYet {
            case .known(let known):
                check(
                    field.arguments, known.arguments, isOpen: known.isOpen,
                    of: .field(name, type: parent?.name ?? ""), at: place, path: path)
                below = type(known.type.innermost.text).value
                if let type = below, type.isLeaf, field.selections != nil {
                    report(.unexpectedSelections(field: name, type: known.type), at: place, path: path)
                }
                if let type = below, type.kind == .object, field.selections == nil {
                    report(.missingSelections(field: name, type: known.type), at: place, path: path)
                }
            case .absent:
                report(.unknownField(name, type: parent?.name ?? ""), at: place, path: path)
                fallthrough
            case .notYet: for argument in field.arguments { check(argument.value, as: nil, path: path) }
            }
            walk(field.selections ?? [], of: below.flatMap { $0.kind == .object ? $0 : nil }, path: path)
        }

        /// All types with fields are objects, so a fragment applies only to its own type (section 5.5.2.3).
        private mutating func checkSpread(
            _ name: String?, of type: TypeDefinition?, in parent: TypeDefinition?, at place: Place, path: [String]
        ) {
            guard let type, let parent, type.kind == .object, type.name != parent.name else { return }
            report(.impossibleSpread(name, type: type.name, parent: parent.name), at: place, path: path)
        }

        // MARK: Arguments and directives

        /// Arguments of a field or directive (specification section 5.4).
        private mutating func check(
            _ given: [Argument], _ definitions: [InputDefinition], isOpen: Bool, of owner: Diagnostic.Owner,
            at place: Place, path: [String]
        ) {
            var names: Set<String> = []
            for argument in given {
                let name = argument.name.text
                if !names.insert(name).inserted {
                    report(.duplicateArgument(name, owner), at: argument.name.place, path: path)
                }
                guard let definition = definitions.first(where: { $0.name == name }) else {
                    if !isOpen { report(.unknownArgument(name, owner), at: argument.name.place, path: path) }
                    check(argument.value, as: nil, path: path)
                    continue
                }
                if definition.type.isNonNull, argument.value.kind == .null {
                    report(.nullArgument(name, definition.type, owner), at: argument.value.place, path: path)
                    continue
                }
                for wrong in check(
                    argument.value, as: definition.type, hasDefault: definition.defaultValue != nil, of: name,
                    path: path)
                {
                    report(
                        .wrongValue(wrong.value, inside: wrong.inside, expected: wrong.type, wrong.fault, owner),
                        at: wrong.value.place, path: path)
                }
            }
            for definition in definitions where definition.isRequired && !names.contains(definition.name) {
                report(.missingArgument(definition.name, definition.type, owner), at: place, path: path)
            }
        }

        /// Checks a value, and notes the variables in it. `name` is the argument's name.
        @discardableResult
        private mutating func check(
            _ value: Value, as type: TypeReference?, hasDefault: Bool = false, of name: String = "", path: [String]
        ) -> [ValueCheck.Mismatch] {
            var check = ValueCheck(schema)
            check.check(value, as: type, hasDefault: hasDefault, inside: name)
            steps += check.steps
            part.variables += check.variables.map { use in
                VariableUse(
                    name: use.name, place: use.place, expected: use.type, hasDefault: use.hasDefault, path: path)
            }
            return check.mismatches
        }

        /// Directives at one location (section 5.7).
        private mutating func check(_ directives: [Directive], _ location: DirectiveLocation, path: [String]) {
            var names: Set<String> = []
            for directive in directives {
                steps += 1
                let name = directive.name.text
                guard let definition = schema.directives.first(where: { $0.name == name }) else {
                    report(.unknownDirective(name), at: directive.place, path: path)
                    for argument in directive.arguments { check(argument.value, as: nil, path: path) }
                    continue
                }
                if !definition.locations.contains(location) {
                    report(.misplacedDirective(name, location), at: directive.place, path: path)
                }
                if !names.insert(name).inserted {
                    report(.duplicateDirective(name, location), at: directive.place, path: path)
                }
                check(
                    directive.arguments, definition.arguments, isOpen: false, of: .directive(name),
                    at: directive.place, path: path)
            }
        }

        /// Variable definitions (specification section 5.8.1, 5.8.2 and 5.6.1).
        private mutating func checkVariableDefinitions(of operation: Operation) {
            var names: Set<String> = []
            for variable in operation.variables {
                steps += 1
                let name = variable.name.text
                if !names.insert(name).inserted { report(.duplicateVariable(name), at: variable.name.place) }
                check(variable.directives, .variableDefinition, path: [])
                let type = variable.type.innermost
                switch self.type(type.text) {
                case .absent: report(.unknownType(type.text), at: type.place)
                case .known(let known) where !known.isInput:
                    report(.outputVariable(name, type: variable.type), at: type.place)
                case .known, .notYet:
                    guard let value = variable.defaultValue else { continue }
                    for wrong in check(value, as: variable.type, of: name, path: []) {
                        report(.wrongDefault(name, type: variable.type, wrong.fault), at: wrong.value.place)
                    }
                }
            }
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
