/// A secret's place in a text.
struct Find: Sendable, Hashable {
    /// How the secret is written there.
    enum Coding: Sendable, Hashable { case plain, json, percent, html }

    /// The bytes that go.
    var range: Range<Int>
    /// The word of its placeholder.
    var label: String
    var coding = Coding.plain
    /// Whether the placeholder needs quotation marks of its own: a JSON number becomes a string.
    var isBare = false
    /// How the text around it is written when that is with two bytes for each character.
    var wide: WideText?
    /// What is known of a secret in a text inside the text; nil where it stands in the text itself.
    var nested: Nested?

    /// A secret that stands in a text which is itself written with escapes.
    struct Nested: Sendable, Hashable {
        /// The secret, every escape decoded.
        var secret: [UInt8]
        /// How a quotation mark is written there.
        var quote: [UInt8]
    }
}

extension Find {
    /// The secret itself, decoded, for numbering and for finding it again by value.
    func secret(in bytes: [UInt8]) -> [UInt8] {
        if let nested { return nested.secret }
        let written = written(in: bytes)
        switch coding {
        case .plain: return written
        case .json: return EscapedView(written[...], of: .json)?.bytes ?? written
        case .percent: return EscapedView(written[...], of: .form)?.bytes ?? written
        case .html: return EscapedView(written[...], of: .html)?.bytes ?? written
        }
    }

    /// As it stands there, one byte for each character.
    func written(in bytes: [UInt8]) -> [UInt8] { wide?.narrowed(bytes[range]) ?? Array(bytes[range]) }

    /// The quotation mark that a placeholder needs for a bare value.
    var quote: [UInt8] { nested?.quote ?? [UInt8(ascii: "\"")] }
}
