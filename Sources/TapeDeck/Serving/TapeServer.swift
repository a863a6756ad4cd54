package import CassetteStore
package import ExchangeModel
import Notation
import Synchronization

/// Answers a browser, or any program, from a tape, as the instance that its last session worked with would answer that
/// session's user. What a request proves itself with, and what it accepts, does not count. Recorded changes move time, as in
/// any replay; an answer from before one comes with a note.
package final class TapeServer: ImmediateTransport {
    /// How it is asked for pages and for what belongs to them, and what is said while it serves.
    package struct Options: Sendable {
        package var acceptPage: String
        /// What everything that belongs to pages is recorded with.
        package var acceptAsset: String
        /// Whether an answer only turned a request away that was then sent again.
        package var isRefusal: @Sendable (HTTPRequest, HTTPResponse) -> Bool
        /// Makes a page of the instance one of this server, before anything else is done to it: what names the instance in
        /// its body names the server, and its policies (`Content-Security-Policy`) let it reach nothing else. What is no
        /// page, it gives back as it is.
        package var relocated: @Sendable (_ response: HTTPResponse, _ instance: HTTPURL) -> HTTPResponse
        /// Told what a person at the server should know: answers from before a change, misses.
        package var tell: @Sendable (String) -> Void

        /// Origins, in lower case, whose pages may send what they want.
        package var allowedOrigins: Set<String> = []
        package var keepsLinks = false

        package init(
            acceptPage: String, acceptAsset: String,
            isRefusal: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Bool,
            relocated: @escaping @Sendable (_ response: HTTPResponse, _ instance: HTTPURL) -> HTTPResponse,
            tell: @escaping @Sendable (String) -> Void
        ) {
            self.acceptPage = acceptPage
            self.acceptAsset = acceptAsset
            self.isRefusal = isRefusal
            self.relocated = relocated
            self.tell = tell
        }
    }

    private let site: TapeSite
    private let pages: TapePages
    private let cassette: Cassette
    private let options: Options
    /// Answers programs, strictly; nil answers them as browsers are.
    private let programs: ProgramServer?
    private let anybody = ProgramClient("")

    package init(
        _ cassette: Cassette, _ site: TapeSite, _ options: Options, programs: ProgramServer? = nil
    ) {
        self.site = site
        self.cassette = cassette
        self.options = options
        self.programs = programs
        pages = TapePages(site: site, cassette: cassette)
    }

    /// The recorded answer, or a page or report that says why there is none.
    package func answer(_ request: HTTPRequest) -> HTTPResponse { reply(to: request, as: anybody).response }

    /// The same for a client that is where it has come to by itself.
    package func reply(to request: HTTPRequest, as program: ProgramClient) -> ProgramReply {
        let client = ServedClient(request), isBrowser = client.isBrowser
        var reply = ProgramReply(response: HTTPResponse(status: 500))
        if let refusal = refusal(of: request, client) {
            reply.response = refusal
        } else if isBrowser {
            reply.response = shown(request, client, to: anybody)
        } else if let programs {
            reply = programs.reply(to: request, as: program)
            // A person at the server sees what a test lacks.
            if let miss = reply.miss { options.tell(miss.message) }
        } else {
            reply.response = shown(request, client, to: program)
        }
        if !isBrowser {
            program.wasGiven(
                reply.exchange, status: reply.response.status, method: request.method.rawValue,
                target: request.url.target, miss: reply.miss)
        }
        return reply
    }

    /// The same for a GET that says nothing of itself but what it accepts, which is no page. Nil when it takes the whole
    /// request to tell. Nothing is taken down for the client.
    package func plainReply(to target: UnsafeBufferPointer<UInt8>, as program: ProgramClient) -> ProgramReply? {
        // The list of pages is not on the tape.
        guard target.count > 1 else { return nil }
        return programs?.plainReply(to: target, as: program)
    }

    private func player(of program: ProgramClient) -> Player {
        program.player {
            let player = Player(cassette, isStrict: false)
            player.move(to: site.start)
            return player
        }
    }

    private func refusal(of request: HTTPRequest, _ client: ServedClient) -> HTTPResponse? {
        if client.isForeign(allowing: options.allowedOrigins) {
            return ProgramMiss.refusal(403, "foreign", "Requests from pages of other websites are refused.")
        }
        // It would stay in the browser, and are before whatever is served at this address next.
        if request.headers["Service-Worker"] != nil {
            return ProgramMiss.refusal(403, "unsupported", "No service worker is served from a tape.")
        }
        if request.url.target == "/", request.method == .get || request.method == .head { return pages.index() }
        return nil
    }

    private func shown(_ request: HTTPRequest, _ client: ServedClient, to program: ProgramClient) -> HTTPResponse {
        do throws(TransportFailure) {
            // A browser asks for several things at once, and a player goes to where an answer is and back again:
            // whoever came in between would be told that nothing is recorded.
            let recorded = try program.inTurn { () throws(TransportFailure) in
                let player = player(of: program)
                let recorded = try played(request, client, by: player)
                for note in player.takeNotes() where site.changes(after: note.recordedEpoch, upTo: note.epoch) {
                    options.tell(note.description)
                }
                return recorded
            }
            let answer = ServedAnswer(origin: site.origin, keepsLinks: options.keepsLinks)
            if client.isNavigation, let address = answer.otherHost(of: recorded, for: request) {
                return pages.elsewhere(address)
            }
            return answer.made(of: options.relocated(recorded, site.origin), for: request)
        } catch {
            guard let tape = error.cause as? TapeError else {
                return pages.failure(error, asHTML: client.wantsHTML)
            }
            // A browser asks for it by itself.
            if request.url.path != "/favicon.ico" { options.tell(tape.message) }
            return client.isBrowser
                ? pages.miss(tape, asHTML: client.wantsHTML) : ProgramMiss(tape).response(for: request)
        }
    }

    private func played(
        _ request: HTTPRequest, _ client: ServedClient, by player: Player
    ) throws(TransportFailure) -> HTTPResponse {
        let usual = client.isNavigation ? options.acceptPage : options.acceptAsset
        let other = client.isNavigation ? options.acceptAsset : options.acceptPage
        let accepts = [request.headers["Accept"], usual, other]
        let (method, known) = site.ways(of: request, like: accepts)
        var ways = known
        // The same request in other words is found by its key; the rest is a miss.
        if ways.isEmpty { ways = [TapeSite.Way(accept: usual, principal: site.principal, isPartial: false)] }
        var miss: TransportFailure?
        for way in ways {
            do throws(TransportFailure) {
                return try settled(site.asked(request, method, way), by: player)
            } catch {
                guard (error.cause as? TapeError)?.miss != nil else { throw error }
                miss = miss ?? error
            }
        }
        throw miss ?? TransportFailure(.tape, "The tape has no answer.")
    }

    /// The answer behind the refusals that came before it: the session signed in again and asked again.
    private func settled(_ request: HTTPRequest, by player: Player) throws(TransportFailure) -> HTTPResponse {
        var response = try moved(request, by: player)
        for _ in 0..<4 where options.isRefusal(request, response) && Safety.isSafe(request) {
            let next = try moved(request, by: player)
            if next == response { break }
            response = next
        }
        return response
    }

    /// The answer, also when it was recorded only in a later epoch, which a request in another name or a change that no page made
    /// may have opened. Then a page is shown as it was, with a note, and time stays; and a change is made where it was recorded.
    private func moved(_ request: HTTPRequest, by player: Player) throws(TransportFailure) -> HTTPResponse {
        let epoch = player.epoch, isSafe = Safety.isSafe(request)
        do throws(TransportFailure) {
            let response = try player.answer(request)
            // Another name alone moves no time here.
            if isSafe, player.epoch != epoch { player.move(to: epoch) }
            return response
        } catch {
            guard case .laterOnly(_, let recorded, _)? = (error.cause as? TapeError)?.miss?.reason else { throw error }
            let before = isSafe ? recorded : recorded - 1
            player.move(to: before)
            guard site.changes(after: epoch, upTo: before) else { return try player.answer(request) }
            let response = try player.answer(request)
            let address = ReadableAddress.of(request.url.target)
            options.tell(
                "\(request.method.rawValue) \(address) is as it was recorded, after a change that was not sent here.")
            if isSafe { player.move(to: epoch) }
            return response
        }
    }
}

/// What a request tells of who sends it: browsers say what they want it for (Fetch Metadata).
struct ServedClient {
    private let request: HTTPRequest

    init(_ request: HTTPRequest) { self.request = request }

    /// Whether a page is wanted, in a window or a frame, and not something that belongs to one.
    var isNavigation: Bool {
        request.headers["Sec-Fetch-Mode"].map { ASCII.lowercased($0) == "navigate" } ?? wantsHTML
    }

    var wantsHTML: Bool {
        // By bytes: it is asked for every request.
        let wanted = "text/html".utf8
        guard var rest = request.headers["Accept"]?.utf8[...] else { return false }
        while rest.count >= wanted.count {
            if zip(rest, wanted).allSatisfy({ ASCII.lowercased($0) == $1 }) { return true }
            rest.removeFirst()
        }
        return false
    }

    /// Whether a person's browser asks, for a page or for what belongs to one, and no program.
    var isBrowser: Bool { request.headers["Sec-Fetch-Mode"] != nil || wantsHTML }

    /// Whether a page of another website sent it for its own ends: everything but following a link here.
    ///
    /// - Parameter allowed: origins whose pages may send what they want.
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
