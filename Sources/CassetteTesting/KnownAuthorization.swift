import FoundationEssentials
import NowSDK

/// Signs in with tokens that are known beforehand.
struct KnownAuthorization: NowSDKAuthorizationProviding {
    let tokens: [AuthorizationToken]

    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        completion(tokens)
    }

    /// A stand-in for who signed in when the tape was recorded; nothing that is sent with it leaves the process.
    static func played(user: String?) -> KnownAuthorization {
        guard let user else { return KnownAuthorization(tokens: []) }
        return KnownAuthorization(tokens: [.basic(user: user, password: TapeCredentials.standIn.text)])
    }

    /// What the environment says.
    static func live(_ environment: TestEnvironment) throws(CassetteTestingError) -> KnownAuthorization {
        if let user = environment.user {
            guard let password = environment.password else {
                throw CassetteTestingError(.misuse, "SNOWDECK_USER is set and SNOWDECK_PASSWORD is not.")
            }
            return KnownAuthorization(tokens: [.basic(user: user, password: password)])
        }
        if let token = environment.token {
            return KnownAuthorization(tokens: [AuthorizationToken(type: .oauthAccess, token: token)])
        }
        return KnownAuthorization(tokens: [])
    }
}
