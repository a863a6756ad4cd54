import Notation

/// Secrets in a GraphQL document: values of arguments, object members and variables with a secret's name, and of secret
/// columns in encoded queries. It reads tokens, so it also works on invalid documents and on text that contains one.
/// Outside parentheses a name before a colon is an alias, which the response has in place of the field's name.
struct GraphQLSecretScan {
    /// Why a variable's value is read.
    enum Use: Sendable, Hashable {
        case secret(String)
        case query
        /// It is half of a name/value record.
        case half(PairRole)
    }

    /// In order.
    private(set) var finds: [Find] = []
    /// The variables passed to arguments with a secret's name, and those that contain encoded queries.
    private(set) var variables: [String: Use] = [:]
    /// The ranges of string arguments, which other redactors must not read as text.
    private(set) var strings: [Range<Int>] = []

    /// The labels of fields with a secret's name, and the halves of name/value records, by their aliases.
    private(set) var aliases: [String: String] = [:]
    private(set) var roles: [String: PairRole] = [:]

    private struct Level {
        var opening: UInt8
        var holdsArguments: Bool
        /// The level is a value itself: a list or an object.
        var isValue = false
        var use: Use?
        /// Its arguments or members as a name/value record.
        var record = NamedRecord()
    }

    private let bytes: ArraySlice<UInt8>
    /// How many levels of strings may be searched for a document.
    private let opensStrings: Int
    /// The values of variables, if known: the name in a name/value record may be one.
    private let values: [String: [UInt8]]
    private var levels: [Level] = []
    /// The name before the next token, and whether it is a variable's.
    private var name: Range<Int>?
    private var variable: Range<Int>?
    /// The alias of the field whose name comes next.
    private var alias: Range<Int>?
    private var isAfterDollar = false
    /// `=` is never followed by a list element in a document.
    private var isAfterEquals = false
    /// A variable's type follows, up to its default or the next name.
    private var isInType = false
    /// What the next value is passed to: the use of its name, or nil if it has none.
    private var expectsValue = false
    private var use: Use?

    /// Reads a document or, with `opensStrings`, a text that may contain one. Ranges are those of the slice. A comment
    /// is read as if it were in parentheses.
    init(
        _ bytes: ArraySlice<UInt8>, opensStrings: Int = 0, isComment: Bool = false, values: [String: [UInt8]] = [:]
    ) {
        self.bytes = bytes
        self.values = values
        self.opensStrings = opensStrings
        if isComment { levels = [Level(opening: UInt8(ascii: "("), holdsArguments: true)] }
        for token in GraphQLTokens(bytes, readsComments: !isComment, stringsHaveLines: opensStrings > 0) { take(token) }
        for place in levels.indices { finds += levels[place].record.takePending() }
        finds.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    private mutating func take(_ token: GraphQLTokens.Token) {
        let alias = alias
        self.alias = nil
        switch token.kind {
        case .name:
            if let alias { note(alias, of: bytes[token.range]) }
            takeName(token.range)
        case .string: takeString(token)
        case .number:
            if holdsArguments, let use = useOfValue() { hide(token.range, use, isBare: true) }
            endValue()
        case .comment:
            let inner = GraphQLSecretScan(
                bytes[token.range], opensStrings: opensStrings, isComment: true, values: values)
            finds += inner.finds
            merge(inner) { $0 }
        case .sign(let sign): takeSign(sign)
        }
    }

    private var holdsArguments: Bool { levels.last?.holdsArguments ?? false }

    private func useOfValue() -> Use? {
        if case .secret? = levels.last?.use { return levels.last?.use }
        if expectsValue { return use }
        return levels.last?.opening == UInt8(ascii: "[") ? levels.last?.use : nil
    }

    private mutating func endValue() {
        (expectsValue, isAfterEquals) = (false, false)
        (name, variable, isAfterDollar) = (nil, nil, false)
    }

    private mutating func takeName(_ range: Range<Int>) {
        if isAfterDollar {
            variable = range
            isAfterDollar = false
            if expectsValue || levels.last?.opening == UInt8(ascii: "[") {
                if let use = useOfValue() { note(use, of: range) }
                if case .half(.value)? = useOfValue(), let label = levels.last?.record.label {
                    note(.secret(label), of: range)
                }
                if case .half(.name)? = useOfValue(), let value = values[text(range)], let last = levels.indices.last {
                    levels[last].record.take(name: SecretNames.label(of: value))
                }
                expectsValue = false
            }
        } else if isInType {
            variable = nil
        } else if holdsArguments, expectsValue {
            if case .secret? = useOfValue(), !["true", "false", "null"].contains(text(range)) {
                hide(range, useOfValue(), isBare: true)
            }
            endValue()
        } else {
            (name, variable) = (range, nil)
        }
    }

    private mutating func note(_ use: Use, of range: Range<Int>) {
        let variable = text(range)
        if case .secret? = variables[variable] { return }
        variables[variable] = use
    }

    private mutating func note(_ alias: Range<Int>, of field: ArraySlice<UInt8>) {
        if let label = SecretNames.label(of: field) {
            aliases[text(alias)] = aliases[text(alias)] ?? label
        } else if let role = PairRole(field) {
            roles[text(alias)] = roles[text(alias)] ?? role
        }
    }

    private mutating func takeString(_ token: GraphQLTokens.Token) {
        defer { endValue() }
        let isElement = levels.last?.opening == UInt8(ascii: "[") && levels.last?.isValue == true && !isAfterEquals
        if holdsArguments, expectsValue || isElement { strings.append(token.range) }
        if holdsArguments, let use = useOfValue() {
            hide(token.content, use, isBare: false)
        } else if opensStrings > 0, token.content.count > 8 {
            open(token.content)
        }
    }

    private mutating func takeSign(_ sign: UInt8) {
        switch sign {
        case UInt8(ascii: "$"):
            isAfterDollar = true
            isInType = false
            return
        case UInt8(ascii: ":"):
            if let variable {
                isInType = true
                use = SecretNames.label(of: bytes[variable]).map { .secret($0) }
                // In a text, a shell variable may precede a colon too; a type is a name or a list.
            } else if let name, holdsArguments {
                expectsValue = true
                isInType = false
                use = Self.use(of: bytes[name])
            } else {
                alias = name
            }
        case UInt8(ascii: "="):
            if isInType { (expectsValue, isInType) = (true, false) } else { isAfterEquals = true }
        case UInt8(ascii: "("):
            levels.append(Level(opening: sign, holdsArguments: true))
            expectsValue = false
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if isInType { break }
            let isValue = holdsArguments && (expectsValue || levels.last?.isValue == true)
            levels.append(
                Level(
                    opening: sign, holdsArguments: holdsArguments, isValue: isValue,
                    use: holdsArguments ? useOfValue() : nil))
            expectsValue = false
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            if isInType, sign == UInt8(ascii: "]") { break }
            isInType = false
            expectsValue = false
            close(sign)
        default: break
        }
        (name, variable, isAfterDollar) = (nil, nil, false)
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

    private static func use(of name: ArraySlice<UInt8>) -> Use? {
        if name.elementsEqual("queryConditions".utf8) { return .query }
        return SecretNames.label(of: name).map { .secret($0) } ?? PairRole(name).map { .half($0) }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: Finds

    private mutating func hide(_ range: Range<Int>, _ use: Use?, isBare: Bool) {
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
        let find = find(range, isBare: isBare)
        switch role {
        case .name: levels[last].record.take(name: SecretNames.label(of: NestedText(bytes[range], .json).bytes))
        case .value:
            if let secret = levels[last].record.take(value: find) { return finds.append(secret) }
        }
        if !isBare { finds += EmbeddedText.finds(in: bytes[range], .json, depth: 1) }
    }

    /// Reads a string that may contain a document.
    private mutating func open(_ content: Range<Int>) {
        let nested = NestedText(bytes[content], .json)
        let inner = GraphQLSecretScan(nested.bytes[...], opensStrings: opensStrings - 1, values: values)
        finds += nested.finds { _ in inner.finds }
        merge(inner, nested.place)
    }

    private mutating func merge(_ other: GraphQLSecretScan, _ place: (Range<Int>) -> Range<Int>) {
        strings += other.strings.map(place)
        variables.merge(other.variables) { first, _ in first }
        aliases.merge(other.aliases) { first, _ in first }
        roles.merge(other.roles) { first, _ in first }
    }
}

/// The tokens of a text that is or contains a GraphQL document. It accepts any input: an unclosed string ends with its
/// line, one around a document with the text, and anything else is a sign.
struct GraphQLTokens: Sequence, IteratorProtocol {
    struct Token {
        enum Kind {
            case name, number, string, comment
            case sign(UInt8)
        }

        var kind: Kind
        package var range: Range<Int>
        /// Of a string, the text between its quotation marks.
        package var content: Range<Int>
    }

    private let bytes: ArraySlice<UInt8>
    private var place: Int

    /// If false, `#` is a sign, as it is inside a comment.
    private let readsComments: Bool

    /// Whether strings may contain line breaks, as those around a document do.
    private let stringsHaveLines: Bool

    init(_ bytes: ArraySlice<UInt8>, readsComments: Bool = true, stringsHaveLines: Bool = false) {
        self.bytes = bytes
        self.stringsHaveLines = stringsHaveLines
        self.readsComments = readsComments
        place = bytes.startIndex
    }

    mutating func next() -> Token? {
        while place < bytes.endIndex, ASCII.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: ",") { place += 1 }
        guard place < bytes.endIndex else { return nil }
        let start = place, byte = bytes[place]
        switch byte {
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "#") where readsComments:
            place = bytes[place...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.endIndex
            // The `#` itself is skipped.
            return Token(kind: .comment, range: start + 1..<place, content: start..<start)
        case _ where ASCII.isLetter(byte) || byte == UInt8(ascii: "_"):
            place = end { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
            return Token(kind: .name, range: start..<place, content: start..<start)
        case _ where ASCII.isDigit(byte) || byte == UInt8(ascii: "-"):
            place = end { ASCII.isName($0) || $0 == UInt8(ascii: "+") }
            return Token(kind: .number, range: start..<place, content: start..<start)
        default:
            place += 1
            return Token(kind: .sign(byte), range: start..<place, content: start..<start)
        }
    }

    /// The index after the closing bracket of a text that begins with a bracket; the end of the text if there is none.
    static func endOfBrackets(_ text: ArraySlice<UInt8>) -> Int {
        var depth = 0
        for token in GraphQLTokens(text, readsComments: false) {
            guard case .sign(let sign) = token.kind else { continue }
            switch sign {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth <= 0 { return token.range.upperBound }
        }
        return text.endIndex
    }

    private func end(_ isPart: (UInt8) -> Bool) -> Int {
        bytes[(place + 1)...].firstIndex { !isPart($0) } ?? bytes.endIndex
    }

    private mutating func string() -> Token {
        let start = place
        let quotes: [UInt8] = [0x22, 0x22, 0x22]
        if bytes[place...].starts(with: quotes) {
            place += 3
            while place < bytes.endIndex, !bytes[place...].starts(with: quotes) {
                place += bytes[place] == UInt8(ascii: "\\") && bytes[(place + 1)...].starts(with: quotes) ? 4 : 1
            }
            let end = Swift.min(place, bytes.endIndex)
            place = Swift.min(end + 3, bytes.endIndex)
            return Token(kind: .string, range: start..<place, content: start + 3..<end)
        }
        place += 1
        while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") {
            if !stringsHaveLines, bytes[place] == 10 || bytes[place] == 13 { break }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = Swift.min(place, bytes.endIndex)
        place = Swift.min(end + 1, bytes.endIndex)
        return Token(kind: .string, range: start..<place, content: start + 1..<end)
    }
}
