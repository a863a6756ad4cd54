/// What an instance did that shows that a page was asked for in nobody's name, although a sign-in went along.
public struct SignedOut: Sendable, Hashable {
    /// The user it was asked for, as far as known.
    public var user: String?
    /// How the sign-in is done; nil when none is held any more.
    public var kind: SignInKind?
    /// What showed it.
    public var sign: Sign

    /// A finding of parts.
    public init(user: String?, kind: SignInKind?, sign: Sign) {
        self.user = user
        self.kind = kind
        self.sign = sign
    }

    /// What shows that nobody is signed in (seen at several instances, and in their own pages).
    public enum Sign: String, Sendable, Hashable, CaseIterable {
        /// It sends to `session_timeout.do`: the session is over.
        case timeout
        /// It sends to the login page, of the instance or of a portal.
        case loginPage
        /// It sends to the company's single sign-on: by a redirect, or by a page whose script does.
        case singleSignOn
        /// It answers with the login form.
        case loginForm
        /// It redirects to another origin, where a single sign-on often is, without saying what for.
        case otherOrigin
        /// It says that it knows nobody (`X-Is-Logged-In: false`), and answers all the same.
        case guest

        /// Whether what came may be the page that was asked for all the same: public pages know nobody, and some
        /// pages lead to other hosts.
        var mayBeThePage: Bool { self == .otherOrigin || self == .guest }

        /// Whether a form that was answered so cannot have been looked at: the instance turns everything away so, before
        /// it carries anything out. A login page may come after a form too, one that ends the session for instance.
        var comesBeforeEverything: Bool {
            switch self {
            case .timeout, .singleSignOn, .loginForm: true
            case .loginPage, .otherOrigin, .guest: false
            }
        }
    }
}
