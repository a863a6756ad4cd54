import CassetteStore
import ExchangeModel
import Notation

/// The lines of a review.
struct ReviewText {
    var lines = ""
    private var dates: RecordingDates?

    mutating func line(_ text: String) {
        lines += PrintableText.inert(dates?.hidden(in: text) ?? text)
        lines += "\n"
    }

    mutating func add(_ session: SessionRecord) {
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
    mutating func add(_ output: [UInt8], to stream: OutputStream) {
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

    mutating func add(folded: [RequestPurpose: Int]) {
        let parts = RequestPurpose.allCases.compactMap { purpose in
            folded[purpose].map { "\($0) request\($0 == 1 ? "" : "s") " + Self.goal(of: purpose) }
        }
        if !parts.isEmpty { line("  (" + parts.joined(separator: ", ") + ")") }
    }

    private static func goal(of purpose: RequestPurpose) -> String {
        switch purpose {
        case .command: "for the command"
        case .signIn: "to sign in"
        case .schema: "for the schema"
        case .completion: "for completion"
        }
    }

    /// - Parameter instance: the session's instance; only addresses elsewhere are printed with their host.
    mutating func add(_ exchange: ExchangeRecord, instance: String?) {
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
