import Notation

/// Which header values may stand on a tape. Every value that is not vouched for here goes; its name stays.
package enum HeaderPolicy {
    static let name = "headers"

    /// What happens to a value.
    enum Treatment: Sendable, Hashable {
        /// It stays, secrets that are recognised by value or stand in an address excepted.
        case keep
        case authorization
        case cookie
        case setCookie
        /// A secret of that label as a whole.
        case secret(String)
        /// The same, but for a word that says something of it: a client decides by `X-MFA_TOKEN: invalid`.
        case word(String)
        /// Nobody vouches for it.
        case withhold
    }

    static func ofRequest(_ name: String) -> Treatment { treatment(of: name, kept: requestNames) }
    static func ofResponse(_ name: String) -> Treatment {
        if ASCII.lowercased(name) == "x-mfa_token" { return .word("token") }
        return treatment(of: name, kept: responseNames)
    }

    private static func treatment(of name: String, kept: Set<String>) -> Treatment {
        let name = ASCII.lowercased(name)
        if kept.contains(name) { return .keep }
        switch name {
        case "authorization", "proxy-authorization": return .authorization
        case "cookie": return .cookie
        case "set-cookie": return .setCookie
        default: return SecretNames.label(of: name).map { .secret($0) } ?? .withhold
        }
    }

    private static let requestNames = names(
        """
        accept accept-charset accept-encoding accept-language cache-control connection content-encoding content-language
        content-length content-type date dnt expect host if-match if-modified-since if-none-match if-range
        if-unmodified-since origin pragma range referer te transfer-encoding upgrade-insecure-requests user-agent
        x-http-method-override x-no-response-body x-requested-with x-wantsessiondebugmessages
        """)

    private static let responseNames = names(
        """
        accept-ranges age allow cache-control connection content-disposition content-encoding content-language
        content-length content-location content-range content-type date etag expires last-modified link location pragma
        referrer-policy retry-after server server-timing strict-transport-security trailer transfer-encoding vary via
        www-authenticate x-attachment-metadata x-content-type-options x-frame-options x-is-logged-in x-ratelimit-limit
        x-ratelimit-reset x-ratelimit-rule x-total-count x-transaction-id x-xss-protection
        """)

    private static func names(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
