import Foundation
import Testing

/// A request or response as sent.
struct WireMessage: Sendable {
    var start: String
    var fields: [(name: String, value: String)]
    var body: String

    /// The values of a field, in order.
    func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The cookies of a request.
    var cookies: [(name: String, value: String)] {
        values(of: "Cookie").flatMap { $0.split(separator: "; ") }.map {
            let parts = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    /// The message with every occurrence of a text replaced.
    func replacing(_ old: String, with new: String) -> WireMessage {
        func changed(_ text: String) -> String { text.replacingOccurrences(of: old, with: new) }
        return WireMessage(
            start: changed(start), fields: fields.map { ($0.name, changed($0.value)) }, body: changed(body))
    }

    /// All messages in one direction.
    static func all(in bytes: [UInt8]) throws -> [WireMessage] {
        var rest = bytes[...]
        var found: [WireMessage] = []
        while !rest.isEmpty {
            let end = try #require(rest.indices.first { rest[$0...].starts(with: "\r\n\r\n".utf8) })
            var message = written(String(decoding: rest[..<end], as: UTF8.self), lineEnd: "\r\n")
            rest = rest[(end + 4)...]
            let length = message.values(of: "Content-Length").first.flatMap { Int($0) } ?? 0
            try #require(message.values(of: "Transfer-Encoding").isEmpty && rest.count >= length)
            message.body = String(decoding: rest.prefix(length), as: UTF8.self)
            rest = rest.dropFirst(length)
            found.append(message)
        }
        return found
    }

    /// A header section and the body after the empty line.
    static func written(_ text: String, lineEnd: String = "\n") -> WireMessage {
        let halves = text.components(separatedBy: lineEnd + lineEnd)
        let lines = halves[0].components(separatedBy: lineEnd)
        return WireMessage(
            start: lines[0],
            fields: lines.dropFirst().map { line in
                let name = String(line.prefix { $0 != ":" })
                return (name, line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces))
            }, body: halves.count > 1 ? halves[1] : "")
    }
}

/// The differences between a message and the documented one, one per line, without cookie values.
enum WireDifferences {
    /// - Parameter seed: the documented message.
    static func between(_ seed: WireMessage, _ ours: WireMessage) -> [String] {
        var found: [String] = []
        if seed.start != ours.start { found.append("\(seed.start) → \(ours.start)") }
        let theirNames = distinct(seed.fields.map(\.name)), ourNames = distinct(ours.fields.map(\.name))
        found += names("field", theirNames, ourNames)
        for name in theirNames where !["Cookie", "Set-Cookie"].contains(name) {
            let (one, other) = (seed.values(of: name), ours.values(of: name))
            if !other.isEmpty, one != other { found.append("\(name): \(one) → \(other)") }
        }
        found += names("cookie", seed.cookies.map(\.name), ours.cookies.map(\.name))
        found += setCookies(seed.values(of: "Set-Cookie"), ours.values(of: "Set-Cookie"))
        return found + bodies(minified(seed.body), minified(ours.body))
    }

    /// Missing names, additional names, names spelled differently, and the order of common names.
    private static func names(_ what: String, _ seed: [String], _ ours: [String]) -> [String] {
        let (theirs, others) = (seed.map { $0.lowercased() }, ours.map { $0.lowercased() })
        var found = seed.filter { !others.contains($0.lowercased()) }.map { "no \(what) \($0)" }
        found += ours.filter { !theirs.contains($0.lowercased()) }.map { "\(what) \($0) besides" }
        for name in ours where !seed.contains(name) && theirs.contains(name.lowercased()) {
            found.append("\(what) \(name) in other letters")
        }
        if theirs.filter(others.contains) != others.filter(theirs.contains) {
            found.append("\(what)s in another order")
        }
        return found
    }

    private static func setCookies(_ seed: [String], _ ours: [String]) -> [String] {
        let theirs = seed.map(parts), others = ours.map(parts)
        var found = names("set cookie", theirs.map(\.name), others.map(\.name))
        for one in theirs {
            guard let other = others.first(where: { $0.name == one.name }) else { continue }
            if one.form != other.form { found.append("\(one.name): value \(one.form) → \(other.form)") }
            found += names("attribute of \(one.name)", one.attributes.map(\.name), other.attributes.map(\.name))
                .filter { !$0.hasSuffix("in other letters") }
            for (name, value) in one.attributes {
                // The expiry of a cookie is relative to the time it was set, unless it expires at once.
                guard name != "expires" || value.contains("1970"),
                    let ours = other.attributes.first(where: { $0.name == name }), ours.value != value
                else { continue }
                found.append("\(one.name): \(name) \(value) → \(ours.value)")
            }
        }
        return found
    }

    /// A cookie as set: its name, the form of its value, and its attributes.
    private static func parts(_ line: String) -> (
        name: String, form: String, attributes: [(name: String, value: String)]
    ) {
        let pairs = line.split(separator: ";").map { piece in
            let sides = piece.trimmingCharacters(in: .whitespaces).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            return (name: sides[0], value: sides.count > 1 ? sides[1] : "")
        }
        let value = pairs[0].value
        let form =
            value.isEmpty ? "nothing" : value == "\"\"" ? "empty quotes" : value.hasPrefix("\"") ? "quoted" : "plain"
        return (pairs[0].name, form, pairs.dropFirst().map { ($0.name.lowercased(), $0.value) })
    }

    private static func bodies(_ seed: String, _ ours: String) -> [String] {
        if seed == ours { return [] }
        let theirs = seed.split { "{},".contains($0) }, others = ours.split { "{},".contains($0) }
        if theirs.sorted() == others.sorted() { return ["body: members in another order"] }
        guard theirs.count == others.count else { return ["body: \(seed) → \(ours)"] }
        return distinct(
            zip(theirs, others).filter { $0 != $1 }.map { one, other in
                let name = one.prefix { $0 != ":" }
                return one.lowercased() == other.lowercased()
                    ? "body: capitals in \(name)" : "body: \(one) → \(other)"
            })
    }

    /// JSON without insignificant white space.
    private static func minified(_ text: String) -> String {
        var isInside = false
        return String(
            text.filter { character in
                if character == "\"" { isInside.toggle() }
                return isInside || !character.isWhitespace
            })
    }

    private static func distinct(_ names: [String]) -> [String] {
        names.enumerated().filter { index, name in !names[..<index].contains(name) }.map(\.element)
    }
}
