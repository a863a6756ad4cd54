import Notation

/// Secrets of JavaScript: strings that are the values of secrets' names, in assignments, objects, name/value records and
/// calls that set a header, and the secrets inside other strings.
struct ScriptRedactor: Redactor {
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        bytes.withUnsafeBufferPointer { buffer in
            var scan = Scan(bytes: bytes, depth: depth)
            for token in ScriptTokens(buffer) { scan.take(token, in: buffer) }
            return Find.merged(scan.finds + scan.record.takePending())
        }
    }

    private struct Scan {
        package let bytes: [UInt8]
        let depth: Int
        var finds: [Find] = []
        var record = NamedRecord()
        private var names = MemberNames()
        /// The last tokens, the last one first.
        private var last: [ScriptTokens.Token] = []

        init(bytes: [UInt8], depth: Int) { (self.bytes, self.depth) = (bytes, depth) }

        package mutating func take(_ token: ScriptTokens.Token, in buffer: UnsafeBufferPointer<UInt8>) {
            switch token.kind {
            case .string where !token.range.isEmpty:
                let find = Find(range: token.range, label: "", escapes: [.json])
                if let secret = value(find, in: buffer) ?? argument(find) {
                    finds.append(secret)
                } else if token.range.count > 6 {
                    finds += embedded(token)
                }
            case .templatePart: finds += embedded(token)
            case .sign where isSign("{", token) || isSign("}", token):
                finds += record.takePending()
                record = NamedRecord()
            default: break
            }
            last.insert(token, at: 0)
            if last.count > 5 { last.removeLast() }
        }

        /// The secrets inside a string that is none itself. What is a pattern, such as `token=([a-z]+)`, a format such as
        /// `token=%s` or a style such as `.password:after{` has none.
        private func embedded(_ token: ScriptTokens.Token) -> [Find] {
            EmbeddedText.finds(in: bytes[token.range], .json, depth: depth + 1).filter { find in
                find.encoded != nil
                    || !bytes[find.range].contains(where: Self.signsOfPatterns.contains)
                        && !bytes[find.range].starts(with: "%s".utf8)
            }
        }

        private static let signsOfPatterns = ASCIISet("()[]{}")

        /// The value of a name, if that or the name/value record makes it a secret.
        private mutating func value(_ find: Find, in buffer: UnsafeBufferPointer<UInt8>) -> Find? {
            guard let sign = last.first, isSign("=", sign) || isSign(":", sign), let name = name(before: sign) else {
                return nil
            }
            let meaning = names.meaning(of: name, in: buffer)
            guard let label = names.label(of: meaning) else { return record.take(meaning.role, find, in: bytes) }
            return secret(of: find, label, bytes[name])
        }

        /// `token =`, `a.token =`, `"token":`, `a['token'] =`; but not the first value of `x ? token : "…"`.
        private func name(before sign: ScriptTokens.Token) -> Range<Int>? {
            let isIndex = last.count > 3 && isSign("]", last[1]) && isSign("[", last[3])
            let place = isIndex ? 2 : 1
            guard last.count > place, last[place].kind == (isIndex ? .string : last[place].kind) else { return nil }
            guard last[place].kind == .name || last[place].kind == .string else { return nil }
            if !isIndex, isSign(":", sign), last.count > 2, !isSign("{", last[2]), !isSign(",", last[2]) { return nil }
            return last[place].range
        }

        /// The second argument of a call that sets a header: `xhr.setRequestHeader("X-UserToken", "…")`.
        private func argument(_ find: Find) -> Find? {
            guard last.count > 3, isSign(",", last[0]), last[1].kind == .string, isSign("(", last[2]),
                last[3].kind == .name, AssignmentRedactor.setsHeader(bytes[last[3].range]),
                let label = SecretNames.label(of: bytes[last[1].range])
            else { return nil }
            return secret(of: find, label, bytes[last[1].range])
        }

        private func secret(of literal: Find, _ label: String, _ name: ArraySlice<UInt8>) -> Find? {
            CredentialForm.isProgramWord(bytes[literal.range], of: name, label)
                ? nil : AssignmentRedactor.secret(of: literal, label, in: bytes)
        }

        private func isSign(_ sign: Character, _ token: ScriptTokens.Token) -> Bool {
            token.kind == .sign && token.range.count == 1 && bytes[token.range.lowerBound] == sign.asciiValue
        }
    }
}

/// The identifiers of code outside strings and comments, in lower case.
package enum CodeWords {
    package static func words(in code: ArraySlice<UInt8>) -> Set<String> {
        code.withUnsafeBufferPointer { code in
            let names = ScriptTokens(code).lazy.filter { $0.kind == .name }
            let words = names.flatMap { code[$0.range].split { !ASCII.isLetter($0) } }.filter { $0.count > 1 }
            return Set(words.map { ASCII.lowercased(String(decoding: $0, as: UTF8.self)) })
        }
    }
}

/// The tokens of JavaScript, without white space and comments. Any text can be read: what does not end on its line, or
/// in its text, is none of JavaScript's strings, comments and templates.
struct ScriptTokens: Sequence, IteratorProtocol {
    struct Token {
        enum Kind { case name, number, string, templatePart, expression, sign }

        var kind: Kind
        /// What is inside a string or a part of a template. Adjoining operators are one sign.
        package var range: Range<Int>
    }

    private enum Bracket { case group, condition, block, object, substitution }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var brackets: [Bracket] = []
    private var last: Token?
    /// Whether the last name follows a dot: `a.return` is no keyword.
    private var isMember = false
    /// Whether the last sign ends a value.
    private var closesValue = false
    /// Where the open templates begin; nil after one that does not end.
    private var templates: [Int]? = []
    /// Where the search for the end of a string, comment or regular expression ended in vain, by its sign.
    private var open: [UInt8: Int] = [:]

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func next() -> Token? {
        last = read()
        return last
    }

    private mutating func read() -> Token? {
        while place < bytes.count {
            let start = place, byte = bytes[place]
            if byte <= 32 {
                place += 1
                continue
            }
            if Self.isWord(byte) { return readWord() }
            switch byte {
            case UInt8(ascii: "/"):
                if skipComment() { continue }
                if !endsValue, let end = ending(byte, endOfExpression) {
                    place = end
                    return Token(kind: .expression, range: start..<end)
                }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if let end = ending(byte, endOfString) {
                    place = end + 1
                    return Token(kind: .string, range: start + 1..<end)
                }
            case UInt8(ascii: "`") where templates != nil:
                templates?.append(place)
                return readTemplate(.string)
            case UInt8(ascii: "}") where brackets.last == .substitution:
                brackets.removeLast()
                return readTemplate(.templatePart)
            default: break
            }
            return readSign()
        }
        guard let outermost = templates?.first else { return nil }
        place = outermost + 1
        templates = nil
        return read()
    }

    private mutating func readWord() -> Token {
        let start = place, isNumber = ASCII.isDigit(bytes[place])
        isMember = follows(".")
        repeat {
            place += 1
        } while place < bytes.count
            && (Self.isWord(bytes[place]) || isNumber && bytes[place] == UInt8(ascii: "."))
        return Token(kind: isNumber ? .number : .name, range: start..<place)
    }

    /// Reads on from a quotation mark, or from the brace that ends a substitution.
    private mutating func readTemplate(_ whole: Token.Kind) -> Token? {
        let start = place + 1
        place = start
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "`") {
                place += 1
                templates?.removeLast()
                return Token(kind: whole, range: start..<place - 1)
            }
            if byte == UInt8(ascii: "$"), place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "{") {
                place += 2
                brackets.append(.substitution)
                return Token(kind: .templatePart, range: start..<place - 2)
            }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return read()
    }

    private mutating func readSign() -> Token {
        let start = place, byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["):
            brackets.append(isLast(in: Self.conditions) ? .condition : .group)
            closesValue = false
        case UInt8(ascii: "{"):
            brackets.append(opensBlock ? .block : .object)
            closesValue = false
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            let open = brackets.popLast()
            closesValue = open != .condition && open != .block
        default:
            if Self.operators.contains(byte) {
                while place < bytes.count, Self.operators.contains(bytes[place]) { place += 1 }
            }
            let isStep = place == start + 2 && "+-".utf8.contains(byte) && bytes[start + 1] == byte
            closesValue = isStep && endsValue
        }
        return Token(kind: .sign, range: start..<place)
    }

    /// Whether the last token ends a value, so that a slash divides.
    private var endsValue: Bool {
        guard let last else { return false }
        switch last.kind {
        case .name: return isMember || !isLast(in: Self.beforeValues)
        case .number, .string, .expression: return true
        case .templatePart: return bytes[last.range.upperBound] == UInt8(ascii: "`")
        case .sign: return closesValue
        }
    }

    /// Whether a brace begins statements.
    private var opensBlock: Bool {
        guard let last else { return true }
        switch last.kind {
        case .name: return endsValue || isLast(in: ["else", "do"])
        case .sign: return ");{}".utf8.contains(bytes[last.range.lowerBound]) || follows("=>")
        case .number, .string, .templatePart, .expression: return true
        }
    }

    private static let conditions: [StaticString] = ["if", "while", "for", "with"]
    private static let beforeValues: [StaticString] = [
        "return", "typeof", "case", "in", "of", "else", "do", "delete", "void", "throw", "new", "instanceof", "yield",
        "await", "default", "extends",
    ]
    private static let operators = ASCIISet("=!<>+-*&|^%~?")

    private func follows(_ sign: StaticString) -> Bool { last?.kind == .sign && isLast(in: [sign]) }

    private func isLast(in words: [StaticString]) -> Bool {
        guard let last else { return false }
        return words.contains { word in
            word.utf8CodeUnitCount == last.range.count && word.withUTF8Buffer { bytes[last.range].elementsEqual($0) }
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 || "_$#@\\".utf8.contains(byte)
    }

    // MARK: What ends

    /// The result of a search, which is not repeated within a text that it has searched in vain.
    private mutating func ending(_ sign: UInt8, _ search: () -> (Int, isFound: Bool)) -> Int? {
        if let end = open[sign], place < end { return nil }
        let (end, isFound) = search()
        if !isFound { open[sign] = end }
        return isFound ? end : nil
    }

    private mutating func skipComment() -> Bool {
        guard place + 1 < bytes.count else { return false }
        switch bytes[place + 1] {
        case UInt8(ascii: "/"):
            while place < bytes.count, bytes[place] != 10, bytes[place] != 13 { place += 1 }
        case UInt8(ascii: "*"):
            guard let end = ending(UInt8(ascii: "*"), endOfComment) else { return false }
            place = end
        default: return false
        }
        return true
    }

    private func endOfComment() -> (Int, isFound: Bool) {
        var end = place + 3
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") || bytes[end - 1] != UInt8(ascii: "*") { end += 1 }
        return end < bytes.count ? (end + 1, true) : (bytes.count, false)
    }

    private func endOfExpression() -> (Int, isFound: Bool) {
        var end = place + 1, isInClass = false
        while end < bytes.count, bytes[end] != 10, bytes[end] != 13 {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return (end + 1, true)
            default: break
            }
            end += 1
        }
        return (end, false)
    }

    /// The string that begins here ends with its text too. A line break may be escaped.
    private func endOfString() -> (Int, isFound: Bool) {
        var end = place + 1
        while end < bytes.count, bytes[end] != bytes[place] {
            if bytes[end] == 10 || bytes[end] == 13 { return (end, false) }
            if bytes[end] == UInt8(ascii: "\\") { end += bytes[end...].prefix(3).elementsEqual([92, 13, 10]) ? 2 : 1 }
            end += 1
        }
        return (Swift.min(end, bytes.count), true)
    }
}
