import ExchangeModel
import NowSDK

/// The way from an address to the page it leads to: a `RedirectTrail` that stays within one instance, whose failures are
/// those of pages.
struct PageTrail {
    let instance: Instance
    private var trail = RedirectTrail()
    /// The cookies that were set on the way: a page may send to itself when it has set one.
    private var cookies: [String: String] = [:]

    init(_ instance: Instance) { self.instance = instance }

    /// Notes that a request is about to be sent. Fails when the same was sent before, and for another host's address.
    mutating func enter(_ request: HTTPRequest) throws(PageFailure) {
        guard request.url.origin == instance.origin.origin else { throw PageFailure.elsewhere(request.url) }
        let line = cookies.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }.joined(separator: ";")
        do throws(TransportFailure) {
            try trail.enter(request, cookies: line)
        } catch {
            throw PageFailure.of(error, at: request.url)
        }
    }

    /// The request that an answer redirects to; nil when it is the answer.
    mutating func next(
        after response: HTTPResponse, to request: HTTPRequest
    ) throws(PageFailure) -> HTTPRequest? {
        note(response)
        if [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"],
            let target = request.url.resolving(location), leaves(target, from: request.url)
        {
            throw PageFailure.elsewhere(target)
        }
        do throws(TransportFailure) {
            return try trail.next(after: response, to: request)
        } catch {
            throw PageFailure.of(error, at: request.url)
        }
    }

    /// Whether an address is another host's. The way from https to http has a failure of its own.
    private func leaves(_ target: HTTPURL, from url: HTTPURL) -> Bool {
        target.origin != instance.origin.origin
            && !(url.scheme == "https" && target.scheme == "http" && target.host == url.host)
    }

    private mutating func note(_ response: HTTPResponse) {
        for line in response.headers.values(of: "Set-Cookie") {
            let pair = line.utf8.prefix { $0 != UInt8(ascii: ";") }
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            cookies[String(Substring(name))] = String(Substring(pair[name.endIndex...]))
        }
    }
}
