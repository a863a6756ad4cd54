import CYAML

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

    package static func text(_ text: String) -> DataNode { .scalar(Scalar(Array(text.utf8))) }

    package static var null: DataNode { .scalar(Scalar(Array("null".utf8), isPlain: true)) }

    package static func number(_ number: Int) -> DataNode { .scalar(Scalar(Array(String(number).utf8), isPlain: true)) }

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

package struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case malformed
        case tooLarge
        case libraryMissing
    }

    package let kind: Kind
    /// A clause without a full stop.
    package let description: String

    init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    static func checkLibrary() throws(YAMLError) {
        guard let reason = cyaml_open() else { return }
        throw YAMLError(
            .libraryMissing,
            "libyaml-0.so.2 cannot be opened (\(String(cString: reason))); install the Debian package libyaml-0-2")
    }
}

/// Limits for a YAML text. Aliases count as often as they repeat a value.
package struct YAMLLimits: Sendable {
    package var depth = 64
    package var nodes = 4_000_000
    /// The bytes that aliases repeat.
    package var repeatedBytes = 1 << 20

    package init() {}
}

package struct YAMLReader {
    private struct Anchored {
        var node: DataNode
        var nodes: Int
        var bytes: Int
    }

    private let reader: OpaquePointer
    private let limits: YAMLLimits
    private var event = cyaml_event()
    private var nodes = 0
    private var bytes = 0
    private var repeatedBytes = 0
    private var anchors: [String: Anchored] = [:]
    private var tags = 0

    package static func read(
        _ text: [UInt8], limits: YAMLLimits = YAMLLimits()
    ) throws(YAMLError) -> (root: DataNode, tags: Int) {
        try YAMLError.checkLibrary()
        let found = text.withUnsafeBufferPointer { buffer -> Result<(root: DataNode, tags: Int), YAMLError> in
            do throws(YAMLError) {
                var reader = try YAMLReader(buffer, limits)
                defer { cyaml_reader_close(reader.reader) }
                return .success((try reader.document(), reader.tags))
            } catch {
                return .failure(error)
            }
        }
        return try found.get()
    }

    private init(_ text: UnsafeBufferPointer<UInt8>, _ limits: YAMLLimits) throws(YAMLError) {
        guard let reader = cyaml_reader_open(text.baseAddress, text.count) else {
            throw YAMLError(.tooLarge, "there is not enough memory")
        }
        (self.reader, self.limits) = (reader, limits)
    }

    private mutating func document() throws(YAMLError) -> DataNode {
        try advance()
        guard event.kind == CYAML_DOCUMENT else { throw fault("there is no document") }
        try advance()
        let root = try node(depth: 0)
        try advance()
        guard event.kind == CYAML_END else { throw fault("there is more than one document") }
        return root
    }

    private mutating func advance() throws(YAMLError) {
        cyaml_reader_next(reader, &event)
        guard event.kind != CYAML_ERROR else {
            guard let reason = event.reason else { throw YAMLError(.tooLarge, "there is not enough memory") }
            throw fault(String(cString: reason))
        }
    }

    private func fault(_ reason: String, _ kind: YAMLError.Kind = .malformed) -> YAMLError {
        YAMLError(kind, "\(reason) at line \(event.line), column \(event.column)")
    }

    private mutating func node(depth: Int) throws(YAMLError) -> DataNode {
        guard depth <= limits.depth else { throw fault("values are nested too deeply", .tooLarge) }
        try count(1, bytes: 0)
        let anchor = event.anchor.map { String(cString: $0) }
        let (nodesBefore, bytesBefore) = (nodes, bytes)
        let node: DataNode
        switch event.kind {
        case CYAML_SCALAR: node = try scalar()
        case CYAML_SEQUENCE: node = try sequence(depth)
        case CYAML_MAPPING: node = try mapping(depth)
        case CYAML_ALIAS: return try alias(anchor ?? "")
        default: throw fault("a value is missing")
        }
        if let anchor {
            anchors[anchor] = Anchored(node: node, nodes: nodes - nodesBefore + 1, bytes: bytes - bytesBefore)
        }
        return node
    }

    private mutating func count(_ more: Int, bytes moreBytes: Int) throws(YAMLError) {
        nodes += more
        bytes += moreBytes
        guard nodes <= limits.nodes else { throw fault("there are more than \(limits.nodes) values", .tooLarge) }
    }

    private mutating func alias(_ name: String) throws(YAMLError) -> DataNode {
        // A value that contains itself is not anchored yet.
        guard let anchored = anchors[name] else { throw fault("the alias repeats no earlier value") }
        repeatedBytes += anchored.bytes
        guard repeatedBytes <= limits.repeatedBytes else { throw fault("aliases repeat too much", .tooLarge) }
        try count(anchored.nodes, bytes: anchored.bytes)
        return anchored.node
    }

    private mutating func tag() -> String? {
        guard let tag = event.tag.map({ String(cString: $0) }) else { return nil }
        if tag != DataNode.binaryTag, tag != "!binary", tag != "!" { tags += 1 }
        return tag
    }

    private mutating func scalar() throws(YAMLError) -> DataNode {
        let bytes = Array(UnsafeBufferPointer(start: event.bytes, count: event.count))
        try count(0, bytes: bytes.count)
        return .scalar(DataNode.Scalar(bytes, isPlain: event.is_plain != 0, tag: tag()))
    }

    private mutating func sequence(_ depth: Int) throws(YAMLError) -> DataNode {
        _ = tag()
        var elements: [DataNode] = []
        while true {
            try advance()
            if event.kind == CYAML_SEQUENCE_END { return .sequence(elements) }
            elements.append(try node(depth: depth + 1))
        }
    }

    private mutating func mapping(_ depth: Int) throws(YAMLError) -> DataNode {
        _ = tag()
        var members: [DataNode.Member] = []
        while true {
            try advance()
            if event.kind == CYAML_MAPPING_END { return .mapping(members) }
            let key = try node(depth: depth + 1)
            guard case .scalar(let name) = key, let text = String(validating: name.bytes, as: UTF8.self) else {
                throw fault("a key is not a text")
            }
            try advance()
            members.append(DataNode.Member(text, try node(depth: depth + 1)))
        }
    }
}

package final class YAMLWriter {
    private let writer: OpaquePointer
    private var isWhole = true

    package init() throws(YAMLError) {
        try YAMLError.checkLibrary()
        guard let writer = cyaml_writer_open() else { throw YAMLError(.tooLarge, "there is not enough memory") }
        self.writer = writer
        add(CYAML_DOCUMENT)
    }

    deinit { cyaml_writer_close(writer) }

    package func beginMapping() { add(CYAML_MAPPING) }
    package func endMapping() { add(CYAML_MAPPING_END) }
    package func beginSequence() { add(CYAML_SEQUENCE) }
    package func endSequence() { add(CYAML_SEQUENCE_END) }

    package func end() {
        add(CYAML_DOCUMENT_END)
        add(CYAML_END)
    }

    package func add(_ node: DataNode) {
        switch node {
        // Nothing is null too, but alone it would be no document.
        case .scalar where node.isNull: add(CYAML_SCALAR, Array("null".utf8))
        case .scalar(let scalar): add(scalar)
        case .sequence(let elements):
            beginSequence()
            for element in elements { add(element) }
            endSequence()
        case .mapping(let members):
            beginMapping()
            for member in members {
                add(.text(member.name))
                add(member.value)
            }
            endMapping()
        }
    }

    package func take() throws(YAMLError) -> [UInt8] {
        guard isWhole else { throw YAMLError(.tooLarge, "there is not enough memory") }
        var start: UnsafePointer<UInt8>?
        let count = cyaml_writer_take(writer, &start)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    private func add(_ scalar: DataNode.Scalar) {
        let isBinary = scalar.isBinary
        // A tagged scalar is a text even where its plain form is null or a number.
        let isPlain = scalar.isPlain && scalar.tag == nil || Self.isUnmistakable(scalar.bytes)
        add(
            CYAML_SCALAR, scalar.bytes, isBinary ? CYAML_LITERAL : isPlain ? CYAML_PLAIN : CYAML_QUOTED,
            isBinary ? DataNode.binaryTag : nil)
    }

    private func add(
        _ kind: cyaml_kind, _ bytes: [UInt8] = [], _ style: cyaml_style = CYAML_PLAIN, _ tag: String? = nil
    ) {
        if cyaml_writer_add(writer, kind, bytes, bytes.count, style, tag) == 0 { isWhole = false }
    }

    /// Whether no reader takes the unquoted text for a number, a time, null or a Boolean. libyaml quotes what is
    /// ambiguous in the syntax.
    private static func isUnmistakable(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) || first == UInt8(ascii: "/") else { return false }
        return bytes.count > 5 || !words.contains(ASCII.lowercased(String(decoding: bytes, as: UTF8.self)))
    }

    private static let words: Set<String> = ["y", "n", "yes", "no", "true", "false", "on", "off", "null"]
}
