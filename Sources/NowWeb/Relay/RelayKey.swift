import Notation

/// What only the browser that was sent here knows: a host of its own, a path that lets in once, and a cookie.
///
/// The host is random because cookies are told apart by host and not by port: no other server of this machine is sent this
/// one's, or can set one that is sent here.
package struct RelayKey: Sendable, Hashable {
    /// `<32 digits>.localhost`.
    package let host: String
    /// The first part of the path of the address that a browser is first sent to.
    let entrance: String
    /// The value of the cookie that it shows from then on.
    let pass: String

    /// What the cookie is called.
    static let cookie = "snowdeck"

    /// A key of chance: 16 bytes for each of its parts, each of which nobody can guess.
    package init(random: (_ count: Int) -> [UInt8]) {
        func word() -> String { random(16).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined() }
        host = word() + ".localhost"
        entrance = word()
        pass = word()
    }

    /// The address that a browser is sent to: it leads on to a target (path and query) of the instance.
    package func address(port: Int, target: String) -> String { "http://\(host):\(port)/\(entrance)\(target)" }
}
