import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// What a tape holds of one instance, as one client recorded it: each request with all that was recorded for it, and
/// the pages.
package struct TapeSite: Sendable {
    package struct Page: Sendable, Hashable {
        package var target: String
        package var exchange: Int64
    }

    package let origin: HTTPURL
    package let user: String?
    /// The client's name in the recording; nil for sessions without one.
    package let client: String?
    /// The pages in the order in which they were first seen, without repeats.
    package private(set) var pages: [Page] = []
    /// The exchanges that can be played, in order.
    private(set) var exchanges: [Int64] = []
    /// The exchanges that changed this instance, in order.
    private(set) var changes: [Int64] = []
    /// The epoch before the first change.
    private(set) var start: Int64 = 0
    /// The user of the last command.
    private(set) var principal: String?
    /// The first few different `Accept` values of commands, in the order of the tape.
    private(set) var accepts: [String?] = []
    /// What does not count in its requests.
    let ignored: IgnoredParts

    private var requests: [Int64: [RecordedRequest]] = [:]
    private var knownPages: Set<String> = []
    private var lastEpoch: Int64?
    /// The limit of variants of one request: an untrusted tape may have very many.
    private static let maxVariants = 16

    init(_ origin: HTTPURL, user: String?, client: String?, ignoring ignored: IgnoredParts = IgnoredParts()) {
        self.ignored = ignored
        self.origin = origin
        self.user = user
        self.client = client
    }

    mutating func add(_ exchange: ExchangeRecord, _ request: HTTPRequest) {
        let record = exchange.request
        var opens = false
        if let epoch = record.epoch {
            // A change that a version did not know is in the epoch before: it plays as it was recorded, as a read.
            opens = epoch != lastEpoch && epoch != EpochRange(containing: epoch).start && !Safety.isSafe(request)
            if lastEpoch == nil { start = opens ? max(0, epoch - 1) : epoch }
            lastEpoch = epoch
        }
        if opens { changes.append(exchange.id) }
        let key =
            ignored.isEmpty
            ? ServedKey(record.key) : ServedKey(RequestKey(of: ignored.removed(from: RequestParts(of: request))).text)
        let play = RecordedRequest.Play(
            changeCount: record.epoch == nil ? RecordedRequest.outside : changes.count, exchange: exchange.id)
        add(play, key, isChange: opens, hasOutcome: exchange.outcome != .interrupted)
        if request.purpose == .command {
            principal = key.variant.principal
            if accepts.count < 8, !accepts.contains(key.variant.accept) { accepts.append(key.variant.accept) }
        }
        // The prompt's own visits of login pages are not pages that a user opened.
        guard request.purpose == .command || request.purpose == .signIn && record.command == nil,
            request.method == .get, case .response(let response) = exchange.outcome, response.status == 200,
            let type = response.headers["Content-Type"].map({ ASCII.lowercased($0) }),
            type.hasPrefix("text/html") || type.hasPrefix("application/xhtml"),
            knownPages.insert(request.url.target).inserted
        else { return }
        pages.append(Page(target: request.url.target, exchange: exchange.id))
    }

    private mutating func add(_ play: RecordedRequest.Play, _ key: ServedKey, isChange: Bool, hasOutcome: Bool) {
        if hasOutcome { exchanges.append(play.exchange) }
        var known = requests[key.hash] ?? []
        // Moved out to be changed in place.
        requests[key.hash] = nil
        defer { requests[key.hash] = known }
        var place = known.firstIndex { $0.key == key }
        if place == nil, known.count < Self.maxVariants {
            place = known.count
            known.append(RecordedRequest(key: key, isChange: isChange))
        }
        guard let place else { return }
        known[place].isChange = known[place].isChange && isChange
        if hasOutcome { known[place].plays.append(play) } else { known[place].interrupted = play.exchange }
    }

    /// Call it when all exchanges are added.
    mutating func sort() {
        requests = requests.mapValues { variants in
            variants.map { variant in
                var variant = variant
                variant.plays.sort()
                return variant
            }
        }
    }

    /// Whether it was used for more than signing in.
    var holdsCommands: Bool { !accepts.isEmpty }

    /// The variants of a recorded request, the most likely first: under the same conditions, by the same user, with the
    /// first of `accepts`.
    func recorded(_ key: ServedKey, like accepts: [String?]) -> [RecordedRequest] {
        let found = (requests[key.hash] ?? []).filter {
            $0.key.variant.condition.isEmpty || $0.key.variant.condition == key.variant.condition
        }
        func rank(_ index: Int) -> (Int, Int, Int, Int) {
            let variant = found[index].key.variant
            return (
                variant.condition == key.variant.condition ? 0 : 1, variant.principal == principal ? 0 : 1,
                accepts.firstIndex { $0 == variant.accept } ?? accepts.count, index
            )
        }
        return found.count > 1 ? found.indices.sorted { rank($0) < rank($1) }.map { found[$0] } : found
    }

    /// The request as the session would have sent it, without the client's credentials.
    func asked(_ request: HTTPRequest) -> HTTPRequest {
        var asked = request
        asked.url = request.url.moved(to: origin)
        asked.principal = principal
        asked.headers = HeaderFields(
            request.headers.fields.filter { field in
                let name = ASCII.lowercased(field.name)
                return ["accept", "content-type", "range", "x-no-response-body"].contains(name)
                    || name.hasPrefix("if-") || field.overridesRequest
            })
        return asked
    }
}

extension HTTPURL {
    package func moved(to origin: HTTPURL) -> HTTPURL {
        var url = self
        (url.scheme, url.host, url.port) = (origin.scheme, origin.host, origin.port)
        return url
    }
}

/// A request key in two parts: what has to be the same, and what a server may choose among recorded requests.
struct ServedKey: Hashable {
    struct Variant: Hashable {
        var accept: String?
        var principal: String?
        /// The lines of the header fields `Range` and `If-…`.
        var condition = ""
    }

    /// The digest of the lines that have to be the same.
    let hash: Int64
    private(set) var variant = Variant()

    /// - Parameter text: the text of a `RequestKey`.
    init(_ text: String) {
        var rest: [UInt8] = []
        rest.reserveCapacity(text.utf8.count)
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            func value(after start: StaticString) -> String? {
                let count = start.utf8CodeUnitCount
                let isSo = line.starts(with: UnsafeBufferPointer(start: start.utf8Start, count: count))
                return isSo ? String(Substring(line.dropFirst(count))) : nil
            }
            if let user = value(after: "principal ") {
                variant.principal = user
            } else if let accept = value(after: "header accept: ") {
                variant.accept = accept
            } else if let field = value(after: "header if-") ?? value(after: "header range: ") {
                variant.condition += field + "\n"
            } else {
                rest += line
                rest.append(UInt8(ascii: "\n"))
            }
        }
        hash = StableHash.of(rest)
    }
}

struct RecordedRequest {
    /// An exchange, and how often the instance was changed before it, or by it.
    struct Play: Hashable, Comparable {
        var changeCount: Int
        var exchange: Int64

        static func < (left: Play, right: Play) -> Bool {
            (left.changeCount, left.exchange) < (right.changeCount, right.exchange)
        }
    }

    /// The change count of sign-in, schema and completion.
    static let outside = -1

    let key: ServedKey
    var isChange: Bool
    /// Sorted for look-ups.
    var plays: [Play] = []
    /// An exchange without an outcome.
    var interrupted: Int64?

    func next(at changeCount: Int, after exchange: Int64) -> Play? {
        let end = plays.partitioningIndex { $0 > Play(changeCount: changeCount, exchange: exchange) }
        if end < plays.count, plays[end].changeCount == changeCount { return plays[end] }
        return end > 0 && plays[end - 1].changeCount == changeCount ? plays[end - 1] : nil
    }

    func first(after changeCount: Int) -> Play? {
        let place = plays.partitioningIndex { $0.changeCount > changeCount }
        return place < plays.count ? plays[place] : nil
    }

    /// The last one up to a change count, that of a change.
    func last(upTo changeCount: Int) -> Play? {
        let place = plays.partitioningIndex { $0.changeCount > changeCount }
        return place > 0 && plays[place - 1].changeCount >= 0 ? plays[place - 1] : nil
    }
}
