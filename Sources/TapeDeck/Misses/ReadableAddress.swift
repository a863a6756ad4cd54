import Notation

/// An address as a person reads it in a message: `active=true^priority=1` and not `active%3Dtrue%5Epriority%3D1`.
///
/// It stays one word that can be pasted and means the same: what would cut the query elsewhere (`&`, `#`, `+`, `%`),
/// blanks, quotes and whatever is no plain text stay as they travel.
package enum ReadableAddress {
    /// The address with its query decoded as far as that is safe to read.
    package static func of(_ url: String) -> String {
        let bytes = Array(url.utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return url }
        var out = String(decoding: bytes[...mark], as: UTF8.self).unicodeScalars
        var place = mark + 1
        while place < bytes.count {
            var escaped: [UInt8] = []
            while let byte = escape(in: bytes, at: place + escaped.count * 3) { escaped.append(byte) }
            if escaped.isEmpty {
                // What stands before a percent sign is whole characters; one that escapes nothing stays.
                let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "%")) ?? bytes.count
                out += String(decoding: bytes[place..<end], as: UTF8.self).unicodeScalars
                place = end
            } else {
                append(escaped, to: &out)
                place += escaped.count * 3
            }
        }
        return String(out)
    }

    /// The byte that a `%XX` stands for.
    private static func escape(in bytes: [UInt8], at place: Int) -> UInt8? {
        guard place + 2 < bytes.count, bytes[place] == UInt8(ascii: "%"), let high = ASCII.hexValue(bytes[place + 1]),
            let low = ASCII.hexValue(bytes[place + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Adds what a run of escapes stands for, character by character.
    private static func append(_ escaped: [UInt8], to out: inout String.UnicodeScalarView) {
        let text = String(validating: escaped, as: UTF8.self)
        for scalar in text?.unicodeScalars ?? String.UnicodeScalarView() {
            // Behind a percent sign that escaped nothing, a digit would make it an escape.
            if isPlain(scalar, after: out.last), !out.suffix(2).contains("%") {
                out.append(scalar)
            } else {
                for byte in String(scalar).utf8 { out += written(byte) }
            }
        }
        if text == nil { for byte in escaped { out += written(byte) } }
    }

    private static func written(_ byte: UInt8) -> String.UnicodeScalarView {
        let digits = String(byte, radix: 16, uppercase: true)
        return ("%" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars
    }

    /// Whether a character is read as what it is, and changes nothing about where the query is cut.
    private static func isPlain(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": return true
        // Those that may stand in a query (RFC 3986, 3.4), and those that encoded queries and JSON are made of.
        case "-", ".", "_", "~", "!", "$", "'", "(", ")", "*", ",", ";", "=", ":", "@", "/", "?": return true
        case "^", "|", "{", "}", "[", "]": return true
        case _ where scalar.isASCII: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .currencySymbol, .mathSymbol, .otherSymbol, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
            return true
        // On another character than a letter it would make something else of it: U+0338 an unequal sign of `=`.
        case .nonspacingMark, .spacingMark: return last?.properties.isAlphabetic ?? false
        default: return false
        }
    }
}
