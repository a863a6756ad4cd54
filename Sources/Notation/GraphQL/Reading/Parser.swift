extension GraphQL {
    /// Reads tokens into the values of a document (specification section 2.2 and on), by recursive descent.
    struct Parser {
        let bytes: [UInt8]
        private var lexer: Lexer
        /// The token that is looked at; nil at the end of the text.
        private(set) var token: Token?
        /// Where the token before it ends.
        private(set) var end = 0
        private var depth = 0

        /// How deep braces and brackets may be nested: every level is a few frames of the stack.
        static let deepest = 200

        init(_ bytes: [UInt8]) throws(Fault) {
            self.bytes = bytes
            lexer = Lexer(bytes)
            try advance()
        }

        // MARK: Tokens

        mutating func advance() throws(Fault) {
            end = token?.range.upperBound ?? 0
            repeat { token = try lexer.next() } while token?.kind == .comment
        }

        var start: Int { token?.range.lowerBound ?? bytes.count }

        func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

        func isAt(_ sign: Unicode.Scalar) -> Bool { token?.kind == .punctuator(UInt8(ascii: sign)) }

        func isAt(word: StaticString) -> Bool {
            guard let token, token.kind == .name else { return false }
            return word.withUTF8Buffer { $0.elementsEqual(bytes[token.range]) }
        }

        mutating func take(_ sign: Unicode.Scalar) throws(Fault) -> Bool {
            guard isAt(sign) else { return false }
            try advance()
            return true
        }

        mutating func need(_ sign: Unicode.Scalar) throws(Fault) {
            guard try take(sign) else { throw expected("\"\(sign)\"") }
        }

        mutating func name(_ what: StaticString = "a name") throws(Fault) -> Name {
            guard let token, token.kind == .name else { throw expected("\(what)") }
            try advance()
            return Name(text(token), at: Place(token.range))
        }

        /// The fault of another token than the one that has to stand here.
        func expected(_ what: String) -> Fault {
            guard let token else {
                return Fault(
                    message: "expected \(what), found the end", range: bytes.count..<bytes.count, mayContinue: true)
            }
            let most = 30
            let found = text(token)
            let line = found.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }.prefix(most)
            let shown = String(line) + (line.endIndex < found.endIndex ? "…" : "")
            return Fault(message: "expected \(what), found \(shown)", range: token.range)
        }

        /// Goes one level down for as long as `body` runs.
        mutating func nested<Result>(_ body: (inout Parser) throws(Fault) -> Result) throws(Fault) -> Result {
            guard depth < Parser.deepest else {
                throw Fault(
                    message: "nested deeper than \(Parser.deepest) levels", range: token?.range ?? end..<end)
            }
            depth += 1
            defer { depth -= 1 }
            return try body(&self)
        }

        // MARK: Definitions

        mutating func document() throws(Fault) -> Document {
            var definitions: [Definition] = []
            repeat { definitions.append(try definition()) } while token != nil
            return Document(definitions)
        }

        private mutating func definition() throws(Fault) -> Definition {
            if isAt("{") { return .operation(try operation()) }
            if isAt(word: "fragment") { return .fragment(try fragment()) }
            if let token, token.kind == .name, OperationKind(rawValue: text(token)) != nil {
                return .operation(try operation())
            }
            throw expected("a query, a mutation or a fragment")
        }

        private mutating func operation() throws(Fault) -> Operation {
            let start = start
            var operation = Operation(selections: [])
            if let token, token.kind == .name, let kind = OperationKind(rawValue: text(token)) {
                operation.kind = kind
                try advance()
                if self.token?.kind == .name { operation.name = try name() }
                if isAt("(") { operation.variables = try variables() }
                operation.directives = try directives()
            }
            operation.selections = try selections()
            operation.place = Place(start..<end)
            return operation
        }

        private mutating func fragment() throws(Fault) -> Fragment {
            let start = start
            try advance()
            if isAt(word: "on") { throw expected("the fragment's name") }
            let name = try name("the fragment's name")
            guard isAt(word: "on") else { throw expected("\"on\" and a type") }
            try advance()
            let type = try self.name("a type")
            let directives = try directives()
            let selections = try selections()
            return Fragment(name, on: type, directives: directives, selections: selections, place: Place(start..<end))
        }

        private mutating func variables() throws(Fault) -> [VariableDefinition] {
            try need("(")
            var variables: [VariableDefinition] = []
            repeat {
                let name = try variable()
                try need(":")
                let type = try type()
                let defaultValue = try take("=") ? try value(isConstant: true) : nil
                variables.append(
                    VariableDefinition(
                        name, type, defaultValue: defaultValue, directives: try directives(isConstant: true)))
            } while !isAt(")")
            try need(")")
            return variables
        }

        /// `$name`, with the `$` in its place.
        private mutating func variable() throws(Fault) -> Name {
            let start = start
            guard try take("$") else { throw expected("a variable") }
            var name = try name("the variable's name")
            name.place = Place(start..<end)
            return name
        }

        mutating func type() throws(Fault) -> TypeReference {
            var type: TypeReference
            if isAt("[") {
                type = .list(
                    try nested { (parser) throws(Fault) in
                        try parser.advance()
                        let inner = try parser.type()
                        try parser.need("]")
                        return inner
                    })
            } else {
                type = .named(try name("a type"))
            }
            if try take("!") { type = .nonNull(type) }
            return type
        }
    }
}
