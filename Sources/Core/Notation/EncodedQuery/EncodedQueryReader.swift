enum EncodedQuerySplitter {
    /// The ranges of all parts without `^`, empty parts included. An empty query has one empty part.
    static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
        let pieces = bytes.split(separator: UInt8(ascii: "^"), omittingEmptySubsequences: false)
        var ranges: [Range<Int>] = []
        var place = 0
        while place < pieces.count {
            let last = lastPiece(ofPartAt: place, in: pieces)
            ranges.append(pieces[place].startIndex..<pieces[last].endIndex)
            place = last + 1
        }
        return ranges
    }

    /// The last piece of the part that begins at `place`: the same piece unless it opens a block. An unclosed block
    /// extends to the end.
    private static func lastPiece(ofPartAt place: Int, in pieces: [ArraySlice<UInt8>]) -> Int {
        let content = afterJoining(pieces[place])
        if content.starts(with: Operator.join.rawValue.utf8) {
            let next = pieces[(place + 1)...].firstIndex(where: endsJoin)
            return (next ?? pieces.count) - 1
        }
        guard let block = closedBlock(openedBy: content), let closing = block.closing else { return place }
        var depth = 1
        for next in (place + 1)..<pieces.count {
            if pieces[next].elementsEqual(closing.utf8) {
                depth -= 1
            } else if closedBlock(openedBy: afterJoining(pieces[next])) == block {
                depth += 1
            }
            if depth == 0 { return next }
        }
        return pieces.count - 1
    }

    static func closedBlock(openedBy content: ArraySlice<UInt8>) -> Operator? {
        if content.starts(with: Operator.relatedRows.rawValue.utf8) { return .relatedRows }
        let rest = content.drop(while: isColumnByte)
        return rest.starts(with: Operator.subquery.rawValue.utf8) ? .subquery : nil
    }

    private static func endsJoin(_ piece: ArraySlice<UInt8>) -> Bool {
        piece.elementsEqual("EQ".utf8)
            || ["NQ", "ORDERBY", "GROUPBY", "JOIN", "RLQUERY"].contains { piece.starts(with: $0.utf8) }
    }

    static func afterJoining(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = piece
        if rest.starts(with: "NQ".utf8) { rest = rest.dropFirst(2) }
        if rest.starts(with: "OR".utf8), !rest.starts(with: "ORDERBY".utf8) { rest = rest.dropFirst(2) }
        return rest
    }

    static func isColumnByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}

struct EncodedQueryReader {
    private let bytes: [UInt8]
    private var query = EncodedQuery(groups: [])
    private var terms: [EncodedQuery.Term] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func read() -> EncodedQuery {
        let ranges = EncodedQuerySplitter.ranges(of: bytes)
        for (position, range) in ranges.enumerated() {
            if !range.isEmpty {
                readPart(range)
            } else if position > 0, position < ranges.count - 1 {
                // `^^` is sometimes meant as an escape, which no known instance supports.
                drop(range.lowerBound - 1..<range.upperBound + 1)
            }
        }
        endGroup()
        return query
    }

    private mutating func readPart(_ range: Range<Int>) {
        var rest = bytes[range]
        if rest.starts(with: "NQ".utf8) {
            endGroup()
            rest = rest.dropFirst(2)
            if rest.isEmpty { return }
        }
        if rest.elementsEqual("EQ".utf8) { return }
        if rest.starts(with: "ORDERBY".utf8) { return readOrdering(rest) }
        if rest.starts(with: "GROUPBY".utf8) {
            guard let field = column(rest.dropFirst(7)) else { return drop(rest.indices) }
            return query.groupings.append(field)
        }
        let isAlternative = rest.starts(with: "OR".utf8)
        guard let condition = condition(isAlternative ? rest.dropFirst(2) : rest) else { return drop(rest.indices) }
        if isAlternative, !terms.isEmpty {
            terms[terms.count - 1].conditions.append(condition)
        } else {
            terms.append(EncodedQuery.Term([condition]))
        }
    }

    /// `ORDERBYf`, `ORDERBYDESCf`, and `ORDERBYfDESC` as in samples of the mobile SDK.
    private mutating func readOrdering(_ part: ArraySlice<UInt8>) {
        var rest = part.dropFirst(7)
        var descending = false
        if rest.starts(with: "DESC".utf8) {
            descending = true
            rest = rest.dropFirst(4)
        } else if rest.suffix(4).elementsEqual("DESC".utf8) {
            descending = true
            rest = rest.dropLast(4)
        }
        guard let field = column(rest) else { return drop(part.indices) }
        query.orderings.append(EncodedQuery.Ordering(field, descending: descending, span: part.indices))
    }

    private func condition(_ part: ArraySlice<UInt8>) -> EncodedQuery.Condition? {
        for name in [EncodedQuery.Condition.textSearchField, EncodedQuery.Condition.textIndexGroupField]
        where part.starts(with: name.utf8) {
            let rest = part.dropFirst(name.utf8.count)
            guard rest.first == UInt8(ascii: "=") else { return nil }
            return EncodedQuery.Condition(name, .equals, text(rest.dropFirst()), span: part.indices)
        }
        let field = part.prefix(while: EncodedQuerySplitter.isColumnByte)
        let rest = part[field.endIndex...]
        guard let (spelling, found) = Operator.spellings.first(where: { rest.starts(with: $0.bytes) }) else {
            return nil
        }
        var value = rest.dropFirst(spelling.count)
        guard found.takesValue || value.isEmpty else { return nil }
        if field.isEmpty {
            guard found.isBlock else { return nil }
        } else {
            guard column(field) != nil, !found.isBlock || found == .subquery else { return nil }
        }
        if let closing = found.closing {
            guard value.suffix(closing.utf8.count + 1).elementsEqual(("^" + closing).utf8) else { return nil }
            value = value.dropLast(closing.utf8.count + 1)
        }
        return EncodedQuery.Condition(text(field), found, text(value), span: part.indices)
    }

    private func column(_ name: ArraySlice<UInt8>) -> String? {
        guard name.allSatisfy(EncodedQuerySplitter.isColumnByte) else { return nil }
        let steps = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return steps.contains(where: \.isEmpty) ? nil : text(name)
    }

    private func text(_ slice: ArraySlice<UInt8>) -> String { String(decoding: slice, as: UTF8.self) }

    private mutating func drop(_ span: Range<Int>) {
        query.unparsed.append(EncodedQuery.Unparsed(text: text(bytes[span]), span: span))
    }

    private mutating func endGroup() {
        if !terms.isEmpty { query.groups.append(EncodedQuery.Group(terms)) }
        terms = []
    }
}
