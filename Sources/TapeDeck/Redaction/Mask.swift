/// What people and tools put in the place of a secret. A value that is a mask already is no secret: it is neither
/// replaced nor searched for anywhere else.
enum Mask {
    /// Characters that are a mask when nothing else is there, and how many of them it takes.
    private static let runs: [Character: Int] = [
        "*": 1, "•": 1, "●": 1, "…": 1, "x": 4, "X": 4, "#": 4, ".": 3, "-": 3, "_": 3,
    ]
    /// Words that say so, between brackets or marks: `[REDACTED]`, `<password hidden>`, `***MASKED***`.
    private static let words: Set<String> = [
        "redacted", "masked", "filtered", "hidden", "removed", "omitted", "obfuscated", "scrubbed", "sanitized",
        "withheld", "protected",
    ]
    private static let closing: [Character: Character] = [
        "[": "]", "<": ">", "(": ")", "{": "}", "*": "*", "-": "-", "_": "_", "%": "%", "#": "#",
    ]
    /// Longer values are no masks.
    private static let longest = 256

    /// Whether a value, its escapes decoded, is one of this program's placeholders or a usual mask, and nothing else.
    static func isWhole(_ value: some Collection<UInt8>) -> Bool {
        guard let first = value.first, value.count <= longest else { return false }
        if Placeholder.isWhole(value) { return true }
        // Nearly all values end here, without a text being made of them.
        guard first == UInt8(ascii: "r") || first >= 0x80 || "*xX#.-_[<({%".utf8.contains(first),
            let text = String(validating: value, as: UTF8.self), let sign = text.first
        else { return false }
        if let least = runs[sign], text.count >= least, text.allSatisfy({ $0 == sign }) { return true }
        var inner = text[...]
        while let open = inner.first, let close = closing[open], inner.count > 2, inner.last == close {
            inner = inner.dropFirst().dropLast()
        }
        if inner.count == text.count { return text.lowercased() == "redacted" }
        // `<API_TOKEN>` is what tools that record write for a name.
        if sign == "<", inner.allSatisfy({ $0 == "_" || $0.isASCII && $0.isUppercase }) { return true }
        return inner.lowercased().split { " _-:".contains($0) }.contains { words.contains(String($0)) }
    }
}
