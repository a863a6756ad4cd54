extension GraphQL {
    package struct Token: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// `! $ & ( ) : = @ [ ] { | }`, by its byte.
            case punctuator(UInt8)
            case spread
            case name
            case int
            case float
            case string
            case blockString
            case comment
            /// Not a token: a single dot, a number followed by letters, an unknown character.
            case invalid
        }

        package var kind: Kind
        package var range: Range<Int>
        /// The error of an invalid token or an unterminated string.
        var fault: OffsetError?

        /// Whether it is a valid token, and a string is closed.
        package var isComplete: Bool { fault == nil }

        /// What is between the quotes of a string, or after the `#` of a comment.
        package var content: Range<Int> {
            let mark = kind == .blockString ? 3 : kind == .string || kind == .comment ? 1 : 0
            return range.lowerBound + mark..<range.upperBound - (isComplete && kind != .comment ? mark : 0)
        }
    }

    /// Splits any text into tokens (specification section 2.1). Errors are tokens too, so that incomplete documents can
    /// be parsed.
    package struct Lexer {
        package enum Source: Sendable, Hashable {
            case document
            /// A text that may be a document or contain one. It has no invalid characters, numbers are words, and its
            /// strings may contain lines if they are those around a document.
            case text(stringsHaveLines: Bool)
            /// The content of a comment in such a text.
            case comment
        }

        private let bytes: [UInt8]
        private let source: Source
        private var position = 0

        private init(_ bytes: [UInt8], _ source: Source) { (self.bytes, self.source) = (bytes, source) }

        /// All tokens, comments included. An unterminated string ends with its line, an unterminated block string with
        /// the text.
        package static func tokens(of bytes: [UInt8], as source: Source = .document) -> [Token] {
            var lexer = Lexer(bytes, source)
            var tokens: [Token] = []
            lexer.skipIgnored()
            while lexer.position < bytes.count {
                let start = lexer.position
                do throws(OffsetError) {
                    tokens.append(Token(kind: try lexer.token(), range: start..<lexer.position))
                } catch {
                    tokens.append(lexer.recover(from: error))
                }
                lexer.skipIgnored()
            }
            return tokens
        }

        private mutating func recover(from fault: OffsetError) -> Token {
            let start = min(fault.range.lowerBound, bytes.count - 1)
            position = min(max(position, fault.range.upperBound, start + 1), bytes.count)
            if bytes[start] == UInt8(ascii: "\"") {
                let isBlock = bytes[start...].starts(with: [0x22, 0x22, 0x22])
                return Token(kind: isBlock ? .blockString : .string, range: start..<position, fault: fault)
            }
            if bytes[start] < 0x80 {
                while position < bytes.count, Name.isPart(bytes[position]) { position += 1 }
            }
            return Token(kind: .invalid, range: start..<position, fault: fault)
        }

        private mutating func skipIgnored() {
            while position < bytes.count {
                switch bytes[position] {
                case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): position += 1
                case 0x0B where isLenient, 0x0C where isLenient: position += 1
                case 0xEF where peek(1) == 0xBB && peek(2) == 0xBF: position += 3
                default: return
                }
            }
        }

        private mutating func token() throws(OffsetError) -> Token.Kind {
            let byte = bytes[position]
            let start = position
            switch byte {
            case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
                UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                position += 1
                return .punctuator(byte)
            case UInt8(ascii: ".") where !isLenient: return try spread()
            case UInt8(ascii: "#") where source != .comment:
                while position < bytes.count, !isLineEnd(bytes[position]) { try skipCharacter() }
                return .comment
            case UInt8(ascii: "\""):
                if peek(1) == byte, peek(2) == byte { return try blockString() }
                return try string()
            case UInt8(ascii: "-"): return try number()
            case _ where ASCII.isDigit(byte): return try number()
            case _ where Name.isStart(byte):
                while position < bytes.count, Name.isPart(bytes[position]) { position += 1 }
                return .name
            default:
                try skipCharacter()
                if isLenient { return .punctuator(byte) }
                throw OffsetError(
                    message: "an unexpected character: \(shown(start..<position))", range: start..<position)
            }
        }

        private mutating func spread() throws(OffsetError) -> Token.Kind {
            let dots = bytes[position...].prefix(3).prefix { $0 == UInt8(ascii: ".") }.count
            guard dots == 3 else {
                // Also at the end of the text: more input would begin on a new line, which ends the token.
                throw OffsetError(message: "expected \"...\"", range: position..<position + dots)
            }
            position += 3
            return .spread
        }

        /// `-? (0 | [1-9][0-9]*) (. digits)? ([eE] [+-]? digits)?`, not followed by a name, dot or digit.
        private mutating func number() throws(OffsetError) -> Token.Kind {
            let start = position
            var kind = Token.Kind.int
            if isLenient {
                position += 1
                while let next = peek(0), ASCII.isName(next) || next == UInt8(ascii: "+") { position += 1 }
                return kind
            }
            if bytes[position] == UInt8(ascii: "-") { position += 1 }
            if peek(0) == UInt8(ascii: "0") {
                position += 1
                if let next = peek(0), ASCII.isDigit(next) {
                    throw OffsetError(message: "a number with a leading zero", range: start..<position + 1)
                }
            } else {
                try digits(from: start)
            }
            if peek(0) == UInt8(ascii: ".") {
                kind = .float
                position += 1
                try digits(from: start)
            }
            if let next = peek(0), next | 0x20 == UInt8(ascii: "e") {
                kind = .float
                position += 1
                if let sign = peek(0), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
                try digits(from: start)
            }
            if let next = peek(0), next == UInt8(ascii: ".") || Name.isStart(next) {
                throw OffsetError(
                    message: "a number with \(shown(position..<position + 1)) right after it",
                    range: start..<position + 1)
            }
            return kind
        }

        private mutating func digits(from start: Int) throws(OffsetError) {
            let first = position
            while let next = peek(0), ASCII.isDigit(next) { position += 1 }
            guard position > first else { throw OffsetError(message: "an incomplete number", range: start..<position) }
        }

        private mutating func string() throws(OffsetError) -> Token.Kind {
            let start = position
            position += 1
            while let byte = peek(0), !isLineEnd(byte) || source == .text(stringsHaveLines: true) {
                switch byte {
                case UInt8(ascii: "\""):
                    position += 1
                    return .string
                case UInt8(ascii: "\\"):
                    // Escapes are checked when the string is parsed; here they only must not end it.
                    position += 1
                    if let next = peek(0), isLenient || !isLineEnd(next) { try skipCharacter() }
                default: try skipCharacter()
                }
            }
            // No more input can complete it: a string contains no line end.
            throw OffsetError(message: "a string without its closing \"", range: start..<position)
        }

        private mutating func blockString() throws(OffsetError) -> Token.Kind {
            let start = position
            position += 3
            while let byte = peek(0) {
                switch byte {
                case UInt8(ascii: "\\") where bytes[position...].starts(with: [0x5C, 0x22, 0x22, 0x22]): position += 4
                case UInt8(ascii: "\"") where bytes[position...].starts(with: [0x22, 0x22, 0x22]):
                    position += 3
                    return .blockString
                case 0x0A, 0x0D: position += 1
                default: try skipCharacter()
                }
            }
            throw OffsetError(
                message: "a block string without its closing \"\"\"", range: start..<position, mayContinue: true)
        }

        private func peek(_ distance: Int) -> UInt8? {
            position + distance < bytes.count ? bytes[position + distance] : nil
        }

        private var isLenient: Bool { source != .document }

        private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

        /// Skips one valid source character (specification section 2.1.1); line ends are handled before.
        private mutating func skipCharacter() throws(OffsetError) {
            let byte = bytes[position]
            if isLenient {
                position += 1
                return
            }
            if byte < 0x80 {
                guard byte >= 0x20 || byte == 0x09 else {
                    throw OffsetError(
                        message: "a control character: \(shown(position..<position + 1))",
                        range: position..<position + 1)
                }
                position += 1
                return
            }
            let size = bytes[position...].withUnsafeBufferPointer { rest in
                rest.baseAddress.map { UTF8Sequence.size(at: $0, to: $0 + rest.count) } ?? 0
            }
            guard size > 0 else {
                throw OffsetError(message: "a byte that is not valid UTF-8", range: position..<position + 1)
            }
            position += size
        }

        private func shown(_ range: Range<Int>) -> String {
            let character = String(decoding: bytes[range], as: UTF8.self)
            guard let scalar = character.unicodeScalars.first, scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value else {
                return "\"" + character + "\""
            }
            let hex = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: 4 - hex.count) + hex
        }
    }

    package struct SyntaxError: Error, Sendable, Hashable {
        /// One lower-case phrase without position: `expected a name, found "}"`.
        package var message: String
        package var range: Range<Int>
        package var line: Int
        package var column: Int
        package var mayContinue: Bool

        init(_ fault: OffsetError, in bytes: [UInt8]) {
            message = fault.message
            range = fault.range
            mayContinue = fault.mayContinue
            line = 1
            var lineStart = 0
            for place in 0..<min(fault.range.lowerBound, bytes.count) {
                let isReturn = bytes[place] == UInt8(ascii: "\r")
                let next = place + 1 < bytes.count ? bytes[place + 1] : 0
                guard bytes[place] == UInt8(ascii: "\n") || (isReturn && next != UInt8(ascii: "\n")) else { continue }
                line += 1
                lineStart = place + 1
            }
            // A byte 10xxxxxx continues a character.
            column = bytes[lineStart..<max(lineStart, min(fault.range.lowerBound, bytes.count))]
                .reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        }
    }

    struct OffsetError: Error, Hashable {
        var message: String
        var range: Range<Int>
        var mayContinue = false
    }
}
