import Workbench
import CassetteStore
import ExchangeModel
import Notation
import TapeDeck

/// A text found at a place of a tape.
struct TextMatch {
    /// `command`, `output`, `address`, or a field: `short_description`, `caller_id.name`.
    let field: String
    /// The number, name or sys_id of the record with the field; empty if there is none.
    let record: String
    /// The match with the text around it.
    let excerpt: String

    /// The matches of a text at a place, at most `limit`.
    static func all(of text: String, at place: TapeTextSearch.Place, limit: Int) throws -> [TextMatch] {
        var search = Search(text: Array(text.lowercased().utf8), limit: limit)
        if let number = place.exchange {
            guard let exchange = try place.cassette.exchange(number) else { return [] }
            search.look(at: exchange)
        } else if let number = place.command, let command = try place.cassette.command(number) {
            search.look(in: command.line, field: "command")
            for stream in [OutputStream.standardOutput, .standardError] {
                let output = try place.cassette.output(of: number, stream)
                search.look(in: String(decoding: output, as: UTF8.self), field: "output")
            }
        }
        return search.found
    }

    private struct Search {
        let text: [UInt8]
        let limit: Int
        var found: [TextMatch] = []

        mutating func look(at exchange: ExchangeRecord) {
            look(in: SearchableText.address(exchange.request), field: "address")
            look(atBody: exchange.request.body, exchange.request.headers, "request")
            if case .response(let response) = exchange.outcome {
                look(atBody: response.body, response.headers, "body")
            }
        }

        private mutating func look(atBody body: [UInt8]?, _ headers: HeaderFields, _ name: String) {
            guard let body, !body.isEmpty else { return }
            if let document = SearchableText.json(body) {
                RecordedValues.visit(document.root) { record, field, value in
                    look(in: value, field: field.isEmpty ? name : field, record: record)
                    return found.count < limit
                }
            } else if let plain = SearchableText.plain(body, headers) {
                look(in: plain, field: name)
            }
        }

        mutating func look(in value: String, field: String, record: @autoclosure () -> String = "") {
            guard found.count < limit, let range = Self.range(of: text, in: value) else { return }
            found.append(TextMatch(field: field, record: record(), excerpt: Self.excerpt(of: range, in: value)))
        }

        /// The range of the first match in UTF-8 bytes of the lowercased value, which are those of the value for ASCII.
        private static func range(of text: [UInt8], in value: String) -> Range<Int>? {
            Array(value.lowercased().utf8).firstPlace(of: text).map { $0..<$0 + text.count }
        }

        /// The line around a match, shortened to about thirty bytes on each side.
        private static func excerpt(of range: Range<Int>, in value: String) -> String {
            let bytes = Array(value.utf8)
            let lower = min(range.lowerBound, bytes.count), upper = min(max(range.upperBound, lower), bytes.count)
            var start = lower, end = upper
            while start > 0, lower - start < 30, bytes[start - 1] != 0x0A { start -= 1 }
            while end < bytes.count, end - upper < 30, bytes[end] != 0x0A { end += 1 }
            // Whole characters.
            while start < lower, bytes[start] & 0xC0 == 0x80 { start += 1 }
            while end > upper, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            let isCut = (start > 0 && bytes[start - 1] != 0x0A, end < bytes.count && bytes[end] != 0x0A)
            let middle = String(decoding: bytes[start..<end], as: UTF8.self)
            return (isCut.0 ? "…" : "") + middle.trimmed + (isCut.1 ? "…" : "")
        }
    }
}

extension String {
    fileprivate var trimmed: String { String(ASCII.trimmed(self[...])) }
}

/// The values in JSON, with the records that they belong to.
enum RecordedValues {
    /// Calls `visit` for each string and number until it returns false. A record is the nearest object with a sys_id or
    /// a number; a field is a path in it, without `value`, `display_value` and GraphQL's `displayValue`.
    static func visit(
        _ root: JSONNode, _ visit: (_ record: String, _ field: String, _ value: String) -> Bool
    ) {
        _ = walk(root, "", "", visit)
    }

    /// The name of an object that is a record: its number, else its name or sys_id.
    static func name(of object: JSONNode) -> String? {
        var names: [String: String] = [:]
        for member in object.members where identifying.contains(member.name) {
            names[member.name] = text(of: member.value)
        }
        guard let id = names["number"] ?? names["sys_id"], !id.isEmpty else { return nil }
        return names["number"] ?? names["user_name"] ?? names["name"] ?? id
    }

    /// Members that name a record.
    static let identifying: Set<String> = ["number", "sys_id", "user_name", "name"]

    /// The members of a field with its display value, in REST and in GraphQL.
    private static let displays = ["display_value", "displayValue"]

    /// A field's text: what is displayed, else the stored value.
    static func text(of node: JSONNode) -> String? {
        if node.kind != .object { return node.scalarText }
        let shown = displays.lazy.compactMap { node[$0]?.scalarText }.first ?? ""
        return shown.isEmpty ? node["value"]?.scalarText : shown
    }

    private static func walk(
        _ node: JSONNode, _ record: String, _ path: String, _ visit: (String, String, String) -> Bool
    ) -> Bool {
        switch node.kind {
        case .string, .number: return visit(record, path, node.scalarText ?? "")
        case .array:
            for element in node.elements where !walk(element, record, path, visit) { return false }
        case .object:
            let own = name(of: node)
            for member in node.members {
                let isValue = (member.name == "value" || displays.contains(member.name)) && !path.isEmpty
                let place = isValue ? path : own != nil || path.isEmpty ? member.name : path + "." + member.name
                if !walk(member.value, own ?? record, place, visit) { return false }
            }
        case .null, .bool: break
        }
        return true
    }
}
