package import CassetteStore
package import ExchangeModel
import Notation

/// A tape on its way into a HAR, piece by piece. What is on the tape is redacted once more before it is written, so that
/// what an older version let onto it stays there.
package struct HARExport {
    private enum Stage {
        case head, sessions, commands(after: Int64), exchanges(after: Int64), end
    }

    private let cassette: Cassette
    private let redaction: Redaction
    private let version: String
    private var stage = Stage.head
    private var isFirst = true
    /// What other programs will not find in what was written so far.
    package private(set) var losses = HARLosses()
    /// How many exchanges were written so far.
    package private(set) var count = 0

    /// A way that begins. Nothing is read before the first piece is asked for.
    package init(of cassette: Cassette, version: String, secrets: SecretBook) {
        self.cassette = cassette
        self.version = version
        redaction = Redaction(secrets: secrets)
    }

    /// The next piece, one record or a few words; nil at the end. An exchange, a command and a session have a line each.
    package mutating func next() throws(CassetteError) -> [UInt8]? {
        switch stage {
        case .head:
            stage = .sessions
            let creator: JSON = ["name": "Snowdeck", "version": .string(version)]
            return Array(
                """
                {"log": {"version": "1.2", "creator": \(creator.compact),
                "\(HAROwn.name)": {"form": \(HAROwn.form), "sessions": [

                """.utf8)
        case .sessions:
            stage = .commands(after: 0)
            let lines = try cassette.sessions().map { session in
                var session = session
                redaction.note(user: session.user)
                session.settings = redaction.redactSettings(session.settings)
                return HAROwnLog.json(of: session).compact
            }
            return Array((lines.joined(separator: ",\n") + "\n], \"commands\": [\n").utf8)
        case .commands(let last):
            guard let record = try cassette.commands(after: last, limit: 1).first else {
                stage = .exchanges(after: 0)
                isFirst = true
                return Array("]},\n\"entries\": [\n".utf8)
            }
            stage = .commands(after: record.id)
            losses.add(.commands)
            return line(HAROwnLog.json(of: try HAROwnLog.Command(record, of: cassette).redacted(by: redaction)))
        case .exchanges(let last):
            guard let id = try cassette.requests(after: last, limit: 1).first?.id,
                let exchange = try cassette.exchange(id)
            else {
                stage = .end
                return Array("]}}\n".utf8)
            }
            stage = .exchanges(after: id)
            count += 1
            return line(entry(of: exchange))
        case .end: return nil
        }
    }

    private mutating func line(_ json: JSON) -> [UInt8] {
        defer { isFirst = false }
        return (isFirst ? [] : [UInt8(ascii: ",")]) + json.compactBytes + [10]
    }

    /// An exchange, redacted anew.
    private mutating func entry(of exchange: ExchangeRecord) -> JSON {
        var exchange = exchange
        let place = "exchange \(exchange.id)"
        let before = exchange
        // What cannot be taken apart cannot be redacted: such an exchange, which only damage brings about, is not written.
        if let request = HTTPRequest(exchange.request) {
            let redacted = redaction.redact(request)
            exchange.request.url = redacted.url.description
            exchange.request.headers = redacted.headers
            exchange.request.body = redacted.body
            if case .response(let response) = exchange.outcome {
                exchange.outcome = .response(redaction.redact(response, knowing: DocumentSecrets(of: request)))
            }
        } else {
            exchange.request.url = "about:blank"
            exchange.request.headers = HeaderFields()
            exchange.request.body = nil
            exchange.outcome = .interrupted
            losses.add(.unreadable, at: place)
        }
        if exchange != before { losses.add(.secrets, at: place) }
        let writer = HAREntryWriter(exchange)
        if writer.hasNoAnswer { losses.add(.noOutcome, at: place) }
        if writer.hasBinary { losses.add(.binary, at: place) }
        return writer.json
    }
}
