/// A JSON text read into a flat tape of offsets over its own bytes; nothing is materialised before it is looked at.
public struct JSONDocument: Sendable {
    /// The outermost value.
    public let root: JSONNode

    /// Reads one JSON text (RFC 8259). Key order, repeated keys, the text of numbers and every byte of strings survive.
    ///
    /// A text may have at most 4 GiB and one string or number at most 256 MiB. A byte order mark is no white space, so
    /// a text that begins with one is refused (RFC 8259, 8.1).
    public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        do throws(JSONFault) {
            root = JSONNode(tape: try JSONParser.parse(bytes, limits: limits), index: 0)
        } catch {
            throw JSONError(error, in: bytes)
        }
    }

    /// Reads one JSON text that is already text.
    public init(_ text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(Array(text.utf8), limits: limits)
    }
}
