import Glibc
import Notation

/// Secrets in JSON: members named in `SecretNames`, with everything inside them, values of name/value records, and
/// secrets inside strings. In an object under `columns` only values can be secret: a schema names its columns.
///
/// It reads bytes without building a document, so truncated JSON is redacted too.
struct JSONRedactor: Redactor {
    static let name = "json"

    /// What a GraphQL document reveals about members with ordinary names.
    var known = DocumentSecrets()
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        bytes.withUnsafeBufferPointer { bytes in
            var scan = Scan(bytes: bytes, known: known, depth: depth)
            scan.run()
            return Find.merged(scan.finds)
        }
    }
}

/// One pass over a text, with a small state for every open bracket.
private struct Scan {
    struct Level {
        var label: String?
        /// The members are columns of a table, each with its attributes.
        var holdsColumns = false
        var described: String?
        /// The object is a record's field, as with `sysparm_display_value=all`.
        var isField = false
        var record = NamedRecord()
        /// The object is half of the record at that level: `"name": {"value": …, "display_value": …}`.
        var half: (role: PairRole, record: Int)?

        /// Begins again, with the memory of an earlier bracket: a list has thousands of records.
        mutating func restart(_ label: String? = nil, half: (role: PairRole, record: Int)? = nil) {
            self.label = label
            holdsColumns = false
            described = nil
            isField = false
            record.restart()
            self.half = half
        }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0
    /// The open brackets, and ones that were closed.
    var levels: [Level] = [Level()]
    /// The innermost open one.
    private var last = 0
    var finds: [Find] = []
    var key: Range<Int>?
    /// A string without secrets: with `sysparm_display_value=all` every value is there twice.
    private var plain = 0..<0
    /// The meaning of `key`; valid only while there is one.
    private var meaning = MemberNames.Meaning(label: nil, role: nil, place: nil)
    private var names = MemberNames()
    private let known: DocumentSecrets
    /// Whether `known` is empty.
    private let isUnknown: Bool
    private let depth: Int

    init(bytes: UnsafeBufferPointer<UInt8>, known: DocumentSecrets, depth: Int) {
        self.bytes = bytes
        self.known = known
        isUnknown = known.hasNoResponseNames
        self.depth = depth
    }

    mutating func run() {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open(isObject: bytes[place] == UInt8(ascii: "{"))
                key = nil
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                finds += levels[last].record.takePending()
                if last > 0 { last -= 1 } else { levels[0].restart() }
                key = nil
                place += 1
            case UInt8(ascii: ","):
                key = nil
                place += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
            default: place += 1
            }
        }
        for level in 0...last { finds += levels[level].record.takePending() }
    }

    private mutating func open(isObject: Bool) {
        let outer = last, label = labelOfValue()
        var half = levels[outer].half
        if half == nil, let key, let role = role(of: key) { half = (role, outer) }
        last += 1
        if last == levels.count { levels.append(Level()) }
        levels[last].restart(label, half: half)
        if isObject, levels[outer].label == nil {
            if levels[outer].holdsColumns { (levels[last].described, levels[last].label) = (label, nil) }
            levels[last].holdsColumns = key != nil && meaning.place == .columns
        }
        if levels[last].label == nil, key != nil, meaning.place == .value, !levels[outer].isField {
            levels[last].label = known.valueLabel
        }
    }

    /// The label that applies to the next value: the member's, or that of an enclosing secret.
    private mutating func labelOfValue() -> String? {
        if let label = levels[last].label { return label }
        guard let key else { return nil }
        if let label = levels[last].described, meaning.place?.isValue ?? false { return label }
        if let label = meaning.label { return label }
        return known.aliases.isEmpty ? nil : known.aliases[String(decoding: bytes[key], as: UTF8.self)]
    }

    private func role(of key: Range<Int>) -> PairRole? {
        if let role = meaning.role { return role }
        return known.roles.isEmpty ? nil : known.roles[String(decoding: bytes[key], as: UTF8.self)]
    }

    /// Whether neither the member's name nor its place matters: most values of a list of records.
    private var saysNothing: Bool {
        isUnknown && !meaning.matters && levels[last].label == nil && levels[last].half == nil
    }

    private mutating func string() {
        let start = place + 1
        var end = start, isEscaped = false
        while true {
            end = ASCII.stop(in: bytes, from: end, quote: UInt8(ascii: "\""))
            // A JSON string cannot contain a line break: this was not a string, or it was cut off.
            guard end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 10 else { break }
            if bytes[end] == UInt8(ascii: "\\") {
                isEscaped = true
                end += 1
            }
            end += 1
        }
        end = min(end, bytes.count)
        place = min(end + 1, bytes.count)
        var next = place
        while next < bytes.count, ASCII.isSpace(bytes[next]) { next += 1 }
        if key == nil, next < bytes.count, bytes[next] == UInt8(ascii: ":") {
            key = start..<end
            meaning = names.meaning(of: start..<end, in: bytes)
            place = next + 1
            return
        }
        if saysNothing {
            key = nil
            readText(start..<end)
        } else {
            take(Find(range: start..<end, label: "", coding: isEscaped ? .json : .plain))
        }
    }

    private mutating func number() {
        let start = place
        while place < bytes.count, ASCII.isName(bytes[place]) || bytes[place] == UInt8(ascii: "+") { place += 1 }
        if saysNothing { key = nil } else { take(Find(range: start..<place, label: "", isBare: true)) }
    }

    /// A scalar value: hides it if its name or place makes it a secret, and stores the members `name` and `value`.
    private mutating func take(_ value: Find) {
        defer { key = nil }
        var value = value
        if let label = labelOfValue() {
            value.label = label
            finds.append(value)
            return
        }
        if key != nil, meaning.place == .displayValue || meaning.place == .link { levels[last].isField = true }
        if let label = known.valueLabel, key != nil, meaning.place == .value, !levels[last].isField,
            levels[last].half == nil
        {
            value.label = label
            finds.append(value)
            return
        }
        if let key, let role = role(of: key) {
            if takeHalf(role, value, of: last) { return }
            // `value` and `display_value` of an object that is half of a record.
            if role == .value, let half = levels[last].half, takeHalf(half.role, value, of: half.record) { return }
        } else if key == nil, let half = levels[last].half, takeHalf(half.role, value, of: half.record) {
            return
        }
        if !value.isBare { readText(value.range) }
    }

    /// Finds secrets in a string that is not secret as a whole.
    private mutating func readText(_ range: Range<Int>) {
        guard let start = bytes.baseAddress,
            range.count != plain.count || memcmp(start + range.lowerBound, start + plain.lowerBound, range.count) != 0
        else { return }
        guard EmbeddedText.mayHoldSecret(UnsafeBufferPointer(rebasing: bytes[range])) else { return plain = range }
        finds += EmbeddedText.finds(in: Array(bytes[range])[...], .json, depth: depth + 1)
            .map { $0.moved(by: range.lowerBound) }
    }

    /// Takes half of a record: the name decides whether the value is a secret. Returns true if it is.
    private mutating func takeHalf(_ role: PairRole, _ value: Find, of level: Int) -> Bool {
        switch role {
        case .name:
            let name = value.coding == .plain ? nil : EscapedView(Array(bytes[value.range])[...], of: .json)?.bytes
            levels[level].record.take(name: name.map(SecretNames.label) ?? SecretNames.label(of: bytes[value.range]))
            return false
        case .value:
            guard let secret = levels[level].record.take(value: value) else { return false }
            finds.append(secret)
            return true
        }
    }
}
