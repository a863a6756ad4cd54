extension EncodedQuery {
    /// A part that an instance drops silently, so that its answer has more rows than were asked for.
    package struct Problem: Sendable, Hashable {
        /// Why it is dropped.
        package enum Kind: Sendable, Hashable {
            /// It is no condition.
            case unread
            /// The table has no such column.
            case unknownColumn
            /// It begins with a column of the table, but no operator that is known follows.
            case unknownOperator
            /// The operator says nothing of a column of that type.
            case unfittingOperator
            /// The value has not the form that the operator asks for.
            case malformedValue
            /// It stands behind a value and is perhaps its rest: a `^` ends a value, and nothing is known to escape it.
            case caretInValue
        }

        /// Why it is dropped.
        package let kind: Kind
        /// The part that cannot be read, the column that is not known, or the operator or the value that does not fit.
        package let text: String
        /// Where the part stands in the text the query was read from, in UTF-8 bytes.
        package let span: Range<Int>
        /// The column that an operator or a value does not fit; empty when it is about something else.
        package var field = ""
        /// Operators that may have been meant, in their usual spelling.
        package var candidates: [String] = []
    }

    /// What an instance would drop silently, in the order of the text.
    ///
    /// `knownColumns` says of a column, dot-walks included, whether the table has it; nil when that is not known, which
    /// is no problem. Columns compared with are asked for as well. `internalType` gives a column's type as
    /// `sys_dictionary.internal_type` names it; nil when that is not known, which is no problem either.
    package func problems(
        knownColumns: (String) -> Bool?, internalType: (String) -> String? = { _ in nil }
    ) -> [Problem] {
        var problems: [Problem] = []
        func check(_ field: String, _ span: Range<Int>) -> Bool {
            guard knownColumns(field) == false else { return true }
            problems.append(Problem(kind: .unknownColumn, text: field, span: span))
            return false
        }
        var textEnds: Set<Int> = []
        for condition in groups.lazy.flatMap(\.terms).flatMap(\.conditions) {
            guard condition.kind == .comparison || condition.operator == .subquery else { continue }
            if condition.operator.takesFreeText, !condition.value.isEmpty { textEnds.insert(condition.span.upperBound) }
            if let found = Self.lowerCaseOperator(condition.text, condition.span, knownColumns) {
                problems.append(found)
                continue
            }
            let isKnown = condition.field.isEmpty || check(condition.field, condition.span)
            var comparesKnown = true
            if condition.operator.takesColumn {
                comparesKnown = check(String(condition.value.prefix { $0 != "@" }), condition.span)
            }
            guard isKnown, comparesKnown else { continue }
            if let type = internalType(condition.field), !condition.operator.fits(internalType: type) {
                problems.append(
                    Problem(
                        kind: .unfittingOperator, text: condition.operator.rawValue, span: condition.span,
                        field: condition.field))
            } else if !condition.operator.reads(condition.value) {
                problems.append(
                    Problem(
                        kind: .malformedValue, text: condition.value, span: condition.span, field: condition.field))
            }
        }
        for ordering in orderings { _ = check(ordering.field, ordering.span) }
        problems += unread.map { part in
            if let found = Self.unknownOperator(part, knownColumns) { return found }
            let isRest =
                part.text == "^^" || textEnds.contains(part.span.lowerBound - 1) && !Self.mayBeColumn(part.text)
            return Problem(kind: isRest ? .caretInValue : .unread, text: part.text, span: part.span)
        }
        return problems.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }

    /// A part that begins with a column and goes on with something that is no operator.
    private static func unknownOperator(_ part: Unread, _ knownColumns: (String) -> Bool?) -> Problem? {
        let field = part.text.prefix { $0.utf8.allSatisfy(EncodedQueryCut.isColumnByte) }
        let rest = part.text[field.endIndex...]
        guard !field.isEmpty, !rest.isEmpty, knownColumns(String(field)) == true else {
            return lowerCaseOperator(part.text, part.span, knownColumns)
        }
        return Problem(
            kind: .unknownOperator, text: String(rest), span: part.span, field: String(field),
            candidates: Operator.candidates(for: rest))
    }

    /// `statelike5`: what stands there as the name of a column is one with an operator in lower case.
    private static func lowerCaseOperator(
        _ text: String, _ span: Range<Int>, _ knownColumns: (String) -> Bool?
    ) -> Problem? {
        let name = text.prefix(80).prefix { $0.utf8.allSatisfy(EncodedQueryCut.isColumnByte) }
        guard !name.isEmpty, knownColumns(String(name)) == false || name.endIndex == text.endIndex else { return nil }
        for place in name.indices.dropFirst() {
            let upper = Array(text[place...].prefix(24).uppercased().utf8)
            guard Operator.spellings.contains(where: { $0.bytes[0] >= 65 && upper.starts(with: $0.bytes) }) else {
                continue
            }
            let field = String(text[..<place])
            guard knownColumns(field) == true else { continue }
            let rest = text[place...]
            return Problem(
                kind: .unknownOperator, text: String(rest), span: span, field: field,
                candidates: Operator.candidates(for: rest))
        }
        return nil
    }

    /// Whether a part looks like a column that lacks its operator, rather than like the rest of a value.
    private static func mayBeColumn(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            && text.utf8.allSatisfy(EncodedQueryCut.isColumnByte)
    }
}
