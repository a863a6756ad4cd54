import CassetteStore
import ExchangeModel
import Notation

/// A parsed HAR 1.2 file: JSON with a log and entries (http://www.softwareishard.com/blog/har-12-spec).
package struct HARFile: Sendable {
    let entries: [JSONNode]
    let own: JSONNode?
    /// The file's name in messages; nil if it is the only file.
    let name: String?
    package let creator: String?

    package init(_ bytes: [UInt8], called name: String? = nil) throws(HARError) {
        self.name = name
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw HARError(.notJSON, "It is not JSON: \(error.description).")
        }
        guard let log = root["log"], log.kind == .object else {
            throw HARError(.notHAR, "It is not a HAR file: there is no 'log'.")
        }
        guard let entries = log["entries"], entries.kind == .array else {
            throw HARError(.notHAR, "It is not a HAR file: its log has no 'entries'.")
        }
        self.entries = Array(entries.elements)
        own = log[HARExtension.name]
        let names = ["name", "version"].compactMap { log["creator"]?[$0]?.string }.filter { !$0.isEmpty }
        creator = names.isEmpty ? nil : names.joined(separator: " ")
    }

    package var count: Int { entries.count }
}

enum HARTime {
    /// The longest duration that is accepted, in milliseconds: about eleven days.
    private static let longest = 1e9

    static func microseconds(_ milliseconds: JSONNode) -> Int64? {
        guard let number = milliseconds.number.flatMap(Double.init), number >= 0, number <= longest else { return nil }
        return Int64((number * 1000).rounded())
    }

    static func milliseconds(_ microseconds: Int64) -> JSON {
        let (whole, part) = max(0, microseconds).quotientAndRemainder(dividingBy: 1000)
        guard part > 0 else { return .number(String(whole)) }
        var digits = String(part + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return .number("\(whole).\(digits)")
    }

    /// The `expires` time of a cookie: `Tue, 16 Apr 2024 17:16:18 GMT`, or with `-` in the date. Nil for anything else.
    static func ofCookie(_ text: String) -> Timestamp? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        guard words.count >= 5, let day = Int(words[1]), let year = Int(words[3]), (1...31).contains(day),
            let month = CivilTime.monthNames.firstIndex(where: { $0 == words[2] })
        else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return Timestamp(glideText: "\(year)-\(two(month + 1))-\(two(day)) \(words[4])")
    }
}

/// Why a file cannot be imported or exported. Nothing was written.
package struct HARError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case notJSON
        case notHAR
        case nothingLeft
        case tooLarge
    }

    package let kind: Kind
    /// One sentence without the file's name or content.
    package let description: String
    package let notes: [String]

    init(_ kind: Kind, _ description: String, notes: [String] = []) {
        self.kind = kind
        self.description = description
        self.notes = notes
    }
}

/// An entry of a HAR file as an exchange, not redacted yet.
struct HARExchange: Sendable {
    var number: Int
    /// The file's name; nil if it is the only file.
    var file: String?
    var startedAt: Timestamp
    var request: HTTPRequest
    var outcome: OutcomeRecord
    /// Whether the browser answered from its cache, so that nothing was sent.
    var isCached = false
    /// The entry's `_snowdeck` member; nil in a file of another program.
    var own: HARExtension.Exchange?
    var changes: [HARLosses.Kind] = []

    /// The place for the report: without the query, which may contain secrets.
    var place: String {
        "\(name) (\(request.method.rawValue) \(request.url.origin)\(request.url.path))"
    }

    var name: String { Self.entry(number, file) }

    static func entry(_ number: Int, _ file: String?) -> String {
        "entry \(number)" + (file.map { " of " + $0 } ?? "")
    }
}

struct HAREntryError: Error {
    var sort: HARLosses.Kind
    /// A clause without a full stop; empty when the kind of loss is enough.
    var reason = ""

    func place(_ number: Int, _ file: String?) -> String {
        HARExchange.entry(number, file) + (reason.isEmpty ? "" : " (\(reason))")
    }
}
