package import ExchangeModel
package import Notation
package import NowData
package import Workbench

/// An encoded query resolved with the schema: which columns exist, and what its values mean.
package struct ResolvedQuery {
    /// A value that is not a stored value of its column.
    package struct Finding {
        enum Meaning {
            /// The label or name of this stored value.
            case stored(String)
            /// An ambiguous label, with all its stored values.
            case several([String], String)
            /// Matches nothing.
            case nothing(String)
        }

        let condition: EncodedQuery.Condition
        let column: ColumnDescription
        package let value: String
        let span: Range<Int>
        let reading: ValueInterpretation
        let meaning: Meaning

        /// Whether the condition matches all records if none has the value.
        var isNegative: Bool { [.differs, .isNoneOf].contains(condition.operator) }

        /// Whether no record can have the value. A column may hold values that are not among its choices, and a
        /// reference may hold text that is not a sys_id.
        var isCertain: Bool {
            switch (reading, meaning) {
            case (.noChoice, _): column.isNumeric && Double(value) == nil
            case (.name, .nothing): false
            case (.noDate, _): !value.contains("T")
            default: true
            }
        }
    }

    package let text: String
    package let table: String
    package let query: EncodedQuery
    private(set) var resolver: ColumnResolver
    private(set) var findings: [Finding] = []
    /// The query that was probably meant.
    private(set) var correction: String?

    private(set) var isResolved = false

    /// An unresolved query.
    ///
    /// - Parameter needsAnswer: whether the command fails if the instance does not return the columns.
    package init(_ text: String, _ table: String, _ schema: SchemaCache, needsAnswer: Bool = false) {
        self.text = text
        self.table = table
        query = EncodedQuery(text)
        resolver = ColumnResolver(schema, needsAnswer: needsAnswer)
    }

    package mutating func follow(_ columns: [String]) async throws {
        for column in columns { try await resolver.follow(column, of: table) }
        try await resolver.follow(filtersOf: query)
        try await resolver.follow(blocksOf: query, on: table)
    }

    /// Fetches the columns of the query, and the record for each name.
    ///
    /// - Parameter tables: the client for looking up records; nil leaves names as they are.
    package mutating func resolve(_ tables: TableClient?) async throws {
        isResolved = true
        try await follow(query.columnNames)
        if let corrected = EncodedQuery.meant(text) {
            let columns = EncodedQuery(corrected).columnNames
            try await follow(columns)
            if columns.allSatisfy({ resolver.known[$0] != false }) { return correction = corrected }
        }
        var known: [String: Finding.Meaning?] = [:]
        for condition in query.comparisons {
            guard let column = resolver.found(condition.field)?.description else { continue }
            for (value, span) in condition.entries(in: text) {
                let reading = column.read(value, compared: condition.operator)
                guard reading != .value else { continue }
                let found: Finding.Meaning?
                switch reading {
                case .label(let choices):
                    let values = Set(choices.map(\.value)).sorted()
                    found =
                        values.count == 1
                        ? .stored(values[0])
                        : .several(values, "\(condition.field) has several choices called \(value).")
                case .name(let other):
                    guard let tables else { continue }
                    let key = other + "^" + value
                    if known[key] == nil { known[key] = .some(try await Self.record(value, in: other, column, tables)) }
                    found = known[key] ?? nil
                default: found = .nothing(ValueText.sentence(condition.field, value, reading))
                }
                guard var meaning = found else { continue }
                // The instance's value must not end the condition.
                if case .stored(let stored) = meaning, !condition.mayHold(stored) {
                    meaning = .nothing("The stored value of \(value) cannot be written in a query.")
                }
                findings.append(
                    Finding(
                        condition: condition, column: column, value: value, span: span, reading: reading,
                        meaning: meaning))
            }
        }
    }

    /// The record that a name refers to; nil if the instance or the tape does not tell.
    private static func record(
        _ name: String, in table: String, _ column: ColumnDescription, _ tables: TableClient
    ) async throws(RequestFailure) -> Finding.Meaning? {
        do {
            return .stored(try await tables.sysID(of: name, in: table, display: column.referenceDisplay))
        } catch {
            switch error {
            case .noRecord, .invalidRequest: return .nothing(error.description)
            case .ambiguous(_, _, let sysIDs): return .several(sysIDs, error.description)
            case .errorResponse: return nil
            default:
                if ProblemMapper.tapeError(in: error) != nil { return nil }
                throw error
            }
        }
    }

    /// The query with stored values in place of labels and names.
    package var sent: String {
        var bytes = Array(text.utf8)
        for finding in findings.reversed() {
            if case .stored(let value) = finding.meaning { bytes.replaceSubrange(finding.span, with: value.utf8) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A sentence for each translated label and name.
    var translations: [String] {
        var seen: Set<String> = []
        return findings.compactMap { finding in
            guard case .stored(let value) = finding.meaning else { return nil }
            var name = finding.value
            if case .label(let choices) = finding.reading { name = choices[0].name }
            let before = finding.condition.field + finding.condition.operator.rawValue
            let sentence = "\(before)\(finding.value) means \(before)\(value) (\(name))."
            return seen.insert(sentence).inserted ? sentence : nil
        }
    }

    /// The query's problems at the user's text: conditions that the instance ignores, values that match nothing, and
    /// wrong separators.
    ///
    /// - Parameters:
    ///   - now: the time for words such as `yesterday`.
    ///   - isTranslated: whether labels and names are sent as stored values.
    ///   - isMeant: filters the findings.
    ///   - source: maps a span of the query to the user's text.
    ///   - source: where a part of the text is under the user's eyes.
    package func problems(
        _ kind: Problem.Kind = .refused, now: Timestamp, isTranslated: Bool = true,
        where isMeant: (Finding) -> Bool = { _ in true }, source: (Range<Int>) -> Problem.Source?
    ) -> [Problem] {
        ignored().map { IgnoredCondition($0, of: query, in: text, table).problem(kind, resolver, source) }
            + valueProblems(kind, now: now, isTranslated: isTranslated, where: isMeant, source: source)
    }

    /// The ignored conditions. A corrected query already covers unreadable ones.
    func ignored(_ isKnown: (String) -> Bool? = { _ in nil }) -> [EncodedQuery.Diagnostic] {
        let resolver = resolver
        let problems = query.diagnostics(
            knownColumns: { resolver.known[$0] ?? isKnown($0) }, internalType: { resolver.found($0)?.description.type },
            hasFilter: { resolver.filters[$0] == true }, missingPlace: { resolver.missingPlaces[$0] },
            columnOfOther: { resolver.others[$0]?.known[$1] },
            typeOfOther: { resolver.others[$0]?.found($1)?.description.type })
        return correction == nil ? problems : problems.filter { $0.kind == .unknownColumn }
    }

    /// Values that match nothing, and wrong separators.
    func valueProblems(
        _ kind: Problem.Kind = .refused, now: Timestamp, isTranslated: Bool = true,
        where isMeant: (Finding) -> Bool = { _ in true }, source: (Range<Int>) -> Problem.Source?
    ) -> [Problem] {
        if let correction {
            return [
                Problem(
                    kind,
                    EncodedQuery.decoded(text) == nil
                        ? "Conditions are joined by ^ and ^OR, without blanks around operators."
                        : "This query is written as in a URL; -q takes it decoded, without sysparm_query=.",
                    source: source(0..<text.utf8.count), hints: ["Did you mean \(Quoting.word(correction))?"])
            ]
        }
        return findings.filter(isMeant).compactMap { finding in
            // One of several values gets its own suggestion.
            let isWhole = finding.value == finding.condition.value
            let before = isWhole ? finding.condition.field + finding.condition.operator.rawValue : ""
            let sentence: String, hints: [String]
            switch finding.meaning {
            case .stored where isTranslated: return nil
            case .stored(let value):
                let name = SingleLine.of(finding.value, limit: 40)
                sentence = "The instance compares \(finding.condition.field) with stored values, not with \(name)."
                hints = ["Did you mean \(before)\(value)?"]
            case .several(let values, let text): (sentence, hints) = (text, values.map { before + $0 })
            case .nothing(let text):
                sentence = text
                hints = ValueText.hints(
                    finding.column, finding.value, finding.reading, now: now, before: before, in: finding.condition)
            }
            return Problem(kind, sentence, source: source(finding.span), hints: hints)
        }
    }
}

extension EncodedQuery {
    /// The distinct columns of a query, dot-walks included, in order, and possible columns before an unreadable
    /// operator.
    package var columnNames: [String] {
        var columns: [String] = []
        _ = diagnostics { column in
            if !columns.contains(column) { columns.append(column) }
            return nil
        }
        return columns
    }

    /// The dynamic filter options that the query uses, those inside blocks included.
    var filterOptions: [String] {
        conditions.flatMap { $0.inner?.query.filterOptions ?? [$0.filterOption].compactMap(\.self) }
    }

    /// The comparisons of columns with values, in order.
    var comparisons: [Condition] {
        conditions.filter { $0.kind == .comparison && $0.operator.comparesValue }
    }

    /// Whether the schema may resolve more in the query: a value may be a label or a name, or separators may be wrong.
    /// Digits, sys_ids, dates, true and false never are, nor are values of a few columns that every table has.
    static func mayContainNames(_ text: String) -> Bool {
        let query = EncodedQuery(text)
        return meant(text) != nil
            || query.comparisons.contains { condition in
                !isTextColumn(condition.field)
                    && condition.entries(in: text).contains { !isPlainValue($0.value) }
            }
    }

    /// The query that was probably meant; nil if the text may be it.
    static func meant(_ text: String) -> String? { decoded(text) ?? corrected(text) }

    /// The query of a text copied from a URL, which begins with `sysparm_query=` or whose signs are encoded (`%3D`,
    /// `%5E`). Nil if it is none: `%3D` may also be a part of a value.
    static func decoded(_ text: String) -> String? {
        var rest = text[...]
        let isNamed = text.hasPrefix("sysparm_query=")
        if isNamed { rest = rest.dropFirst("sysparm_query=".count).prefix { $0 != "&" } }
        let isEncoded = ["%3d", "%5e"].contains(where: ASCII.lowercased(String(rest)).contains)
        guard isNamed || isEncoded else { return nil }
        let plain = isEncoded ? PercentCoding.decodeForm(rest) : String(rest)
        let query = EncodedQuery(plain), asked = EncodedQuery(text)
        guard query.unparsed.isEmpty, !query.columnNames.isEmpty,
            !asked.unparsed.isEmpty || query.columnNames != asked.columnNames
        else { return nil }
        return plain
    }

    /// Whether the schema may explain why a query matches nothing.
    static func mayBeExplained(_ text: String) -> Bool {
        EncodedQuery(text).comparisons.contains { !isTextColumn($0.field) && !$0.value.isEmpty }
    }

    private static func isPlainValue(_ value: String) -> Bool {
        value.isEmpty || value.hasPrefix("javascript:") || Double(value) != nil || SysIDForm.isWritten(value)
            || Timestamp(glideText: value) != nil || value == "true" || value == "false"
    }

    private static func isTextColumn(_ field: String) -> Bool {
        let name = field.split(separator: ".").last ?? ""
        return [
            "number", "name", "user_name", "email", "short_description", "sys_id", "sys_created_by", "sys_updated_by",
        ].contains(name)
    }
}

extension EncodedQuery.Condition {
    /// Whether a value can replace one of the condition's values.
    func mayHold(_ value: String) -> Bool {
        EncodedQuery.isValidValue(value) && !(`operator`.takesList && value.utf8.contains(.comma))
            && !(`operator` == .between && value.utf8.contains(.at))
    }

    /// The values that the column is compared with, with their spans in the query's text.
    func entries(in text: String) -> [(value: String, span: Range<Int>)] {
        let sign: UInt8? = `operator`.takesList ? .comma : `operator` == .between ? .at : nil
        let bytes = Array(value.utf8)
        guard let sign, !value.hasPrefix("javascript:") else {
            return [(value, span.upperBound - bytes.count..<span.upperBound)]
        }
        let start = span.upperBound - bytes.count
        return bytes.split(separator: sign, omittingEmptySubsequences: false).map { part in
            (String(decoding: part, as: UTF8.self), start + part.startIndex..<start + part.endIndex)
        }
    }
}

extension Operator {
    /// Whether it compares stored values.
    var comparesValue: Bool { isRange || [.equals, .differs, .isOneOf, .isNoneOf].contains(self) }

    /// Whether it orders values.
    var isRange: Bool { [.less, .lessOrEqual, .greater, .greaterOrEqual, .between].contains(self) }
}

extension ColumnDescription {
    /// Interprets a value in a comparison. Ordering comparisons accept values that the column cannot store.
    func read(_ text: String, compared operation: Operator) -> ValueInterpretation {
        let reading = read(text)
        // Records accept ISO 8601 times; queries are not known to.
        if isDated, reading == .value, text.contains("T"), !text.hasPrefix("javascript:") { return .noDate }
        guard operation.isRange else { return reading }
        switch reading {
        case .noChoice where !isNumeric || Double(text) != nil: return .value
        case .name: return .value
        default: return reading
        }
    }
}
