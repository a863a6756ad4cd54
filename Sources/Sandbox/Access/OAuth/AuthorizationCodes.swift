import ExchangeModel

/// The codes that the consent page gave out and nobody has redeemed yet.
struct AuthorizationCodes {
    /// What a code stands for.
    struct Grant: Sendable, Hashable {
        let userID: String
        let clientID: String
        /// The redirect address of the request, as it was written there.
        let redirect: String
        /// The S256 challenge; nil when the client gave none.
        let challenge: String?
        let scope: String
    }

    /// How long a code may be redeemed, in seconds. Instances say five minutes.
    static let lifetime: Int64 = 300
    /// How many codes wait at most; beyond that the oldest go.
    private static let most = 1024

    private var grants: [String: (grant: Grant, ends: Timestamp)] = [:]

    /// Gives out a code.
    mutating func issue(_ grant: Grant, at now: Timestamp, random: inout SeededRandom) -> String {
        if grants.count >= AuthorizationCodes.most {
            grants = grants.filter { $0.value.ends > now }
            if grants.count >= AuthorizationCodes.most { grants = [:] }
        }
        let code = random.hex(86)
        grants[code] = (grant, now.advanced(bySeconds: AuthorizationCodes.lifetime))
        return code
    }

    /// What a code stands for. It is used up, whatever comes of it. Nil when it is unknown, used or too old.
    mutating func redeem(_ code: String, at now: Timestamp) -> Grant? {
        guard let found = grants.removeValue(forKey: code), found.ends > now else { return nil }
        return found.grant
    }
}
