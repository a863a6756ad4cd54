import ExchangeModel
public import FoundationEssentials
import Notation
import Synchronization

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

/// A decoder that resolves keys with `ModelNames`. Everything else is left to the underlying decoder.
struct ModelDecoder: Decoder {
    fileprivate let base: any Decoder
    fileprivate let names: ModelNames

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed(base: try base.container(keyedBy: WireKey.self), names: names))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        Unkeyed(base: try base.unkeyedContainer(), names: names)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        Single(base: try base.singleValueContainer(), decoder: self)
    }

    /// Decodes a value. JSON primitives, and types for which the underlying decoder has a strategy, are left to it.
    fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        Self.plain.contains(ObjectIdentifier(type))
            ? try base.singleValueContainer().decode(type) : try Value(from: self)
    }

    private static let plain: Set<ObjectIdentifier> = Set(
        ([
            String.self, Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self, Date.self,
            Data.self, URL.self, Decimal.self,
        ] as [Any.Type]).map { ObjectIdentifier($0) })
}

extension ModelDecoder {
    struct Root<Model: Decodable>: DecodableWithConfiguration {
        let model: Model

        init(from decoder: any Decoder, configuration names: ModelNames) throws {
            model = try ModelDecoder(base: decoder, names: names).value(Model.self)
        }
    }

    /// A key in its wire form.
    private struct WireKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let base: KeyedDecodingContainer<WireKey>
        let names: ModelNames

        var codingPath: [any CodingKey] { base.codingPath }
        var allKeys: [Key] {
            base.allKeys.compactMap {
                Key(stringValue: $0.stringValue) ?? Key(stringValue: ModelNames.camel($0.stringValue))
            }
        }

        func contains(_ key: Key) -> Bool { find(key) != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: wire(key)) }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let wire = wire(key)
            guard base.contains(wire) else {
                throw DecodingError.keyNotFound(
                    key, .init(codingPath: codingPath, debugDescription: "It has no \(key.stringValue)."))
            }
            return try ModelDecoder(base: base.superDecoder(forKey: wire), names: names).value(type)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            KeyedDecodingContainer(
                Keyed<Nested>(base: try base.nestedContainer(keyedBy: WireKey.self, forKey: wire(key)), names: names))
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            Unkeyed(base: try base.nestedUnkeyedContainer(forKey: wire(key)), names: names)
        }

        func superDecoder() throws -> any Decoder { ModelDecoder(base: try base.superDecoder(), names: names) }
        func superDecoder(forKey key: Key) throws -> any Decoder {
            ModelDecoder(base: try base.superDecoder(forKey: wire(key)), names: names)
        }

        private func wire(_ key: Key) -> WireKey { WireKey(stringValue: find(key) ?? key.stringValue) }

        private func find(_ key: Key) -> String? {
            names.wireName(of: key.stringValue, in: base.allKeys.map(\.stringValue), depth: codingPath.count) {
                base.contains(WireKey(stringValue: $0))
            }
        }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        var base: any UnkeyedDecodingContainer
        let names: ModelNames

        var codingPath: [any CodingKey] { base.codingPath }
        var count: Int? { base.count }
        var isAtEnd: Bool { base.isAtEnd }
        var currentIndex: Int { base.currentIndex }

        mutating func decodeNil() throws -> Bool { try base.decodeNil() }

        /// If decoding fails, the element remains the next one, as in the underlying container.
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            var next = base
            let value = try ModelDecoder(base: next.superDecoder(), names: names).value(type)
            base = next
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            KeyedDecodingContainer(Keyed<Nested>(base: try base.nestedContainer(keyedBy: WireKey.self), names: names))
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            Unkeyed(base: try base.nestedUnkeyedContainer(), names: names)
        }

        mutating func superDecoder() throws -> any Decoder {
            ModelDecoder(base: try base.superDecoder(), names: names)
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let base: any SingleValueDecodingContainer
        let decoder: ModelDecoder

        var codingPath: [any CodingKey] { base.codingPath }

        func decodeNil() -> Bool { base.decodeNil() }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
    }
}

/// Maps a model's keys to a record's members and collects unmatched keys.
///
/// A key matches a wire name exactly (`short_description`, `caller_id.name`), or as camel case, which may differ in
/// case and underscores only (`shortDescription`, `callerId.name`, `sysID`).
final class ModelNames {
    /// The depth of records, whose keys are columns; nil if there are no records.
    private let recordDepth: Int?
    private var forms: [String: String] = [:]
    private var chosen: [String: String] = [:]
    private var found: Set<String> = []
    private var unmatched: Set<String> = []

    init(recordDepth: Int?) { self.recordDepth = recordDepth }

    /// The sorted keys of the model that no record has.
    var absent: [String] { unmatched.subtracting(found).sorted() }

    /// The wire name that a key matches among the members of an object at a depth; nil if none.
    func wireName(
        of key: String, in names: @autoclosure () -> [String], depth: Int, contains: (String) -> Bool
    ) -> String? {
        let name = contains(key) ? key : lookUp(for: key, in: names, contains)
        if depth == recordDepth { _ = name == nil ? unmatched.insert(key) : found.insert(key) }
        return name
    }

    private func lookUp(for key: String, in names: () -> [String], _ contains: (String) -> Bool) -> String? {
        if let known = chosen[key], contains(known) { return known }
        let name = Self.match(key, in: names(), folding: fold)
        chosen[key] = name
        return name
    }

    private func fold(_ name: String) -> String {
        if let form = forms[name] { return form }
        let form = Self.folded(name)
        forms[name] = form
        return form
    }

    /// The match of a key: itself, else the only name that differs in case and underscores, else among several the one
    /// whose camel case it is.
    static func match(
        _ key: String, in names: some Collection<String>, folding fold: (String) -> String = folded
    ) -> String? {
        if names.contains(key) { return key }
        let form = fold(key)
        let candidates = names.filter { fold($0) == form }
        return candidates.count < 2 ? candidates.first : candidates.first { camel($0) == key } ?? candidates.min()
    }

    private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

    /// A wire name in camel case; steps of a dot-walk are converted separately.
    static func camel(_ name: String) -> String {
        var capitalizesNext = false
        return String(
            name.flatMap { letter -> [Character] in
                defer { capitalizesNext = letter == "_" }
                return letter == "_" ? [] : capitalizesNext ? Array(letter.uppercased()) : [letter]
            })
    }

    /// The most likely wire name of a key: `callerId.name` becomes `caller_id.name`, `sysID` becomes `sys_id`.
    static func snake(_ key: String) -> String {
        let letters = Array(key)
        var name = ""
        for (place, letter) in letters.enumerated() {
            if letter.isUppercase, place > 0, letters[place - 1].isLetter || letters[place - 1].isNumber,
                !letters[place - 1].isUppercase || letters.dropFirst(place + 1).first?.isLowercase ?? false
            {
                name += "_"
            }
            name += letter.lowercased()
        }
        return name
    }
}

/// Distinguishes keys that are not columns of a table from columns that a response omits because they were not
/// requested or are not readable.
///
/// Requests are sent only for keys that no record has: one for the columns of the table and, for a key that is not
/// among them (it may be unreadable), one with a condition on it that no record meets. An instance ignores a condition
/// on an unknown column and returns every record.
final class ModelColumns: Sendable {
    private struct State {
        var tables: [String: [ColumnDescription]] = [:]
        var unknown: [String: Bool] = [:]
    }

    private let state = Mutex(State())

    /// The keys that are not columns. Keys that cannot be checked count as columns.
    func unknown(_ keys: [String], of table: String, _ client: TableClient) async -> [String] {
        var unknown: [String] = []
        for key in keys {
            if await isDescribed(key, table, client) { continue }
            if await isIgnored(key, table, client) { unknown.append(key) }
        }
        return unknown
    }

    /// Whether the schema contains the column. Each step of a dot-walk is checked in the table that the previous one
    /// references.
    private func isDescribed(_ key: String, _ table: String, _ client: TableClient) async -> Bool {
        var table: String? = table
        for step in key.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            guard let here = table else { return false }
            let columns = await columns(of: here, client)
            guard let name = ModelNames.match(step, in: columns.map(\.name)) else { return false }
            table = columns.first { $0.name == name }?.reference
        }
        return true
    }

    private func columns(of table: String, _ client: TableClient) async -> [ColumnDescription] {
        if let known = state.withLock({ $0.tables[table] }) { return known }
        let columns = (try? await client.interfaceColumns(table)) ?? []
        state.withLock { $0.tables[table] = columns }
        return columns
    }

    /// Whether the instance ignores a condition on the column.
    private func isIgnored(_ key: String, _ table: String, _ client: TableClient) async -> Bool {
        let name = ModelNames.snake(key)
        guard name.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "_.".utf8.contains($0) }) else {
            return true
        }
        if let known = state.withLock({ $0.unknown[table + " " + name] }) { return known }
        let read = TableRead(
            table, query: "\(name)ISEMPTY^\(name)ISNOTEMPTY", fields: ["sys_id"], limit: 1, display: .value)
        let isIgnored: Bool
        do {
            let answer = try await client.list(read)
            isIgnored = (answer.total ?? answer.rows.count) > 0
        } catch {
            // An instance that rejects the condition knows the column.
            guard case .errorResponse = error else { return false }
            isIgnored = false
        }
        state.withLock { $0.unknown[table + " " + name] = isIgnored }
        return isIgnored
    }
}
