package import CassetteStore
package import ExchangeModel
import Notation
import Synchronization

/// Answers a browser, or any program, from a tape: this server stands for the instance that its last session worked with,
/// and whoever asks is that session's user.
///
/// A request counts by its method, its address and its body. What it proves itself with, and what it accepts, does not
/// count: an address is answered as it was recorded, in the way that comes nearest. Recorded changes move time, as in any
/// replay; an answer from before one comes with a note.
package final class TapeServer: ImmediateTransport {
    /// How it is asked for pages and for what belongs to them, and what is said while it serves.
    package struct Manners: Sendable {
        /// What pages are recorded with.
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

        /// Manners of parts.
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
    private let player: Player
    private let manners: Manners

    /// Serves what `site` found on the cassette.
    package init(_ cassette: Cassette, _ site: TapeSite, _ manners: Manners) {
        self.site = site
        self.manners = manners
        pages = TapePages(site: site, cassette: cassette)
        player = Player(cassette, isStrict: false)
        player.move(to: site.start)
    }

    /// The recorded answer, or a page that says why there is none.
    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        let client = ServedClient(request)
        if client.isForeign {
            return pages.refusal(403, "foreign", "Another website's page asked for this, and is not answered.")
        }
        // It would stay in the browser, and stand before whatever is served at this address next.
        if request.headers["Service-Worker"] != nil {
            return pages.refusal(403, "unsupported", "No service worker is served from a tape.")
        }
        if request.url.target == "/", request.method == .get || request.method == .head { return pages.index() }
        do throws(TransportFailure) {
            let recorded = try played(request, client)
            for note in player.takeNotes() where site.changes(after: note.recordedEpoch, upTo: note.epoch) {
                manners.tell(note.description)
            }
            let answer = ServedAnswer(origin: site.origin)
            if client.isNavigation, let address = answer.otherHost(of: recorded, for: request) {
                return pages.elsewhere(address)
            }
            return answer.made(of: manners.relocated(recorded, site.origin), for: request)
        } catch {
            guard let tape = error.cause as? TapeError else {
                return pages.failure(error, asHTML: client.wantsHTML)
            }
            // A browser asks for it by itself.
            if request.url.path != "/favicon.ico" { manners.tell(tape.message) }
            return pages.miss(tape, asHTML: client.wantsHTML)
        }
    }

    private func played(_ request: HTTPRequest, _ client: ServedClient) throws(TransportFailure) -> HTTPResponse {
        let usual = client.isNavigation ? manners.acceptPage : manners.acceptAsset
        let other = client.isNavigation ? manners.acceptAsset : manners.acceptPage
        let accepts = [request.headers["Accept"], usual, other]
        var ways = site.ways(request.method.rawValue, request.url.target, like: accepts)
        var method = request.method
        if ways.isEmpty, method == .head {
            method = .get
            ways = site.ways(method.rawValue, request.url.target, like: accepts)
        }
        // The same request in other words is found by its key; the rest is a miss.
        if ways.isEmpty { ways = [TapeSite.Way(accept: usual, principal: site.principal, isPartial: false)] }
        var miss: TransportFailure?
        for way in ways {
            do throws(TransportFailure) {
                return try settled(asked(request, method, way))
            } catch {
                guard (error.cause as? TapeError)?.miss != nil else { throw error }
                miss = miss ?? error
            }
        }
        throw miss ?? TransportFailure(.tape, "The tape has no answer.")
    }

    /// The answer behind the refusals that came before it: the session signed in anew and asked again.
    private func settled(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        var response = try moved(request)
        for _ in 0..<4 where manners.isRefusal(request, response) && Safety.isSafe(request) {
            let next = try moved(request)
            if next == response { break }
            response = next
        }
        return response
    }

    /// The answer, also when it was recorded only in a later epoch than the present one. What opened that may be a request
    /// to another instance or in another name, or a change that no page made and that a browser cannot send: a command
    /// changed a record, and then the page was opened. Then a page is shown as it was, which is said, and time stays; and
    /// a change is made where it was recorded.
    private func moved(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
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
            manners.tell(
                "\(request.method.rawValue) \(address) is as it was recorded, after a change that was not sent here.")
            if isSafe { player.move(to: epoch) }
            return response
        }
    }

    /// The request as the session would have sent it.
    private func asked(_ request: HTTPRequest, _ method: HTTPMethod, _ way: TapeSite.Way) -> HTTPRequest {
        var asked = request
        asked.method = method
        asked.url.scheme = site.origin.scheme
        asked.url.host = site.origin.host
        asked.url.port = site.origin.port
        asked.principal = way.principal
        asked.headers = HeaderFields(
            request.headers.fields.filter { field in
                ["content-type", "x-http-method-override", "x-no-response-body"].contains(ASCII.lowercased(field.name))
            })
        if let accept = way.accept { asked.headers.append("Accept", accept) }
        return asked
    }
}
