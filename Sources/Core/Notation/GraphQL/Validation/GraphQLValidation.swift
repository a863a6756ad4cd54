extension GraphQL {
    /// What a schema shows to be wrong in a document: unknown fields, arguments, types, fragments and variables, and
    /// values of the wrong type. The other rules of the specification (section 5) are the instance's.
    package struct Validation: Sendable, Hashable {
        package let findings: [Diagnostic]
        /// The tables that the document needs and whose columns are unknown, sorted. Once they are known, validation
        /// may find more errors.
        package let wantedTables: [String]

        /// Validates a document without the values of its variables. Each definition is visited once, however fragments
        /// are nested.
        package init(of document: Document, in schema: some Schema) {
            var validator = Validator(document, schema)
            validator.run()
            findings = validator.findings.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
            wantedTables = validator.wanted.sorted()
        }
    }

    private struct Validator {
        private let document: Document
        private let fragments: Fragments
        private let schema: any Schema
        private(set) var findings: [Diagnostic] = []
        private(set) var wanted: Set<String> = []
        private var types: [String: Knowledge<TypeDefinition>] = [:]
        private var part = Part()
        private var fragmentParts: [String: Part] = [:]
        /// How many uses of variables are still looked at: each operation looks at those of all its fragments.
        private var remainingUses = 1_000_000

        private static let maxFindings = 100

        private struct Part {
            var uses: [(use: ValueCheck.Use, path: [String])] = []
            var spreads: [String] = []
        }

        init(_ document: Document, _ schema: any Schema) {
            self.document = document
            self.schema = schema
            fragments = Fragments(document)
        }

        mutating func run() {
            for fragment in document.fragments {
                let name = fragment.name.text
                part = Part()
                check(fragment.directives, path: [name])
                walk(fragment.selections, of: type(of: fragment.typeCondition, path: [name]), path: [name])
                fragmentParts[name] = part
            }
            for operation in document.operations {
                part = Part()
                for variable in operation.variables { check(variable) }
                check(operation.directives, path: [])
                walk(operation.selections, of: schema.rootType(operation.kind).flatMap { type($0).value }, path: [])
                checkVariables(of: operation)
            }
        }

        private mutating func report(_ kind: Diagnostic.Kind, at place: Place, path: [String] = []) {
            if findings.count < Self.maxFindings { findings.append(Diagnostic(kind, at: place, path: path)) }
        }

        private mutating func type(_ name: String) -> Knowledge<TypeDefinition> {
            if let found = types[name] { return found }
            let found = schema.type(name)
            types[name] = found
            return found
        }

        private mutating func type(of condition: Name, path: [String]) -> TypeDefinition? {
            let found = type(condition.text)
            if case .absent = found { report(.unknownType(condition.text), at: condition.place, path: path) }
            if let table = found.value?.wants { wanted.insert(table) }
            return found.value
        }

        private mutating func field(_ name: String, of type: TypeDefinition) -> Knowledge<FieldDefinition> {
            let found = schema.field(name, of: type)
            if let table = found.value?.wants { wanted.insert(table) }
            if case .notYet = found, let table = type.wants { wanted.insert(table) }
            return found
        }

        private mutating func walk(_ selections: [Selection], of parent: TypeDefinition?, path: [String]) {
            for selection in selections {
                switch selection {
                case .field(let field): walk(field, of: parent, path: path + [field.name.text])
                case .spread(let spread):
                    check(spread.directives, path: path)
                    part.spreads.append(spread.name.text)
                    if fragments[spread.name.text] == nil {
                        report(.unknownFragment(spread.name.text), at: spread.name.place, path: path)
                    }
                case .inline(let inline):
                    check(inline.directives, path: path)
                    let own = inline.typeCondition.map { type(of: $0, path: path) }
                    walk(inline.selections, of: own ?? parent, path: path)
                }
            }
        }

        private mutating func walk(_ field: Field, of parent: TypeDefinition?, path: [String]) {
            check(field.directives, path: path)
            let name = field.name.text, place = field.name.place
            var below: TypeDefinition?
            switch parent.map({ self.field(name, of: $0) }) ?? .notYet {
            case .known(let known):
                check(field.arguments, of: known, in: parent?.name ?? "", at: place, path: path)
                below = type(known.type.innermost.text).value
                if let type = below, type.isLeaf, field.selections != nil {
                    report(.unexpectedSelections(field: name, type: known.type), at: place, path: path)
                    below = nil
                }
                if let type = below, type.kind == .object, field.selections == nil {
                    report(.missingSelections(field: name, type: known.type), at: place, path: path)
                }
            case .absent:
                report(.unknownField(name, type: parent?.name ?? ""), at: place, path: path)
                fallthrough
            case .notYet: for argument in field.arguments { check(argument.value, as: nil, path: path) }
            }
            walk(field.selections ?? [], of: below, path: path)
        }

        /// The rules of directives are the instance's; only what they are given is checked.
        private mutating func check(_ directives: [Directive], path: [String]) {
            for directive in directives {
                let isCondition = ["include", "skip"].contains(directive.name.text)
                for argument in directive.arguments {
                    let type = isCondition && argument.name.text == "if" ? TypeReference.required("Boolean") : nil
                    check(argument.value, as: type, of: argument.name.text, path: path)
                }
            }
        }

        private mutating func check(
            _ given: [Argument], of field: FieldDefinition, in type: String, at place: Place, path: [String]
        ) {
            for argument in given {
                let name = argument.name.text
                let known = field.argument(name)
                if case .absent = known {
                    report(.unknownArgument(name, field: field.name, type: type), at: argument.name.place, path: path)
                }
                let definition = known.value
                check(
                    argument.value, as: definition?.type, hasDefault: definition?.defaultValue != nil, of: name,
                    path: path)
            }
            for definition in field.arguments
            where definition.isRequired && !given.contains(where: { $0.name.text == definition.name }) {
                report(.missingArgument(definition.name, definition.type, field: field.name), at: place, path: path)
            }
        }

        private mutating func check(
            _ value: Value, as type: TypeReference?, hasDefault: Bool = false, of name: String = "", path: [String]
        ) {
            var check = ValueCheck(schema: schema)
            check.check(value, as: type, hasDefault: hasDefault, inside: name)
            part.uses += check.uses.map { ($0, path) }
            for wrong in check.mismatches { report(.wrongValue(wrong), at: wrong.value.place, path: path) }
        }

        private mutating func check(_ variable: VariableDefinition) {
            let type = variable.type.innermost
            if case .absent = self.type(type.text) {
                report(.unknownType(type.text), at: type.place)
            } else if let value = variable.defaultValue {
                check(value, as: variable.type, of: "$" + variable.name.text, path: [])
            }
        }

        /// Used variables must be declared, and their types must match (section 5.8.3 and 5.8.5), also in the fragments
        /// that the operation uses.
        private mutating func checkVariables(of operation: Operation) {
            let declared = Dictionary(operation.variables.map { ($0.name.text, $0) }) { first, _ in first }
            let name = operation.name?.text ?? ""
            var seen: Set<String> = []
            var ahead = [part]
            while let part = ahead.popLast() {
                remainingUses -= part.uses.count + part.spreads.count + 1
                guard remainingUses > 0 else { return }
                for (use, path) in part.uses {
                    guard let variable = declared[use.name] else {
                        report(.unknownVariable(use.name, operation: name), at: use.place, path: path)
                        continue
                    }
                    let hasValue = variable.defaultValue.map { $0.kind != .null } ?? false
                    guard let expected = use.type, case .known = type(variable.type.innermost.text),
                        !variable.type.fits(expected, hasDefault: hasValue || use.hasDefault)
                    else { continue }
                    report(
                        .variableMismatch(use.name, type: variable.type, expected: expected), at: use.place, path: path)
                }
                ahead += part.spreads.filter { seen.insert($0).inserted }.compactMap { fragmentParts[$0] }
            }
        }
    }
}

extension GraphQL {
    package struct Diagnostic: Sendable, Hashable {
        package var kind: Kind
        package var place: Place
        package var path: [String]

        package init(_ kind: Kind, at place: Place = Place(), path: [String] = []) {
            self.kind = kind
            self.place = place
            self.path = path
        }

        package enum Kind: Sendable, Hashable {
            case unknownField(String, type: String)
            case missingSelections(field: String, type: TypeReference)
            case unexpectedSelections(field: String, type: TypeReference)
            case unknownArgument(String, field: String, type: String)
            case missingArgument(String, TypeReference, field: String)
            case wrongValue(ValueCheck.Mismatch)
            case unknownType(String)
            case unknownFragment(String)
            /// The operation does not declare the variable; its name may be empty.
            case unknownVariable(String, operation: String)
            case variableMismatch(String, type: TypeReference, expected: TypeReference)
        }
    }
}

extension GraphQL.Diagnostic {
    /// Valid names in place of the wrong one, in schema or document order, for "did you mean"; empty if the error is
    /// not about a name. They are computed on demand because there are thousands of tables.
    package func candidates(in schema: some GraphQL.Schema, of document: GraphQL.Document) -> [String] {
        switch kind {
        case .unknownField(_, let type): schema.type(type).value?.fields.map(\.name) ?? []
        case .unknownArgument(_, let field, let type):
            schema.type(type).value.flatMap { schema.field(field, of: $0).value }?.arguments.map(\.name) ?? []
        case .unknownType: schema.typeNames ?? []
        case .unknownVariable(_, let operation):
            document.operations.first { ($0.name?.text ?? "") == operation }?.variables.map(\.name.text) ?? []
        default: []
        }
    }
}
