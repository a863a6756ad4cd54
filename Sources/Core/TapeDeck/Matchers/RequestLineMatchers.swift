/// One text of a request, compared byte by byte.
struct TextMatcher: Matcher {
    let name: String
    let weight: Int
    /// The part's name in messages.
    let place: String
    let text: @Sendable (RequestParts) -> String?
    /// The similarity of two different texts.
    var likeness: @Sendable (String, String) -> Double = { _, _ in 0 }

    /// The instance: scheme, host and port, without the port of a loopback address.
    static let origin = TextMatcher(name: "origin", weight: 10, place: "instance") { $0.origin }
    /// The user in whose name the request is sent.
    static let principal = TextMatcher(name: "principal", weight: 5, place: "user") { $0.principal }
    /// The effective method, after a method override.
    static let method = TextMatcher(name: "method", weight: 15, place: "method") { $0.method }
    static let path = TextMatcher(
        name: "path", weight: 30, place: "path", text: { $0.path }, likeness: Likeness.ofPaths)

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        if let text = text(parts) { lines.add(name, text) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let (asked, recorded) = (text(asked), text(recorded))
        guard asked.map({ Array($0.utf8) }) != recorded.map({ Array($0.utf8) }) else { return nil }
        return Mismatch(
            name, [.init(place, recorded: recorded, asked: asked)], likeness: likeness(asked ?? "", recorded ?? ""))
    }
}

/// The header fields that can change a response.
struct HeadersMatcher: Matcher {
    let name = "headers", weight = 5

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.headers { lines.add("header", field.name + ": " + field.normal) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        FieldDifferences.mismatch(name, asked: asked.headers, recorded: recorded.headers)
    }
}

/// The similarity of two parts of requests, from 0 to 1. It only ranks the nearest exchanges.
enum Likeness {
    /// The share of path segments that are equal, counted from both ends.
    @Sendable static func ofPaths(_ left: String, _ right: String) -> Double {
        let left = left.split(separator: "/"), right = right.split(separator: "/")
        let longer = max(left.count, right.count)
        guard longer > 0 else { return 1 }
        let front = zip(left, right).prefix { $0 == $1 }.count
        let back = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        return Double(min(front + back, longer)) / Double(longer)
    }
}
