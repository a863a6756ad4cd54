extension GraphQL.Parser {
    mutating func selections(
        of owner: GraphQL.Outline.Frame.Owner, given: [GraphQL.Argument] = []
    ) throws(GraphQL.OffsetError) -> [GraphQL.Selection] {
        var selections: [GraphQL.Selection] = []
        guard isAt("{") || recovery == nil else { return selections }
        let given = recovery == nil ? [:] : GraphQL.Outline.given(given)
        try group(.init(.selections, of: owner, given: given), "{", "}") { (parser) throws(GraphQL.OffsetError) in
            if let selection = try parser.selection() { selections.append(selection) }
        }
        return selections
    }

    private mutating func selection() throws(GraphQL.OffsetError) -> GraphQL.Selection? {
        let start = start
        var fragment = GraphQL.InlineFragment(selections: [])
        if token?.kind == .spread {
            try advance()
            expect(.spread)
            if token?.kind == .name, !isAt(word: "on"), !beginsDefinition {
                let name = try name()
                recovery?.noteSpread(of: name.text)
                expect(.selection)
                let directives = try directives()
                return .spread(.init(name, directives: directives, place: .init(start..<end)))
            }
            if isAt(word: "on") {
                try advance()
                expect(.typeCondition)
                fragment.typeCondition = try name("a type")
                expect(.nothing)
            }
            fragment.directives = try directives()
        } else if recovery == nil || token?.kind == .name {
            return .field(try field())
        } else if isAt("@") {
            fragment.directives = try directives()
        } else if !isAt("{") {
            return nil
        }
        fragment.selections = try selections(of: .inline(fragment.typeCondition?.text ?? ""))
        fragment.place = .init(start..<end)
        return .inline(fragment)
    }

    private mutating func field() throws(GraphQL.OffsetError) -> GraphQL.Field {
        let start = start, first = position
        var field = GraphQL.Field(try name("a field"))
        expect(.selection)
        if try take(":") {
            expect(.aliasedField)
            while recovery != nil, try take(":") { expect(.aliasedField) }
            field.alias = field.name
            field.name = try name("the field behind its alias")
            expect(.selection)
        } else {
            // A field with an alias may be selected again without one.
            recovery?.noteName(field.name.text, at: first)
        }
        field.arguments = try arguments(of: .field(field.name.text))
        field.directives = try directives()
        if isAt("{") { field.selections = try selections(of: .field(field.name.text), given: field.arguments) }
        field.place = .init(start..<end)
        return field
    }

    private mutating func arguments(
        of owner: GraphQL.Outline.Frame.Owner, isConstant: Bool = false
    ) throws(GraphQL.OffsetError) -> [GraphQL.Argument] {
        guard isAt("(") else { return [] }
        var arguments: [GraphQL.Argument] = []
        let frame = recovery?.outline.frames.count
        try group(.init(.arguments, of: owner), "(", ")") { (parser) throws(GraphQL.OffsetError) in
            let start = parser.position
            let name = try parser.name("an argument")
            if parser.position > start {
                parser.recovery?.noteName(name.text, at: start)
                parser.expect(.nothing)
            } else if !parser.isAt("$") {
                return
            }
            let hasColon = try parser.take(":")
            if !hasColon {
                try parser.miss("\":\"")
                guard parser.isAt("$") else { return }
            }
            parser.expect(.value(of: name.text))
            arguments.append(.init(name, try parser.value(isConstant: isConstant, of: hasColon ? name.text : "")))
        }
        if let frame { recovery?.note(GraphQL.Outline.given(arguments), in: frame) }
        return arguments
    }

    mutating func directives(isConstant: Bool = false) throws(GraphQL.OffsetError) -> [GraphQL.Directive] {
        var directives: [GraphQL.Directive] = []
        while isAt("@") {
            let start = start
            try advance()
            expect(.directive)
            let name = try name("a directive")
            expectAfterDirective()
            let arguments = try arguments(of: .directive(name.text), isConstant: isConstant)
            directives.append(.init(name, arguments: arguments, place: .init(start..<end)))
        }
        return directives
    }

    // MARK: Values

    /// - Parameters:
    ///   - isConstant: whether variables are not allowed.
    ///   - argument: the argument it belongs to; empty inside a list.
    mutating func value(isConstant: Bool = false, of argument: String = "") throws(GraphQL.OffsetError) -> GraphQL.Value
    {
        guard let token, !beginsDefinition else {
            try miss("a value")
            return .init(.enumeration(""))
        }
        let start = start
        let kind: GraphQL.Value.Kind
        switch token.kind {
        case .punctuator(UInt8(ascii: "$")) where !isConstant || recovery != nil:
            try advance()
            expect(.value(of: argument))
            kind = .variable(try name("the variable's name").text)
            if case .variable(let name) = kind, !name.isEmpty { recovery?.noteUse(of: name, as: argument) }
            expectItem()
        case .punctuator(UInt8(ascii: "[")):
            var values: [GraphQL.Value] = []
            try group(.init(.list, of: .value(argument)), "[", "]", mayBeEmpty: true) {
                (parser) throws(GraphQL.OffsetError) in
                values.append(try parser.value(isConstant: isConstant))
            }
            kind = .list(values)
        case .punctuator(UInt8(ascii: "{")):
            kind = .object(try object(isConstant: isConstant, of: argument))
        case .int, .float, .string, .blockString, .name:
            kind = try scalar(token)
            try advance()
            expectItem()
        default:
            try miss(isConstant ? "a value without variables" : "a value")
            kind = .enumeration("")
        }
        return .init(kind, at: .init(start..<max(start, end)))
    }

    private mutating func object(
        isConstant: Bool, of argument: String
    ) throws(GraphQL.OffsetError) -> [GraphQL.ObjectField] {
        var fields: [GraphQL.ObjectField] = []
        try group(.init(.object, of: .value(argument)), "{", "}", mayBeEmpty: true) {
            (parser) throws(GraphQL.OffsetError) in
            let start = parser.position
            let name = try parser.name("a field of the object")
            if parser.position > start {
                parser.recovery?.noteName(name.text, at: start)
                parser.expect(.nothing)
            }
            let hasColon = try parser.take(":")
            if !hasColon {
                try parser.miss("\":\"")
                guard parser.isAt("{") || parser.isAt("[") || parser.isAt("$") else { return }
            }
            parser.expect(.value(of: name.text))
            fields.append(.init(name, try parser.value(isConstant: isConstant, of: name.text)))
        }
        return fields
    }

    private func scalar(_ token: GraphQL.Token) throws(GraphQL.OffsetError) -> GraphQL.Value.Kind {
        switch token.kind {
        case .int: return .int(text(token))
        case .float: return .float(text(token))
        case .string, .blockString:
            do throws(GraphQL.OffsetError) {
                if let fault = token.fault { throw fault }
                if token.kind == .blockString { return .string(GraphQL.StringParser.block(bytes, token.range)) }
                return .string(try GraphQL.StringParser.string(bytes, token.range))
            } catch {
                guard recovery != nil else { throw error }
                return .enumeration("")
            }
        default: break
        }
        switch text(token) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        case let word: return .enumeration(word)
        }
    }
}
