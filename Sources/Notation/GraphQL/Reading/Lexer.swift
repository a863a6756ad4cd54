extension GraphQL {
    /// Cuts a text into tokens, one at a time (specification section 2.1).
    package struct Lexer {
        let bytes: [UInt8]
        var position = 0

        /// A lexer at the text's beginning; a byte order mark is passed over.
        package init(_ bytes: [UInt8]) {
            self.bytes = bytes
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        }

        /// Every token up to the end or the first fault, and the fault.
        package static func tokens(of bytes: [UInt8]) -> (tokens: [Token], fault: SyntaxError?) {
            var lexer = Lexer(bytes)
            var found: [Token] = []
            do throws(Fault) {
                while let token = try lexer.next() { found.append(token) }
                return (found, nil)
            } catch {
                return (found, SyntaxError(error, in: bytes))
            }
        }

        /// The next token, comments included; nil at the end.
        mutating func next() throws(Fault) -> Token? {
            skipIgnored()
            guard position < bytes.count else { return nil }
            let start = position
            let kind = try token()
            return Token(kind: kind, range: start..<position)
        }

        /// Space, tabs, line ends and commas mean nothing.
        private mutating func skipIgnored() {
            while position < bytes.count {
                switch bytes[position] {
                case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): position += 1
                default: return
                }
            }
        }

        private mutating func token() throws(Fault) -> Token.Kind {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
                UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                position += 1
                return .punctuator(byte)
            case UInt8(ascii: "."): return try spread()
            case UInt8(ascii: "#"):
                while position < bytes.count, !isLineEnd(bytes[position]) { position += 1 }
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
                throw Fault(message: "a character that means nothing here: \(shown())", range: character())
            }
        }

        private mutating func spread() throws(Fault) -> Token.Kind {
            let dots = bytes[position...].prefix(3).prefix { $0 == UInt8(ascii: ".") }.count
            guard dots == 3 else {
                throw Fault(
                    message: "expected \"...\"", range: position..<position + dots,
                    mayContinue: position + dots == bytes.count)
            }
            position += 3
            return .spread
        }

        /// `-? (0 | [1-9][0-9]*) (. digits)? ([eE] [+-]? digits)?`, with no name, dot or digit behind it.
        private mutating func number() throws(Fault) -> Token.Kind {
            let start = position
            var kind = Token.Kind.int
            if bytes[position] == UInt8(ascii: "-") { position += 1 }
            if peek(0) == UInt8(ascii: "0") {
                position += 1
                if let next = peek(0), ASCII.isDigit(next) {
                    throw Fault(message: "a number with a zero in front", range: start..<position + 1)
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
                throw Fault(message: "a number with \(shown()) right behind it", range: start..<position + 1)
            }
            return kind
        }

        private mutating func digits(from start: Int) throws(Fault) {
            let first = position
            while let next = peek(0), ASCII.isDigit(next) { position += 1 }
            guard position > first else {
                throw Fault(
                    message: "a number that breaks off", range: start..<position, mayContinue: position == bytes.count)
            }
        }

        private mutating func string() throws(Fault) -> Token.Kind {
            let start = position
            position += 1
            while let byte = peek(0), !isLineEnd(byte) {
                switch byte {
                case UInt8(ascii: "\""):
                    position += 1
                    return .string
                case UInt8(ascii: "\\"):
                    // What stands behind it is looked at when the string is read; here it only must not end it.
                    position += peek(1).map { isLineEnd($0) ? 1 : 2 } ?? 1
                default: position += 1
                }
            }
            throw Fault(
                message: "a string without its closing \"", range: start..<position,
                mayContinue: position == bytes.count)
        }

        private mutating func blockString() throws(Fault) -> Token.Kind {
            let start = position
            position += 3
            while position < bytes.count {
                if bytes[position...].starts(with: [0x5C, 0x22, 0x22, 0x22]) {
                    position += 4
                } else if bytes[position...].starts(with: [0x22, 0x22, 0x22]) {
                    position += 3
                    return .blockString
                } else {
                    position += 1
                }
            }
            throw Fault(
                message: "a block string without its closing \"\"\"", range: start..<position, mayContinue: true)
        }

        private func peek(_ distance: Int) -> UInt8? {
            position + distance < bytes.count ? bytes[position + distance] : nil
        }

        private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

        /// The bytes of the character at the position.
        private func character() -> Range<Int> {
            var end = position + 1
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            return position..<end
        }

        private func shown() -> String { "\"" + String(decoding: bytes[character()], as: UTF8.self) + "\"" }
    }
}
