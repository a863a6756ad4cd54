import Foundation
import Testing

/// A request or an answer as it travelled.
struct WireMessage: Sendable {
    var start: String
    var fields: [(name: String, value: String)]
    var body: String

    /// The values of a field, in their order.
    func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The cookies that a request carries.
    var cookies: [(name: String, value: String)] {
        values(of: "Cookie").flatMap { $0.split(separator: "; ") }.map {
            let parts = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    /// The message with one text in the place of another, wherever that stands.
    func replacing(_ old: String, with new: String) -> WireMessage {
        func changed(_ text: String) -> String { text.replacingOccurrences(of: old, with: new) }
        return WireMessage(
            start: changed(start), fields: fields.map { ($0.name, changed($0.value)) }, body: changed(body))
    }

    /// Every message of one side of a wire.
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

    /// A head with what follows an empty line.
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
