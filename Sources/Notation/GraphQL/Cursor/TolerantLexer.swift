extension GraphQL {
    /// A token of a text that may be half-written: what is wrong is a token too.
    struct LooseToken {
        /// Nil for what is no token: a lone dot, a number with letters behind it, a character that means nothing.
        var kind: Token.Kind?
        /// In UTF-8 bytes of the text.
        var range: Range<Int>
        /// Whether it has its closing quotes; true for all but strings.
        var isClosed = true
    }
}

extension GraphQL.Lexer {
    /// Every token of a text. A string without its closing quote ends where the reader gives it up: with its line, a
    /// block string with the text.
    static func looseTokens(of bytes: [UInt8]) -> [GraphQL.LooseToken] {
        var lexer = GraphQL.Lexer(bytes)
        var found: [GraphQL.LooseToken] = []
        while true {
            do throws(GraphQL.Fault) {
                guard let token = try lexer.next() else { return found }
                found.append(.init(kind: token.kind, range: token.range))
            } catch {
                found.append(lexer.stepOver(error))
            }
        }
    }

    /// Goes on behind what the lexer stopped at.
    private mutating func stepOver(_ fault: GraphQL.Fault) -> GraphQL.LooseToken {
        let start = min(fault.range.lowerBound, bytes.count - 1)
        position = min(max(position, fault.range.upperBound, start + 1), bytes.count)
        if bytes[start] == UInt8(ascii: "\"") {
            let isBlock = bytes[start...].starts(with: [0x22, 0x22, 0x22])
            return .init(kind: isBlock ? .blockString : .string, range: start..<position, isClosed: false)
        }
        if bytes[start] < 0x80 {
            while position < bytes.count, GraphQL.Name.isPart(bytes[position]) { position += 1 }
        }
        return .init(kind: nil, range: start..<position)
    }
}
