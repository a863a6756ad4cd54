public import ExchangeModel
public import FoundationEssentials

/// Which rows are fetched, how many, and what of each.
public struct FetchConfiguration: Sendable, Hashable {
    /// Which rows; nil means all.
    public var filter: Filter?
    /// At most so many rows; for a paginator, so many to a page.
    public var limit: Int?
    /// What of each row; nil leaves it to the instance, which sends every field as it is stored.
    public var readConfiguration: FieldReadConfiguration?

    /// Makes a configuration; without arguments it fetches everything.
    public init(filter: Filter? = nil, limit: Int? = nil, readConfiguration: FieldReadConfiguration? = nil) {
        self.filter = filter
        self.limit = limit
        self.readConfiguration = readConfiguration
    }
}

/// Which fields of a row are fetched, and in what form.
public struct FieldReadConfiguration: Sendable, Hashable {
    /// The form of values.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int
        /// Makes options out of their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// What is stored. Dates can be decoded from these only.
        public static let actualValues = Options(rawValue: 1)
        /// What a person is shown. Together with `actualValues` every field is an object of both.
        public static let displayValues = Options(rawValue: 2)
        /// References come without their link.
        public static let excludeReferenceLink = Options(rawValue: 4)
    }

    /// The fields; none means all.
    public var includeFields: [FieldName]
    /// The form of values.
    public var options: Options

    /// Makes a configuration; without arguments it reads every field as it is stored.
    public init(includeFields: [FieldName] = [], options: Options = []) {
        self.includeFields = includeFields
        self.options = options
    }
}

/// How an instance takes what is written.
public struct FieldWriteOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int
    /// Makes options out of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The instance leaves the `sys_` fields alone.
    public static let suppressAutoSysField = FieldWriteOptions(rawValue: 1)
    /// Values are read as a person writes them: dates in the user's zone, references by name.
    public static let treatInputValuesAsDisplayValues = FieldWriteOptions(rawValue: 2)
}

/// The 32 hexadecimal digits that identify a record.
public typealias SysID = String

/// A field's name; dot-walks are allowed where fields are read.
public typealias FieldName = String

/// What is written into a field.
public typealias FieldValue = any FieldWritable

/// A value that can be written into a field: instances take all of them as text.
public protocol FieldWritable: Sendable {
    /// The text an instance stores.
    var fieldText: String { get }
}

extension String: FieldWritable {
    /// The text itself.
    public var fieldText: String { self }
}

extension Int: FieldWritable {
    /// The digits.
    public var fieldText: String { String(self) }
}

extension Double: FieldWritable {
    /// The digits, without a fraction when there is none.
    public var fieldText: String { NumericKind.text(of: self) }
}

extension Bool: FieldWritable {
    /// `true` or `false`.
    public var fieldText: String { BooleanKind.text(of: self) }
}

extension Date: FieldWritable {
    /// The moment in UTC, `yyyy-MM-dd HH:mm:ss`.
    public var fieldText: String { GlideDate.text(of: self) }
}

/// Moments as instances store them: `yyyy-MM-dd HH:mm:ss` in UTC.
enum GlideDate {
    /// Fractions of a second are dropped towards the past. A date beyond what the form can say is cut to its limits.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Timestamp(seconds: Int64(min(max(seconds, earliest), latest))).glideText
    }

    /// Nil when the text is not of that form.
    static func date(_ text: String) -> Date? {
        Timestamp(glideText: text).map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }

    /// 0000-01-01 00:00:00 and 9999-12-31 23:59:59.
    private static let earliest = Double(CivilTime(year: 0, month: 1, day: 1).secondsSince1970)
    private static let latest = Double(CivilTime(year: 10_000, month: 1, day: 1).secondsSince1970 - 1)
}

/// Names in answers.
public enum Constants {
    /// Where the Table API puts what was asked for.
    public static let resultPath = "result"
}

/// An answer of a REST API.
public struct DataResponse: Sendable, Hashable {
    /// The body's bytes.
    public let data: Data
    /// A status of success, 200 to 299.
    public let statusCode: HTTPStatusCode
    /// Header lines in the order they came.
    public let headers: HeaderFields
}
