import Notation

/// Secret fields of JSON: the members named in `SecretNames`, with everything inside them, and the `value` of an object
/// whose `name` is such a name (a header of a batch part). What an object under `columns` says of a column of such a name
/// is no secret, but for a value in it: a schema that is recorded must still name its columns when it is played.
///
/// It reads bytes, not documents: an instance may cut an answer short or append an error to it, and such a text must not
/// keep its secrets because it does not parse. It also finds members in fragments, one line of a listing for example.
struct JSONRedactor: Redactor {
    static let name = "json"

    /// Further members that are secrets, by name, with their labels.
    var further: [String: String] = [:]

    func finds(in bytes: [UInt8]) -> [Find] {
        bytes.withUnsafeBufferPointer { bytes in
            var scan = Scan(bytes: bytes, further: further)
            scan.run()
            return scan.finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
        }
    }
}

/// One pass over a text. It keeps a small note for every open bracket.
private struct Scan {
    /// What is known of an open object.
    struct Level {
        /// Secrets throughout: the value of a secret member.
        var label: String?
        /// The members are columns of a table, each with what is known of it.
        var holdsColumns = false
        /// The object describes a column of that label.
        var described: String?
        /// The label that the member `name` gives to the member `value`.
        var namedLabel: String?
        /// The member `value`, when it came first.
        var value: Find?
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0
    var levels: [Level] = [Level()]
    var finds: [Find] = []
    /// The member whose value comes next.
    var key: Range<Int>?
    private var names = MemberNames()
    private let further: [String: String]

    init(bytes: UnsafeBufferPointer<UInt8>, further: [String: String]) {
        self.bytes = bytes
        self.further = further
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
                if levels.count > 1 { levels.removeLast() } else { levels[0] = Level() }
                key = nil
                place += 1
            case UInt8(ascii: ","):
                key = nil
                place += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
            default: place += 1
            }
        }
    }

    /// Goes into an object or a list.
    private mutating func open(isObject: Bool) {
        let outer = levels[levels.count - 1]
        var level = Level(label: labelOfValue())
        if isObject, outer.label == nil {
            if outer.holdsColumns { (level.described, level.label) = (level.label, nil) }
            level.holdsColumns = key.map { isNamed($0, "columns") } ?? false
        }
        levels.append(level)
    }

    /// What hides the value that begins here: the member's name, or the secret it is inside of.
    private mutating func labelOfValue() -> String? {
        let level = levels[levels.count - 1]
        if let label = level.label { return label }
        guard let key else { return nil }
        if let label = level.described, isValue(key) { return label }
        if let label = names.label(of: key, in: bytes) { return label }
        return further.isEmpty ? nil : further[String(decoding: bytes[key], as: UTF8.self)]
    }

    private mutating func string() {
        let start = place + 1
        var end = start, isEscaped = false
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            // A line break cannot stand in a JSON string: what began here was no string, or was cut off.
            if bytes[end] == 10 { break }
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
            place = next + 1
            return
        }
        take(Find(range: start..<end, label: "", coding: isEscaped ? .json : .plain))
    }

    private mutating func number() {
        let start = place
        while place < bytes.count, ASCII.isName(bytes[place]) || bytes[place] == UInt8(ascii: "+") { place += 1 }
        take(Find(range: start..<place, label: "", isBare: true))
    }

    /// A scalar value: hides it when its name or its place says so, and remembers the members `name` and `value`.
    private mutating func take(_ value: Find) {
        defer { key = nil }
        var value = value
        if let label = labelOfValue() {
            value.label = label
            finds.append(value)
            return
        }
        guard let key else { return }
        let last = levels.count - 1
        if isNamed(key, "name") || isNamed(key, "key") || isNamed(key, "header") {
            guard let label = SecretNames.label(of: bytes[value.range]) else { return }
            levels[last].namedLabel = label
            if var earlier = levels[last].value {
                earlier.label = label
                finds.append(earlier)
                levels[last].value = nil
            }
        } else if isNamed(key, "value") {
            if let label = levels[last].namedLabel {
                value.label = label
                finds.append(value)
            } else {
                levels[last].value = value
            }
        }
    }

    private func isValue(_ key: Range<Int>) -> Bool {
        isNamed(key, "value") || isNamed(key, "display_value") || isNamed(key, "displayValue")
            || isNamed(key, "default_value")
    }

    private func isNamed(_ key: Range<Int>, _ name: StaticString) -> Bool {
        key.count == name.utf8CodeUnitCount
            && key.indices.allSatisfy { bytes[$0] == name.utf8Start[$0 - key.lowerBound] }
    }
}
