/// The random host name of this machine at which a browser shows pages of a tape or an instance, and their content
/// security policy, which allows only that origin.
///
/// Browsers separate cookies by name and not by port: at 127.0.0.1 or localhost, a page's scripts could read those of
/// every other local program.
package enum PageHost {
    /// A new name, `<32 digits>.localhost`. Browsers resolve it to this machine themselves.
    package static func randomName(_ bytes: (_ count: Int) -> [UInt8]) -> String { token(bytes) + ".localhost" }

    /// 16 random bytes as hexadecimal digits.
    package static func token(_ bytes: (_ count: Int) -> [UInt8]) -> String {
        bytes(16).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Everything from the page's own origin, nothing from others: a tape then holds all that the browser shows, and
    /// images cannot report page views to other hosts.
    package static let policy = """
        default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; object-src 'none'; base-uri 'self'; \
        form-action 'self'; frame-ancestors 'self'; webrtc 'block'
        """

    /// The other header fields of a response to a browser.
    package static let headers = [
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("X-DNS-Prefetch-Control", "off"),
    ]
}
