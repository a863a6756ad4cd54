import Glibc

/// The text of a page for gumbo: UTF-8 without NUL, up to the limit.
struct PageSource: Sendable {
    private(set) var text: [UInt8]
    /// How many bytes of the page were used; nil if all.
    private(set) var read: Int?
    /// How many bytes were invalid.
    private(set) var bad = 0

    init(_ bytes: [UInt8], _ charset: PageCharset, limit: Int) {
        let mark = PageCharset.mark(of: bytes).flatMap { $0.charset == charset ? $0.length : nil } ?? 0
        // A multiple of 4 bytes keeps characters of 2 and 4 bytes whole.
        var body = bytes[mark..<min(bytes.count, mark + max(limit, 4) / 4 * 4)]
        if charset == .utf8, body.endIndex < bytes.count {
            for _ in 0..<3 where bytes[body.endIndex] & 0xC0 == 0x80 { body.removeLast() }
        }
        switch charset {
        case .utf8: (text, bad) = UTF8Repair.repaired(body)
        case .utf16LE: (text, bad) = Self.wide(body, low: 0)
        case .utf16BE: (text, bad) = Self.wide(body, low: 1)
        case .windows1252: (text, bad) = Self.western(body)
        case .other(let name): (text, bad) = Self.foreign(body, name)
        }
        if body.endIndex < bytes.count { read = body.endIndex }
        guard text.count > limit || read != nil else { return }
        let whole = text.count
        text.removeSubrange(Self.border(text, limit)...)
        // The exact position is known for UTF-8 only; otherwise it is estimated by proportion.
        if whole > 0 { read = mark + Int(Double(body.count) * Double(text.count) / Double(whole)) }
    }

    /// The end of the last tag or line before the limit, if there is one nearby.
    private static func border(_ text: [UInt8], _ limit: Int) -> Int {
        var end = min(text.count, limit)
        let last = end
        while end > 0, last - end < 4096 {
            if text[end - 1] == UInt8(ascii: ">") || text[end - 1] == UInt8(ascii: "\n") { return end }
            end -= 1
        }
        end = last
        while end > 0, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    private static func append(_ scalar: UInt32, _ text: inout [UInt8], _ bad: inout Int, width: Int) {
        guard scalar != 0, let scalar = Unicode.Scalar(scalar) else {
            bad += width
            text += [0xEF, 0xBF, 0xBD]
            return
        }
        if scalar.isASCII {
            text.append(UInt8(scalar.value))
        } else if let encoded = UTF8.encode(scalar) {
            text += encoded
        }
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, low: Int) -> ([UInt8], Int) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var bad = 0
        var place = bytes.startIndex
        func unit(_ place: Int) -> UInt32? {
            guard place + 1 < bytes.endIndex else { return nil }
            return UInt32(bytes[place + low]) | UInt32(bytes[place + 1 - low]) << 8
        }
        while let first = unit(place) {
            place += 2
            if (0xD800...0xDBFF).contains(first), let second = unit(place), (0xDC00...0xDFFF).contains(second) {
                place += 2
                append(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), &text, &bad, width: 4)
            } else {
                append(first, &text, &bad, width: 2)
            }
        }
        if place < bytes.endIndex { append(0, &text, &bad, width: 1) }
        return (text, bad)
    }

    private static func western(_ bytes: ArraySlice<UInt8>) -> ([UInt8], Int) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        var bad = 0
        for byte in bytes {
            append((0x80...0x9F).contains(byte) ? upper[Int(byte - 0x80)] : UInt32(byte), &text, &bad, width: 1)
        }
        return (text, bad)
    }

    /// windows-1252 from 0x80 to 0x9F.
    private static let upper: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
        0x9D,
        0x017E, 0x0178,
    ]

    /// Decodes with the C library's iconv. Without it, the page is read as windows-1252.
    private static func foreign(_ bytes: ArraySlice<UInt8>, _ name: String) -> ([UInt8], Int) {
        let converter = iconv_open("UTF-8", name)
        guard converter != iconv_t(bitPattern: -1) else { return western(bytes) }
        defer { iconv_close(converter) }
        var bad = 0
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 1 << 16)
        input.withUnsafeMutableBufferPointer { input in
            guard var from = input.baseAddress else { return }
            var left = input.count
            while left > 0 {
                let isWhole = output.withUnsafeMutableBufferPointer { output in
                    guard var to = output.baseAddress else { return true }
                    var room = output.count
                    var source: UnsafeMutablePointer<CChar>? = from
                    var target: UnsafeMutablePointer<CChar>? = to
                    let result = iconv(converter, &source, &left, &target, &room)
                    let failure = errno
                    from = source ?? from
                    for index in 0..<(output.count - room) {
                        append(UInt8(bitPattern: output[index]), &text, &bad)
                    }
                    to = target ?? to
                    return result != Int.max && result != -1 || failure == E2BIG
                }
                if isWhole { continue }
                // The byte is invalid, or the last character is truncated.
                append(0, &text, &bad, width: 1)
                from += 1
                left -= 1
            }
        }
        return (text, bad)
    }

    /// Appends a byte of converted text, in which only NUL is invalid.
    private static func append(_ byte: UInt8, _ text: inout [UInt8], _ bad: inout Int) {
        if byte == 0 { append(0, &text, &bad, width: 1) } else { text.append(byte) }
    }
}

/// Replaces invalid UTF-8 and NUL with U+FFFD, as in the Encoding Standard.
enum UTF8Repair {
    static func isValid(_ bytes: [UInt8]) -> Bool { (try? UTF8Span(validating: bytes.span)) != nil }

    /// The text, and how many bytes were replaced.
    static func repaired(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], bad: Int) {
        // Nearly all pages are valid.
        if (try? UTF8Span(validating: bytes.span)) != nil, !bytes.contains(0) { return (Array(bytes), 0) }
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
        // Each replacement that is not in the page itself takes three bytes in place of the invalid ones.
        let added = replacements(in: text[...]) - replacements(in: bytes)
        let nulls = text.count { $0 == 0 }
        let bad = bytes.count - (text.count - 3 * added) + nulls
        if nulls == 0 { return (text, bad) }
        return (text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }, bad)
    }

    private static func replacements(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.count { place in
            bytes[place] == 0xEF && place + 2 < bytes.endIndex && bytes[place + 1] == 0xBF && bytes[place + 2] == 0xBD
        }
    }
}
