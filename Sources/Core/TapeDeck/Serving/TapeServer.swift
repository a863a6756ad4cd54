package import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// Answers programs and browsers from a tape, as the instance would answer the user of its last sessions. Credentials
/// are ignored, and `Accept` too if a request was recorded with one value only.
///
/// Programs get what was recorded between the same changes, or a 501 that says why there is nothing. A browser's pages,
/// and programs of a lenient server, also get what was recorded before or after a change, with a note.
package final class TapeServer: Sendable {
    /// How pages and their resources are requested, and what is reported while serving.
    package struct Options: Sendable {
        package var acceptPage: String
        /// The `Accept` value of a page's resources in the recording.
        package var acceptAsset: String
        /// Whether a response only rejected a request that was then repeated.
        package var isRejection: @Sendable (HTTPRequest, HTTPResponse) -> Bool
        /// Rewrites a page of the instance for this server, before anything else: the instance's URLs become the
        /// server's, and its `Content-Security-Policy` allows only this server. Other responses are returned unchanged.
        package var relocate: @Sendable (_ response: HTTPResponse, _ instance: HTTPURL) -> HTTPResponse
        /// Receives messages for the user: responses from before a change, misses.
        package var notify: @Sendable (String) -> Void

        /// Origins, in lower case, whose pages may send any request.
        package var allowedOrigins: Set<String> = []
        package var keepsLinks = false
        /// Whether programs are answered like browsers.
        package var isLenient = false

        package init(
            acceptPage: String, acceptAsset: String,
            isRejection: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Bool,
            relocate: @escaping @Sendable (_ response: HTTPResponse, _ instance: HTTPURL) -> HTTPResponse,
            notify: @escaping @Sendable (String) -> Void
        ) {
            self.acceptPage = acceptPage
            self.acceptAsset = acceptAsset
            self.isRejection = isRejection
            self.relocate = relocate
            self.notify = notify
        }
    }

    private let site: TapeSite
    private let pages: TapePages
    private let readers: [Cassette]
    private let options: Options
    private let redaction = Redaction(secrets: SecretBook())
    /// All browsers: they do not name themselves.
    private let browserClient = ProgramClient("")

    /// - Parameter readers: the same tape, opened several times, so that few requests wait for each other.
    package init(_ readers: [Cassette], _ site: TapeSite, _ options: Options) {
        self.site = site
        self.readers = readers
        self.options = options
        pages = TapePages(site: site, cassette: readers[0])
    }

    /// Throws if a tape was recorded with other rules, because its keys would not match.
    package static func verify(_ cassette: Cassette) throws(CassetteError) {
        try TapePolicy.verify(cassette.sessions(), of: cassette)
    }

    /// The recorded response, or a page or report that says why there is none.
    package func reply(to request: HTTPRequest, as program: ProgramClient) -> ServedReply {
        let client = ServedClient(request), isBrowser = client.isBrowser
        // The list of pages. A program gets it only if the tape does not answer its request.
        let isHome = request.url.target == "/" && (request.method == .get || request.method == .head)
        var reply: ServedReply
        if client.isForeign(allowing: options.allowedOrigins) {
            reply = ServedReply(response: ServedClient.foreign)
        } else if isBrowser, isHome {
            reply = ServedReply(response: pages.index())
        } else {
            reply = played(request, client, to: isBrowser ? browserClient : program)
            if isHome, reply.miss != nil { reply = ServedReply(response: pages.index()) }
            // Browsers request the icon by themselves.
            if let miss = reply.miss, request.url.path != "/favicon.ico" { options.notify(miss.message) }
        }
        if !isBrowser {
            program.didReceive(
                reply.exchange, status: reply.response.status, method: request.method.rawValue,
                target: redaction.redact(HTTPRequest(request.method, request.url)).url.target, miss: reply.miss)
        }
        return reply
    }

    private func played(_ request: HTTPRequest, _ client: ServedClient, to program: ProgramClient) -> ServedReply {
        let isLenient = options.isLenient || client.isBrowser
        do throws(TapeError) {
            let (exchange, outcome) = try play(request, client, to: program, isLenient: isLenient)
            let response =
                switch outcome {
                case .response(let recorded): served(recorded, to: request, client, isLenient: isLenient)
                case .failure(let failure): pages.failure(failure, asHTML: client.wantsHTML)
                case .interrupted: throw Self.damage(exchange)
                }
            return ServedReply(response: response, exchange: exchange)
        } catch {
            let response =
                client.isBrowser
                ? pages.miss(error, asHTML: client.wantsHTML) : ProgramMiss(error).response(for: request)
            return ServedReply(response: response, miss: error)
        }
    }

    private func served(
        _ recorded: HTTPResponse, to request: HTTPRequest, _ client: ServedClient, isLenient: Bool
    ) -> HTTPResponse {
        var answer = ServedResponse(origin: site.origin, keepsLinks: options.keepsLinks)
        answer.isForProgram = !isLenient
        if answer.isForProgram { return answer.made(of: recorded, for: request) }
        if client.isNavigation, let address = answer.otherHost(of: recorded, for: request) {
            return pages.otherHost(address)
        }
        return answer.made(of: options.relocate(recorded, site.origin), for: request)
    }

    /// The next outcome of a request. Skips rejections before it: the session signed in again and repeated the request.
    private func play(
        _ request: HTTPRequest, _ client: ServedClient, to program: ProgramClient, isLenient: Bool
    ) throws(TapeError) -> (exchange: Int64, OutcomeRecord) {
        let asked = redaction.redact(site.asked(request))
        var (parts, key) = lookUp(asked)
        let usual = client.isNavigation ? options.acceptPage : options.acceptAsset
        let other = client.isNavigation ? options.acceptAsset : options.acceptPage
        let accepts = [request.headers["Accept"]] + (isLenient ? [usual, other] : [nil])
        var variants = site.recorded(key, like: accepts)
        if variants.isEmpty, asked.method == .head {
            // A HEAD that is not on the tape becomes a GET.
            var get = asked
            get.method = .get
            (parts, key) = lookUp(get)
            variants = site.recorded(key, like: accepts)
        }
        guard let hit = program.next(of: variants, isLenient: isLenient) else {
            throw missed(asked, parts, variants, by: program)
        }
        note(hit, for: request)
        var exchange = hit.exchange
        for _ in 0..<4 {
            let outcome = try outcome(of: exchange)
            guard case .response(let response) = outcome, options.isRejection(asked, response),
                let next = program.next(of: variants, isLenient: false)?.exchange, next != exchange
            else { return (exchange, outcome) }
            exchange = next
        }
        return (exchange, try outcome(of: exchange))
    }

    private func lookUp(_ asked: HTTPRequest) -> (RequestParts, ServedKey) {
        let parts = site.ignored.removed(from: RequestParts(of: asked))
        return (parts, ServedKey(RequestKey(of: parts).text))
    }

    private func outcome(of exchange: Int64) throws(TapeError) -> OutcomeRecord {
        do throws(CassetteError) {
            if let outcome = try readers[Int(exchange) % readers.count].answer(exchange) { return outcome }
        } catch {
            throw TapeError(error)
        }
        throw Self.damage(exchange)
    }

    private static func damage(_ exchange: Int64) -> TapeError {
        TapeError(CassetteError(.corrupt, path: "", "Request %.\(exchange) no longer has an answer on the tape."))
    }

    /// Says that a response is not of where the client is on the tape.
    private func note(_ hit: ProgramClient.Hit, for request: HTTPRequest) {
        let asked = "\(request.method.rawValue) \(ReadableAddress.of(request.url.target))"
        if hit.offset < 0 {
            options.notify("The answer to \(asked) is from before a change: %.\(hit.exchange).")
        } else if hit.offset > 0 {
            options.notify("\(asked) was answered as recorded after a change that was not sent here.")
        }
    }
}

/// Why the tape has nothing for a request.
extension TapeServer {
    private func missed(
        _ asked: HTTPRequest, _ parts: RequestParts, _ variants: [RecordedRequest], by program: ProgramClient
    ) -> TapeError {
        do throws(CassetteError) {
            let changeCount = program.changeCount
            let epoch = changeCount == 0 ? site.start : try record(site.changes[changeCount - 1])?.epoch
            var miss = Miss(
                method: asked.method.rawValue, url: asked.url.description, body: asked.body ?? [],
                reason: .notRecorded, epoch: epoch ?? 0)
            for variant in variants {
                guard let reason = try reason(variant, changeCount, program.isUnordered) else { continue }
                miss.reason = reason
                return .missed(try miss.placed(on: readers[0]))
            }
            var parts = parts
            // Only what the client may choose is compared.
            let accept = parts.headers.first { $0.name == "accept" }?.value
            if !site.accepts.contains(accept), let usual = site.accepts.first {
                parts.headers.removeAll { $0.name == "accept" }
                parts.headers = (parts.headers + (usual.map { [RequestField("accept", $0)] } ?? [])).sorted(
                    byName: \.name)
            }
            let found = try NearestSearch(cassette: readers[0]).nearest(to: parts, from: program.last)
            (miss.compared, miss.isCapped) = (found.compared, found.isCapped)
            miss.nearest = found.nearest.map { near in
                var near = near
                for place in near.mismatches.indices {
                    let matcher = near.mismatches[place].matcher
                    near.mismatches[place].differences.removeAll {
                        $0.place == "accept" || site.ignored.ignore($0, of: matcher)
                    }
                }
                near.mismatches.removeAll(where: \.differences.isEmpty)
                return near
            }
            return .missed(try miss.placed(on: readers[0]))
        } catch {
            return TapeError(error)
        }
    }

    private func reason(
        _ variant: RecordedRequest, _ changeCount: Int, _ isUnordered: Bool
    ) throws(CassetteError) -> Miss.Reason? {
        // Without an order nothing is in the way of a change, and of a read only a change that was not played.
        let later = isUnordered && variant.isChange ? nil : variant.first(after: isUnordered ? 0 : changeCount)
        if let earlier = variant.last(upTo: isUnordered && variant.isChange ? .max : changeCount) {
            if !variant.isChange, !isUnordered {
                let epoch = try record(earlier.exchange)?.epoch ?? 0
                return .alreadyChanged(exchange: earlier.exchange, epoch: epoch)
            }
            if later == nil { return .exhausted(exchange: earlier.exchange) }
        }
        guard let later else { return variant.interrupted.map { .interrupted(exchange: $0) } }
        let first = site.changes[(isUnordered ? later.changeCount : changeCount + 1) - 1]
        guard let change = try record(first), let epoch = try record(later.exchange)?.epoch else { return nil }
        let line = try change.command.flatMap { command throws(CassetteError) in try readers[0].command(command)?.line }
        return .laterOnly(
            exchange: later.exchange, epoch: epoch,
            first: Miss.Step(exchange: first, line: line, method: change.method, url: change.url))
    }

    private func record(_ exchange: Int64) throws(CassetteError) -> RequestRecord? {
        try readers[0].requests(after: exchange - 1, limit: 1).first?.request
    }
}

package struct ServedReply: Sendable {
    package var response: HTTPResponse
    package var exchange: Int64?
    /// Why there is no response; nil if one was played or none was looked up.
    package var miss: TapeError?
}

/// What a request reveals about its sender: browsers send Fetch Metadata.
struct ServedClient {
    private let request: HTTPRequest
    let wantsHTML: Bool

    init(_ request: HTTPRequest) {
        self.request = request
        wantsHTML = request.headers["Accept"].map { ASCII.lowercased($0).contains("text/html") } ?? false
    }

    static let foreign = ProgramMiss.errorResponse(
        403, "foreign", "Requests from pages of other websites are rejected.")

    /// Whether a page is requested, in a window or frame, and not a resource of one.
    var isNavigation: Bool { request.headers["Sec-Fetch-Mode"].map { ASCII.lowercased($0) == "navigate" } ?? wantsHTML }

    /// Whether a browser sent it, for a page or a resource, and not a program.
    var isBrowser: Bool { request.headers["Sec-Fetch-Mode"] != nil || wantsHTML }

    /// Whether a page of another site sent it: anything but following a link here.
    ///
    /// - Parameter allowed: origins whose pages may send any request.
    func isForeign(allowing allowed: Set<String>) -> Bool {
        if let origin = request.headers["Origin"], allowed.contains(origin.lowercased()) { return false }
        let isRead = request.method == .get || request.method == .head
        if let site = request.headers["Sec-Fetch-Site"].map({ ASCII.lowercased($0) }) {
            if site == "same-origin" || site == "none" { return false }
            return !(isRead && isNavigation)
        }
        guard let origin = request.headers["Origin"], !isRead else { return false }
        return !origin.utf8.elementsEqual(request.url.origin.utf8)
    }
}

/// An instance that a tape server answers for. A client that the tape names gets what was recorded for it; all others
/// get the answers of sessions without a client's name, or of the first client.
package final class ServedInstance: Sendable {
    package let sites: [TapeSite]
    package let clients: ProgramClients
    private let servers: [TapeServer]

    /// - Parameters:
    /// - sites: the instance's sites, at least one.
    /// - readers: the tape, opened several times.
    package init(_ sites: [TapeSite], _ clients: ProgramClients, _ readers: [Cassette], _ options: TapeServer.Options) {
        self.sites = sites
        self.clients = clients
        servers = sites.map { TapeServer(readers, $0, options) }
    }

    package var origin: HTTPURL { sites[0].origin }

    package func reply(to request: HTTPRequest, as client: ProgramClient) -> ServedReply {
        servers[client.site].reply(to: request, as: client)
    }
}
