/// A tape word: the kind, size and start of a value.
struct JSONWord {
    enum Tag: UInt64 {
        case null, yes, no, number, plainString, escapedString, array, object
        var isContainer: Bool { rawValue >= Tag.array.rawValue }
    }

    let raw: UInt64

    static let largestSize = (1 << 28) - 1
    static let largestOffset = (1 << 32) - 1

    @inline(__always)
    init(raw: UInt64) { self.raw = raw }

    /// `size` is in bytes for a scalar, in elements or members for an array or object.
    @inline(__always) init(_ tag: Tag, start: Int, size: Int) {
        raw = tag.rawValue << 60 | UInt64(truncatingIfNeeded: size) << 32 | UInt64(truncatingIfNeeded: start)
    }

    var tag: Tag { Tag(rawValue: raw >> 60) ?? .null }
    var start: Int { Int(raw & 0xFFFF_FFFF) }
    var size: Int { Int(raw >> 32 & 0x0FFF_FFFF) }
}

/// The bytes of a text, and one or two words for every value, in document order.
/// A scalar or member name is one word. An array or object is two, the second with the index of its end, followed by
/// its content; a member is a name and a value. So skipping any value takes a single read.
final class JSONTape: @unchecked Sendable {
    // Sendable because it is immutable after initialization.
    let bytes: [UInt8]
    let words: UnsafePointer<UInt64>

    init(bytes: [UInt8], words: UnsafePointer<UInt64>) {
        self.bytes = bytes
        self.words = words
    }

    deinit { words.deallocate() }

    func word(_ index: Int) -> JSONWord { JSONWord(raw: words[index]) }

    func next(after index: Int) -> Int { word(index).tag.isContainer ? Int(words[index + 1] >> 32) : index + 1 }

    func range(_ index: Int) -> Range<Int> {
        let word = word(index)
        let end = word.tag.isContainer ? Int(words[index + 1] & 0xFFFF_FFFF) : word.start + word.size
        return Range(uncheckedBounds: (word.start, end))
    }

    func member(_ name: UnsafeBufferPointer<UInt8>, of index: Int) -> Int? {
        guard word(index).tag == .object else { return nil }
        var place = index + 2
        let end = next(after: index)
        while place < end {
            if string(place, equals: name) { return place + 1 }
            place = next(after: place + 1)
        }
        return nil
    }

    func string(_ index: Int, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
        let word = word(index)
        if word.tag == .plainString {
            guard word.size == name.count + 2 else { return false }
            return bytes.withUnsafeBufferPointer { buffer in
                for offset in 0..<name.count where buffer[word.start + 1 + offset] != name[offset] { return false }
                return true
            }
        }
        // Escapes are always longer than the characters they represent.
        guard word.tag == .escapedString, word.size >= name.count + 2 else { return false }
        return string(index).utf8.elementsEqual(name)
    }

    func string(_ index: Int) -> String {
        let word = word(index)
        return bytes.withUnsafeBufferPointer { buffer in
            let inside = UnsafeBufferPointer(rebasing: buffer[(word.start + 1)..<(word.start + word.size - 1)])
            return word.tag == .plainString ? String(decoding: inside, as: UTF8.self) : JSONEscapes.decode(inside)
        }
    }
}

enum JSONEscapes {
    static func decode(_ inside: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: inside.count) { out in
            var read = 0, written = 0
            while read < inside.count {
                let byte = inside[read]
                guard byte == UInt8(ascii: "\\") else {
                    out[written] = byte
                    read += 1
                    written += 1
                    continue
                }
                let letter = inside[read + 1]
                read += 2
                guard letter == UInt8(ascii: "u") else {
                    out[written] = short(letter)
                    written += 1
                    continue
                }
                let scalar = scalar(inside, &read)
                for unit in scalar.utf8 {
                    out[written] = unit
                    written += 1
                }
            }
            return written
        }
    }

    /// The scalar of the `\u` escape whose digits begin at `read`, including a second surrogate. Six bytes of escape
    /// give at most three bytes of UTF-8 and twelve at most four, so the decoded text is never longer than its source.
    private static func scalar(_ inside: UnsafeBufferPointer<UInt8>, _ read: inout Int) -> Unicode.Scalar {
        let first = unit(inside, read)
        read += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, read + 6 <= inside.count, inside[read] == UInt8(ascii: "\\"),
            inside[read + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let second = unit(inside, read + 2)
        guard 0xDC00...0xDFFF ~= second else { return "\u{FFFD}" }
        read += 6
        return Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private static func unit(_ inside: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
        var value: UInt32 = 0
        for offset in start..<(start + 4) { value = value << 4 | UInt32(ASCII.hexValue(inside[offset]) ?? 0) }
        return value
    }

    private static func short(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}
