/// Parses bytes into tape words in one pass, without recursion.
/// While an array or object is open, its second word holds the index of its parent, so the stack of open values needs
/// no extra memory.
struct JSONParser {
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private var cursor: UnsafePointer<UInt8>
    private let depthLimit: Int

    private var words: UnsafeMutablePointer<UInt64>
    private var count = 0
    private var capacity: Int

    private var open = -1
    private var openIsObject = false
    private var openCount = 0
    private var depth = 0

    static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONOffsetError) -> JSONTape {
        guard bytes.count <= JSONWord.largestOffset else {
            throw JSONOffsetError(message: "text longer than 4 GiB", offset: JSONWord.largestOffset)
        }
        let words = try bytes.withUnsafeBufferPointer { buffer throws(JSONOffsetError) -> UnsafePointer<UInt64> in
            guard let start = buffer.baseAddress, !buffer.isEmpty else {
                throw JSONOffsetError(message: "empty text", offset: 0)
            }
            var parser = JSONParser(start: start, count: buffer.count, depth: limits.effectiveDepth)
            do throws(JSONOffsetError) {
                try parser.run()
            } catch {
                parser.words.deallocate()
                throw error
            }
            return UnsafePointer(parser.words)
        }
        return JSONTape(bytes: bytes, words: words)
    }

    private init(start: UnsafePointer<UInt8>, count: Int, depth: Int) {
        self.start = start
        end = start + count
        cursor = start
        depthLimit = depth
        // A Table API response has about one value per 17 bytes.
        capacity = count / 16 + 16
        words = .allocate(capacity: capacity)
    }

    /// Everything below is inlined into this loop, so that the parser's state stays in registers.
    @inline(__always) private mutating func run() throws(JSONOffsetError) {
        var wantsName = false
        repeat {
            if wantsName { try readName() }
            skipSpace()
            guard cursor < end else { throw fault("expected a value") }
            switch cursor.pointee {
            case UInt8(ascii: "\""): try readString()
            case UInt8(ascii: "{"):
                try openContainer(.object)
                skipSpace()
                wantsName = cursor == end || cursor.pointee != UInt8(ascii: "}")
                if wantsName { continue }
                closeContainer()
            case UInt8(ascii: "["):
                try openContainer(.array)
                skipSpace()
                wantsName = false
                if cursor == end || cursor.pointee != UInt8(ascii: "]") { continue }
                closeContainer()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try addScalar(.number, upTo: JSONScanner.number(at: cursor, from: start, to: end))
            case UInt8(ascii: "t"): try readWord("true", .yes)
            case UInt8(ascii: "f"): try readWord("false", .no)
            case UInt8(ascii: "n"): try readWord("null", .null)
            default: throw fault("expected a value")
            }
            try finishValue()
            wantsName = openIsObject
        } while open >= 0
        skipSpace()
        guard cursor == end else { throw fault("expected nothing after the value") }
    }

    @inline(__always) private mutating func finishValue() throws(JSONOffsetError) {
        while open >= 0 {
            skipSpace()
            openCount += 1
            guard openCount <= JSONWord.largestSize else { throw fault("too many values in one array or object") }
            if cursor < end, cursor.pointee == UInt8(ascii: ",") {
                cursor += 1
                return
            }
            guard cursor < end, cursor.pointee == (openIsObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw fault(openIsObject ? "expected ',' or '}'" : "expected ',' or ']'")
            }
            closeContainer()
        }
    }

    @inline(__always) private mutating func readName() throws(JSONOffsetError) {
        skipSpace()
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else {
            throw fault(openCount == 0 ? "expected a member name or '}'" : "expected a member name")
        }
        try readString()
        skipSpace()
        guard cursor < end, cursor.pointee == UInt8(ascii: ":") else { throw fault("expected ':'") }
        cursor += 1
    }

    @inline(__always) private mutating func readString() throws(JSONOffsetError) {
        var escaped = false
        let stop = try JSONScanner.string(at: cursor, from: start, to: end, escaped: &escaped)
        try addScalar(escaped ? .escapedString : .plainString, upTo: stop)
    }

    @inline(__always)
    private mutating func readWord(_ word: StaticString, _ tag: JSONWord.Tag) throws(JSONOffsetError) {
        let size = word.utf8CodeUnitCount
        guard end - cursor >= size else { throw fault("expected a value") }
        for offset in 0..<size where cursor[offset] != word.utf8Start[offset] { throw fault("expected a value") }
        try addScalar(tag, upTo: cursor + size)
    }

    @inline(__always)
    private mutating func addScalar(_ tag: JSONWord.Tag, upTo stop: UnsafePointer<UInt8>) throws(JSONOffsetError) {
        let size = stop - cursor
        guard size <= JSONWord.largestSize else { throw fault("value longer than 256 MiB") }
        append(JSONWord(tag, start: cursor - start, size: size).raw)
        cursor = stop
    }

    @inline(__always) private mutating func openContainer(_ tag: JSONWord.Tag) throws(JSONOffsetError) {
        depth += 1
        guard depth <= depthLimit else { throw fault("nested too deeply") }
        if open >= 0 {
            words[open] =
                JSONWord(openIsObject ? .object : .array, start: JSONWord(raw: words[open]).start, size: openCount).raw
        }
        append(JSONWord(tag, start: cursor - start, size: 0).raw)
        append(UInt64(bitPattern: Int64(open)))
        open = count - 2
        openIsObject = tag == .object
        openCount = 0
        cursor += 1
    }

    @inline(__always) private mutating func closeContainer() {
        cursor += 1
        let outer = Int(Int64(bitPattern: words[open + 1]))
        let begun = JSONWord(raw: words[open])
        words[open] = JSONWord(begun.tag, start: begun.start, size: openCount).raw
        words[open + 1] = UInt64(count) << 32 | UInt64(cursor - start)
        depth -= 1
        open = outer
        guard outer >= 0 else { return }
        let around = JSONWord(raw: words[outer])
        openIsObject = around.tag == .object
        openCount = around.size
    }

    @inline(__always) private mutating func append(_ word: UInt64) {
        if count == capacity {
            words = JSONParser.grown(words, from: capacity)
            capacity *= 2
        }
        words[count] = word
        count += 1
    }

    @inline(never)
    private static func grown(_ words: UnsafeMutablePointer<UInt64>, from capacity: Int) -> UnsafeMutablePointer<UInt64>
    {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        larger.update(from: words, count: capacity)
        words.deallocate()
        return larger
    }

    @inline(__always) private mutating func skipSpace() {
        while cursor < end, cursor.pointee <= 0x20 {
            let byte = cursor.pointee
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            cursor += 1
        }
    }

    private func fault(_ message: StaticString) -> JSONOffsetError {
        JSONOffsetError(message: cursor < end ? message : "unexpected end of text", offset: cursor - start)
    }
}

enum JSONScanner {
    typealias Cursor = UnsafePointer<UInt8>

    /// The position after the closing quote of the string at `cursor`; `escaped` tells whether it contains escapes.
    /// Eight bytes at a time are checked for a quote, a backslash, a control character or a byte outside ASCII.
    @inline(__always)
    static func string(at cursor: Cursor, from start: Cursor, to end: Cursor, escaped: inout Bool)
        throws(JSONOffsetError)
        -> Cursor
    {
        var cursor = cursor + 1
        while true {
            while end - cursor >= 8 {
                let stops = ByteWord(at: cursor).controls(or: UInt8(ascii: "\""), UInt8(ascii: "\\"))
                if stops != 0 {
                    cursor += stops.trailingZeroBitCount >> 3
                    break
                }
                cursor += 8
            }
            guard cursor < end else { throw JSONOffsetError(message: "unterminated string", offset: end - start) }
            switch cursor.pointee {
            case UInt8(ascii: "\""): return cursor + 1
            case UInt8(ascii: "\\"):
                escaped = true
                cursor = try escape(at: cursor, from: start, to: end)
            case 0..<0x20: throw JSONOffsetError(message: "control character in a string", offset: cursor - start)
            case 0x20..<0x80: cursor += 1
            default:
                let size = UTF8Sequence.size(at: cursor, to: end)
                guard size > 0 else { throw JSONOffsetError(message: "invalid UTF-8", offset: cursor - start) }
                cursor += size
            }
        }
    }

    /// The position after the escape at `cursor`. A lone surrogate is accepted, as in the grammar (RFC 8259, 8.2).
    @inline(never)
    private static func escape(at cursor: Cursor, from start: Cursor, to end: Cursor) throws(JSONOffsetError) -> Cursor
    {
        guard end - cursor >= 2 else { throw JSONOffsetError(message: "unterminated string", offset: end - start) }
        switch cursor[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return cursor + 2
        case UInt8(ascii: "u"):
            for offset in 2..<6 {
                guard cursor + offset < end else {
                    throw JSONOffsetError(message: "unterminated string", offset: end - start)
                }
                guard ASCII.hexValue(cursor[offset]) != nil else {
                    throw JSONOffsetError(message: "expected four hexadecimal digits", offset: cursor + offset - start)
                }
            }
            return cursor + 6
        default: throw JSONOffsetError(message: "unknown escape", offset: cursor - start)
        }
    }

    static func number(at cursor: Cursor, from start: Cursor, to end: Cursor) throws(JSONOffsetError) -> Cursor {
        var cursor = cursor
        if cursor.pointee == UInt8(ascii: "-") { cursor += 1 }
        let leading = cursor
        cursor = try digits(at: cursor, from: start, to: end)
        if leading.pointee == UInt8(ascii: "0"), cursor - leading > 1 {
            throw JSONOffsetError(message: "number with a leading zero", offset: leading - start)
        }
        if cursor < end, cursor.pointee == UInt8(ascii: ".") {
            cursor = try digits(at: cursor + 1, from: start, to: end)
        }
        if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
            cursor += 1
            if cursor < end, cursor.pointee == UInt8(ascii: "+") || cursor.pointee == UInt8(ascii: "-") { cursor += 1 }
            cursor = try digits(at: cursor, from: start, to: end)
        }
        return cursor
    }

    private static func digits(at cursor: Cursor, from start: Cursor, to end: Cursor) throws(JSONOffsetError) -> Cursor
    {
        var after = cursor
        while after < end, after.pointee &- UInt8(ascii: "0") < 10 { after += 1 }
        guard after > cursor else {
            throw JSONOffsetError(
                message: cursor < end ? "expected a digit" : "unexpected end of text", offset: cursor - start)
        }
        return after
    }
}
