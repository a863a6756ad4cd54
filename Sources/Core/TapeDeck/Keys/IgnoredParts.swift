import Notation

/// Parts of requests that do not count when a request is looked up on a tape, such as a time stamp or a random number
/// that a program sends.
package struct IgnoredParts: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A parameter of the query.
        case query
        case header
        /// A member of a JSON body, at any depth, or a field of a form.
        case body
    }

    private var names: [Kind: Set<String>] = [:]

    package init() {}

    package var isEmpty: Bool { names.isEmpty }

    /// Adds a rule such as `query:sysparm_limit`. False if the text is none.
    package mutating func add(_ rule: String) -> Bool {
        let parts = rule.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return false }
        names[kind, default: []].insert(kind == .header ? ASCII.lowercased(parts[1]) : parts[1])
        return true
    }

    /// The parts that count.
    func removed(from parts: RequestParts) -> RequestParts {
        guard !isEmpty else { return parts }
        var parts = parts
        if let names = names[.query] { parts.query.removeAll { names.contains($0.name) } }
        if let names = names[.header] { parts.headers.removeAll { names.contains($0.name) } }
        if let names = names[.body] { parts.body = Self.removed(names, from: parts.body) }
        return parts
    }

    private static func removed(_ names: Set<String>, from body: BodyForm) -> BodyForm {
        switch body {
        case .json(let json): .json(removed(names, from: json))
        case .form(let fields): .form(fields.filter { !names.contains($0.name) })
        case .none, .graphQL, .multipart, .text, .bytes: body
        }
    }

    private static func removed(_ names: Set<String>, from json: JSON) -> JSON {
        switch json {
        case .object(let members):
            .object(
                members.filter { !names.contains($0.name) }.map { .init($0.name, removed(names, from: $0.value)) })
        case .array(let elements): .array(elements.map { removed(names, from: $0) })
        default: json
        }
    }

    /// Whether a difference between two requests does not count.
    func ignore(_ difference: Mismatch.Difference, of matcher: String) -> Bool {
        names.contains { kind, names in
            let place = difference.place
            return switch kind {
            case .query: matcher == "query" && names.contains { place == $0 || place.hasPrefix($0 + " ") }
            case .header: matcher == "headers" && names.contains(place)
            case .body: matcher == "body" && names.contains { place == $0 || place.hasSuffix("." + $0) }
            }
        }
    }
}
