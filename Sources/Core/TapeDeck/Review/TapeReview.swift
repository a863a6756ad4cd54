package import CassetteStore
import ExchangeModel
import Notation
import Redactors

/// The text of a cassette for reviews: what was typed, printed and requested, without anything that differs between two
/// recordings of the same commands, such as times and numbers. `git diff` compares it.
package struct TapeReview {
    private let cassette: Cassette
    private var requests: [ExchangeOwner: [Int64]]?
    private var session: SessionRecord?
    private var command: Int64 = 0
    /// The requests of the last printed session or command that are still to print.
    private var pending: ArraySlice<Int64> = []
    /// The number of its requests that are not printed, by purpose.
    private var folded: [RequestPurpose: Int] = [:]
    private var text = ReviewText()
    private var isOver = false
    private static let pieceSize = 64 << 10

    /// Nothing is read before the first call of `next()`.
    package init(of cassette: Cassette) { self.cassette = cassette }

    /// The next lines, about 64 KB or one larger output; nil at the end.
    package mutating func next() throws(CassetteError) -> String? {
        while !isOver, text.lines.utf8.count < Self.pieceSize { isOver = try !step() }
        let piece = text.lines
        text.lines = ""
        return piece.isEmpty ? nil : piece
    }

    private static let heading = [
        "# Snowdeck cassette, review form 1", "#",
        "# \">\" begins a command, with its output (\"|\", errors \"!\") and its requests: address, status, size "
            + "and digest.",
        "# Below a request are the first values that were sent (\">\") and received (\"<\"). ‹now› is a date of the "
            + "recording.",
    ]

    /// Prints a session, a command or a request; false at the end.
    private mutating func step() throws(CassetteError) -> Bool {
        guard let requests else {
            requests = try cassette.exchangeNumbersByOwner()
            for line in Self.heading { text.line(line) }
            return true
        }
        if let number = pending.popFirst() {
            if let exchange = try cassette.exchange(number) { add(exchange) }
            return true
        }
        let nextCommand = try cassette.commands(after: command, limit: 1).first
        if let next = try cassette.session(after: session?.id ?? 0), next.id <= nextCommand?.session ?? .max {
            session = next
            text.add(next)
            pending = requests[.session(next.id)]?[...] ?? []
            return true
        }
        guard let nextCommand else { return false }
        command = nextCommand.id
        text.begin(nextCommand)
        for stream in [OutputStream.standardOutput, .standardError] {
            text.add(try cassette.output(of: command, stream), to: stream)
        }
        text.end(nextCommand)
        pending = requests[.command(command)]?[...] ?? []
        return true
    }

    private mutating func add(_ exchange: ExchangeRecord) {
        let purpose = RequestPurpose(rawValue: exchange.request.purpose) ?? .command
        if purpose == .command {
            text.add(exchange, instance: session?.instance)
        } else {
            folded[purpose, default: 0] += 1
        }
        guard pending.isEmpty, !folded.isEmpty else { return }
        text.add(folded: folded)
        folded = [:]
    }
}

struct ReviewText {
    var lines = ""
    private var dates: RecordingDates?

    package mutating func line(_ text: String) {
        lines += PrintableText.inert(dates?.hidden(in: text) ?? text)
        lines += "\n"
    }

    package mutating func add(_ session: SessionRecord) {
        let instance = HTTPURL(session.instance).map(RequestParts.origin) ?? session.instance
        lines += "\n"
        dates = RecordingDates(session.startedAt)
        line("session " + instance + (session.user.map { " " + $0 } ?? ""))
    }

    mutating func begin(_ command: CommandRecord) {
        lines += "\n"
        // A date that was typed is not one of the recording.
        dates = nil
        defer { dates = RecordingDates(command.now) }
        var mark = "> "
        for part in command.line.split(separator: "\n", omittingEmptySubsequences: false) {
            line(mark + part)
            mark = "… "
        }
    }

    /// Recorded output without its colors, which depend on the terminal.
    package mutating func add(_ output: [UInt8], to stream: OutputStream) {
        guard !output.isEmpty else { return }
        let mark = stream == .standardOutput ? "  |" : "  !"
        // Split by byte: as a Swift character, CR LF is one.
        let text = TerminalText.plain(output)
        var parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        for part in parts { line(part.isEmpty ? mark : mark + " " + String(Substring(part))) }
    }

    mutating func end(_ command: CommandRecord) {
        switch command.exitStatus {
        case 0?: break
        case let status?: line("  exit \(status)")
        case nil: line("  unfinished")
        }
    }

    package mutating func add(folded: [RequestPurpose: Int]) {
        let goals = [
            (RequestPurpose.signIn, "to sign in"), (.schema, "for the schema"), (.completion, "for completion"),
        ]
        let parts = goals.compactMap { purpose, goal in
            folded[purpose].map { "\($0) request\($0 == 1 ? "" : "s") \(goal)" }
        }
        line("  (" + parts.joined(separator: ", ") + ")")
    }

    /// - Parameter instance: the session's instance; only addresses elsewhere are printed with their host.
    package mutating func add(_ exchange: ExchangeRecord, instance: String?) {
        let request = exchange.request
        let url = HTTPURL(request.url)
        let address = url.map { $0.origin == instance ? $0.target : request.url } ?? request.url
        let head = "  " + request.method + " " + PercentCoding.decode(address) + " "
        let sent = ReviewedBody(request.body ?? [], type: request.headers["Content-Type"], path: url?.path ?? "")
        switch exchange.outcome {
        case .interrupted: line(head + "interrupted")
        case .failure(let failure): line(head + "failed: " + failure.kind.rawValue)
        case .response(let response):
            let received = ReviewedBody(response.body, type: response.headers["Content-Type"], path: "")
            line(head + String(response.status) + (received.isEmpty ? "" : " " + received.identity(without: dates)))
            add(sent)
            for value in received.receivedValues(limit: 3) { line("    < " + value) }
            return
        }
        add(sent)
    }

    private mutating func add(_ sent: ReviewedBody) {
        guard !sent.isEmpty else { return }
        line("    > " + sent.identity(without: dates))
        for value in sent.sentValues(limit: 8) { line("    > " + value) }
    }
}

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
        return ByteText.short(body.count) + " " + digest.padded(to: 16, radix: 16).prefix(8)
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
        guard let form = ValueForm.of(value) else { return false }
        return form != .number
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

/// Hides the times of the recording itself, which every recording changes: dates up to a day away from a moment,
/// because an instance and its users may be in any time zone.
struct RecordingDates {
    private let days: Set<[UInt8]>
    private static let mark = Array("‹now›".utf8)

    init(_ moment: Timestamp) {
        let day: Int64 = 86_400_000_000
        days = Set(
            [-day, 0, day].map { offset in
                Array(Timestamp(microseconds: moment.microseconds + offset).glideText.utf8.prefix(10))
            })
    }

    func hidden(in text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var kept = 0
        for found in ValueForm.all(in: text) where found.form == .moment || found.form == .day {
            guard days.contains(Array(found.text.utf8.prefix(10))) else { continue }
            out += bytes[kept..<found.range.lowerBound] + Self.mark
            kept = found.range.upperBound
        }
        return kept == 0 ? text : String(decoding: out + bytes[kept...], as: UTF8.self)
    }
}
