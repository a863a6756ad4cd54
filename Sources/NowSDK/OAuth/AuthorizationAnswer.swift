import ExchangeModel
import Notation

/// The fields of the address that a browser comes back to; a field of OAuth's may stand there once only.
struct AuthorizationAnswer {
    let codes, errors, explanations, states: [String]

    /// Longer texts are not read, in bytes.
    static let longest = 65_536

    /// Reads an address, its path and query, or its query. Nil when there is no query.
    init?(_ text: String) {
        guard text.utf8.count <= AuthorizationAnswer.longest else { return nil }
        let bytes = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let query: Substring.UTF8View
        if let mark = bytes.firstIndex(of: UInt8(ascii: "?")) {
            query = bytes[mark...].dropFirst()
        } else if bytes.contains(UInt8(ascii: "=")) {
            query = bytes
        } else {
            return nil
        }
        let fields = HTTPURL(scheme: "http", host: "localhost", query: String(Substring(query))).queryFields
        func values(_ name: String) -> [String] {
            fields.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
        }
        codes = values("code")
        errors = values("error")
        explanations = values("error_description")
        states = values("state")
    }

    /// Whether it is an answer at all.
    var saysAnything: Bool { !codes.isEmpty || !errors.isEmpty }

    /// A code that can be sent on; nil for an empty one and for one with blanks or control characters.
    static func code(_ text: String) -> Secret? {
        guard !text.isEmpty, text.utf8.count <= TokenAnswer.longestToken, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        return Secret(text)
    }

    /// The text without what a terminal, a mail or a person adds to an address: white space anywhere (an address has
    /// none, a terminal breaks lines), marks that cannot be seen, and quotes and brackets around it.
    static func cleaned(_ text: String) -> String {
        var scalars = TerminalText.plain(text).unicodeScalars.filter {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }[...]
        let quotes = Set("\"'`<>«»“”‘’„‚".unicodeScalars)
        while let first = scalars.first, quotes.contains(first) { scalars = scalars.dropFirst() }
        while let last = scalars.last, quotes.contains(last) { scalars = scalars.dropLast() }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: scalars)
        return String(kept)
    }
}
