/// What an instance does with whoever asks for a page and is not signed in.
package enum PageSignIn: String, Sendable, Hashable, CaseIterable {
    /// It redirects to its own login form; whoever brings a session that is over learns so on the way.
    case form
    /// It answers with a page whose script sends to a company's single sign-on.
    case sso
    /// It redirects to the login page of its portal.
    case portal
}
