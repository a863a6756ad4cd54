/// Finds the token that a page proves its requests with: instances put it in every page, as `var g_ck = '…'` for
/// scripts and as the hidden field `sysparm_ck` in forms.
package enum PageToken {
    /// The token of a page; nil when it holds none. A token has 40 to 256 hexadecimal digits.
    package static func find(in body: [UInt8]) -> String? {
        body.withUnsafeBufferPointer { body in
            let bytes = UnsafeRawBufferPointer(body)
            return scripted(bytes) ?? posted(bytes)
        }
    }

    private static let lengths = 40...256
    /// How far from its name a field's value may stand.
    private static let reach = 1000

    private static func scripted(_ bytes: UnsafeRawBufferPointer) -> String? {
        var from = 0
        while let name = bytes.place(of: "g_ck", from: from) {
            from = name + 4
            if name > 0, isWord(bytes[name - 1]) { continue }
            var place = from
            // A key of JSON is quoted.
            if place < bytes.count, isQuote(bytes[place]) { place += 1 }
            place = bytes.place(afterSpacesFrom: place)
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") || bytes[place] == UInt8(ascii: ":") else {
                continue
            }
            if let token = quoted(bytes, at: bytes.place(afterSpacesFrom: place + 1)) { return token }
        }
        return nil
    }

    private static func posted(_ bytes: UnsafeRawBufferPointer) -> String? {
        var from = 0
        while let name = bytes.place(of: "sysparm_ck", from: from) {
            from = name + 10
            var start = name
            while start > 0, name - start < reach, bytes[start] != UInt8(ascii: "<") { start -= 1 }
            var end = from
            while end < bytes.count, end - from < reach, bytes[end] != UInt8(ascii: ">") { end += 1 }
            let tag = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            var place = 0
            while let value = tag.place(of: "value", from: place) {
                place = tag.place(afterSpacesFrom: value + 5)
                guard place < tag.count, tag[place] == UInt8(ascii: "=") else { continue }
                if let token = quoted(tag, at: tag.place(afterSpacesFrom: place + 1)) { return token }
            }
        }
        return nil
    }

    /// The digits between two quotes.
    private static func quoted(_ bytes: UnsafeRawBufferPointer, at place: Int) -> String? {
        guard place < bytes.count, isQuote(bytes[place]) else { return nil }
        var end = place + 1
        while end < bytes.count, end - place <= lengths.upperBound + 1, isDigit(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == bytes[place], lengths.contains(end - place - 1) else { return nil }
        return String(decoding: bytes[place + 1..<end], as: UTF8.self)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Where a word stands next; nil when it does not.
    func place(of word: StaticString, from: Int) -> Int? {
        let length = word.utf8CodeUnitCount
        guard from >= 0, count - from >= length else { return nil }
        let first = word.utf8Start[0]
        for place in from...(count - length) where self[place] == first {
            if (1..<length).allSatisfy({ self[place + $0] == word.utf8Start[$0] }) { return place }
        }
        return nil
    }

    /// The first place that is no white space.
    func place(afterSpacesFrom from: Int) -> Int {
        var place = from
        while place < count, [0x20, 0x09, 0x0A, 0x0D, 0x0C].contains(self[place]) { place += 1 }
        return place
    }
}
