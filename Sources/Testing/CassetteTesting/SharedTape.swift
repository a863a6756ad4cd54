import CassetteStore
import ExchangeModel
import Glibc
import Synchronization
import TapeDeck

/// A cassette that any number of tests of this process replay at the same time, with a pool of connections and shared
/// metadata.
final class SharedTape: Sendable {
    struct Stretch: Sendable {
        /// 0 for the whole tape.
        var session: Int64 = 0
        /// The test that recorded it; nil for the whole tape.
        var test: String?
        /// The session whose recording it continues; nil if independent.
        var continued: Int64?
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
    private let whole: Stretch
    private let recorded: [Stretch]
    private let connections: Mutex<(open: [Cassette], next: Int)>
    /// Each connection does one look-up at a time, so more than the number of processors do not help.
    private static let maxConnections = 8

    init(at path: String) throws(CassetteTestingError) {
        self.path = path
        do throws(CassetteError) {
            let cassette = try Cassette.playing(at: path)
            connections = Mutex((open: [cassette], next: 0))
            let sessions = try cassette.sessions()
            var whole = Stretch()
            if let first = sessions.first {
                whole.startedAt = first.startedAt
                whole.instance = first.instance
                whole.user = first.user
            }
            self.whole = whole
            recorded = try Self.recorded(on: cassette, sessions)
        } catch {
            throw Self.testingError(error)
        }
    }

    func cassette() throws(CassetteTestingError) -> Cassette {
        do throws(CassetteError) {
            return try connections.withLock { connections throws(CassetteError) in
                defer { connections.next += 1 }
                let place = connections.next % Self.maxConnections
                if place == connections.open.count { connections.open.append(try Cassette.playing(at: path)) }
                return connections.open[place]
            }
        } catch {
            throw Self.testingError(error)
        }
    }

    /// Closes the file. Tests that still replay it get no more responses.
    func close() {
        for cassette in connections.withLock({ $0.open }) { try? cassette.close() }
    }

    /// The stretches a test replays, at least one: its own last recording with all that it continues, else the whole
    /// tape.
    func stretches(of test: String?) -> [Stretch] {
        guard let test, var stretch = recorded.last(where: { $0.test == test }) else { return [whole] }
        var chain = [stretch]
        while let continued = stretch.continued {
            guard continued != 0 else {
                chain.append(whole)
                break
            }
            guard continued < stretch.session, let before = recorded.first(where: { $0.session == continued }) else {
                break
            }
            stretch = before
            chain.append(before)
        }
        return chain.reversed()
    }

    /// The sessions recorded by tests. Exchanges are read only if there is one.
    private static func recorded(
        on cassette: Cassette, _ sessions: [SessionRecord]
    ) throws(CassetteError) -> [Stretch] {
        var stretches: [Int64: Stretch] = [:]
        for session in sessions {
            guard let mark = TestLabel(session.settings) else { continue }
            stretches[session.id] = Stretch(
                session: session.id, test: mark.test, continued: mark.continued, epoch: -1, firstExchange: 0,
                startedAt: session.startedAt, instance: session.instance, user: session.user)
        }
        guard !stretches.isEmpty else { return [] }
        var after: Int64 = 0
        while true {
            let batch = try cassette.requests(after: after, limit: 500)
            guard let last = batch.last else { break }
            after = last.id
            for exchange in batch {
                guard var stretch = stretches[exchange.request.session] else { continue }
                if stretch.firstExchange == 0 { stretch.firstExchange = exchange.id }
                if stretch.epoch < 0, let epoch = exchange.request.epochBefore { stretch.epoch = epoch }
                if stretch.user == nil { stretch.user = exchange.request.principal }
                stretches[exchange.request.session] = stretch
            }
        }
        // A session without exchanges has no responses, like one past the end.
        return stretches.values.sorted { $0.session < $1.session }.map { stretch in
            var stretch = stretch
            if stretch.firstExchange == 0 { stretch.firstExchange = .max }
            if stretch.epoch < 0 { stretch.epoch = .max / 2 }
            return stretch
        }
    }

    static func testingError(_ error: CassetteError) -> CassetteTestingError {
        CassetteTestingError(error.kind == .missing ? .noCassette : .unreadable, error.message)
    }
}

/// The tapes that tests of this process replay and record. Replaying tests share open files and do not wait; a
/// recording test has its tape exclusively.
enum ProcessTapes {
    /// Detects whether a file was replaced since it was opened.
    private struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private static let played = Mutex<[String: (identity: FileIdentity, tape: SharedTape)]>([:])
    private static let gates = NamedGates()
    /// The last test that recorded to each tape.
    private static let lastTests = Mutex<[String: String]>([:])

    /// The tape at a path, opened once and reopened if the file was replaced.
    static func tape(at path: String) throws(CassetteTestingError) -> SharedTape {
        guard let identity = FileIdentity(path) else { return try SharedTape(at: path) }
        return try played.withLock { played throws(CassetteTestingError) in
            if let known = played[path], known.identity == identity { return known.tape }
            let tape = try SharedTape(at: path)
            played[path] = (identity, tape)
            return tape
        }
    }

    /// Makes the next access reopen the tape, because it was recorded to.
    static func forget(_ path: String) { _ = played.withLock { $0.removeValue(forKey: path) } }

    /// Waits until no other test records to the tape and returns the last test that did; nil for the first.
    static func take(_ path: String, for test: String) async -> String? {
        await gates.enter(path)
        return lastTests.withLock { $0.updateValue(test, forKey: path) }
    }

    static func leave(_ path: String) { gates.leave(path) }
}
