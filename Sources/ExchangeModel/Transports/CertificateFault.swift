/// What is wrong with a server's certificate. A failure of kind `tls` says it in its message, which is what a tape keeps:
/// the sentence is made here, and read here again.
package enum CertificateFault: String, Sendable, Hashable, CaseIterable {
    // Each raw value is the end of the sentence.

    /// Its time is over, by this machine's clock.
    case expired = "has expired"
    /// Its time has not come, by this machine's clock.
    case notYetValid = "is not valid yet"
    /// It names another host.
    case otherName = "is for another name"
    /// No authority signed it.
    case selfSigned = "is signed by itself"
    /// Whoever signed it is nobody that this machine trusts.
    case unknownAuthority = "is signed by an authority unknown here"
    /// Its authority took it back.
    case revoked = "has been revoked"

    /// The failure for a host with such a certificate.
    package func failure(of host: String) -> TransportFailure {
        TransportFailure(.tls, "The certificate of \(host) \(rawValue).")
    }

    /// The fault that a failure tells of, and the host; nil when it tells of another.
    package static func read(_ failure: TransportFailure) -> (fault: CertificateFault, host: String)? {
        let beginning = "The certificate of "
        guard failure.kind == .tls, failure.message.hasPrefix(beginning) else { return nil }
        let rest = failure.message.dropFirst(beginning.count)
        guard let blank = rest.firstIndex(of: " ") else { return nil }
        let said = rest[rest.index(after: blank)...]
        // Older tapes go on with what to do about it.
        return allCases.first { said.hasPrefix($0.rawValue) }.map { ($0, String(rest[..<blank])) }
    }
}
