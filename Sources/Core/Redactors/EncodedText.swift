import ExchangeModel
import Notation

/// A text in an encoding that hides its words: base64, hexadecimal, gzip, UTF-16 or a ZIP archive.
package struct EncodedText: Sendable, Hashable {
    enum Coding: Sendable, Hashable {
        /// RFC 4648, in the alphabet and with the padding of the source.
        case base64(isURL: Bool, isPadded: Bool)
        case hexadecimal(hasCapitals: Bool)
        /// RFC 1952.
        case gzip
        /// With or without a byte order mark; `last` is an odd byte at the end.
        case utf16(isBigEndian: Bool, last: [UInt8])
        /// ISO 8859-1, and what is written like it.
        case latin1
        case zip(ZipArchive)
    }

    let coding: Coding
    /// The decoded text. That of an archive is its files, one after the other.
    package let bytes: [UInt8]

    /// The shortest run of digits that is decoded: `{"pin":"1"}` in base64.
    static let shortestRun = 14
    /// A text that is encoded as a whole; nil for any other.
    ///
    /// - Parameter type: the media type, which may name UTF-16.
    package init?(whole bytes: [UInt8], type: String? = nil) {
        if bytes.starts(with: [0x1F, 0x8B, 8]) {
            guard let plain = Gzip.decompress(bytes, limit: Inspection.room) else {
                Inspection.note(.gzip)
                return nil
            }
            Inspection.spend(plain.count)
            (coding, self.bytes) = (.gzip, plain)
            return
        }
        guard let isBigEndian = Self.byteOrder(of: bytes, type: type) else { return nil }
        coding = .utf16(isBigEndian: isBigEndian, last: bytes.count % 2 == 0 ? [] : Array(bytes.suffix(1)))
        self.bytes = UTF16Text.narrowed(bytes, isBigEndian)
    }

    /// The same, or an archive; nil for any other. Notes a compression that cannot be read.
    package init?(opening bytes: [UInt8], type: String? = nil) {
        if let archive = ZipArchive(bytes) {
            self.init(.zip(archive), archive.members.flatMap { $0.content ?? [] })
            return
        }
        self.init(whole: bytes, type: type)
    }

    /// A text that is not in UTF-8, of which each byte is taken for a character.
    package init(latin1 bytes: [UInt8]) {
        self.init(.latin1, bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] })
    }

    private init(_ coding: Coding, _ bytes: [UInt8]) { (self.coding, self.bytes) = (coding, bytes) }

    /// Formats whose first bytes tell that they are compressed.
    private static let compressions: [(name: String, head: [UInt8])] = [
        ("Zstandard", [0x28, 0xB5, 0x2F, 0xFD]), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
        ("bzip2", Array("BZh91AY".utf8)),
        ("7-Zip", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), ("RAR", Array("Rar!\u{1A}\u{7}".utf8)),
        ("LZ4", [4, 0x22, 0x4D, 0x18]),
    ]

    /// Notes that a body cannot be read because of its compression.
    package static func noteCompression(of body: [UInt8], coding: String?) {
        if let known = compressions.first(where: { body.starts(with: $0.head) }) {
            Inspection.note(.compression(known.name))
        } else if let coding, !["", "identity", "gzip", "x-gzip"].contains(ASCII.lowercased(coding)),
            String(validating: body, as: UTF8.self) == nil
        {
            Inspection.note(.compression(coding))
        }
    }

    var isArchive: Bool { if case .zip = coding { true } else { false } }

    /// The places of the texts in `bytes`: the files of an archive, else the whole.
    package var parts: [(range: Range<Int>, name: String?)] {
        guard case .zip(let archive) = coding else { return [(bytes.indices, nil)] }
        var start = 0
        return archive.members.map { member in
            defer { start += member.content?.count ?? 0 }
            return (start..<start + (member.content?.count ?? 0), member.name)
        }
    }

    func changing(_ change: ([UInt8]) -> [UInt8]) -> [UInt8]? {
        replacing { _, part in
            let changed = change(part)
            return changed == part ? nil : changed
        }
    }

    /// The text with edits, which are in order, do not overlap, and are each in one part; nil if there are none.
    func applying(_ edits: [Edit]) -> [UInt8]? {
        replacing { range, part in
            let own = edits.filter { range.contains($0.range.lowerBound) }.map { $0.moved(by: -range.lowerBound) }
            return own.isEmpty ? nil : Edit.apply(own, to: part)
        }
    }

    private func replacing(_ change: (Range<Int>, [UInt8]) -> [UInt8]?) -> [UInt8]? {
        var changed: [Int: [UInt8]] = [:]
        for (index, part) in parts.enumerated() where !part.range.isEmpty {
            changed[index] = change(part.range, Array(bytes[part.range]))
        }
        if changed.isEmpty { return nil }
        if case .zip(let archive) = coding { return archive.replacing(changed) }
        return encode(changed[0] ?? bytes)
    }

    /// A run of base64 or hexadecimal digits that decodes to text; nil for any other.
    package init?(run: ArraySlice<UInt8>) {
        guard run.count >= Self.shortestRun else { return nil }
        if let bytes = Hexadecimal.decode(run) {
            self.init(.hexadecimal(hasCapitals: run.contains { $0 &- 65 < 6 }), bytes)
        } else {
            self.init(base64: run)
        }
        guard ZipArchive.begins(bytes) || Self.isText(bytes[...]) || EncodedText(whole: bytes) != nil else {
            return nil
        }
    }

    /// Base64 of any bytes.
    init?(base64 run: ArraySlice<UInt8>) {
        guard let bytes = Base64.decode(run) else { return nil }
        let isURL = run.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        self.init(.base64(isURL: isURL, isPadded: run.count % 4 == 0), bytes)
    }

    package func encode(_ bytes: [UInt8]) -> [UInt8] {
        switch coding {
        case .base64(let isURL, let isPadded):
            return Base64Text.encode(bytes, isURL: isURL, isPadded: isPadded)
        case .hexadecimal(let hasCapitals):
            return Hexadecimal.encode(bytes, hasCapitals: hasCapitals)
        case .gzip: return Gzip.compress(bytes)
        case .utf16(let isBigEndian, let last): return UTF16Text.widened(bytes, isBigEndian) + last
        case .latin1:
            return String(decoding: bytes, as: UTF8.self).unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F }
        // Its files are changed one by one.
        case .zip(let archive): return archive.replacing([:])
        }
    }

    /// Base64 in either alphabet; hexadecimal digits are among them.
    private static let digits = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")

    /// The first run of at least `shortest` digits that begins at or after `from`, which is not inside a run.
    static func nextRun(
        in bytes: UnsafeBufferPointer<UInt8>, from: Int, shortest: Int = EncodedText.shortestRun
    ) -> Range<Int>? {
        let digits = Self.digits
        var start = from
        while start + shortest <= bytes.count {
            // A run cannot include the last byte that is not a digit, so most of a text is never read.
            var place = start + shortest - 1
            while place >= start, digits.contains(bytes[place]) { place -= 1 }
            guard place < start else {
                start = place + 1
                continue
            }
            var end = start + shortest
            while end < bytes.count, digits.contains(bytes[end]) { end += 1 }
            return start..<end
        }
        return nil
    }

    /// Rejects most runs that are not text, such as sys_ids, without copying: by all bytes of hexadecimal digits, or the
    /// first nine in base64.
    ///
    /// - Parameter isPadded: whether padding follows the run, so that it is base64.
    static func mayBeText(_ bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>, isPadded: Bool = false) -> Bool {
        guard run.count >= shortestRun else { return false }
        let isHexadecimal = !isPadded && run.count % 2 == 0 && run.allSatisfy { hexDigit(bytes[$0]) < 16 }
        func decoded(_ index: Int) -> UInt8 {
            if isHexadecimal {
                let place = run.lowerBound + index * 2
                return hexDigit(bytes[place]) << 4 | hexDigit(bytes[place + 1])
            }
            let bits = index * 8, place = run.lowerBound + bits / 6
            let high = UInt32(Base64.value(of: bytes[place]) ?? 0),
                low = UInt32(Base64.value(of: bytes[place + 1]) ?? 0)
            return UInt8(truncatingIfNeeded: (high << 6 | low) >> UInt32(4 - bits % 6))
        }
        var isText = true
        /// How many bytes of a character outside ASCII follow.
        var rest = 0
        for index in 0..<(isHexadecimal ? run.count / 2 : 9) {
            let byte = decoded(index)
            if byte == 0 { return true }
            if rest > 0 {
                isText = isText && byte & 0xC0 == 0x80
                rest -= 1
            } else if byte < 0x80 {
                isText = isText && (byte >= 32 && byte != 127 || byte &- 9 < 5)
            } else {
                isText = isText && byte &- 0xC2 < 0x33
                rest = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
            }
        }
        switch (decoded(0), decoded(1)) {
        case (0x1F, 0x8B), (0xFF, 0xFE), (0xFE, 0xFF), (0x50, 0x4B): return true
        default: return isText
        }
    }

    /// The value of a hexadecimal digit; more than 15 for any other byte. `ASCII.hexValue` is not inlined here.
    @inline(__always) private static func hexDigit(_ byte: UInt8) -> UInt8 {
        let letter = (byte | 0x20) &- 97
        return byte &- 48 < 10 ? byte - 48 : letter < 6 ? letter + 10 : 0xFF
    }

    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 32 && $0 != 127 || $0 &- 9 < 5 } && String(validating: bytes, as: UTF8.self) != nil
    }

    /// The character set of a content type, in lower case. Called for every body and piece of output, so it avoids
    /// `String.contains`, which would take half the time of redaction.
    private static func characterSet(of type: String) -> String? {
        for part in type.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
            let words = part.split(whereSeparator: { $0 == 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x3D })
            guard words.count == 2, ASCII.lowercased(String(words[0]) ?? "") == "charset" else { continue }
            return ASCII.lowercased(String(words[1]) ?? "")
        }
        return nil
    }

    /// UTF-16 by its byte order mark, its type or its zero bytes; nil for any other text.
    private static func byteOrder(of bytes: [UInt8], type: String?) -> Bool? {
        let charset = type.flatMap { $0.utf8.contains(UInt8(ascii: "6")) ? characterSet(of: $0) : nil }
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

package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8), capitals = Array("0123456789ABCDEF".utf8)

    package static func encode(_ bytes: [UInt8], hasCapitals: Bool) -> [UInt8] {
        let digits = hasCapitals ? capitals : digits
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    /// Nil for an odd number of digits, or anything but digits.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 2 == 0, text.allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
        return stride(from: text.startIndex, to: text.endIndex, by: 2).map {
            (ASCII.hexValue(text[$0]) ?? 0) << 4 | (ASCII.hexValue(text[$0 + 1]) ?? 0)
        }
    }
}

/// Base64 and hexadecimal text with secrets in it.
package struct EncodedRedactor: Redactor {
    var depth = 0

    package func finds(in bytes: [UInt8]) -> [Find] {
        Self.finds(in: bytes) { EmbeddedText.finds(inText: $0, depth: depth + 1) }
    }

    /// The encoded texts in which `read` finds secrets.
    static func finds(
        in bytes: [UInt8], shortest: Int = EncodedText.shortestRun, by read: ([UInt8]) -> [Find]
    ) -> [Find] {
        texts(in: bytes, shortest: shortest) { text -> [Find]? in
            let finds = read(text.bytes)
            return finds.isEmpty ? nil : finds
        }.map { Find(range: $0.range, label: "encoded", encoded: .init(text: $0.text, finds: $0.found)) }
    }

    /// The encoded texts with secrets, and the secrets.
    ///
    /// - Parameter shortest: texts with fewer digits are not read.
    package static func texts<Found>(
        in bytes: [UInt8], shortest: Int = EncodedText.shortestRun, where find: (EncodedText) -> Found?
    ) -> [(range: Range<Int>, text: EncodedText, found: Found)] {
        var texts: [(range: Range<Int>, text: EncodedText, found: Found)] = []
        var place = 0
        while let run = bytes.withUnsafeBufferPointer({ EncodedText.nextRun(in: $0, from: place, shortest: shortest) })
        {
            let start = run.lowerBound
            place = run.upperBound
            var end = place
            while end < bytes.count, end - place < 2, bytes[end] == UInt8(ascii: "=") { end += 1 }
            let mayBeText = bytes.withUnsafeBufferPointer {
                EncodedText.mayBeText($0, run) || end > place && EncodedText.mayBeText($0, run, isPadded: true)
            }
            // What follows may be padding or, as in `name=`, an equals sign. Equal texts are read once: reading each
            // twice would double the work with every level of nesting.
            var read: [UInt8]?
            for range in [start..<end, start..<place] where mayBeText {
                guard let text = EncodedText(run: bytes[range]), text.bytes != read else { continue }
                read = text.bytes
                guard let found = find(text) else { continue }
                texts.append((range, text, found))
                break
            }
            place = end
        }
        return texts
    }
}

package enum UTF16Text {
    /// The text in UTF-8; an odd byte at the end is left out. A lone surrogate, which UTF-8 cannot hold, is replaced.
    static func narrowed(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    package static func widened(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
        String(decoding: bytes, as: UTF8.self).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }
}
