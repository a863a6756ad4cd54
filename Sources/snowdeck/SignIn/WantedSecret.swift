import ExchangeModel
import Keyring
import NowSDK

/// A secret that somebody has to give, and what people call it.
struct WantedSecret: Sendable, Hashable {
    let kind: SecretEntry.Kind
    /// The user, or the application's client id; nil where nobody is named.
    let owner: String?
    let instance: Instance

    init(_ kind: SecretEntry.Kind, of owner: String?, at instance: Instance) {
        self.kind = kind
        self.owner = owner
        self.instance = instance
    }

    /// Where a keyring has it.
    var entry: SecretEntry { SecretEntry(kind, of: owner ?? "", at: instance) }

    /// `password`.
    var noun: String { kind.noun }

    /// `password of jane`.
    var name: String { owner.map { "\(noun) of \($0)" } ?? noun }

    /// `Password of jane`, as a question begins.
    var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The word that stands for it where it was taken out of a text.
    var label: String {
        switch kind {
        case .password: "password"
        case .refreshToken, .token: "token"
        case .clientSecret: "secret"
        case .apiKey: "key"
        case .user: "user"
        }
    }

    /// Why there is none.
    func missing(_ message: String) -> TransportFailure {
        TransportFailure(.signIn, message, cause: SignInError.noSecret(message))
    }
}
