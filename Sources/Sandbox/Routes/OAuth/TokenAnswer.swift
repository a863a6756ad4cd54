import ExchangeModel

/// What the token door says.
enum TokenAnswer {
    /// What every failure says, whatever it was.
    static let denied = Answer.json(
        Array(#"{"error_description":"access_denied","error":"server_error"}"#.utf8), status: 401)

    /// The tokens, in the member order of recorded answers. Some grants have no refresh token.
    static func granted(_ access: TokenBook.Token, _ refresh: TokenBook.Token?, at now: Timestamp) -> Answer {
        var out = JSONText(capacity: 300)
        out.raw("{\"access_token\":")
        out.string(access.text)
        if let refresh {
            out.raw(",\"refresh_token\":")
            out.string(refresh.text)
        }
        out.raw(",\"scope\":")
        out.string(access.grant.scope)
        out.raw(",\"token_type\":\"Bearer\",\"expires_in\":")
        out.number(remaining(access.ends, from: now))
        out.raw("}")
        return .json(out.bytes)
    }

    /// Whole seconds that are left. A moment has always gone by: a new token of half an hour has 1799.
    private static func remaining(_ end: Timestamp, from now: Timestamp) -> Int {
        let (difference, overflow) = end.microseconds.subtractingReportingOverflow(now.microseconds)
        return overflow ? Int.max : Int(max(0, difference - 1) / 1_000_000)
    }
}
