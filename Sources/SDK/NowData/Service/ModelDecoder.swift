public import FoundationEssentials
import Notation
import Synchronization

/// How models are encoded and decoded.
public enum Coder: Sendable {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC.
    ///
    /// A key is a wire name, such as `short_description` or `caller_id.name`, or its camel case: `shortDescription`,
    /// `callerId.name`, `sysId`, `sysID`. Encoded models use wire names.
    ///
    /// Instances send every value as text. It also decodes as `Bool`, a number or `Date`, where an empty one is nil for
    /// an optional property; a reference with a link decodes as the text of its value.
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

    fileprivate func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard Self.plain.contains(ObjectIdentifier(type)) else { return try Value(from: self) }
        do { return try base.singleValueContainer().decode(type) } catch {
            guard let text = text, let value = (type as? any LosslessStringConvertible.Type)?.init(text) as? Value
            else { throw error }
            return value
        }
    }

    /// The text of a field: of a reference with a link, its value.
    private var text: String? {
        if let text = try? base.singleValueContainer().decode(String.self) { return text }
        return try? base.container(keyedBy: WireKey.self).decode(String.self, forKey: WireKey(stringValue: "value"))
    }

    private static let plain: Set<ObjectIdentifier> = Set(
        ([
            String.self, Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self, Date.self,
            Data.self, URL.self, Decimal.self,
        ] as [Any.Type]).map { ObjectIdentifier($0) })

    struct Root<Model: Decodable>: DecodableWithConfiguration {
        let model: Model

        init(from decoder: any Decoder, configuration names: ModelNames) throws {
            model = try ModelDecoder(base: decoder, names: names).value(Model.self)
        }
    }

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

        // The standard library has defaults of its own for the three, which only accept null.
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try filled(type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try filled(type, key) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try filled(type, key) }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            try filled(type, key)
        }

        /// Nil for a field that is absent, null, or empty and cannot be decoded.
        private func filled<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
            guard contains(key), try !decodeNil(forKey: key) else { return nil }
            do { return try decode(type, forKey: key) } catch {
                guard (try? base.decode(String.self, forKey: wire(key))) == "" else { throw error }
                return nil
            }
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
            names.wireName(of: key.stringValue, depth: codingPath.count) { base.contains(WireKey(stringValue: $0)) }
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
final class ModelNames {
    private let recordDepth: Int?
    private var found: Set<String> = []
    private var unmatched: Set<String> = []

    init(recordDepth: Int?) { self.recordDepth = recordDepth }

    var absent: [String] { unmatched.subtracting(found).sorted() }

    func wireName(of key: String, depth: Int, contains: (String) -> Bool) -> String? {
        let name = contains(key) ? key : Self.snake(key)
        let isFound = contains(name)
        if depth == recordDepth { _ = isFound ? found.insert(key) : unmatched.insert(key) }
        return isFound ? name : nil
    }

    /// A wire name in camel case; steps of a dot-walk are converted separately.
    static func camel(_ name: String) -> String {
        var capitalizesNext = false
        return String(
            name.flatMap { letter -> [Character] in
                defer { capitalizesNext = letter == "_" }
                return letter == "_" ? [] : capitalizesNext ? Array(letter.uppercased()) : [letter]
            })
    }

    /// The wire name of a key: `callerId.name` becomes `caller_id.name`, `sysID` becomes `sys_id`.
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
/// Only for keys that no record has, a request is sent with a condition on the key that no record meets. An instance
/// ignores a condition on an unknown column and returns every record.
final class ModelColumns: Sendable {
    private let known = Mutex<[String: Bool]>([:])

    func unknown(_ keys: [String], of table: String, _ client: TableClient) async -> [String] {
        var unknown: [String] = []
        for key in keys where await isIgnored(key, table, client) { unknown.append(key) }
        return unknown
    }

    private func isIgnored(_ key: String, _ table: String, _ client: TableClient) async -> Bool {
        let name = ModelNames.snake(key)
        guard name.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "_.".utf8.contains($0) }) else {
            return true
        }
        if let known = known.withLock({ $0[table + " " + name] }) { return known }
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
        known.withLock { $0[table + " " + name] = isIgnored }
        return isIgnored
    }
}
