extension GraphQL {
    /// Cuts a text into tokens, one at a time (specification section 2.1).
    package struct Lexer {
        let bytes: [UInt8]
        var position = 0

        /// A lexer at the text's beginning.
        package init(_ bytes: [UInt8]) { self.bytes = bytes }

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

        /// Space, tabs, line ends, commas and byte order marks mean nothing.
        private mutating func skipIgnored() {
            while position < bytes.count {
                switch bytes[position] {
                case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): position += 1
                case 0xEF where peek(1) == 0xBB && peek(2) == 0xBF: position += 3
                default: return
                }
            }
        }

        private mutating func token() throws(Fault) -> Token.Kind {
            let byte = bytes[position]
            let start = position
            switch byte {
            case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
                UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                position += 1
                return .punctuator(byte)
            case UInt8(ascii: "."): return try spread()
            case UInt8(ascii: "#"):
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
                throw Fault(
                    message: "a character that means nothing here: \(shown(start..<position))", range: start..<position)
            }
        }

        private mutating func spread() throws(Fault) -> Token.Kind {
            let dots = bytes[position...].prefix(3).prefix { $0 == UInt8(ascii: ".") }.count
            guard dots == 3 else {
                // At the end of the text too: a line end behind them, where more would be typed, ends them.
                throw Fault(message: "expected \"...\"", range: position..<position + dots)
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
                throw Fault(
                    message: "a number with \(shown(position..<position + 1)) right behind it",
                    range: start..<position + 1)
            }
            return kind
        }

        private mutating func digits(from start: Int) throws(Fault) {
            let first = position
            while let next = peek(0), ASCII.isDigit(next) { position += 1 }
            guard position > first else {
                throw Fault(message: "a number that breaks off", range: start..<position)
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
                    position += 1
                    if let next = peek(0), !isLineEnd(next) { try skipCharacter() }
                default: try skipCharacter()
                }
            }
            // Nothing can continue it, not even at the end of the text: what is typed next follows a line end, and a string
            // has none in it.
            throw Fault(message: "a string without its closing \"", range: start..<position)
        }

        private mutating func blockString() throws(Fault) -> Token.Kind {
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
            throw Fault(
                message: "a block string without its closing \"\"\"", range: start..<position, mayContinue: true)
        }

        private func peek(_ distance: Int) -> UInt8? {
            position + distance < bytes.count ? bytes[position + distance] : nil
        }

        private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

        /// Goes over one character that may stand in a text (specification section 2.1.1); line ends are looked at before.
        private mutating func skipCharacter() throws(Fault) {
            let byte = bytes[position]
            if byte < 0x80 {
                guard byte >= 0x20 || byte == 0x09 else {
                    throw Fault(
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
                throw Fault(message: "a byte that is no character in UTF-8", range: position..<position + 1)
            }
            position += size
        }

        /// A character for a message: by its number when it cannot be seen.
        private func shown(_ range: Range<Int>) -> String {
            let character = String(decoding: bytes[range], as: UTF8.self)
            guard let scalar = character.unicodeScalars.first, scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value else {
                return "\"" + character + "\""
            }
            let hex = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: 4 - hex.count) + hex
        }
    }
}
