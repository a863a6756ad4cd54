import CassetteStore
import ExchangeModel
import Notation
import TapeDeck

/// The stretches of a tape that one test replays in order, and their player.
final class PlayedStretches: Sendable {
    struct Stretch: Sendable {
        /// 0 for the whole tape.
        var session: Int64 = 0
        /// The test that recorded it; nil for the whole tape.
        var test: String?
        var epoch: Int64 = 0
        var firstExchange: Int64 = 1
        var startedAt = Timestamp(microseconds: 0)
        var instance = CassetteSetup.stubInstance
        var user: String?

        /// Whether a test of this stretch is expected to request an exchange.
        func holds(_ exchange: ExchangeRecord) -> Bool {
            if case .interrupted = exchange.outcome { return false }
            return exchange.request.purpose == RequestPurpose.command.rawValue
                && (session == 0 || exchange.request.session == session)
        }
    }

    let path: String
    private let cassette: Cassette
    private let stretches: [Stretch]
    private let player: Player

    init(of path: String, for test: String?, secrets: SecretBook) throws(CassetteTestingError) {
        self.path = path
        do throws(CassetteError) {
            cassette = try Cassette.playing(at: path)
            stretches = try Self.stretches(of: test, on: cassette)
        } catch {
            throw CassetteTestingError(error.kind == .missing ? .noCassette : .unreadable, error.message)
        }
        player = Player(cassette, isStrict: true, secrets: secrets)
        player.recordPlayed()
        move(to: 0)
    }

    /// The stretches a test replays, at least one: its own last recording with all that it continues, else the whole
    /// tape.
    private static func stretches(of test: String?, on cassette: Cassette) throws(CassetteError) -> [Stretch] {
        let sessions = try cassette.sessions(), labels = sessions.map { TestLabel($0.settings) }
        var whole = Stretch()
        if let first = sessions.first {
            (whole.startedAt, whole.instance, whole.user) = (first.startedAt, first.instance, first.user)
        }
        guard let test, var place = labels.lastIndex(where: { $0?.test == test }) else { return [whole] }
        var chain: [Stretch] = []
        while let label = labels[place] {
            chain.insert(try stretch(sessions[place], of: label.test, on: cassette), at: 0)
            guard let continued = label.continued else { break }
            if continued == 0 { return [whole] + chain }
            guard let before = sessions[..<place].firstIndex(where: { $0.id == continued }) else { break }
            place = before
        }
        return chain
    }

    private static func stretch(
        _ session: SessionRecord, of test: String, on cassette: Cassette
    ) throws(CassetteError) -> Stretch {
        let first = try cassette.firstExchange(ofSession: session.id)
        let command = try cassette.firstExchange(ofSession: session.id, isInEpoch: true)
        // A session without exchanges has no responses, like one past the end.
        return Stretch(
            session: session.id, test: test, epoch: command?.request.epochBefore ?? .max / 2,
            firstExchange: first?.id ?? .max, startedAt: session.startedAt, instance: session.instance,
            user: session.user ?? command?.request.principal)
    }

    var count: Int { stretches.count }
    var epoch: Int64 { player.epoch }
    /// The first stretch, which has the tape's start time, instance and user.
    var first: Stretch { stretches[0] }
    var isOwn: Bool { first.test != nil }

    /// Closes the tape before exclusive use.
    func close() { try? cassette.close() }

    /// The session of a stretch; 0 for the whole tape.
    func session(at place: Int) -> Int64 { stretches[place].session }

    func move(to place: Int) { player.move(to: stretches[place].epoch) }

    func back(to epoch: Int64) { player.move(to: epoch) }

    /// The response to the first form that the tape contains; if it contains none, the error for the request itself.
    func answer(_ request: HTTPRequest, _ others: [HTTPRequest]) -> Result<HTTPResponse, TransportFailure> {
        let first = answer(request)
        guard first.tapeError?.miss != nil else { return first }
        return others.lazy.map(answer).first { $0.tapeError?.miss == nil } ?? first
    }

    private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, TransportFailure> {
        do throws(TransportFailure) { return .success(try player.answer(request)) } catch { return .failure(error) }
    }

    func unplayed(at place: Int) throws(CassetteTestingError) -> [String] {
        let stretch = stretches[place], played = player.playedExchanges
        var lines: [String] = [], after = stretch.firstExchange - 1
        do throws(CassetteError) {
            while true {
                let batch = try cassette.requests(after: after, limit: 500)
                guard let last = batch.last else { return lines }
                after = last.id
                for exchange in batch where stretch.holds(exchange) && !played.contains(exchange.id) {
                    let request = "\(exchange.request.method) \(exchange.request.url)"
                    lines.append("\(cassette.name(of: exchange.id)): \(request)")
                }
            }
        } catch {
            throw CassetteTestingError(.unreadable, error.message)
        }
    }
}

/// The test that recorded a session, stored in the session's settings.
struct TestLabel {
    /// The test's name with its suites and module.
    var test: String
    /// The session that was played before the recording: 0 for the whole tape, nil for none.
    var continued: Int64?

    init(test: String, continued: Int64?) {
        self.test = test
        self.continued = continued
    }

    /// Parses the settings of a session; nil if it was not recorded by a test.
    init?(_ settings: String) {
        guard let root = (try? JSONDocument(Array(settings.utf8)))?.root, let test = root["test"]?.string else {
            return nil
        }
        self.init(test: test, continued: root["continues"]?.number.flatMap { Int64($0) })
    }

    var text: String {
        let name: JSON = ["test": .string(test)]
        guard let continued else { return name.compact }
        let both: JSON = ["test": .string(test), "continues": .number(String(continued))]
        return both.compact
    }
}
