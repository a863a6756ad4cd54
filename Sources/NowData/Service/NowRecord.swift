public import FoundationEssentials
import Notation

/// One row of a table, with its fields by name.
public struct NowRecord: Sendable, Hashable, Identifiable {
    /// A field as it came: what is stored, what is shown, where a reference leads.
    public struct Field: Sendable, Hashable {
        /// What is stored.
        public let value: String
        /// Nil when the answer holds stored values only.
        public let displayValue: String?
        /// Where a reference leads; nil for other fields and where links were left out.
        public let link: String?
    }

    /// Empty when `sys_id` was not among the fields asked for.
    public let sysId: SysID
    /// The fields by name; dot-walked names are flat.
    public let fields: [FieldName: Field]
    /// The sys_id.
    public var id: SysID { sysId }

    init(_ row: TableRow) {
        var fields: [FieldName: Field] = [:]
        for (name, node) in row.node.members where fields[name] == nil {
            let cell = TableCell(node)
            fields[name] = Field(value: cell.value, displayValue: cell.display, link: cell.link)
        }
        self.fields = fields
        sysId = fields["sys_id"]?.value ?? ""
    }
}

extension Data {
    /// The record in an answer of `NowTableService`; the first one of a list.
    public func convertToRecord() throws(NowDataError) -> NowRecord {
        guard let record = try convertToRecords().first else { throw .cannotParseResponse }
        return record
    }

    /// The records in an answer of `NowTableService`.
    public func convertToRecords() throws(NowDataError) -> [NowRecord] {
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
    /// The record in an answer.
    public func convertToRecord() -> Result<NowRecord, NowDataError> {
        flatMap { data in Result<NowRecord, NowDataError> { () throws(NowDataError) in try data.convertToRecord() } }
    }

    /// The records in an answer.
    public func convertToRecords() -> Result<[NowRecord], NowDataError> {
        flatMap { data in Result<[NowRecord], NowDataError> { () throws(NowDataError) in try data.convertToRecords() } }
    }
}

/// How models become JSON and come of it.
public enum Coder: Sendable {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC.
    ///
    /// A model's key is looked up as it is first, so the wire names `short_description` and `caller_id.name` are found.
    /// A key that an answer does not have is then compared without regard to letter case and underscores, so camel case
    /// is found too: `shortDescription`, `callerId.name`, `callerId.Name`, `sysId`, `sysID`. Written models use wire
    /// names.
    case `default`
    /// The application's own, as they are: no other spelling is looked for, and no key is checked.
    case custom(JSONEncoder, JSONDecoder)

    var encoder: JSONEncoder {
        if case .custom(let encoder, _) = self { return encoder }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .nonISO8601UTC
        return encoder
    }

    /// The model that JSON holds; its keys are found by `names`.
    func decode<Model: Decodable>(_ data: Data, _ names: ModelNames) throws -> Model {
        if case .custom(_, let decoder) = self { return try decoder.decode(Model.self, from: data) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .nonISO8601UTC
        return try decoder.decode(ModelDecoder.Root<Model>.self, from: data, configuration: names).model
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC: for the encoder of a custom coder.
    public static var nonISO8601UTC: Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(GlideDate.text(of: date))
        }
    }
}

extension JSONDecoder.DateDecodingStrategy {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC: for the decoder of a custom coder.
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

/// A model that knows which record it is.
public protocol SysIdentifiableModel: Codable, Sendable {
    /// Empty before the instance has given one.
    var sysId: SysID { get }
}
