import ExchangeModel
import Notation

/// A text in an encoding that hides its words: base64, hexadecimal digits, gzip or UTF-16.
struct EncodedText: Sendable, Hashable {
    enum Coding: Sendable, Hashable {
        /// RFC 4648, in the alphabet and with the padding that was seen.
        case base64(isURL: Bool, isPadded: Bool)
        case hexadecimal(hasCapitals: Bool)
        /// RFC 1952.
        case gzip
        /// With the byte order mark or without it; `last` is an odd byte at the end.
        case utf16(isBigEndian: Bool, last: [UInt8])
    }

    let coding: Coding
    /// The decoded text.
    let bytes: [UInt8]

    /// The shortest run of digits that is decoded: `{"pin":"1"}` in base64.
    static let shortestRun = 14
    /// The largest text that is unpacked, in bytes.
    private static let largest = 64 << 20

    /// A text that is packed or wide as a whole; nil for any other.
    ///
    /// - Parameter type: the media type, which may name UTF-16.
    init?(whole bytes: [UInt8], type: String? = nil) {
        if bytes.starts(with: [0x1F, 0x8B, 8]) {
            guard let plain = Gzip.decompress(bytes, limit: Self.largest) else { return nil }
            (coding, self.bytes) = (.gzip, plain)
            return
        }
        guard let isBigEndian = Self.byteOrder(of: bytes, type: type) else { return nil }
        coding = .utf16(isBigEndian: isBigEndian, last: bytes.count % 2 == 0 ? [] : Array(bytes.suffix(1)))
        self.bytes = WideText.narrowed(bytes[...], isBigEndian)
    }

    /// A run of base64 or hexadecimal digits that is a text; nil for any other.
    init?(run: ArraySlice<UInt8>) {
        guard run.count >= Self.shortestRun else { return nil }
        let decoded: [UInt8]
        if let bytes = Self.hexadecimal(run) {
            coding = .hexadecimal(hasCapitals: run.contains { $0 &- 65 < 6 })
            decoded = bytes
        } else {
            guard Self.beginsAsText(run), let bytes = Base64.decode(run) else { return nil }
            let isURL = run.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            coding = .base64(isURL: isURL, isPadded: run.count % 4 == 0)
            decoded = bytes
        }
        guard EncodedText(whole: decoded) != nil || Self.isText(decoded[...]) else { return nil }
        bytes = decoded
    }

    /// Another text in the same encoding.
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        switch coding {
        case .base64(let isURL, let isPadded):
            var out = Base64.digits(of: bytes, isURL ? .url : .usual)
            while isPadded, out.count % 4 != 0 { out.append(UInt8(ascii: "=")) }
            return out
        case .hexadecimal(let hasCapitals):
            let digits = Array((hasCapitals ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
            return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        case .gzip: return Gzip.compress(bytes)
        case .utf16(let isBigEndian, let last): return WideText.widened(bytes, isBigEndian) + last
        }
    }

    /// Whether a byte can belong to a run of base64 or hexadecimal digits.
    static func isDigit(_ byte: UInt8) -> Bool { Base64.value(of: byte) != nil }

    private static func hexadecimal(_ run: ArraySlice<UInt8>) -> [UInt8]? {
        guard run.count % 2 == 0, run.allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
        return stride(from: run.startIndex, to: run.endIndex, by: 2).map {
            (ASCII.hexValue(run[$0]) ?? 0) << 4 | (ASCII.hexValue(run[$0 + 1]) ?? 0)
        }
    }

    /// Whether the first bytes of a run may be a text in base64: most runs are words and identifiers.
    private static func beginsAsText(_ run: ArraySlice<UInt8>) -> Bool {
        guard let first = Base64.decode(run.prefix(12)) else { return false }
        return first.starts(with: [0x1F, 0x8B]) || first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF])
            || first.allSatisfy { $0 >= 32 && $0 != 127 || $0 &- 9 < 5 }
            || stride(from: 1, to: first.count, by: 2).allSatisfy { first[$0] == 0 }
            || stride(from: 0, to: first.count, by: 2).allSatisfy { first[$0] == 0 }
    }

    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 32 && $0 != 127 || $0 &- 9 < 5 } && String(validating: bytes, as: UTF8.self) != nil
    }

    /// The character set that a content type names, in small letters. Asked of every body and every piece of output, so
    /// without `String.contains`, which takes half of the time that redaction takes.
    private static func characterSet(of type: String) -> String? {
        for part in type.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
            let words = part.split(whereSeparator: { $0 == 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x3D })
            guard words.count == 2, ASCII.lowercased(String(words[0]) ?? "") == "charset" else { continue }
            return ASCII.lowercased(String(words[1]) ?? "")
        }
        return nil
    }

    /// UTF-16 by its mark, by its type, or by its zeros; nil for any other text.
    private static func byteOrder(of bytes: [UInt8], type: String?) -> Bool? {
        let charset = type.flatMap(characterSet)
        if bytes.starts(with: [0xFF, 0xFE]) || charset == "utf-16le" { return false }
        if bytes.starts(with: [0xFE, 0xFF]) || charset == "utf-16be" { return true }
        // Without a mark browsers read it as little-endian.
        if charset == "utf-16" { return false }
        let start = bytes.prefix(64)
        guard start.count >= 8, start.contains(0) else { return nil }
        func areZero(_ first: Int) -> Bool { stride(from: first, to: start.count, by: 2).allSatisfy { start[$0] == 0 } }
        if areZero(1), !start.prefix(1).contains(0) { return false }
        return areZero(0) && start[1] != 0 ? true : nil
    }
}

/// Base64 and hexadecimal texts, with what they hold.
struct EncodedRedactor: Redactor {
    static let name = "encoded"

    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        Self.texts(in: bytes) { text -> [Find]? in
            let finds = EmbeddedText.finds(inText: text.bytes, depth: depth + 1)
            return finds.isEmpty ? nil : finds
        }.map { Find(range: $0.range, label: "encoded", encoded: .init(text: $0.text, finds: $0.found)) }
    }

    /// The encoded texts in which something is found, with what it is.
    static func texts<Found>(
        in bytes: [UInt8], where find: (EncodedText) -> Found?
    ) -> [(range: Range<Int>, text: EncodedText, found: Found)] {
        var texts: [(range: Range<Int>, text: EncodedText, found: Found)] = []
        var place = 0
        while place < bytes.count {
            guard EncodedText.isDigit(bytes[place]) else {
                place += 1
                continue
            }
            let start = place
            while place < bytes.count, EncodedText.isDigit(bytes[place]) { place += 1 }
            guard place - start >= EncodedText.shortestRun else { continue }
            var end = place
            while end < bytes.count, end - place < 2, bytes[end] == UInt8(ascii: "=") { end += 1 }
            // What follows may be padding or, as in `name=`, a sign.
            for range in [start..<end, start..<place] {
                guard let text = EncodedText(run: bytes[range]), let found = find(text) else { continue }
                texts.append((range, text, found))
                break
            }
            place = end
        }
        return texts
    }
}
