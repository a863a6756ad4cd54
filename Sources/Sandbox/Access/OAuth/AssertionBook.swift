import ExchangeModel

/// The identifiers (`jti`) of signed assertions that were redeemed: each is taken once, as long as it is valid.
struct AssertionBook {
    private var ends: [String: Timestamp] = [:]
    /// How many are remembered at most; beyond that those that ended go, and then nobody may redeem more.
    private static let most = 4096

    /// Takes an assertion of a client. False when it was taken before.
    mutating func take(_ identifier: String, of clientID: String, until end: Timestamp, at now: Timestamp) -> Bool {
        if ends.count >= AssertionBook.most {
            ends = ends.filter { $0.value > now }
            if ends.count >= AssertionBook.most { return false }
        }
        let key = clientID + " " + identifier
        if let known = ends[key], known > now { return false }
        ends[key] = end
        return true
    }
}
