import ExchangeModel
import Notation

/// Values that stand for one thing of one instance: a record's number or sys_id, a moment. A line that holds one was
/// written for that instance alone, unless the value comes from somewhere.
enum SaidValues {
    /// What a value is by its form.
    enum Form: Hashable { case sysID, number, moment, day }

    /// A value in a text, with its place in bytes.
    struct Found: Hashable {
        let text: String
        let range: Range<Int>
        let form: Form
    }

    /// Every such value of a text, in order.
    static func all(in text: String) -> [Found] {
        let bytes = Array(text.utf8)
        var found: [Found] = []
        var place = 0
        while place < bytes.count {
            guard isWord(bytes[place]) else {
                place += 1
                continue
            }
            var end = place
            while end < bytes.count, isWord(bytes[end]) { end += 1 }
            if let form = form(of: bytes[place..<end]) {
                found.append(made(bytes, place..<end, form))
            } else if end - place == 4, let day = day(in: bytes, at: place) {
                found.append(day)
                end = day.range.upperBound
            } else if let inner = behindOperator(bytes, place..<end) {
                found.append(inner)
            }
            place = end
        }
        return found
    }

    /// The form of a whole text; nil when it is none of them.
    static func form(of text: String) -> Form? {
        let found = all(in: text)
        return found.count == 1 && found[0].range.count == text.utf8.count ? found[0].form : nil
    }

    private static func form(of word: ArraySlice<UInt8>) -> Form? {
        if word.count == 32, word.allSatisfy({ ASCII.isDigit($0) || (97...102).contains($0) }) { return .sysID }
        let letters = word.prefix { (65...90).contains($0) }, digits = word.dropFirst(letters.count)
        let isNumber = (2...8).contains(letters.count) && digits.count >= 4 && digits.allSatisfy(ASCII.isDigit)
        return isNumber ? .number : nil
    }

    /// `numberSTARTSWITHINC0010021` holds a number behind an operator in capitals.
    private static func behindOperator(_ bytes: [UInt8], _ word: Range<Int>) -> Found? {
        let names = ["STARTSWITH", "ENDSWITH", "LIKE", "IN", "CONTAINS", "SAMEAS"]
        for name in names {
            let name = Array(name.utf8)
            guard let start = bytes[word].firstRange(of: name)?.upperBound, start < word.upperBound,
                let form = form(of: bytes[start..<word.upperBound])
            else { continue }
            return made(bytes, start..<word.upperBound, form)
        }
        return nil
    }

    /// `2025-03-03`, or that and a time.
    private static func day(in bytes: [UInt8], at place: Int) -> Found? {
        func text(_ length: Int) -> String? {
            guard place + length <= bytes.count else { return nil }
            let end = place + length
            guard end == bytes.count || !ASCII.isDigit(bytes[end]) else { return nil }
            return String(decoding: bytes[place..<end], as: UTF8.self)
        }
        if let whole = text(19), Timestamp(glideText: whole) != nil {
            return made(bytes, place..<LineHole.zoneEnd(place + 19, bytes), .moment)
        }
        if let day = text(10), Timestamp(glideText: day) != nil { return made(bytes, place..<place + 10, .day) }
        return nil
    }

    private static func made(_ bytes: [UInt8], _ range: Range<Int>, _ form: Form) -> Found {
        Found(text: String(decoding: bytes[range], as: UTF8.self), range: range, form: form)
    }

    static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}

/// The values of an answer by their text, each with the path that a capture would read it by.
struct AnswerValues {
    private(set) var paths: [String: FieldPath] = [:]
    private var isNamed: Set<String> = []

    init(_ value: JSON?) { if let value { add(value, []) } }

    /// The path of a value that tells one thing from others; nil when the answer has none of that text.
    func path(of text: String) -> FieldPath? {
        guard let path = paths[text] else { return nil }
        return isNamed.contains(text) || SaidValues.form(of: text).map { $0 != .day } ?? false ? path : nil
    }

    private mutating func add(_ value: JSON, _ steps: [FieldPath.Step]) {
        switch value {
        case .object(let members): for member in members { add(member.value, steps + [.member(member.name)]) }
        case .array(let elements):
            for (place, element) in elements.prefix(200).enumerated() { add(element, steps + [.element(place)]) }
        case .string(let text):
            guard text.utf8.count >= 3, text.utf8.count <= 200 else { return }
            let name = Self.leaf(steps)
            if Self.names.contains(name) { isNamed.insert(text) }
            // What a record is called by goes before the fields that refer to it.
            if let known = paths[text], !(Self.own.contains(name) && !Self.own.contains(Self.leaf(known.steps))) {
                return
            }
            paths[text] = FieldPath(steps: steps)
        default: return
        }
    }

    /// The field at the end of a path, without the references it is reached by.
    static func leaf(_ steps: [FieldPath.Step]) -> String {
        for case .member(let name) in steps.reversed() {
            // A GraphQL answer and one with display values keep a field's value below its name.
            if name == "value" || name == "display_value" { continue }
            return name.split(separator: ".").last.map(String.init) ?? name
        }
        return ""
    }

    private static let own: Set<String> = ["number", "sys_id"]
    private static let names: Set<String> = [
        "name", "user_name", "email", "file_name", "asset_tag", "serial_number", "employee_number", "address",
    ]
}
