public import ExchangeModel
public import FoundationEssentials

/// The conditions and the order of a query.
public struct Filter: Sendable, Hashable {
    let query: String
    let queryCategory: String?

    /// Rows that match an encoded query.
    public init(query: String, queryCategory: String? = nil) {
        self.query = query
        self.queryCategory = queryCategory
    }
}

/// Which rows and fields are fetched.
public struct FetchConfiguration: Sendable, Hashable {
    /// The filter; nil for all rows.
    public var filter: Filter?
    /// The maximum number of rows.
    public var limit: Int?
    /// Fields and form of values; nil for all fields as stored.
    public var readConfiguration: FieldReadConfiguration?

    /// Creates a configuration that by default fetches everything.
    public init(filter: Filter? = nil, limit: Int? = nil, readConfiguration: FieldReadConfiguration? = nil) {
        self.filter = filter
        self.limit = limit
        self.readConfiguration = readConfiguration
    }
}

/// The fields to fetch and the form of their values.
public struct FieldReadConfiguration: Sendable, Hashable {
    /// The form of values.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int
        /// Creates options from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Stored values. Dates can be decoded from these only.
        public static let actualValues = Options(rawValue: 1)
        /// Display values. With `actualValues`, every field is an object with both.
        public static let displayValues = Options(rawValue: 2)
        /// Omit the links of references.
        public static let excludeReferenceLink = Options(rawValue: 4)
    }

    /// The fields; empty for all.
    public var includeFields: [FieldName]
    /// The form of values.
    public var options: Options

    /// Creates a configuration that by default reads all fields as stored.
    public init(includeFields: [FieldName] = [], options: Options = []) {
        self.includeFields = includeFields
        self.options = options
    }
}

/// How an instance interprets written values.
public struct FieldWriteOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int
    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The instance leaves the `sys_` fields unchanged.
    public static let suppressAutoSysField = FieldWriteOptions(rawValue: 1)
    /// Values are display values: dates in the user's time zone, references by name.
    public static let treatInputValuesAsDisplayValues = FieldWriteOptions(rawValue: 2)
}

/// A record's identifier: 32 hexadecimal digits.
public typealias SysID = String

/// A field name; may be dot-walked when reading.
public typealias FieldName = String

/// A value to write to a field.
public typealias FieldValue = any FieldWritable

/// A type that can be written to a field. Instances accept all values as text.
public protocol FieldWritable: Sendable {
    /// The text to store.
    var fieldText: String { get }
}

extension String: FieldWritable {
    /// The text unchanged.
    public var fieldText: String { self }
}

extension Int: FieldWritable {
    /// The decimal digits.
    public var fieldText: String { String(self) }
}

extension Double: FieldWritable {
    /// The number, without a fraction if it is integral.
    public var fieldText: String { Int64(exactly: self).map { String($0) } ?? String(self) }
}

extension Bool: FieldWritable {
    /// `true` or `false`.
    public var fieldText: String { self ? "true" : "false" }
}

extension Date: FieldWritable {
    /// The time in UTC, `yyyy-MM-dd HH:mm:ss`.
    public var fieldText: String { GlideDate.text(of: self) }
}

enum GlideDate {
    /// Fractions of a second are rounded down. Dates outside the format's range are clamped.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Timestamp(seconds: Int64(min(max(seconds, earliest), latest))).glideText
    }

    static func date(_ text: String) -> Date? {
        Timestamp(glideText: text).map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }

    /// 0000-01-01 00:00:00 and 9999-12-31 23:59:59.
    private static let earliest = Double(CivilTime(year: 0, month: 1, day: 1).secondsSince1970)
    private static let latest = Double(CivilTime(year: 10_000, month: 1, day: 1).secondsSince1970 - 1)
}

/// Constants of responses.
public enum Constants {
    /// The key of the Table API's result.
    public static let resultPath = "result"
}

/// A response of a REST API.
public struct DataResponse: Sendable, Hashable {
    /// The body's bytes.
    public let data: Data
    /// The status, 200 to 299.
    public let statusCode: HTTPStatusCode
    /// The headers in order.
    public let headers: HeaderFields
}
