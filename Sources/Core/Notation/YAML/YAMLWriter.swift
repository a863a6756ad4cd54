import CYAML

/// Writes a YAML document piece by piece.
package final class YAMLWriter {
    private let writer: OpaquePointer
    /// Whether every event was written.
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

    /// Ends the document.
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

    /// The text written since the last call.
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
