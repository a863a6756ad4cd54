import Notation

/// Secrets of a text inside another text: a JSON string, an attribute, a form field, base64.
enum EmbeddedText {
    /// Secrets in a part of a text; `escape` is how the part is escaped there.
    static func finds(in source: ArraySlice<UInt8>, _ escape: EscapedView.Escape?, depth: Int) -> [Find] {
        guard mayHoldSecret(source), Inspection.admits(string: source, depth: depth) else { return [] }
        return NestedText(source, escape).finds { finds(inText: $0, depth: depth, isString: true) }
    }

    /// Secrets in a text of unknown syntax.
    ///
    /// - Parameters:
    ///   - isString: whether it is a part of the outer text, not encoded.
    ///   - read: finds the secrets in a text that is not encoded itself, at its depth.
    static func finds(
        inText bytes: [UInt8], depth: Int, isString: Bool = false,
        by read: ([UInt8], Int) -> [Find] = { TapePlace.text(depth: $1, $0).finds(in: $0) }
    ) -> [Find] {
        let isAdmitted =
            isString
            ? Inspection.admits(string: bytes[...], depth: depth) : Inspection.admits(bytes.count, depth: depth)
        guard isAdmitted else { return [] }
        if let text = EncodedText(opening: bytes) {
            let inner = text.parts.flatMap { range, _ in
                finds(inText: Array(text.bytes[range]), depth: depth + 1, by: read).map {
                    $0.moved(by: range.lowerBound)
                }
            }
            return inner.isEmpty
                ? [] : [Find(range: bytes.indices, label: "encoded", encoded: .init(text: text, finds: inner))]
        }
        return Find.merged(read(bytes, depth))
    }

    /// Whether a text may name a secret or contain an encoded one. Most texts are plain words and end here.
    static func mayHoldSecret(_ text: ArraySlice<UInt8>) -> Bool { text.withUnsafeBufferPointer(mayHoldSecret) }

    static func mayHoldSecret(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 4 else { return false }
        let signs = Self.signs
        for place in 0..<text.count where signs.contains(text[place]) {
            switch text[place] {
            case UInt8(ascii: ":"):
                // The colon of `https://` or `10:30` follows no name.
                let isAddress = place + 1 < text.count && text[place + 1] == UInt8(ascii: "/")
                if !isAddress, place == 0 || !ASCII.isDigit(text[place - 1]) { return true }
            case UInt8(ascii: "'"):
                // An apostrophe follows a letter. SQL has strings and no other sign.
                if place > 0, text[place - 1] == UInt8(ascii: " ") || text[place - 1] == UInt8(ascii: "(") {
                    return true
                }
            default: return true
            }
        }
        var place = 0
        while let run = EncodedText.nextRun(in: text, from: place) {
            if isEncoded(text, run) || KnownTokenRedactor.isToken(text, run) || followsScheme(text, run.lowerBound) {
                return true
            }
            place = run.upperBound
        }
        // A netrc file has no sign at all.
        switch text[0] {
        case UInt8(ascii: "m"): return text.starts(with: "machine ".utf8)
        case UInt8(ascii: "d"): return text.starts(with: "default login ".utf8)
        default: return false
        }
    }

    /// Whether a run follows `Bearer`.
    private static func followsScheme(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        place >= 7 && text[place - 1] == UInt8(ascii: " ") && text[place - 2] == UInt8(ascii: "r")
            && text[..<(place - 1)].suffix(6).elementsEqual("bearer".utf8, by: { ASCII.lowercased($0) == $1 })
    }

    /// Characters that separate names and values, or escape others.
    private static let signs = ASCIISet("=<{`@&%\\:'\"\0")

    private static func isEncoded(_ text: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) -> Bool {
        EncodedText.mayBeText(text, run) && EncodedText(run: Array(text[run])[...]) != nil
    }
}

/// Text that is escaped as a whole: JSON in a string of a script, HTML in an attribute.
struct EscapedRedactor: Redactor {
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        for escape in [EscapedView.Escape.json, .html, .form] where Self.mayHideSign(bytes, escape) {
            let text = NestedText(bytes[...], escape)
            guard text.bytes.count < bytes.count else { continue }
            finds += text.finds { EmbeddedText.finds(inText: $0, depth: depth + 1, isString: true) }
        }
        return Find.merged(finds)
    }

    /// Whether a separator of names and values, or the character before a name, may be escaped.
    private static func mayHideSign(_ bytes: [UInt8], _ escape: EscapedView.Escape) -> Bool {
        switch escape {
        case .json: bytes.contains(UInt8(ascii: "\\"))
        case .html: bytes.contains(UInt8(ascii: "&")) && bytes.contains(UInt8(ascii: ";"))
        case .percent, .form: bytes.contains(UInt8(ascii: "%"))
        }
    }
}
