import CassetteStore
import ExchangeModel
import Notation
import Redactors
import Workbench

/// Searches tapes for a text, ignoring case. The catalog's index proposes passages, newest first; the tapes decide.
struct TapeTextSearch {
    struct Place {
        let tape: TapeFacts
        package let cassette: Cassette
        let command: Int64?
        let exchange: Int64?
        /// The command's line; empty for requests of no command.
        let line: String
        let at: Timestamp

        /// `%6:12`, or `%6.17` for a request of no command.
        var label: String { tape.label + (command.map { ":\($0)" } ?? exchange.map { ".\($0)" } ?? "") }
    }

    let text: String
    private let tapes: [Int64: TapeFacts]
    private let storage: any TapeStorage

    init(_ text: String, in tapes: [TapeFacts], _ storage: any TapeStorage) {
        self.text = text
        self.tapes = Dictionary(tapes.map { ($0.number, $0) }) { first, _ in first }
        self.storage = storage
    }

    /// Indexes what was recorded since the last search.
    func update(_ run: Run) throws {
        let failures = try storage.catalog.index(Array(tapes.values), open: storage.play) { done, total in
            run.progress("indexing: \(done) of \(total) requests; Ctrl-C stops")
        }
        run.progress("")
        try Task.checkCancellation()
        for failure in failures { run.notes.add("warning: \(failure.path) was not searched: \(failure.reason)") }
        let unreadable = tapes.values.filter { $0.content == nil }.map(\.path).sorted()
        for path in unreadable { run.notes.add("warning: \(path) is not a readable tape and was not searched.") }
    }

    /// Calls `visit` for each place that may contain the text, until it returns false.
    ///
    /// - Parameter isEach: whether equal texts of a tape are each visited; else only the last of them is.
    func visit(isEach: Bool = false, _ visit: (Place) throws -> Bool) throws {
        var open: [Int64: Cassette] = [:]
        defer { for cassette in open.values { try? cassette.close() } }
        var last: Int64?
        // The first batch is usually enough for a text that is in many passages.
        var limit = 50
        while true {
            let batch = try storage.catalog.passages(with: text, before: last, limit: limit)
            guard let end = batch.last else { return }
            last = end.number
            limit = min(2 * limit, 1000)
            for passage in batch {
                guard let tape = tapes[passage.tape] else { continue }
                if open.count > 100 { open = [:] }
                let cassette = try open[tape.number] ?? storage.play(tape.path)
                open[tape.number] = cassette
                for place in passage.places.suffix(isEach ? .max : 1).reversed() {
                    try Task.checkCancellation()
                    let command = try place.command.flatMap { try cassette.command($0) }
                    let found = Place(
                        tape: tape, cassette: cassette, command: place.command, exchange: place.exchange,
                        line: command?.line ?? "", at: command?.now ?? tape.changed)
                    if try !visit(found) { return }
                }
            }
        }
    }

    /// The numbers of the tapes that contain the text.
    func holdingTapes() throws -> Set<Int64> {
        var holding: Set<Int64> = []
        try visit { place in
            guard !holding.contains(place.tape.number) else { return true }
            if try !TextMatch.all(of: text, at: place, limit: 1).isEmpty { holding.insert(place.tape.number) }
            return holding.count < tapes.count
        }
        return holding
    }
}

struct TextMatch {
    /// `command`, `output`, `address`, or a field: `short_description`, `caller_id.name`.
    let field: String
    /// The number, name or sys_id of the record with the field; empty if there is none.
    let record: String
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
            if case .response(let response) = exchange.outcome { look(atBody: response.body, response.headers, "body") }
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

enum RecordedValues {
    /// Calls `visit` for each string and number until it returns false. A record is the nearest object with a sys_id or
    /// a number; a field is a path in it, without `value`, `display_value` and GraphQL's `displayValue`.
    static func visit(_ root: JSONNode, _ visit: (_ record: String, _ field: String, _ value: String) -> Bool) {
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
