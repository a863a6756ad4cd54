extension EncodedQuery {
    /// A part that an instance drops silently, so that the result has more rows than intended.
    package struct Diagnostic: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case unparsed
            case unknownColumn
            case unknownOperator
            case inapplicableOperator
            case malformedValue
            /// A script that is not a `QueryScript`; other instances may evaluate it.
            case unknownScript
            /// A dynamic filter option that not every instance has.
            case unknownFilter
            /// A place of a block that the block cannot use: there is no such column, or it is not a reference.
            case unknownPlace
            /// It follows a value and may be part of it: `^` ends a value and cannot be escaped.
            case caretInValue
        }

        package let kind: Kind
        /// The unparsable part, the unknown column, script or filter option, or the operator or value that does not fit.
        package let text: String
        package let span: Range<Int>
        /// The column whose operator or value does not fit; otherwise empty.
        package var field = ""
        package var candidates: [String] = []
        /// The table of a block's rows if the part is inside a block; otherwise empty.
        package var table = ""
    }

    /// How deep blocks are checked. A block below is reported as unreadable.
    package static let mostBlocks = 8

    /// What an instance would drop silently, in source order.
    ///
    /// `knownColumns` tells whether the table has a column, dot-walks included; nil (unknown) is not reported. It is
    /// also called for columns on the right of comparisons. `internalType` is a column's
    /// `sys_dictionary.internal_type`; nil (unknown) is not reported either. `hasFilter` tells whether the instance
    /// evaluates a dynamic filter option, `missingPlace` which place of a block does not exist; nil (none, or unknown)
    /// is not reported. `columnOfOther` and `typeOfOther` tell the same of the columns of a block's table.
    package func diagnostics(
        knownColumns: (String) -> Bool?, internalType: (String) -> String? = { _ in nil },
        hasFilter: (String) -> Bool = { DynamicFilterOption.known[$0] != nil },
        missingPlace: (EncodedQueryBlock) -> EncodedQueryBlock.Place? = { _ in nil },
        columnOfOther: (_ table: String, _ column: String) -> Bool? = { _, _ in nil },
        typeOfOther: (_ table: String, _ column: String) -> String? = { _, _ in nil }, depth: Int = 0
    ) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        func check(_ field: String, _ span: Range<Int>) -> Bool {
            guard knownColumns(field) == false else { return true }
            diagnostics.append(Diagnostic(kind: .unknownColumn, text: field, span: span))
            return false
        }
        var textEnds: Set<Int> = []
        for condition in conditions {
            guard condition.kind == .comparison else {
                let hasColumn = condition.operator == .subquery && !condition.field.isEmpty
                guard !hasColumn || check(condition.field, condition.span) else { continue }
                if depth == Self.mostBlocks, condition.kind == .block {
                    diagnostics.append(Diagnostic(kind: .unparsed, text: condition.text, span: condition.span))
                } else if let found = condition.unusableBlock(missingPlace) {
                    diagnostics.append(found)
                } else if let (table, query, start) = condition.inner {
                    diagnostics += query.diagnostics(
                        knownColumns: { columnOfOther(table, $0) }, internalType: { typeOfOther(table, $0) },
                        hasFilter: hasFilter, missingPlace: missingPlace, columnOfOther: columnOfOther,
                        typeOfOther: typeOfOther, depth: depth + 1
                    ).map { $0.moved(by: start, table) }
                }
                continue
            }
            if condition.operator.takesFreeText, !condition.value.isEmpty { textEnds.insert(condition.span.upperBound) }
            if let found = Self.lowerCaseOperator(condition.text, condition.span, knownColumns) {
                diagnostics.append(found)
                continue
            }
            let isKnown = condition.field.isEmpty || check(condition.field, condition.span)
            var comparesKnown = true
            if condition.operator.takesColumn {
                comparesKnown = check(String(condition.value.prefix { $0 != "@" }), condition.span)
            }
            guard isKnown, comparesKnown else { continue }
            if let type = internalType(condition.field), !condition.operator.fits(internalType: type) {
                diagnostics.append(
                    Diagnostic(
                        kind: .inapplicableOperator, text: condition.operator.rawValue, span: condition.span,
                        field: condition.field))
            } else if let unknown = condition.unknownValue(hasFilter) {
                diagnostics.append(unknown)
            } else if !condition.operator.reads(condition.value) {
                diagnostics.append(
                    Diagnostic(
                        kind: .malformedValue, text: condition.value, span: condition.span, field: condition.field))
            }
        }
        for ordering in orderings { _ = check(ordering.field, ordering.span) }
        diagnostics += unparsed.map { part in
            if let found = Self.unknownOperator(part, knownColumns) { return found }
            let isRest =
                part.text == "^^" || textEnds.contains(part.span.lowerBound - 1) && !Self.mayBeColumn(part.text)
            return Diagnostic(kind: isRest ? .caretInValue : .unparsed, text: part.text, span: part.span)
        }
        return diagnostics.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }

    /// All conditions, those inside blocks excluded.
    package var conditions: [Condition] { groups.flatMap(\.terms).flatMap(\.conditions) }

    private static func unknownOperator(_ part: Unparsed, _ knownColumns: (String) -> Bool?) -> Diagnostic? {
        let field = part.text.prefix { $0.utf8.allSatisfy(EncodedQuerySplitter.isColumnByte) }
        let rest = part.text[field.endIndex...]
        guard !field.isEmpty, !rest.isEmpty, knownColumns(String(field)) == true else {
            return lowerCaseOperator(part.text, part.span, knownColumns)
        }
        return Diagnostic(
            kind: .unknownOperator, text: String(rest), span: part.span, field: String(field),
            candidates: Operator.candidates(for: rest))
    }

    /// A column name that contains a lower-case operator, such as `statelike5`.
    private static func lowerCaseOperator(
        _ text: String, _ span: Range<Int>, _ knownColumns: (String) -> Bool?
    ) -> Diagnostic? {
        let name = text.prefix(80).prefix { $0.utf8.allSatisfy(EncodedQuerySplitter.isColumnByte) }
        guard !name.isEmpty, knownColumns(String(name)) == false || name.endIndex == text.endIndex else { return nil }
        for place in name.indices.dropFirst() {
            let upper = Array(text[place...].prefix(24).uppercased().utf8)
            guard Operator.spellings.contains(where: { $0.bytes[0] >= 65 && upper.starts(with: $0.bytes) }) else {
                continue
            }
            let field = String(text[..<place])
            guard knownColumns(field) == true else { continue }
            let rest = text[place...]
            return Diagnostic(
                kind: .unknownOperator, text: String(rest), span: span, field: field,
                candidates: Operator.candidates(for: rest))
        }
        return nil
    }

    private static func mayBeColumn(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            && text.utf8.allSatisfy(EncodedQuerySplitter.isColumnByte)
    }

    /// The query with conditions joined by `^` and `^OR` and operators without spaces: the likely meaning of
    /// `active=true AND priority=1`, `a=1&b=2`, `a=1||b=2`, `a=1^^b=2` and `state = 2`. Nil if there is nothing to
    /// correct, or if there is a block or a script.
    package static func corrected(_ text: String) -> String? {
        let isComplex = text.contains("javascript:") || EncodedQuery(text).conditions.contains { $0.kind == .block }
        guard !isComplex else { return nil }
        var meant = text
        for (sign, joint) in conjunctions {
            let parts = meant.split(separator: sign, omittingEmptySubsequences: false)
            meant = String(parts[0])
            for part in parts.dropFirst() {
                let last = meant[(meant.lastIndex(of: "^").map { meant.index(after: $0) } ?? meant.startIndex)...]
                // The sign may be part of a value.
                let joins = respelled(last) != nil && respelled(part) != nil
                meant += joins ? joint : sign
                meant += part
            }
        }
        meant = meant.split(separator: "^", omittingEmptySubsequences: false).map { respelled($0) ?? String($0) }
            .joined(separator: "^")
        return meant == text ? nil : meant
    }

    private static let conjunctions = [
        (" AND ", "^"), (" and ", "^"), (" && ", "^"), ("&&", "^"), (" & ", "^"), ("&", "^"), (" OR ", "^OR"),
        (" or ", "^OR"), (" || ", "^OR"), ("||", "^OR"), ("^^", "^"),
    ]

    private static func respelled(_ part: Substring) -> String? {
        var rest = part.drop { $0 == " " }
        var conjunction = ""
        for word in ["OR", "NQ"] where rest.hasPrefix(word) {
            conjunction = word
            rest = rest.dropFirst(2).drop { $0 == " " }
        }
        let field = rest.prefix { $0.utf8.allSatisfy(EncodedQuerySplitter.isColumnByte) }
        guard let first = field.utf8.first, (97...122).contains(first) || first == UInt8(ascii: "_") else { return nil }
        let sign = rest[field.endIndex...].drop { $0 == " " }
        guard let (spelling, meaning) = Operator.spellings.first(where: { sign.utf8.starts(with: $0.bytes) }),
            !meaning.isBlock
        else { return nil }
        var value = sign.dropFirst(spelling.count)
        guard meaning.takesValue || value.allSatisfy({ $0 == " " }) else { return nil }
        let isWord = (65...90).contains(spelling[0])
        if !isWord || sign.startIndex != field.endIndex { value = value.drop { $0 == " " } }
        if !isWord || !meaning.takesValue { while value.last == " " { value.removeLast() } }
        return "\(conjunction)\(field)\(String(decoding: spelling, as: UTF8.self))\(value)"
    }
}

extension EncodedQuery.Condition {
    fileprivate func unusableBlock(
        _ missingPlace: (EncodedQueryBlock) -> EncodedQueryBlock.Place?
    ) -> EncodedQuery.Diagnostic? {
        guard kind == .block else { return nil }
        if let block = EncodedQueryBlock(self) {
            return missingPlace(block).map { found(.unknownPlace, $0.description) }
        }
        return `operator` == .subquery ? found(.unknownScript, `operator`.rawValue) : found(.malformedValue, value)
    }

    private func found(_ kind: EncodedQuery.Diagnostic.Kind, _ text: String) -> EncodedQuery.Diagnostic {
        EncodedQuery.Diagnostic(kind: kind, text: text, span: span, field: field)
    }

    fileprivate func unknownValue(_ hasFilter: (String) -> Bool) -> EncodedQuery.Diagnostic? {
        if filterOption?.isEmpty == true { return found(.malformedValue, "") }
        if let filter = filterOption { return hasFilter(filter) ? nil : found(.unknownFilter, filter) }
        return evaluatedValues.lazy.compactMap { value in
            guard let script = QueryScript.source(of: value) else { return nil }
            if script.isEmpty { return found(.malformedValue, "") }
            let isKnown = `operator` == .datePart ? DatePartScript(value) != nil : QueryScript(value) != nil
            return isKnown ? nil : found(.unknownScript, script)
        }.first
    }

    /// The sys_id of the dynamic filter option that the value names.
    package var filterOption: String? {
        switch `operator` {
        case .dynamic: value
        case .inHierarchyDynamic:
            (value.firstRange(of: "%40") ?? value.firstRange(of: "@")).map { String(value[$0.upperBound...]) } ?? value
        default: nil
        }
    }

    private var evaluatedValues: [String] {
        switch `operator` {
        case .between: value.split(separator: "@", maxSplits: 1).map(String.init)
        case .on, .notOn, .datePart: value.split(separator: "@", maxSplits: 2).dropFirst().map(String.init)
        default: `operator`.takesFreeText ? [value] : []
        }
    }

    package var inner: (table: String, query: EncodedQuery, start: Int)? {
        guard let block = EncodedQueryBlock(self), !block.query.isEmpty else { return nil }
        let end = span.upperBound - (`operator`.closing.map { $0.utf8.count + 1 } ?? 0)
        return (block.table, EncodedQuery(block.query), end - block.query.utf8.count)
    }
}

extension EncodedQuery.Diagnostic {
    fileprivate func moved(by offset: Int, _ table: String) -> Self {
        var moved = Self(
            kind: kind, text: text, span: span.lowerBound + offset..<span.upperBound + offset, field: field,
            candidates: candidates)
        moved.table = self.table.isEmpty ? table : self.table
        return moved
    }
}
