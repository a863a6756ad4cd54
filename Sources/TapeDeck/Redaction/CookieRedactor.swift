import Notation

/// The value of a `Cookie` line: every cookie's value goes, its name stays, and so does its emptiness.
struct CookieRedactor: Redactor {
    static let name = "cookie"

    func finds(in bytes: [UInt8]) -> [Find] {
        bytes.split(separator: UInt8(ascii: ";")).compactMap { Self.value(of: $0) }
    }

    /// The value of one `name=value`, without the quotation marks around it. A pair without a name is all value.
    static func value(of pair: ArraySlice<UInt8>) -> Find? {
        var value = pair
        if let sign = pair.firstIndex(of: UInt8(ascii: "=")) { value = pair[(sign + 1)...] }
        while let first = value.first, ASCII.isSpace(first) { value.removeFirst() }
        while let last = value.last, ASCII.isSpace(last) { value.removeLast() }
        if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
            value = value.dropFirst().dropLast()
        }
        return value.isEmpty ? nil : Find(range: value.indices, label: "cookie")
    }
}
