import Workbench
import ExchangeModel
import Notation
import NowData

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
