import Notation

/// Secrets in a GraphQL document: values of arguments, object members and variables with a secret's name, and of secret
/// columns in encoded queries. It reads tokens, so it also works on invalid documents and on text that contains one.
/// Outside parentheses a name before a colon is an alias, which the response has in place of the field's name.
struct GraphQLSecretScan {
    /// In order.
    private(set) var finds: [Find] = []
    /// The variables passed to arguments with a secret's name, and those that contain encoded queries; the labels of
    /// fields with a secret's name, and the halves of name/value records, by their aliases.
    private(set) var known = DocumentSecrets()
    /// The ranges of string arguments, which other redactors must not read as text.
    private(set) var strings: [Range<Int>] = []

    private struct Level {
        var opening: UInt8
        var holdsArguments: Bool
        /// The level is a value itself: a list or an object.
        var isValue = false
        var use: DocumentSecrets.Use?
        /// Its arguments or members as a name/value record.
        var record = NamedRecord()
    }

    private let bytes: [UInt8]
    /// How many levels of strings may be searched for a document.
    private let opensStrings: Int
    /// The values of variables, if known: the name in a name/value record may be one.
    private let values: [String: [UInt8]]
    private let tokens: [GraphQL.Token]
    /// The index of the next token.
    private var place = 0
    private var levels: [Level] = []
    /// What the next value is passed to: the use of its name, or nil if it has none.
    private var expectsValue = false
    private var use: DocumentSecrets.Use?
    /// `=` is never followed by a list element in a document.
    private var isAfterEquals = false

    /// Reads a document or, with `opensStrings`, a text that may contain one. A comment is read as if it were in
    /// parentheses.
    init(_ bytes: [UInt8], opensStrings: Int = 0, isComment: Bool = false, values: [String: [UInt8]] = [:]) {
        (self.bytes, self.opensStrings, self.values) = (bytes, opensStrings, values)
        if isComment { levels = [Level(opening: UInt8(ascii: "("), holdsArguments: true)] }
        let source = isComment ? GraphQL.Lexer.Source.comment : .text(stringsHaveLines: opensStrings > 0)
        let all = GraphQL.Lexer.tokens(of: bytes, as: source)
        tokens = all.filter { $0.kind != .comment }
        while place < tokens.count { take(tokens[place]) }
        for comment in all where comment.kind == .comment { open(comment.content, nil) }
        for place in levels.indices { finds += levels[place].record.takePending() }
        finds.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    private mutating func take(_ token: GraphQL.Token) {
        place += 1
        switch token.kind {
        case .name: takeName(token.range)
        case .string, .blockString: takeString(token)
        case .int, .float:
            if holdsArguments, let use = useOfValue() { hide(token.range, use, isBare: true) }
            endValue()
        case .punctuator(let sign): takeSign(sign)
        case .spread, .invalid, .comment: break
        }
    }

    private var holdsArguments: Bool { levels.last?.holdsArguments ?? false }

    private func useOfValue() -> DocumentSecrets.Use? {
        if case .secret? = levels.last?.use { return levels.last?.use }
        if expectsValue { return use }
        return levels.last?.opening == UInt8(ascii: "[") ? levels.last?.use : nil
    }

    private mutating func endValue() { (expectsValue, isAfterEquals) = (false, false) }

    private func isNext(_ sign: Unicode.Scalar) -> Bool {
        place < tokens.count && tokens[place].kind == .punctuator(UInt8(ascii: sign))
    }

    private func nextName() -> Range<Int>? {
        place < tokens.count && tokens[place].kind == .name ? tokens[place].range : nil
    }

    /// The name of an argument, a member or an alias, or a value.
    private mutating func takeName(_ range: Range<Int>) {
        if holdsArguments, expectsValue {
            if case .secret? = useOfValue(), !["true", "false", "null"].contains(text(range)) {
                hide(range, useOfValue(), isBare: true)
            }
            return endValue()
        }
        guard isNext(":") else { return }
        place += 1
        if holdsArguments {
            (expectsValue, use) = (true, Self.use(of: bytes[range]))
        } else if let field = nextName() {
            note(range, of: bytes[field])
        }
    }

    /// A variable after its `$`: a value, or the name before a type.
    private mutating func takeVariable() {
        guard let range = nextName() else { return }
        place += 1
        if expectsValue || levels.last?.opening == UInt8(ascii: "[") {
            pass(range)
            expectsValue = false
        }
        // In a text, a shell variable may precede a colon too; a type is a name or a list.
        guard isNext(":") else { return }
        place += 1
        while isNext("[") || isNext("]") || isNext("!") || nextName() != nil {
            place += 1
            if isNext(":"), tokens[place - 1].kind == .name {
                place -= 1
                break
            }
        }
        guard isNext("=") else { return }
        place += 1
        (expectsValue, use) = (true, SecretNames.label(of: bytes[range]).map { .secret($0) })
    }

    private mutating func pass(_ variable: Range<Int>) {
        guard let use = useOfValue(), let last = levels.indices.last else { return }
        note(use, of: variable)
        switch use {
        case .half(.value): if let label = levels[last].record.label { note(.secret(label), of: variable) }
        case .half(.name):
            if let value = values[text(variable)] { levels[last].record.take(name: SecretNames.label(of: value)) }
        case .secret, .query: break
        }
    }

    private mutating func note(_ use: DocumentSecrets.Use, of range: Range<Int>) {
        let variable = text(range)
        if case .secret? = known.variables[variable] { return }
        known.variables[variable] = use
    }

    private mutating func note(_ alias: Range<Int>, of field: ArraySlice<UInt8>) {
        if let label = SecretNames.label(of: field) {
            known.aliases[text(alias)] = known.aliases[text(alias)] ?? label
        } else if let role = PairRole(field) {
            known.roles[text(alias)] = known.roles[text(alias)] ?? role
        }
    }

    private mutating func takeString(_ token: GraphQL.Token) {
        defer { endValue() }
        let isElement = levels.last?.opening == UInt8(ascii: "[") && levels.last?.isValue == true && !isAfterEquals
        if holdsArguments, expectsValue || isElement { strings.append(token.range) }
        if holdsArguments, let use = useOfValue() {
            hide(token.content, use, isBare: false)
        } else if opensStrings > 0, token.content.count > 8 {
            open(token.content, .json)
        }
    }

    private mutating func takeSign(_ sign: UInt8) {
        switch sign {
        case UInt8(ascii: "$"): takeVariable()
        case UInt8(ascii: "="): isAfterEquals = true
        case UInt8(ascii: "("):
            levels.append(Level(opening: sign, holdsArguments: true))
            expectsValue = false
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let isValue = holdsArguments && (expectsValue || levels.last?.isValue == true)
            levels.append(
                Level(
                    opening: sign, holdsArguments: holdsArguments, isValue: isValue,
                    use: holdsArguments ? useOfValue() : nil))
            expectsValue = false
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            expectsValue = false
            close(sign)
        default: break
        }
    }

    /// Closes the level that the bracket belongs to, and unclosed levels inside it.
    private mutating func close(_ sign: UInt8) {
        let opening = sign == UInt8(ascii: ")") ? UInt8(ascii: "(") : sign - 2
        if levels.last?.opening == opening {
            finds += levels[levels.count - 1].record.takePending()
            levels.removeLast()
        } else if sign != UInt8(ascii: "]"), let place = levels.suffix(8).lastIndex(where: { $0.opening == opening }) {
            for place in place..<levels.count { finds += levels[place].record.takePending() }
            levels.removeSubrange(place...)
        }
    }

    private static func use(of name: ArraySlice<UInt8>) -> DocumentSecrets.Use? {
        if name.elementsEqual("queryConditions".utf8) { return .query }
        return SecretNames.label(of: name).map { .secret($0) } ?? PairRole(name).map { .half($0) }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: Finds

    private mutating func hide(_ range: Range<Int>, _ use: DocumentSecrets.Use?, isBare: Bool) {
        switch use {
        case .secret(let label): finds.append(find(range, label, isBare: isBare))
        case .query where !isBare:
            finds += NestedText(bytes[range], .json).finds(by: EncodedQueryRedactor().finds)
        case .half(let role): hideHalf(range, role, isBare: isBare)
        case .query, nil: break
        }
    }

    private func find(_ range: Range<Int>, _ label: String = "", isBare: Bool) -> Find {
        Find(range: range, label: label, escapes: isBare ? [] : [.json], isBare: isBare)
    }

    /// Half of the record of the open level; other secrets in its text are found too.
    private mutating func hideHalf(_ range: Range<Int>, _ role: PairRole, isBare: Bool) {
        guard let last = levels.indices.last else { return }
        if let secret = levels[last].record.take(role, find(range, isBare: isBare), in: bytes) {
            return finds.append(secret)
        }
        if !isBare { finds += EmbeddedText.finds(in: bytes[range], .json, depth: 1) }
    }

    /// Reads a string or comment that may contain a document.
    private mutating func open(_ content: Range<Int>, _ escape: EscapedView.Escape?) {
        let nested = NestedText(bytes[content], escape), isComment = escape == nil
        let inner = GraphQLSecretScan(
            nested.bytes, opensStrings: isComment ? opensStrings : opensStrings - 1, isComment: isComment,
            values: values)
        finds += nested.finds { _ in inner.finds }
        strings += inner.strings.map(nested.place)
        known.merge(inner.known)
    }
}
