/// A value in a YAML or JSON text: scalars, sequences and mappings. A tag never creates anything; only `!!binary` is
/// decoded, when bytes are requested.
package indirect enum DataNode: Sendable, Hashable {
    case scalar(Scalar)
    case sequence([DataNode])
    case mapping([Member])

    package struct Scalar: Sendable, Hashable {
        package var bytes: [UInt8]
        /// Whether it is not quoted, so that `null` is no text and `1` is a number.
        package var isPlain = false
        package var tag: String?

        package init(_ bytes: [UInt8], isPlain: Bool = false, tag: String? = nil) {
            (self.bytes, self.isPlain, self.tag) = (bytes, isPlain, tag)
        }
    }

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: DataNode

        package init(_ name: String, _ value: DataNode) { (self.name, self.value) = (name, value) }
    }

    package init(_ node: JSONNode) {
        switch node.kind {
        case .array: self = .sequence(node.elements.map { DataNode($0) })
        case .object: self = .mapping(node.members.map { Member($0.name, DataNode($0.value)) })
        case .string: self = .text(node.string ?? "")
        case .null, .bool, .number: self = .scalar(Scalar(Array(node.source), isPlain: true))
        }
    }

    /// A quoted text.
    package static func text(_ text: String) -> DataNode { .scalar(Scalar(Array(text.utf8))) }

    /// `null`.
    package static var null: DataNode { .scalar(Scalar(Array("null".utf8), isPlain: true)) }

    package static func number(_ number: Int) -> DataNode {
        .scalar(Scalar(Array(String(number).utf8), isPlain: true))
    }

    /// Text, or bytes in base64 with the tag `!!binary` if they are not UTF-8.
    package static func bytes(_ bytes: [UInt8]) -> DataNode {
        if String(validating: bytes, as: UTF8.self) != nil { return .scalar(Scalar(bytes)) }
        return .scalar(Scalar(Array(Base64.encode(bytes).utf8), tag: binaryTag))
    }

    package static func object(_ members: KeyValuePairs<String, DataNode?>) -> DataNode {
        .mapping(members.compactMap { member in member.value.map { Member(member.key, $0) } })
    }

    static let binaryTag = "tag:yaml.org,2002:binary"

    package subscript(name: String) -> DataNode? { members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }

    package var members: [Member] { if case .mapping(let members) = self { members } else { [] } }

    package var elements: [DataNode] { if case .sequence(let elements) = self { elements } else { [] } }

    package var isNull: Bool {
        guard case .scalar(let scalar) = self, scalar.isPlain, scalar.tag == nil else { return false }
        return ["", "~", "null", "Null", "NULL"].contains { scalar.bytes.elementsEqual($0.utf8) }
    }

    /// The bytes of a scalar; nil for null, other kinds of values, and base64 that is damaged.
    package var bytes: [UInt8]? {
        guard case .scalar(let scalar) = self, !isNull else { return nil }
        guard scalar.isBinary else { return scalar.bytes }
        return Base64.decode(scalar.bytes.filter { !ASCII.isSpace($0) })
    }

    /// The text of a scalar, including numbers; nil for null, other kinds of values, and bytes that are not UTF-8.
    package var text: String? { bytes.flatMap { String(validating: $0, as: UTF8.self) } }

    package var integer: Int? { text.flatMap { Int($0) } }
}

extension DataNode.Scalar {
    /// Whether it is base64 of other bytes. Some programs write the tag with one exclamation mark.
    var isBinary: Bool { tag == DataNode.binaryTag || tag == "!binary" }
}

extension DataNode {
    /// The value as JSON. An unquoted scalar must be a number, a Boolean or null; other scalars are texts.
    package var json: JSON {
        switch self {
        case .scalar(let scalar):
            let text = String(decoding: scalar.bytes, as: UTF8.self)
            guard scalar.isPlain else { return .string(text) }
            switch text {
            case "null": return .null
            case "true", "false": return .bool(text == "true")
            default: return .number(text)
            }
        case .sequence(let elements): return .array(elements.map(\.json))
        case .mapping(let members): return .object(members.map { JSON.Member($0.name, $0.value.json) })
        }
    }
}
