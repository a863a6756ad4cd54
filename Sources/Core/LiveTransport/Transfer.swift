import ExchangeModel
import Synchronization

/// One request and the delivery of its outcome. Only the first outcome counts.
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
    /// The origin of the redirect that led here; nil if none did.
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

    var proxy: String? { route == nil ? options.proxies.proxy(for: outgoing.url) : nil }

    /// Whether a connection to an address is refused: a redirect leads there, and the address is in a non-public range
    /// that is not the redirector's own. A proxy's address is chosen by the user.
    func refuses(_ address: IPAddress) -> Bool {
        guard let redirector, proxy == nil, let range = AddressRange(address) else { return false }
        // If the redirector's own address is unknown, its host name must be the same.
        guard let own = redirector.address else { return redirector.host != outgoing.url.host }
        return IPAddress(own).flatMap { AddressRange($0) } != range
    }

    func refusedRedirect(to address: IPAddress) -> TransportFailure {
        let range = AddressRange(address)?.name ?? "an address"
        let host = outgoing.url.host
        let isLiteral = IPAddress(ProxySettings.bare(host[...])) != nil
        let place = isLiteral ? "\(host), \(range)" : "\(host) at \(address.text), \(range)"
        return TransportFailure(.redirectToInternalAddress(host: redirector?.host ?? host, to: place))
    }

    var cancelled: TransportFailure { TransportFailure(NetworkError.cancelled(host: outgoing.url.host)) }

    /// Whether the outcome is known, so that no more work is needed.
    var isOver: Bool {
        stage.withLock { if case .over = $0 { true } else { false } }
    }

    /// Sets the waiting continuation; resumes it at once if the outcome is known.
    func deliver(to continuation: CheckedContinuation<Outcome, Never>) {
        let known = stage.withLock { stage -> Outcome? in
            if case .over(let outcome) = stage { return outcome }
            stage = .awaited(continuation)
            return nil
        }
        if let known { continuation.resume(returning: known) }
    }

    /// Delivers the outcome; false if there was one already.
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
