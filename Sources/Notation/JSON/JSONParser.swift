/// Reads bytes into the words of a tape in one pass, without recursion.
///
/// While an array or object is open, its second word holds the place of the one around it: the stack of open values
/// needs no memory of its own, and depth costs nothing but a counter.
struct JSONParser {
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private var cursor: UnsafePointer<UInt8>
    private let depthLimit: Int

    private var words: UnsafeMutablePointer<UInt64>
    private var count = 0
    private var capacity: Int

    /// The place of the innermost open array or object, -1 outside of all.
    private var open = -1
    private var openIsObject = false
    private var openCount = 0
    private var depth = 0

    /// Reads one text.
    static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONFault) -> JSONTape {
        guard bytes.count <= JSONWord.largestOffset else {
            throw JSONFault(message: "text longer than 4 GiB", offset: JSONWord.largestOffset)
        }
        let words = try bytes.withUnsafeBufferPointer { buffer throws(JSONFault) -> UnsafePointer<UInt64> in
            guard let start = buffer.baseAddress, !buffer.isEmpty else {
                throw JSONFault(message: "empty text", offset: 0)
            }
            var parser = JSONParser(start: start, count: buffer.count, depth: limits.effectiveDepth)
            do throws(JSONFault) {
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
        // A Table API answer has about one value in seventeen bytes.
        capacity = count / 16 + 16
        words = .allocate(capacity: capacity)
    }

    /// Everything below is inlined into this one loop, so that the parser's state stays in registers.
    @inline(__always)
    private mutating func run() throws(JSONFault) {
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

    /// Reads what follows a value: a comma, or the ends of what is open and then a comma or the end of everything.
    @inline(__always)
    private mutating func finishValue() throws(JSONFault) {
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

    @inline(__always)
    private mutating func readName() throws(JSONFault) {
        skipSpace()
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else {
            throw fault(openCount == 0 ? "expected a member name or '}'" : "expected a member name")
        }
        try readString()
        skipSpace()
        guard cursor < end, cursor.pointee == UInt8(ascii: ":") else { throw fault("expected ':'") }
        cursor += 1
    }

    @inline(__always)
    private mutating func readString() throws(JSONFault) {
        var escaped = false
        let stop = try JSONScanner.string(at: cursor, from: start, to: end, escaped: &escaped)
        try addScalar(escaped ? .escapedString : .plainString, upTo: stop)
    }

    @inline(__always)
    private mutating func readWord(_ word: StaticString, _ tag: JSONWord.Tag) throws(JSONFault) {
        let size = word.utf8CodeUnitCount
        guard end - cursor >= size else { throw fault("expected a value") }
        for offset in 0..<size where cursor[offset] != word.utf8Start[offset] { throw fault("expected a value") }
        try addScalar(tag, upTo: cursor + size)
    }

    @inline(__always)
    private mutating func addScalar(_ tag: JSONWord.Tag, upTo stop: UnsafePointer<UInt8>) throws(JSONFault) {
        let size = stop - cursor
        guard size <= JSONWord.largestSize else { throw fault("value longer than 256 MiB") }
        append(JSONWord(tag, start: cursor - start, size: size).raw)
        cursor = stop
    }

    @inline(__always)
    private mutating func openContainer(_ tag: JSONWord.Tag) throws(JSONFault) {
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

    @inline(__always)
    private mutating func closeContainer() {
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

    @inline(__always)
    private mutating func append(_ word: UInt64) {
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

    @inline(__always)
    private mutating func skipSpace() {
        while cursor < end, cursor.pointee <= 0x20 {
            let byte = cursor.pointee
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            cursor += 1
        }
    }

    /// A fault at the cursor; the end of the text is always said to be just that.
    private func fault(_ message: StaticString) -> JSONFault {
        JSONFault(message: cursor < end ? message : "unexpected end of text", offset: cursor - start)
    }
}
