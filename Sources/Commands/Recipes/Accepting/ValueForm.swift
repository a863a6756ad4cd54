import Workbench
import Replaying
import Tapes
import ExchangeModel
import Notation

/// Forms of values that identify a record of one instance or a moment. A line with such a value works on that instance
/// only, unless the value comes from an answer or a parameter.
enum ValueForm: Hashable {
    case sysID, number, moment, day

    /// A value in a text, with its range in bytes.
    struct Found: Hashable {
        let text: String
        let range: Range<Int>
        let form: ValueForm
    }

    /// All such values in a text, in order.
    static func all(in text: String) -> [Found] {
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
            } else if end - place == 4, let (day, form) = day(in: bytes, at: place) {
                add(day, form)
                end = day.upperBound
            } else if let (inner, form) = behindOperator(bytes, place..<end) {
                add(inner, form)
            }
            place = end
        }
        return found
    }

    /// The form of a whole text; nil for other texts.
    static func of(_ text: String) -> ValueForm? {
        let found = all(in: text)
        return found.count == 1 && found[0].range.count == text.utf8.count ? found[0].form : nil
    }

    /// An expected line with holes for such values; literal text that looks like a hole is escaped.
    static func holes(in text: String) -> String {
        let bytes = Array(text.utf8)
        func literal(_ bytes: ArraySlice<UInt8>) -> String {
            var text = String(decoding: bytes, as: UTF8.self)
            for hole in LineHole.allCases { text = text.replacing(hole.rawValue, with: "\\" + hole.rawValue) }
            return text
        }
        var line = ""
        var place = 0
        for value in all(in: text) {
            line += literal(bytes[place..<value.range.lowerBound]) + value.form.hole.rawValue
            place = value.range.upperBound
        }
        return line + literal(bytes[place...])
    }

    private var hole: LineHole {
        switch self {
        case .number: .incident
        case .sysID: .sysID
        case .moment: .time
        case .day: .date
        }
    }

    private static func form(of word: ArraySlice<UInt8>) -> ValueForm? {
        if word.count == 32, word.allSatisfy({ ASCII.isDigit($0) || (97...102).contains($0) }) { return .sysID }
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

    /// `2025-03-03`, optionally with a time.
    private static func day(in bytes: [UInt8], at place: Int) -> (Range<Int>, ValueForm)? {
        func isTime(_ length: Int) -> Bool {
            let end = place + length
            guard end <= bytes.count, end == bytes.count || !ASCII.isDigit(bytes[end]) else { return false }
            return Timestamp(glideText: String(decoding: bytes[place..<end], as: UTF8.self)) != nil
        }
        if isTime(19) { return (place..<LineHole.zoneEnd(place + 19, bytes), .moment) }
        return isTime(10) ? (place..<place + 10, .day) : nil
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte.isNameByte || byte >= 0x80 }
}
