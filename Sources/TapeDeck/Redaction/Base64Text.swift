import Notation

/// Base64 (RFC 4648, both alphabets) for secrets that travel inside encoded text.
enum Base64Text {
    /// What every base64 text that holds `secret` must contain, for the three ways the secret can be aligned to groups of
    /// three bytes, in both alphabets. The characters at the edges, which depend on the neighbours, are left out.
    static func cores(of secret: [UInt8]) -> Set<[UInt8]> {
        var cores: Set<[UInt8]> = []
        for lead in 0..<3 {
            let padded = [UInt8](repeating: 0, count: lead) + secret
            let first = (lead * 8 + 5) / 6
            let last = padded.count * 8 / 6
            for alphabet in [Base64.Alphabet.usual, .url] {
                cores.insert(Array(Base64.digits(of: padded, alphabet)[first..<last]))
            }
        }
        return cores
    }

    /// The widest run of base64 characters around a range, padding included.
    static func run(around range: Range<Int>, in text: [UInt8]) -> Range<Int> {
        var start = range.lowerBound, end = range.upperBound
        while start > 0, Base64.value(of: text[start - 1]) != nil { start -= 1 }
        while end < text.count, Base64.value(of: text[end]) != nil { end += 1 }
        var padding = 0
        while end < text.count, padding < 2, text[end] == UInt8(ascii: "=") {
            end += 1
            padding += 1
        }
        return start..<end
    }

    /// Encodes with the alphabet and the habit of padding that `model` shows.
    static func encode(_ bytes: [UInt8], like model: ArraySlice<UInt8>) -> [UInt8] {
        let isURL = model.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        let isPadded = model.count % 4 == 0
        var out = Base64.digits(of: bytes, isURL ? .url : .usual)
        while isPadded, out.count % 4 != 0 { out.append(UInt8(ascii: "=")) }
        return out
    }
}
