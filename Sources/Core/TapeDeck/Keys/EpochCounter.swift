package import CassetteStore
package import ExchangeModel
import Redactors

/// Counts epochs, identically when recording and playing. An unsafe request opens the next epoch and belongs to it; so
/// does the first request to another instance or for another principal. Sign-in, schema and completion requests have no
/// epoch. A session added to a tape continues the epoch in which the previous session ended.
package struct EpochCounter: Sendable, Hashable {
    package struct Identity: Sendable, Hashable {
        /// The instance, without the port of a loopback address.
        package var origin: String
        var principal: String?

        package init(origin: String, principal: String?) {
            self.origin = origin
            self.principal = principal
        }

        package init(of request: HTTPRequest) {
            self.init(origin: RequestParts.origin(of: request.url), principal: request.principal)
        }
    }

    package struct Placement: Sendable, Hashable {
        package var epoch: Int64?
        var isSafe: Bool
        /// Whether the request is the first of its epoch, so that everything before it must have ended.
        var opens: Bool
    }

    package private(set) var epoch: Int64
    /// Of the last request with an epoch; nil before the first.
    private(set) var identity: Identity?

    package init(epoch: Int64 = 0, identity: Identity? = nil) {
        self.epoch = epoch
        self.identity = identity
    }

    package func placement(of request: HTTPRequest) -> Placement {
        let isSafe = Safety.isSafe(request)
        guard request.purpose == .command else { return Placement(epoch: nil, isSafe: isSafe, opens: false) }
        let isNewIdentity = identity != nil && identity != Identity(of: request)
        let opens = !isSafe || isNewIdentity
        return Placement(epoch: opens ? epoch + 1 : epoch, isSafe: isSafe, opens: opens)
    }

    package mutating func take(_ request: HTTPRequest, at placement: Placement) {
        guard let epoch = placement.epoch else { return }
        self.epoch = epoch
        identity = Identity(of: request)
    }

    /// The state at the end of a tape that a session is added to: the epoch and identity of the last exchange in its
    /// range of epochs.
    package init(continuing cassette: Cassette, in range: EpochRange = .shared) throws(CassetteError) {
        guard let last = try cassette.lastEpoch(in: range) else {
            self.init(epoch: range.start)
            return
        }
        let url = HTTPURL(last.url)
        self.init(
            epoch: last.epoch,
            identity: url.map { Identity(origin: RequestParts.origin(of: $0), principal: last.principal) })
    }

    /// The state before an exchange, for playing from there; nil for an exchange without an epoch.
    package init?(before exchange: ExchangeRecord) {
        guard let epoch = exchange.request.epochBefore else { return nil }
        self.init(epoch: epoch)
    }

    /// A new epoch after the tape's last, for a session that must not depend on earlier ones.
    package init(after cassette: Cassette) throws(CassetteError) {
        self.init(epoch: try cassette.lastEpoch().map { $0.epoch + 1 } ?? 0)
    }
}

extension RequestRecord {
    /// The epoch in which a replay that begins with this request has to be: a change opens its own. Nil for a request
    /// without an epoch.
    package var epochBefore: Int64? {
        guard let epoch, let request = HTTPRequest(self), !Safety.isSafe(request) else { return epoch }
        return max(0, epoch - 1)
    }
}
