internal import CReport
import CassetteStore
import CommandLanguage
import ExchangeModel
import Notation
import Redactors
import Replaying
import TapeDeck
import TapeFormats

/// A tape as one HTML file for people without Snowdeck, written piece by piece: sessions, commands with their answers,
/// and exchanges.
///
/// The file loads nothing: its content security policy allows only the style sheet and the script that are part of it.
struct TapeReport: TapeExport {
    private enum Step {
        case head
        case session(SessionRecord, isAlone: Bool)
        case command(CommandRecord, in: SessionRecord, isStep: Bool)
        case exchange(Int64, origin: String)
        case others
        case text(String)
    }

    private let tape: RedactedTape
    private let title: String
    private let version: String
    /// What is left to write, last first.
    private var steps: [Step] = [.head]
    private var exchanges: [ExchangeOwner: [Int64]] = [:]
    private(set) var commandCount = 0
    private(set) var count = 0
    let losses = ConversionLosses()

    /// Nothing is read before the first call of `next()`.
    init(of cassette: Cassette, version: String, secrets: SecretBook) {
        tape = RedactedTape(cassette, secrets: secrets)
        title = PlaybackLoader.title(of: cassette.path)
        self.version = version
    }

    /// The next piece, at most one command's answer or one exchange; nil at the end.
    mutating func next() throws -> [UInt8]? { try steps.popLast().map { Array(try text(of: $0).utf8) } }

    private mutating func text(of step: Step) throws(CassetteError) -> String {
        switch step {
        case .head: return try head()
        case .session(let session, let isAlone): return try begin(session, isAlone: isAlone)
        case .command(let record, let session, let isStep):
            return try command(record, in: session, isStep: isStep)
        case .exchange(let id, let origin):
            guard let exchange = try tape.exchange(id) else { return "" }
            count += 1
            return ExchangeMarkup(exchange: exchange, origin: origin).text
        case .others:
            // Only a damaged tape has exchanges of a command that it does not hold.
            let left = exchanges.values.joined().sorted()
            exchanges = [:]
            push(requests(left, origin: "", of: " of unknown commands", kind: "loose"))
            return ""
        case .text(let text): return text
        }
    }

    private mutating func head() throws(CassetteError) -> String {
        let sessions = try tape.sessions()
        exchanges = try tape.cassette.exchangeNumbersByOwner()
        steps = [.text(foot), .others] + sessions.reversed().map { .session($0, isAlone: sessions.count == 1) }
        let name = Markup.text(title)
        var facts = [
            ("Instance", Self.listed(sessions.map(\.instance))),
            ("User", Self.listed(sessions.map { $0.user ?? "guest" })),
        ]
        if let first = sessions.first { facts.append(("Recorded", Self.start(of: first))) }
        if sessions.count > 1 { facts.append(("Sessions", String(sessions.count))) }
        facts += [
            ("Commands", String(try tape.cassette.commandCount())),
            ("Requests", String(try tape.cassette.exchangeCount())),
        ]
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(name)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <header class="bar">
            <strong>\(name)</strong>
            <div><output id="count"></output>
            <button type="button" id="play">Play</button>
            <button type="button" id="skip" hidden>Skip</button>
            <button type="button" id="stop" hidden>Show all</button>
            <button type="button" id="theme">Dark</button></div>
            </header>
            <main>
            <h1>\(name)</h1>
            \(Markup.facts(facts))
            """
    }

    private var foot: String {
        """
        </main>
        <footer>Written by Snowdeck \(Markup.text(version)). Secrets are replaced by placeholders.</footer>
        <script>\(Self.script)</script>
        </body>
        </html>

        """
    }

    private static let style = String(cString: creport_style()), script = String(cString: creport_script())

    private static let policy =
        "default-src 'none'; style-src '\(digest(style))'; script-src '\(digest(script))'; base-uri 'none'; "
        + "form-action 'none'"

    private static func digest(_ text: String) -> String {
        "sha256-" + Base64.encode(SHA256.digest(Array(text.utf8)))
    }

    private static func listed(_ names: [String]) -> String {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }.joined(separator: ", ")
    }

    private static func zone(of session: SessionRecord) -> ZoneRule {
        ZoneRule(taped: session.zone, session.zoneRules) ?? .utc
    }

    private static func start(of session: SessionRecord) -> String {
        zone(of: session).text(of: session.startedAt)
    }

    private mutating func begin(_ session: SessionRecord, isAlone: Bool) throws(CassetteError) -> String {
        let commands = try tape.cassette.commands(of: session.id)
        let outer = try Nesting.outer(of: commands, on: tape.cassette)
        let others = exchanges.removeValue(forKey: .session(session.id)) ?? []
        push(
            commands.map { .command($0, in: session, isStep: outer[$0.id] != nil) }
                + requests(others, origin: session.instance, of: " without a command", kind: "loose")
                + [.text("</section>\n")])
        if isAlone { return "<section class=\"session\">\n" }
        let facts = [
            ("Instance", session.instance), ("User", session.user ?? "guest"), ("Recorded", Self.start(of: session)),
        ]
        return "<section class=\"session\">\n<h2>Session \(session.id)</h2>\n" + Markup.facts(facts)
    }

    private mutating func command(
        _ record: CommandRecord, in session: SessionRecord, isStep: Bool
    ) throws(CassetteError) -> String {
        commandCount += 1
        let own = exchanges.removeValue(forKey: .command(record.id)) ?? []
        push(
            requests(own, origin: session.instance, kind: "requests")
                + [.text("</article>\n")])
        return CommandMarkup(
            command: try tape.command(record), time: Self.zone(of: session).text(of: record.now),
            day: Self.start(of: session).prefix(10), isStep: isStep
        ).text
    }

    private mutating func push(_ next: [Step]) { steps += next.reversed() }

    /// Folded requests; none if there are none.
    private func requests(_ ids: [Int64], origin: String, of owner: String = "", kind: String) -> [Step] {
        if ids.isEmpty { return [] }
        let summary = Phrase.counted(ids.count, "request") + owner
        return [.text("<details class=\"\(kind)\"><summary>\(summary)</summary>\n")]
            + ids.map { .exchange($0, origin: origin) } + [.text("</details>\n")]
    }
}
