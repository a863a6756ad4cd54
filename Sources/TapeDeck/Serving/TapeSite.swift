package import CassetteStore
package import ExchangeModel
import Notation

/// What a tape contains of one instance, as one client was answered, as far as a server must know in advance: how each
/// URL was requested, and which pages there are.
package struct TapeSite: Sendable {
    package struct Page: Sendable, Hashable {
        package var target: String
        package var exchange: Int64
    }

    /// A way in which a URL was requested.
    struct Way: Sendable, Hashable {
        var accept: String?
        var principal: String?
        /// Whether it was a conditional or range request.
        var isPartial: Bool
        /// Whether it belongs to signing in, which is outside epochs.
        var isSignIn = false
        /// The key of exactly this request, if it has no body; nil if the key must be built from the request.
        var keyHash: Int64? = nil
    }

    struct RequestLine: Hashable {
        var method: String
        /// Bytes, because `String` equates canonically equivalent spellings.
        var target: [UInt8]

        init(_ method: String, _ target: some Collection<UInt8>) {
            self.method = method
            self.target = Array(target)
        }

        /// All bytes at once: called for every request.
        func hash(into hasher: inout Hasher) {
            target.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    package let origin: HTTPURL
    package let user: String?
    /// The client's name in the recording; nil for sessions without one.
    package let client: String?
    /// The pages in the order in which they were first seen, without repeats.
    package private(set) var pages: [Page] = []
    private var ways: [RequestLine: [Way]] = [:]
    private var known: Set<[UInt8]> = []
    /// The epochs opened by a change to this instance, in order.
    private(set) var changes: [Int64] = []
    /// The epoch in which the last consecutive sessions of this user begin.
    private(set) var start: Int64 = 0
    private(set) var principal: String?
    /// The first few different `Accept` values, in the order of the tape.
    private(set) var accepts: [String?] = []
    private(set) var index = ProgramIndex()

    private var hasStarted = false

    init(_ origin: HTTPURL, user: String?, client: String?) {
        self.origin = origin
        self.user = user
        self.client = client
    }

    /// What a tape contains of the instance of its last session.
    ///
    /// - Returns: nil if no session has an instance.
    package init?(of cassette: Cassette) throws(CassetteError) {
        guard let site = try TapeSites(of: cassette).instances.first?.first else { return nil }
        self = site
    }

    /// Adds an exchange with this instance.
    mutating func add(_ exchange: ExchangeRecord, _ request: HTTPRequest) {
        if !hasStarted, let epoch = exchange.request.epoch {
            hasStarted = true
            start = Safety.isSafe(request) ? epoch : max(0, epoch - 1)
        }
        take(exchange, request)
    }

    /// To be called when all exchanges were added.
    mutating func sort() { index.sort() }

    /// Whether it was used for more than signing in.
    var holdsCommands: Bool { !accepts.isEmpty }

    private mutating func take(_ exchange: ExchangeRecord, _ request: HTTPRequest) {
        let isSafe = Safety.isSafe(request)
        if !isSafe, request.purpose == .command, let epoch = exchange.request.epoch, changes.last != epoch {
            changes.append(epoch)
        }
        index.add(exchange, stretch: exchange.request.epoch == nil ? nil : changes.count)
        // A program or a browser signs in as it did when it was recorded.
        let isSignIn = request.purpose == .signIn
        guard request.purpose == .command || isSignIn else { return }
        let accept = request.headers["Accept"]
        if !isSignIn {
            principal = request.principal
            if accepts.count < 8, !accepts.contains(accept) { accepts.append(accept) }
        }
        let isPartial = request.headers.contains {
            ASCII.lowercased($0.name).hasPrefix("if-") || HeaderFields.same($0.name, "Range")
        }
        let way = Way(
            accept: accept, principal: request.principal, isPartial: isPartial, isSignIn: isSignIn,
            keyHash: isSafe && request.body == nil ? exchange.request.keyHash : nil)
        let question = RequestLine(request.method.rawValue, request.url.target.utf8)
        // An untrusted tape may contain a great many.
        if let known = ways[question], known.count >= 16 || known.contains(way) { return note(exchange, request) }
        ways[question, default: []].append(way)
        note(exchange, request)
    }

    private mutating func note(_ exchange: ExchangeRecord, _ request: HTTPRequest) {
        // The prompt's own visits of login pages are not pages that a user opened.
        let isOpened = request.purpose == .command || exchange.request.command == nil
        guard request.method == .get, isOpened, case .response(let response) = exchange.outcome, response.status == 200,
            TapeSite.isHTML(response), known.insert(Array(request.url.target.utf8)).inserted
        else { return }
        pages.append(Page(target: request.url.target, exchange: exchange.id))
    }

    static func isHTML(_ response: HTTPResponse) -> Bool {
        let type = ASCII.lowercased(response.headers["Content-Type"] ?? "")
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    }

    /// The ways in which something was requested, the most likely first: with the same `Accept`, then with one of
    /// `accepts`, by the same principal, unconditionally. A HEAD that is not on the tape becomes a GET.
    func ways(of request: HTTPRequest, like accepts: [String?]) -> (method: HTTPMethod, ways: [Way]) {
        let ways = ways(request.method, request.url.target, accepts)
        guard ways.isEmpty, request.method == .head else { return (request.method, ways) }
        return (.get, self.ways(.get, request.url.target, accepts))
    }

    private func ways(_ method: HTTPMethod, _ target: String, _ accepts: [String?]) -> [Way] {
        let known = ways[RequestLine(method.rawValue, target.utf8)] ?? []
        guard known.count > 1 else { return known }
        func rank(_ way: Way, _ place: Int) -> (Int, Int, Int, Int) {
            (
                way.isPartial ? 1 : 0, way.principal == principal ? 0 : 1,
                accepts.firstIndex { $0 == way.accept } ?? accepts.count, place
            )
        }
        return known.enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }.map(\.element)
    }

    /// The key of a GET without a body, if its URL was requested in one way only and unconditionally.
    func plainKey(of target: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let known = ways[RequestLine(HTTPMethod.get.rawValue, target)], known.count == 1, !known[0].isPartial
        else {
            return nil
        }
        return known[0].keyHash
    }

    /// The epochs from one change to the next: the first, and the last as far as changes show.
    func epochs(of stretch: Int) -> ClosedRange<Int64> {
        let first = stretch == 0 ? start : changes[stretch - 1]
        return first...max(first, stretch < changes.count ? changes[stretch] - 1 : first)
    }

    /// The request as the session would have sent it, without the client's credentials and `Accept`.
    ///
    /// - Parameter isExact: whether it may be a conditional or range request.
    func asked(_ request: HTTPRequest, _ method: HTTPMethod, _ way: Way, isExact: Bool = false) -> HTTPRequest {
        var asked = request
        asked.method = method
        asked.url = request.url.moved(to: origin)
        asked.principal = way.principal
        if way.isSignIn { asked.purpose = .signIn }
        asked.headers = HeaderFields(
            request.headers.fields.filter { field in
                let name = ASCII.lowercased(field.name)
                if isExact, name == "range" || name.hasPrefix("if-") { return true }
                return ["content-type", "x-http-method-override", "x-no-response-body"].contains(name)
            })
        if let accept = way.accept { asked.headers.append("Accept", accept) }
        return asked
    }

    /// Whether the instance changed after one epoch and up to another.
    func changes(after epoch: Int64, upTo end: Int64) -> Bool {
        let place = changes.firstPlace { $0 > epoch }
        return place < changes.count && changes[place] <= end
    }
}

extension HTTPURL {
    func moved(to origin: HTTPURL) -> HTTPURL {
        var url = self
        (url.scheme, url.host, url.port) = (origin.scheme, origin.host, origin.port)
        return url
    }
}
