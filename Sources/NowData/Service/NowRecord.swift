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
