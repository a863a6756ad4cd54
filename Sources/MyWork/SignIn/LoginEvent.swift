/// An attempt to sign in is over.
public enum LoginEvent: Sendable, Hashable {
    /// With a name and a password that were given: `login_event`.
    case login(Result<AuthSession, MyWorkError>)
    /// With what the secret store holds: `ks_login_event`.
    case keychainLogin(Result<AuthSession, MyWorkError>)

    /// The name that the MyWork application gives the event.
    public var name: String {
        switch self {
        case .login: "login_event"
        case .keychainLogin: "ks_login_event"
        }
    }

    /// How it ended.
    public var result: Result<AuthSession, MyWorkError> {
        switch self {
        case .login(let result), .keychainLogin(let result): result
        }
    }
}
