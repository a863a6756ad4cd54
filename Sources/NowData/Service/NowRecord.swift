public import FoundationEssentials
import Notation

/// A record with its fields.
public struct NowRecord: Sendable, Hashable, Identifiable {
    /// A field: name, stored value, display value and link.
    public struct Field: Sendable, Hashable {
        /// The name; dot-walked names are not nested.
        public let name: FieldName
        /// The stored value.
        public let value: String
        /// The display value; nil if the response has stored values only.
        public let displayValue: String?
        /// The link of a reference; nil for other fields and if links are omitted.
        public let link: String?
    }

    /// Empty if `sys_id` was not requested.
    public let sysId: SysID
    /// The fields.
    public let fields: Set<Field>
    private let byName: [FieldName: Field]
    /// The sys_id.
    public var id: SysID { sysId }
    /// The field with a name; nil if the record has none.
    public subscript(name: FieldName) -> Field? { byName[name] }

    init(_ row: TableRow? = nil) {
        var fields: [FieldName: Field] = [:]
        if let row {
            for (name, node) in row.node.members where fields[name] == nil {
                let cell = TableCell(node)
                fields[name] = Field(name: name, value: cell.value, displayValue: cell.display, link: cell.link)
            }
        }
        byName = fields
        self.fields = Set(fields.values)
        sysId = fields["sys_id"]?.value ?? ""
    }
}

extension Data {
    /// The record in a response of `NowTableService`, which is always readable; the first one of a list. For other data
    /// it has no fields; convert a `Result` or a `NowDataPublisher` to get an error instead.
    public func convertToRecord() -> NowRecord { (try? records().first) ?? NowRecord() }

    /// The records in a response of `NowTableService`, which is always readable. For other data there are none; convert
    /// a `Result` or a `NowDataPublisher` to get an error instead.
    public func convertToRecords() -> [NowRecord] { (try? records()) ?? [] }

    func record() throws(NowDataError) -> NowRecord {
        guard let record = try records().first else { throw .cannotParseResponse }
        return record
    }

    func records() throws(NowDataError) -> [NowRecord] {
        guard let root = (try? JSONDocument(Array(self)))?.root, let result = root[Constants.resultPath] else {
            throw .cannotParseResponse
        }
        switch result.kind {
        case .object: return [NowRecord(TableRow(result))]
        case .array:
            return try result.elements.map { element throws(NowDataError) in
                guard element.kind == .object else { throw .cannotParseResponse }
                return NowRecord(TableRow(element))
            }
        default: throw .cannotParseResponse
        }
    }
}

extension Result where Success == Data, Failure == NowDataError {
    /// The record in a response.
    public func convertToRecord() -> Result<NowRecord, NowDataError> {
        flatMap { data in Result<NowRecord, NowDataError> { () throws(NowDataError) in try data.record() } }
    }

    /// The records in a response.
    public func convertToRecords() -> Result<[NowRecord], NowDataError> {
        flatMap { data in Result<[NowRecord], NowDataError> { () throws(NowDataError) in try data.records() } }
    }
}

/// How models are encoded and decoded.
public enum Coder: Sendable {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC.
    ///
    /// A key first matches a wire name exactly, such as `short_description` or `caller_id.name`. Otherwise case and
    /// underscores are ignored, so camel case matches too: `shortDescription`, `callerId.name`, `callerId.Name`,
    /// `sysId`, `sysID`. Encoded models use wire names.
    case `default`
    /// The application's own encoder and decoder. Keys must match exactly and are not checked.
    case custom(JSONEncoder, JSONDecoder)

    /// What models are encoded with.
    public var jsonEncoder: JSONEncoder {
        if case .custom(let encoder, _) = self { return encoder }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .nonISO8601UTC
        return encoder
    }

    /// Decodes a model, resolving its keys with `names`.
    func decode<Model: Decodable>(_ data: Data, _ names: ModelNames) throws -> Model {
        if case .custom(_, let decoder) = self { return try decoder.decode(Model.self, from: data) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .nonISO8601UTC
        return try decoder.decode(ModelDecoder.Root<Model>.self, from: data, configuration: names).model
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Encodes dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC, for a custom coder.
    public static var nonISO8601UTC: Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(GlideDate.text(of: date))
        }
    }
}

extension JSONDecoder.DateDecodingStrategy {
    /// Decodes dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC, for a custom coder.
    public static var nonISO8601UTC: Self {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = GlideDate.date(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Not a date of the form yyyy-MM-dd HH:mm:ss.")
            }
            return date
        }
    }
}

/// A model with a sys_id.
public protocol SysIdentifiableModel: Codable, Sendable {
    /// Empty until the instance has assigned one.
    var sysId: SysID { get }
}
