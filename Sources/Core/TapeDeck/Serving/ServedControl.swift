package import CassetteStore
package import ExchangeModel
import Notation
import Redactors
import Synchronization

/// The control endpoint of a tape server, at a port of its own: status, journal, misses and unplayed exchanges.
package struct ServedControl: ImmediateTransport {
    private let instances: [ServedInstance]
    private let cassette: Cassette
    private let journal: ServedJournal
    private let allowedOrigins: Set<String>

    /// - Parameter instances: those of the tape, at least one.
    package init(
        _ instances: [ServedInstance], _ cassette: Cassette, _ journal: ServedJournal, allowedOrigins: Set<String> = []
    ) {
        self.allowedOrigins = allowedOrigins
        self.instances = instances
        self.cassette = cassette
        self.journal = journal
    }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        ControlPlace.answer(request, among: ControlPlace.allCases, allowing: allowedOrigins, answer)
    }

    private func answer(_ place: ControlPlace, _ asked: ControlPlace.Asked) -> HTTPResponse {
        switch place {
        case .status: return ProgramMiss.json(200, status)
        case .journal, .misses:
            let entries = journal.entries(asked) { place == .journal || $0.miss != nil }
            return ControlPlace.lines(entries.map { place == .misses ? $0.report : $0.json })
        case .unplayed: return unplayed(asked)
        case .reset:
            let chosen = instances.flatMap { instance in
                asked.client.map { instance.clients.known($0).map { [$0] } ?? [] } ?? instance.clients.all
            }
            for client in chosen { client.reset() }
            if asked.client == nil { journal.reset() }
            return ProgramMiss.json(200, ["reset": .number(String(chosen.count))])
        }
    }

    private var status: JSON {
        let counts = journal.counts, sites = instances.flatMap(\.sites)
        let exchanges = sites.reduce(0) { $0 + $1.exchanges.count }
        let clients = instances.flatMap { instance in
            instance.clients.all.map { client -> JSON in
                [
                    "name": .string(client.name), "instance": .string(instance.origin.origin),
                    "changes": .number(String(client.changeCount)),
                ]
            }
        }
        return [
            "instances": .array(instances.map { .string($0.origin.origin) }),
            "user": sites.first?.user.map(JSON.string) ?? .null, "exchanges": .number(String(exchanges)),
            "played": .number(String(counts.played)), "requests": .number(String(counts.requests)),
            "misses": .number(String(counts.misses)),
            "clients": .array(Array(clients.prefix(ControlPlace.defaultLimit))),
        ]
    }

    /// The exchanges that no client, or the given one, has received.
    private func unplayed(_ asked: ControlPlace.Asked) -> HTTPResponse {
        var lines: [JSON] = []
        for (exchange, client) in expected(of: asked.client)
        where exchange > Int64(clamping: asked.after) && lines.count < asked.limit {
            let isPlayed = asked.client == nil ? journal.hasPlayed(exchange) : client?.hasSeen(exchange) ?? false
            guard !isPlayed else { continue }
            let request = (try? cassette.requests(after: exchange - 1, limit: 1))?.first?.request
            lines.append([
                "exchange": .number(String(exchange)), "method": .string(request?.method ?? ""),
                "url": .string(MissText.plain(request?.url ?? "")),
            ])
        }
        return ControlPlace.lines(lines)
    }

    private func expected(of name: String?) -> [(exchange: Int64, client: ProgramClient?)] {
        var found: [(exchange: Int64, client: ProgramClient?)] = []
        for instance in instances {
            let client = name.flatMap(instance.clients.known)
            let sites = name.map { [instance.sites[instance.clients.site(of: $0)]] } ?? instance.sites
            for site in sites { found += site.exchanges.map { ($0, client) } }
        }
        return found.sorted { $0.exchange < $1.exchange }
    }
}

/// The control endpoint of a recording proxy, at a port of its own: status and journal.
package struct RecordingControl: ImmediateTransport {
    private let proxy: RecordingProxy
    private let journal: ServedJournal
    private let instance: String
    private let tape: String

    /// - Parameter tape: the tape's path, as shown to users.
    package init(_ proxy: RecordingProxy, _ journal: ServedJournal, instance: String, tape: String) {
        (self.proxy, self.journal, self.instance, self.tape) = (proxy, journal, instance, tape)
    }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        ControlPlace.answer(request, among: [.status, .journal], allowing: []) { place, asked in
            place == .status
                ? ProgramMiss.json(200, status) : ControlPlace.lines(journal.entries(asked) { _ in true }.map(\.json))
        }
    }

    private var status: JSON {
        let counts = proxy.counts
        return [
            "instances": [.string(instance)], "tape": .string(tape),
            "requests": .number(String(journal.counts.requests)), "recorded": .number(String(counts.recorded)),
            "rejected": .number(String(counts.rejected)), "clients": .array(proxy.clientNames.map { .string($0) }),
        ]
    }
}

/// What a control endpoint answers.
enum ControlPlace: String, CaseIterable {
    case status = "/status"
    case journal = "/journal"
    case misses = "/misses"
    case unplayed = "/unplayed"
    case reset = "/reset"

    private var method: HTTPMethod { self == .reset ? .post : .get }
    private var fields: Set<String> {
        switch self {
        case .status: []
        case .reset: ["client"]
        case .journal, .misses, .unplayed: ["client", "after", "limit"]
        }
    }

    /// The maximum and the default number of entries of one response.
    static let most = 100_000, defaultLimit = 1000

    /// Answers a request to one of the places; others are rejected with the reason.
    static func answer(
        _ request: HTTPRequest, among places: [ControlPlace], allowing origins: Set<String>,
        _ answer: (ControlPlace, Asked) -> HTTPResponse
    ) -> HTTPResponse {
        if ServedClient(request).isForeign(allowing: origins) { return ServedClient.foreign }
        guard let place = places.first(where: { $0.rawValue == request.url.path }) else {
            let all = places.map { "\($0.method) \($0.rawValue)" }.joined(separator: ", ")
            return ProgramMiss.errorResponse(404, "usage", "There is no \(request.url.path) here; use \(all).")
        }
        let isHead = request.method == .head && place.method == .get
        guard request.method == place.method || isHead else {
            var rejection = ProgramMiss.errorResponse(405, "usage", "\(place.rawValue) accepts \(place.method) only.")
            rejection.headers.append("Allow", place.method.rawValue)
            return rejection
        }
        do throws(Asked.Invalid) {
            return answer(place, try Asked(request.url.queryFields, knowing: place.fields))
        } catch {
            return ProgramMiss.errorResponse(400, "usage", error.message)
        }
    }

    static func lines(_ lines: [JSON]) -> HTTPResponse {
        var body: [UInt8] = []
        for line in lines { body += line.compactBytes + [0x0A] }
        return HTTPResponse(
            status: 200, headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"], body: body)
    }

    struct Asked {
        var client: String?
        var after: UInt64 = 0
        var limit = ControlPlace.defaultLimit

        struct Invalid: Error {
            let message: String
        }

        init(_ fields: [(name: String, value: String)], knowing names: Set<String>) throws(Invalid) {
            for field in fields {
                guard names.contains(field.name) else {
                    let known = names.isEmpty ? "none here" : names.sorted().joined(separator: ", ")
                    throw Invalid(message: "Unknown parameter \(field.name); use \(known).")
                }
                switch field.name {
                case "client": client = field.value
                case "after":
                    guard let number = UInt64(field.value) else {
                        throw Invalid(message: "after must be a number from 0, not \(field.value).")
                    }
                    after = number
                default:
                    guard let number = Int(field.value), (1...ControlPlace.most).contains(number) else {
                        throw Invalid(
                            message: "limit must be a number from 1 to \(ControlPlace.most), not \(field.value).")
                    }
                    limit = number
                }
            }
        }
    }
}

/// The newest requests to a tape server and their responses, and which exchanges were played.
package final class ServedJournal: Sendable {
    package static let most = 100_000

    package struct Entry: Sendable {
        /// From 1, over all clients; not reset.
        var sequence: UInt64
        package var client: String
        package var method: String
        package var target: String
        var status: Int
        var exchange: Int64?
        package var miss: TapeError?

        /// What helps a program after a miss.
        package var help: [String] { miss.map { ProgramMiss($0).help } ?? [] }
    }

    private struct Book {
        /// At least the newest ones that are kept, in order.
        var entries: [Entry] = []
        var count: UInt64 = 0
        var misses: UInt64 = 0
        var played: Set<Int64> = []
    }

    private let limit: Int
    private let book = Mutex(Book())

    package init(limit: Int = ServedJournal.most) { self.limit = max(1, limit) }

    package func add(
        _ client: String, _ method: String, _ target: String, status: Int, exchange: Int64?, miss: TapeError? = nil
    ) {
        book.withLock { book in
            book.count += 1
            if miss != nil { book.misses += 1 }
            if let exchange { book.played.insert(exchange) }
            book.entries.append(
                Entry(
                    sequence: book.count, client: client, method: method, target: target, status: status,
                    exchange: exchange, miss: miss))
            // Many at once, so that it is rare.
            if book.entries.count >= 2 * limit { book.entries.removeFirst(book.entries.count - limit) }
        }
    }

    func entries(_ asked: ControlPlace.Asked, where isWanted: (Entry) -> Bool) -> [Entry] {
        book.withLock { book in
            let kept = book.entries.suffix(limit).filter { entry in
                entry.sequence > asked.after && (asked.client.map(entry.client.isSame) ?? true) && isWanted(entry)
            }
            return Array(kept.prefix(asked.limit))
        }
    }

    /// The newest requests, the oldest first.
    package var kept: [Entry] { book.withLock { Array($0.entries.suffix(limit)) } }

    package var counts: (requests: UInt64, misses: UInt64, played: Int) {
        book.withLock { ($0.count, $0.misses, $0.played.count) }
    }

    func hasPlayed(_ exchange: Int64) -> Bool { book.withLock { $0.played.contains(exchange) } }

    func reset() {
        book.withLock { book in book = Book(count: book.count) }
    }
}

extension ServedJournal.Entry {
    var json: JSON {
        [
            "sequence": .number(String(sequence)), "client": .string(client), "method": .string(method),
            "target": .string(target), "status": .number(String(status)),
            "exchange": exchange.map { .number(String($0)) } ?? .null,
            "miss": miss.map { .string(ProgramMiss($0).reason) } ?? .null,
        ]
    }

    var report: JSON {
        guard let miss, case .object(var members) = json else { return json }
        members.append(.init("message", .string(MissText.plain(miss.message))))
        if let details = miss.details { members.append(.init("report", details)) }
        return .object(members)
    }
}
