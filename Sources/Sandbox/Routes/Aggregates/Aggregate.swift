import Database
import ExchangeModel

/// One function over one column: what `sysparm_avg_fields=order` asks for.
struct Aggregate {
    /// The functions; the raw value is the name in requests.
    enum Function: String {
        case avg, min, max, sum, countDistinct

        /// Those of the Aggregate API, in the order answers list them.
        static let ofStatistics: [Function] = [.avg, .min, .max, .sum]
    }

    let function: Function
    /// The column as it was asked for, dot-walk included.
    let path: String
    let column: Column
    /// The expression the statement selects.
    let sql: String
    private let isDuration: Bool

    /// Nil when the path names no column, or one that has no such value: text has no sum, a password has nothing at
    /// all. Averages and sums of durations are durations.
    init?(_ function: Function, of path: String, _ columns: AggregateColumns) throws {
        guard let operand = try columns.operand(at: path) else { return nil }
        self.function = function
        self.path = path
        column = operand.column
        let isNumber = column.type.storage == .integer || column.type.storage == .number
        isDuration = column.type == .duration || column.type == .timer
        guard isNumber || isDuration || function != .avg && function != .sum else { return nil }
        let value = isDuration ? "CAST(strftime('%s', " + operand.sql + ") AS INTEGER)" : operand.sql
        switch function {
        case .min, .max: sql = function.rawValue + "(" + operand.sql + ")"
        case .avg: sql = "avg(" + value + ")"
        case .countDistinct: sql = "count(DISTINCT " + operand.sql + ")"
        // `sum` fails where whole numbers grow too large; `total` does not, but calls the sum of nothing zero.
        case .sum: sql = "CASE WHEN count(" + value + ") > 0 THEN total(" + value + ") END"
        }
    }

    /// What the statement gave, as the wire has it: text, also for numbers; averages with four decimals.
    func text(_ row: Statement, _ index: Int) -> String {
        if row.isNull(index) { return "" }
        if function == .min || function == .max { return RecordRenderer.wire(row.text(index), column) }
        if function == .countDistinct { return String(row.integer(index)) }
        if isDuration {
            let seconds = row.real(index).rounded()
            return seconds.magnitude < 1e11 ? Timestamp(seconds: Int64(seconds)).glideText : ""
        }
        switch function {
        case .avg: return Aggregate.fourDecimals(row.real(index))
        default: return Aggregate.shortest(row.real(index), isWhole: column.type.storage == .integer)
        }
    }

    /// The value that a condition on this aggregate compares with; nil when it can be none.
    func comparable(_ raw: String) -> SQLValue? {
        if function == .min || function == .max { return column.comparable(raw) }
        if function == .countDistinct { return Aggregate.number(raw) }
        if isDuration, let moment = Timestamp(glideText: raw) { return .integer(moment.seconds) }
        return Aggregate.number(raw)
    }

    /// A number of a condition; nil when the text is none.
    static func number(_ raw: String) -> SQLValue? {
        guard let number = Double(raw), number.isFinite else { return Optional.none }
        return .real(number)
    }

    private static func fourDecimals(_ number: Double) -> String {
        guard number.magnitude < 1e14 else { return String(number) }
        let scaled = Int64((number * 10_000).rounded())
        return (scaled < 0 ? "-" : "") + String(scaled.magnitude / 10_000) + "."
            + (scaled.magnitude % 10_000).padded(to: 4)
    }

    /// At most four decimals, without zeros at the end.
    private static func shortest(_ number: Double, isWhole: Bool) -> String {
        if isWhole { return number.magnitude < 9e15 ? String(Int64(number)) : String(number) }
        var text = fourDecimals(number)
        guard number.magnitude < 1e14 else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}
