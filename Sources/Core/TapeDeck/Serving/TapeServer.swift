package import CassetteStore
package import ExchangeModel
import Notation
import Redactors
import Synchronization

/// Answers a browser, or any program, from a tape, as the instance of its last session would answer that session's
/// user. Credentials and `Accept` are ignored. Recorded changes advance the epoch, as in any replay; a response from
/// before one comes with a note.
package final class TapeServer: ImmediateTransport {
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
    private let cassette: Cassette
    private let options: Options
    /// Answers programs strictly; nil to answer them like browsers.
    private let programs: ProgramServer?
    private let browserClient = ProgramClient("")

    package init(
        _ cassette: Cassette, _ site: TapeSite, _ options: Options, programs: ProgramServer? = nil
    ) {
        self.site = site
        self.cassette = cassette
        self.options = options
        self.programs = programs
        pages = TapePages(site: site, cassette: cassette)
    }

    /// The recorded response, or a page or report that says why there is none.
    package func answer(_ request: HTTPRequest) -> HTTPResponse { reply(to: request, as: browserClient).response }

    /// The response to a client with its own progress.
    package func reply(to request: HTTPRequest, as program: ProgramClient) -> ProgramReply {
        let client = ServedClient(request), isBrowser = client.isBrowser
        // The list of pages. A program gets it only if the tape does not answer its request.
        let isHome = request.url.target == "/" && (request.method == .get || request.method == .head)
        var reply = ProgramReply(response: HTTPResponse(status: 500))
        if let rejection = rejection(of: request, client) {
            reply.response = rejection
        } else if isBrowser {
            reply.response = isHome ? pages.index() : playedLeniently(request, client, to: browserClient)
        } else if let programs {
            reply = programs.reply(to: request, as: program)
            if isHome, reply.miss != nil { reply = ProgramReply(response: pages.index()) }
            // Misses are reported to the user too.
            if let miss = reply.miss { options.notify(miss.message) }
        } else {
            reply.response = isHome ? pages.index() : playedLeniently(request, client, to: program)
        }
        if !isBrowser {
            program.didReceive(
                reply.exchange, status: reply.response.status, method: request.method.rawValue,
                target: request.url.target, miss: reply.miss)
        }
        return reply
    }

    /// The response to a GET whose only significant header field is an `Accept` without HTML. Nil if the whole request is
    /// needed. Nothing is recorded for the client.
    ///
    /// - Parameters:
    /// - server: this server's origin.
    /// - prepare: makes a response of the recorded bytes; nil if it cannot.
    package func plainReply<Response: Sendable>(
        to target: UnsafeBufferPointer<UInt8>, at server: String, as program: ProgramClient,
        prepare: (ResponseBytes) -> Response?
    ) -> PlainReply<Response>? { programs?.plainReply(to: target, at: server, as: program, prepare: prepare) }

    private func player(of program: ProgramClient) -> Player {
        program.player {
            let player = Player(cassette, isStrict: false)
            player.move(to: site.start)
            return player
        }
    }

    private func rejection(of request: HTTPRequest, _ client: ServedClient) -> HTTPResponse? {
        if client.isForeign(allowing: options.allowedOrigins) {
            return ProgramMiss.errorResponse(403, "foreign", "Requests from pages of other websites are rejected.")
        }
        // A service worker would stay in the browser and answer for whatever is served at this origin next.
        if request.headers["Service-Worker"] != nil {
            return ProgramMiss.errorResponse(403, "unsupported", "No service worker is served from a tape.")
        }
        return nil
    }

    private func playedLeniently(_ request: HTTPRequest, _ client: ServedClient, to program: ProgramClient)
        -> HTTPResponse
    {
        do throws(TransportFailure) {
            // A browser sends several requests at once, and the player moves to a response's epoch and back: a request
            // in between would miss.
            let recorded = try program.exclusively { () throws(TransportFailure) in
                let player = player(of: program)
                let recorded = try play(request, client, by: player)
                for note in player.takeNotes() where site.changes(after: note.recordedEpoch, upTo: note.epoch) {
                    options.notify(note.description)
                }
                return recorded
            }
            let answer = ServedResponse(origin: site.origin, keepsLinks: options.keepsLinks)
            if client.isNavigation, let address = answer.otherHost(of: recorded, for: request) {
                return pages.otherHost(address)
            }
            return answer.made(of: options.relocate(recorded, site.origin), for: request)
        } catch {
            guard let tape = error.cause as? TapeError else { return pages.failure(error, asHTML: client.wantsHTML) }
            // Browsers request it by themselves.
            if request.url.path != "/favicon.ico" { options.notify(tape.message) }
            return client.isBrowser
                ? pages.miss(tape, asHTML: client.wantsHTML) : ProgramMiss(tape).response(for: request)
        }
    }

    private func play(
        _ request: HTTPRequest, _ client: ServedClient, by player: Player
    ) throws(TransportFailure) -> HTTPResponse {
        let usual = client.isNavigation ? options.acceptPage : options.acceptAsset
        let other = client.isNavigation ? options.acceptAsset : options.acceptPage
        let accepts = [request.headers["Accept"], usual, other]
        let (method, known) = site.variants(of: request, like: accepts)
        var variants = known
        // An equivalent request is found by its key; anything else is a miss.
        if variants.isEmpty {
            variants = [TapeSite.Variant(accept: usual, principal: site.principal, isPartial: false)]
        }
        var miss: TransportFailure?
        for variant in variants {
            do throws(TransportFailure) {
                return try playSkippingRejections(site.asked(request, method, variant), by: player)
            } catch {
                guard (error.cause as? TapeError)?.miss != nil else { throw error }
                miss = miss ?? error
            }
        }
        throw miss ?? TransportFailure(.tape, "The tape has no answer.")
    }

    /// Skips rejections before the response: the session signed in again and repeated the request.
    private func playSkippingRejections(_ request: HTTPRequest, by player: Player) throws(TransportFailure)
        -> HTTPResponse
    {
        var response = try playFromAnyEpoch(request, by: player)
        for _ in 0..<4 where options.isRejection(request, response) && Safety.isSafe(request) {
            let next = try playFromAnyEpoch(request, by: player)
            if next == response { break }
            response = next
        }
        return response
    }

    /// The response, even if it was recorded only in a later epoch, which another principal or a change outside pages
    /// may have opened. A safe request is then answered with a note, and the epoch stays; a change moves to the epoch
    /// where it was recorded.
    private func playFromAnyEpoch(_ request: HTTPRequest, by player: Player) throws(TransportFailure) -> HTTPResponse {
        let epoch = player.epoch, isSafe = Safety.isSafe(request)
        do throws(TransportFailure) {
            let response = try player.answer(request)
            // A change of principal alone does not advance the epoch here.
            if isSafe, player.epoch != epoch { player.move(to: epoch) }
            return response
        } catch {
            guard case .laterOnly(_, let recorded, _)? = (error.cause as? TapeError)?.miss?.reason else { throw error }
            let before = isSafe ? recorded : recorded - 1
            player.move(to: before)
            guard site.changes(after: epoch, upTo: before) else { return try player.answer(request) }
            let response = try player.answer(request)
            let address = ReadableAddress.of(request.url.target)
            options.notify(
                "\(request.method.rawValue) \(address) was answered as recorded after a change that was not sent here.")
            if isSafe { player.move(to: epoch) }
            return response
        }
    }
}

/// What a request reveals about its sender: browsers send Fetch Metadata.
struct ServedClient {
    private let request: HTTPRequest

    init(_ request: HTTPRequest) { self.request = request }

    /// Whether a page is requested, in a window or frame, and not a resource of one.
    var isNavigation: Bool { request.headers["Sec-Fetch-Mode"].map { ASCII.lowercased($0) == "navigate" } ?? wantsHTML }

    var wantsHTML: Bool {
        // By bytes: called for every request.
        let wanted = "text/html".utf8
        guard var rest = request.headers["Accept"]?.utf8[...] else { return false }
        while rest.count >= wanted.count {
            if zip(rest, wanted).allSatisfy({ ASCII.lowercased($0) == $1 }) { return true }
            rest.removeFirst()
        }
        return false
    }

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
    /// - server: makes the server of a site.
    package init(_ sites: [TapeSite], _ clients: ProgramClients, server: (TapeSite) -> TapeServer) {
        self.sites = sites
        self.clients = clients
        servers = sites.map(server)
    }

    package var origin: HTTPURL { sites[0].origin }

    package func reply(to request: HTTPRequest, as client: ProgramClient) -> ProgramReply {
        servers[client.site].reply(to: request, as: client)
    }

    package func plainReply<Response: Sendable>(
        to target: UnsafeBufferPointer<UInt8>, at server: String, as client: ProgramClient,
        prepare: (ResponseBytes) -> Response?
    ) -> PlainReply<Response>? { servers[client.site].plainReply(to: target, at: server, as: client, prepare: prepare) }
}
