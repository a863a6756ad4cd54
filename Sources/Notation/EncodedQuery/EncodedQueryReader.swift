/// Reads an encoded query part by part.
struct EncodedQueryReader {
    private let bytes: [UInt8]
    private var query = EncodedQuery(groups: [])
    /// The terms of the group being read.
    private var terms: [EncodedQuery.Term] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The whole query.
    mutating func read() -> EncodedQuery {
        let ranges = EncodedQueryCut.ranges(of: bytes)
        for (position, range) in ranges.enumerated() {
            if !range.isEmpty {
                readPart(range)
            } else if position > 0, position < ranges.count - 1 {
                // `^^` is sometimes meant as an escape, which no instance is known to understand.
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

    /// `ORDERBYf`, `ORDERBYDESCf`, and `ORDERBYfDESC` as samples of the mobile SDK have it.
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
        let field = part.prefix(while: EncodedQueryCut.isColumnByte)
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

    /// A column's name when it is one: steps between dots, none of them empty.
    private func column(_ name: ArraySlice<UInt8>) -> String? {
        guard name.allSatisfy(EncodedQueryCut.isColumnByte) else { return nil }
        let steps = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return steps.contains(where: \.isEmpty) ? nil : text(name)
    }

    private func text(_ slice: ArraySlice<UInt8>) -> String { String(decoding: slice, as: UTF8.self) }

    private mutating func drop(_ span: Range<Int>) {
        query.unread.append(EncodedQuery.Unread(text: text(bytes[span]), span: span))
    }

    private mutating func endGroup() {
        if !terms.isEmpty { query.groups.append(EncodedQuery.Group(terms)) }
        terms = []
    }
}
