import ExchangeModel
import Notation

/// Where tokens come from and end. Nobody is signed in here: the request itself says who asks.
struct OAuthRoutes {
    let request: HTTPRequest
    let store: RecordStore
    /// Wire time.
    let now: Timestamp

    /// The answer to a request.
    func answer(_ door: Route.OAuthDoor, at desk: inout SignInDesk) throws -> Answer {
        switch door {
        case .token, .revocation: OAuthRoutes.denied
        case .keys: .json(Array(#"{"keys":[]}"#.utf8))
        }
    }

    /// What every failure says, whatever it was.
    static let denied = Answer.json(
        Array(#"{"error_description":"access_denied","error":"server_error"}"#.utf8), status: 401)
}
