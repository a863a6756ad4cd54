import ExchangeModel
import Notation

/// A recorded body in the form that keys compare: the order of members, multipart boundaries and the numbers of
/// placeholders do not matter.
struct ReviewedBody {
    private let form: BodyForm
    private let kind: BodyKind
    private let body: [UInt8]
    /// In bytes.
    private static let longestLine = 120

    init(_ body: [UInt8], type: String?, path: String) {
        self.body = Placeholder.unnumbered(body)
        kind = BodyKind(of: self.body, type: type)
        form = BodyForm(of: self.body, type: type, path: path)
    }

    var isEmpty: Bool { body.isEmpty }

    /// Size and digest: `3.1 kB a1b2c3d4`.
    func identity(without dates: RecordingDates?) -> String {
        let canonical = form.canonical
        let text = dates?.hidden(in: canonical.text) ?? canonical.text
        let digest = UInt64(bitPattern: StableHash.of(canonical.word + " " + text))
        return Self.size(body.count) + " " + digest.padded(to: 16, radix: 16).prefix(8)
    }

    private static func size(_ count: Int) -> String {
        func tenths(of unit: Int, _ name: String) -> String {
            let tenths = (count * 10 + unit / 2) / unit
            return "\(tenths / 10).\(tenths % 10) \(name)"
        }
        switch count {
        case ..<1000: return "\(count) B"
        case ..<999_950: return tenths(of: 1000, "kB")
        default: return tenths(of: 1_000_000, "MB")
        }
    }

    // MARK: Sent

    /// A line for each member, form field, part or operation, or the first lines of a text.
    func sentValues(limit: Int) -> [String] {
        switch form {
        case .none, .bytes: return []
        case .json(let json): return Self.first(limit, of: Self.members(of: json))
        case .graphQL(let operations, _):
            return Self.first(limit, of: operations.map(\.summary))
        case .form(let fields): return Self.first(limit, of: fields.map { $0.name + "=" + $0.value })
        case .multipart(let parts):
            return Self.first(
                limit,
                of: parts.map { part in
                    let name = Multipart.Part(head: part.head, content: 0..<0).fieldName ?? "part"
                    guard case .text(let text) = part.content else { return name }
                    return name + "=" + text.prefix(Self.longestLine)
                })
        case .text(let text): return Self.textLines(text, limit: limit)
        }
    }

    private static func members(of json: JSON) -> [String] {
        guard case .object(let members) = json else { return [json.canonical] }
        return members.map { $0.name + "=" + ($0.value.scalarText ?? $0.value.canonical) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    // MARK: Received

    /// A line for each of the first records, the title of a page, or the beginning of anything else.
    func receivedValues(limit: Int) -> [String] {
        if kind == .markup { return PageTitle.of(body, limit: Self.longestLine).map { ["title: " + $0] } ?? [] }
        switch form {
        case .json(let json):
            guard let result = json["result"] else { return Self.first(limit, of: [json.canonical]) }
            guard case .array(let records) = result else { return Self.first(limit, of: [Self.record(result)]) }
            return Self.first(limit, of: records.lazy.map(Self.record))
        case .text(let text): return Self.textLines(text, limit: limit)
        case .none, .graphQL, .form, .multipart, .bytes: return []
        }
    }

    /// Fields that come first, because they say which record it is and how it is.
    private static let firstFields = ["number", "name", "file_name", "short_description", "state", "priority"]

    /// A record's fields with the values that people read. Empty values are left out, and what differs between
    /// recordings: times, sys_ids, and the fields that the instance maintains (`sys_…`).
    private static func record(_ record: JSON) -> String {
        guard case .object(let members) = record else { return record.canonical }
        var values: [(rank: Int, name: String, value: String)] = []
        for member in members where !member.name.hasPrefix("sys_") {
            let value = text(of: member.value)
            guard !value.isEmpty, !isVolatile(value) else { continue }
            let rank = firstFields.firstIndex(of: member.name) ?? firstFields.count
            values.append((rank, member.name, SafeText.line(value, limit: longestLine)))
        }
        guard !values.isEmpty else { return record.canonical }
        values.sort { $0.rank == $1.rank ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.rank < $1.rank }
        return values.map { $0.name + "=" + $0.value }.joined(separator: " ")
    }

    private static func text(of value: JSON) -> String {
        value.scalarText ?? value["display_value"]?.scalarText ?? value["value"]?.scalarText ?? ""
    }

    private static func isVolatile(_ value: String) -> Bool {
        guard value.utf8.count <= 32 else { return false }
        let text = VolatileText(value)
        guard text.frame == [0xFF] else { return false }
        return text.parts == [.time] || value.utf8.count == 32
    }

    // MARK: Lines

    private static func textLines(_ text: String, limit: Int) -> [String] {
        let parts = text.utf8.split(separator: UInt8(ascii: "\n"))
        return first(limit, of: parts.lazy.map { String(decoding: $0.prefix(longestLine + 8), as: UTF8.self) })
    }

    private static func first(_ limit: Int, of lines: some RandomAccessCollection<String>) -> [String] {
        let fits = lines.count <= limit
        let shown = lines.prefix(fits ? limit : limit - 1).map { SafeText.line($0, limit: longestLine) }
        return fits ? shown : shown + ["… and \(lines.count - shown.count) more"]
    }
}
