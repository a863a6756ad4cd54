/// Cuts an encoded query at its `^`, blocks kept whole.
enum EncodedQueryCut {
    /// The range of every part, `^` left out; empty parts too. One part, empty, for an empty query.
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

    /// The piece with which the part ends that begins at `place`: the same one unless a block is opened. A block that is
    /// never closed runs to the end.
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

    /// The block with a closing of its own that a part opens.
    static func closedBlock(openedBy content: ArraySlice<UInt8>) -> Operator? {
        if content.starts(with: Operator.relatedRows.rawValue.utf8) { return .relatedRows }
        let rest = content.drop(while: isColumnByte)
        return rest.starts(with: Operator.subquery.rawValue.utf8) ? .subquery : nil
    }

    /// A join has no end of its own, so what is known to stand behind conditions ends it.
    private static func endsJoin(_ piece: ArraySlice<UInt8>) -> Bool {
        piece.elementsEqual("EQ".utf8)
            || ["NQ", "ORDERBY", "GROUPBY", "JOIN", "RLQUERY"].contains { piece.starts(with: $0.utf8) }
    }

    /// A part without the `NQ` or `OR` in front.
    static func afterJoining(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = piece
        if rest.starts(with: "NQ".utf8) { rest = rest.dropFirst(2) }
        if rest.starts(with: "OR".utf8), !rest.starts(with: "ORDERBY".utf8) { rest = rest.dropFirst(2) }
        return rest
    }

    /// Column names are made of lower-case letters, digits, underscores and, between the steps of a dot-walk, dots.
    static func isColumnByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
