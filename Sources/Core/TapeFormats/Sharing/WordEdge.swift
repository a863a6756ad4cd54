import Notation

/// Where words begin and end.
enum WordEdge {
    /// Whether a range is not a part of a longer word. Digits and signs separate words, as do the capitals of
    /// `JaneRoe` and the operator of `nameLIKEroe`.
    package static func isWhole(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        begins(at: range.lowerBound, text) && ends(at: range.upperBound, text) && !isEscaped(text, range.lowerBound)
    }

    private static func begins(at place: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place > 0 else { return true }
        let before = text[place - 1], first = text[place]
        guard before < 0x80 else {
            // The lead byte of the character before.
            var start = place - 1
            while start > 0, place - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
            return !isLetter(text, at: start)
        }
        guard ASCII.isLetter(before), ASCII.isLetter(first) || isLetter(text, at: place) else { return true }
        if isCapital(first) {
            if !isCapital(before) { return true }
            if place + 1 < text.count, ASCII.isLowercaseLetter(text[place + 1]) { return true }
        }
        return QueryValues.isAfterOperator(place, in: text)
    }

    private static func ends(at place: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place < text.count else { return true }
        let last = text[place - 1], next = text[place]
        if next >= 0x80 { return !isLetter(text, at: place) }
        guard ASCII.isLetter(next), ASCII.isLetter(last) || last >= 0x80 else { return true }
        return isCapital(next) && !isCapital(last)
    }

    private static func isCapital(_ byte: UInt8) -> Bool { byte &- 65 < 26 }

    /// Whether a letter begins there: Latin, Greek, Cyrillic and the like. Scripts of longer ones have no blanks
    /// between words.
    private static func isLetter(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let isExtended = text[place] == 0xE1 && place + 1 < text.count && text[place + 1] >= 0xB8
        return text[place] >= 0xC3 && text[place] < 0xE0 || isExtended
    }

    /// Whether the character is the second one of an escape, `\n`.
    private static func isEscaped(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        guard "nrtbfu".utf8.contains(text[place]) else { return false }
        var start = place
        while start > 0, text[start - 1] == UInt8(ascii: "\\") { start -= 1 }
        return (place - start) % 2 == 1
    }
}

/// Runs of characters that are no text: escapes, hexadecimal identifiers and binary data in base64.
enum NoiseRun {
    package static func contains(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        beginsInEscape(range.lowerBound, text) || isHexadecimal(range, text) || isBase64(range, text)
    }

    /// Whether a range begins with the digits of `%3D` or `\u00fc`.
    private static func beginsInEscape(_ place: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard ASCII.hexValue(text[place]) != nil else { return false }
        var start = place
        while start > 0, place - start < 4, ASCII.hexValue(text[start - 1]) != nil { start -= 1 }
        guard start > 0 else { return false }
        if place - start < 4, start > 1, text[start - 1] == UInt8(ascii: "u"), text[start - 2] == UInt8(ascii: "\\") {
            return true
        }
        return place - start < 2 && text[start - 1] == UInt8(ascii: "%")
    }

    private static func isHexadecimal(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text[range].allSatisfy({ ASCII.hexValue($0) != nil }) else { return false }
        let run = self.run(around: range, text, longest: 64) { ASCII.hexValue($0) != nil }
        let isBounded =
            (run.lowerBound == 0 || !ASCII.isLetter(text[run.lowerBound - 1]))
            && (run.upperBound == text.count || !ASCII.isLetter(text[run.upperBound]))
        return run.count >= 8 && isBounded && text[run].contains(where: ASCII.isDigit)
    }

    /// A long run with capitals, small letters and digits in the proportions of random data.
    private static func isBase64(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text[range].allSatisfy({ ASCII.isLetter($0) }) else { return false }
        let run = self.run(around: range, text, longest: 80) {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        }
        guard run.count >= 48 else { return false }
        let capitals = text[run].count { $0 &- 65 < 26 }, small = text[run].count(where: ASCII.isLowercaseLetter)
        let digits = text[run].count(where: ASCII.isDigit)
        return min(capitals, small) * 4 > run.count && digits * 20 > run.count
    }

    /// The range with what is around it.
    static func run(
        around range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, longest: Int, _ isIn: (UInt8) -> Bool
    ) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, range.lowerBound - start < longest, isIn(text[start - 1]) { start -= 1 }
        while end < text.count, end - range.upperBound < longest, isIn(text[end]) { end += 1 }
        return start..<end
    }
}

/// Telephone numbers as digits.
enum PhoneDigits {
    /// The least number of digits that tells numbers apart.
    static let least = 7

    /// The digits without the zeros that come before a country or area code.
    static func significant(_ text: ArraySlice<UInt8>) -> [UInt8] {
        Array(text.filter(ASCII.isDigit).drop { $0 == UInt8(ascii: "0") })
    }

    static func runs(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = [], place = 0
        while place < bytes.count {
            let byte = bytes[place]
            guard ASCII.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(") else {
                place += 1
                continue
            }
            var end = place, last = place
            while end < bytes.count, end - place < 32, ASCII.isDigit(bytes[end]) || " -.()/+".utf8.contains(bytes[end])
            {
                if ASCII.isDigit(bytes[end]) { last = end + 1 }
                end += 1
            }
            let isPart =
                place > 0 && (ASCII.isLetter(bytes[place - 1]) || bytes[place - 1] == UInt8(ascii: "%"))
                || last < bytes.count && ASCII.isLetter(bytes[last])
            // A bracket around the whole is not the number's.
            let isOpen = byte == UInt8(ascii: "(") && !bytes[place..<last].contains(UInt8(ascii: ")"))
            if last - place >= least, !isPart { found.append((isOpen ? place + 1 : place)..<last) }
            place = max(place + 1, end)
        }
        return found
    }
}
