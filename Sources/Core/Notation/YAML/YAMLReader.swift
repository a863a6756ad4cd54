import CYAML

/// Why a text cannot be read as YAML, or written.
package struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case malformed
        /// Deeper or larger than the limits, counting what aliases repeat.
        case tooLarge
        case libraryMissing
    }

    package let kind: Kind
    /// A clause without a full stop.
    package let description: String

    init(_ kind: Kind, _ description: String) {
        (self.kind, self.description) = (kind, description)
    }

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

/// Reads one YAML document into a value.
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

    /// Reads the document in a text. `tags` is the number of tags that were ignored.
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

    /// The value that begins with the present event.
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
