/// Forms of values that identify a record of one instance or a moment, so that they differ between two recordings of
/// the same commands.
package enum ValueForm: Hashable {
    case sysID, number, moment, day

    /// A value in a text, with its range in bytes.
    package struct Found: Hashable {
        package let text: String
        package let range: Range<Int>
        package let form: ValueForm
    }

    /// All such values in a text, in order.
    package static func all(in text: String) -> [Found] {
        let bytes = Array(text.utf8)
        var found: [Found] = []
        func add(_ range: Range<Int>, _ form: ValueForm) {
            found.append(Found(text: String(decoding: bytes[range], as: UTF8.self), range: range, form: form))
        }
        var place = 0
        while place < bytes.count {
            guard isWord(bytes[place]) else {
                place += 1
                continue
            }
            var end = place
            while end < bytes.count, isWord(bytes[end]) { end += 1 }
            if let form = form(of: bytes[place..<end]) {
                add(place..<end, form)
            } else if end - place == 4, let (moment, form) = moment(in: bytes, at: place) {
                add(moment, form)
                end = moment.upperBound
            } else if let (inner, form) = behindOperator(bytes, place..<end) {
                add(inner, form)
            }
            place = end
        }
        return found
    }

    /// The form of a whole text; nil for other texts.
    package static func of(_ text: String) -> ValueForm? {
        let found = all(in: text)
        return found.count == 1 && found[0].range.count == text.utf8.count ? found[0].form : nil
    }

    /// 32 hexadecimal digits, or capital letters followed by at least four digits.
    private static func form(of word: ArraySlice<UInt8>) -> ValueForm? {
        if SysIDForm.isStored(word) { return .sysID }
        let letters = word.prefix { (65...90).contains($0) }
        let digits = word.dropFirst(letters.count)
        let isNumber = (2...8).contains(letters.count) && digits.count >= 4 && digits.allSatisfy(ASCII.isDigit)
        return isNumber ? .number : nil
    }

    /// The number after an operator, as in `numberSTARTSWITHINC0010021`.
    private static func behindOperator(_ bytes: [UInt8], _ word: Range<Int>) -> (Range<Int>, ValueForm)? {
        for name in ["STARTSWITH", "ENDSWITH", "LIKE", "IN", "CONTAINS", "SAMEAS"] {
            guard let start = bytes[word].firstRange(of: Array(name.utf8))?.upperBound, start < word.upperBound,
                let form = form(of: bytes[start..<word.upperBound])
            else { continue }
            return (start..<word.upperBound, form)
        }
        return nil
    }

    private static func moment(in bytes: [UInt8], at place: Int) -> (Range<Int>, ValueForm)? {
        guard let day = dateEnd(place, bytes) else { return nil }
        let parts = bytes[place..<day].split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }
        guard ("01"..."12").contains(parts[1]), ("01"..."31").contains(parts[2]) else { return nil }
        return timeEnd(place, bytes).map { (place..<$0, .moment) } ?? (place..<day, .day)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}

/// The ends of dates and times that begin at a place of a text.
extension ValueForm {
    /// `2025-03-03`.
    package static func dateEnd(_ place: Int, _ bytes: [UInt8]) -> Int? {
        guard let end = fits("9999-99-99", place, bytes), end == bytes.count || !ASCII.isDigit(bytes[end]) else {
            return nil
        }
        return end
    }

    /// `2025-03-03 16:00` or `2025-03-03T16:00:00.123`, with a zone if one follows.
    package static func timeEnd(_ place: Int, _ bytes: [UInt8]) -> Int? {
        let clock = fits("9999-99-99 99:99", place, bytes) ?? fits("9999-99-99T99:99", place, bytes)
        guard var end = clock else { return nil }
        if let seconds = fits(":99", end, bytes) {
            end = seconds
            // Fractions have at most nanoseconds.
            let digits = bytes[end...].dropFirst().prefix(9).prefix(while: ASCII.isDigit).count
            if end < bytes.count, bytes[end] == UInt8(ascii: "."), digits > 0 { end += 1 + digits }
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: "Z") { return end + 1 }
        for zone: StaticString in [" UTC", " +99:99", " -99:99", "+99:99", "-99:99", " (user's zone)"] {
            if let zoned = fits(zone, end, bytes) { return zoned }
        }
        return end
    }

    /// The end of a text that matches a format in which `9` is any digit.
    private static func fits(_ form: StaticString, _ place: Int, _ bytes: [UInt8]) -> Int? {
        let end = place + form.utf8CodeUnitCount
        guard end <= bytes.count else { return nil }
        for offset in 0..<form.utf8CodeUnitCount {
            let wanted = form.utf8Start[offset], byte = bytes[place + offset]
            guard wanted == UInt8(ascii: "9") ? ASCII.isDigit(byte) : wanted == byte else { return nil }
        }
        return end
    }
}
