import FoundationEssentials

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
