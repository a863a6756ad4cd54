import ExchangeModel
import Notation

extension Credential {
    /// The sort of sign-in it is for. A refresh token counts as what a browser got: the password's own grant asks anew.
    package var kind: SignInKind {
        switch self {
        case .anonymous: .guest
        case .basic: .basic
        case .bearer: .token
        case .apiKey: .apiKey
        case .certificate: .certificate
        case .oauth(let credential):
            switch credential.grant {
            case .password: .oauthPassword
            case .refreshToken, .authorizationCode: .oauthCode
            case .clientCredentials: .oauthClient
            case .assertion: .oauthJWT
            }
        }
    }
}

extension Secret {
    /// A password with the code of the second factor behind it, as an instance wants the two.
    func followed(by code: Secret) -> Secret { Secret(text + code.text) }
}
