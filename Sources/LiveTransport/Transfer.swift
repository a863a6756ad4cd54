import ExchangeModel
import Synchronization

/// One exchange on its way: what is sent, and the one place its outcome is delivered to. The first outcome counts.
final class Transfer: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportFailure>

    private enum Stage {
        case open
        case awaited(CheckedContinuation<Outcome, Never>)
        case over(Outcome)
    }

    let outgoing: OutgoingRequest
    let route: Route?
    let certificate: ClientCertificate?
    let options: WireOptions
    /// Whose redirect led here; nil when none did.
    let redirector: Redirector?
    private let stage = Mutex(Stage.open)

    init(
        _ outgoing: OutgoingRequest, route: Route?, certificate: ClientCertificate?, options: WireOptions,
        redirector: Redirector? = nil
    ) {
        self.redirector = redirector
        self.outgoing = outgoing
        self.route = route
        self.certificate = certificate
        self.options = options
    }

    /// The proxy in the way; a route of our own goes round it.
    var proxy: String? { route == nil ? options.proxies.proxy(for: outgoing.url) : nil }

    /// Whether no connection to an address is made: a redirect led there, and the address is in a range that is not the
    /// redirector's own. A proxy's address is the user's choice.
    func refuses(_ address: IPAddress) -> Bool {
        guard let redirector, proxy == nil, let range = AddressRange(address) else { return false }
        // Where the redirector's own address is not known, its own name leads there.
        guard let own = redirector.address else { return redirector.host != outgoing.url.host }
        return IPAddress(own).flatMap { AddressRange($0) } != range
    }

    /// The failure of an exchange that a redirect led to an address that is refused.
    func misled(to address: IPAddress) -> TransportFailure {
        let range = AddressRange(address)?.name ?? "an address"
        let host = outgoing.url.host
        let isLiteral = IPAddress(ProxySettings.bare(host[...])) != nil
        let place = isLiteral ? "\(host), \(range)" : "\(host) at \(address.text), \(range)"
        return TransportFailure(.redirectToInternalAddress(host: redirector?.host ?? host, to: place))
    }

    var cancelled: TransportFailure {
        TransportFailure(NetworkError.cancelled(host: outgoing.url.host))
    }

    /// Whether an outcome is known, so that nothing need be done for it any more.
    var isOver: Bool {
        stage.withLock { if case .over = $0 { true } else { false } }
    }

    /// Names who waits for the outcome; resumes at once when it is known already.
    func deliver(to continuation: CheckedContinuation<Outcome, Never>) {
        let known = stage.withLock { stage -> Outcome? in
            if case .over(let outcome) = stage { return outcome }
            stage = .awaited(continuation)
            return nil
        }
        if let known { continuation.resume(returning: known) }
    }

    /// Ends the exchange; false when it had ended before.
    @discardableResult
    func finish(with outcome: Outcome) -> Bool {
        let (first, continuation) = stage.withLock { stage -> (Bool, CheckedContinuation<Outcome, Never>?) in
            switch stage {
            case .over: return (false, nil)
            case .open:
                stage = .over(outcome)
                return (true, nil)
            case .awaited(let continuation):
                stage = .over(outcome)
                return (true, continuation)
            }
        }
        continuation?.resume(returning: outcome)
        return first
    }
}
