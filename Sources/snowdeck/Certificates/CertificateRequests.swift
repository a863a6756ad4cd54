/// What a certificate is to say, in the form openssl reads.
struct CertificateRequests {
    let days: Int
    let configuration: String

    /// What tells our authorities from others.
    static let authorityName = "Snowdeck sandbox authority"

    /// An authority that may vouch for this machine's own names and for nothing else.
    static let authority = CertificateRequests(
        days: 3650,
        configuration: text(
            name: authorityName,
            """
            basicConstraints = critical, CA:TRUE, pathlen:0
            keyUsage = critical, keyCertSign
            subjectKeyIdentifier = hash
            nameConstraints = critical, permitted;DNS:localhost, permitted;IP:127.0.0.0/255.0.0.0, \
            permitted;IP:0:0:0:0:0:0:0:1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
            """))

    /// A server on this machine. Clients refuse certificates that last much longer than a year.
    static let server = CertificateRequests(
        days: 397,
        configuration: text(
            name: "localhost",
            """
            basicConstraints = critical, CA:FALSE
            keyUsage = critical, digitalSignature
            extendedKeyUsage = serverAuth
            subjectKeyIdentifier = hash
            authorityKeyIdentifier = keyid
            subjectAltName = DNS:localhost, DNS:sandbox.localhost, IP:127.0.0.1, IP:0:0:0:0:0:0:0:1
            """))

    private static func text(name: String, _ extensions: String) -> String {
        """
        [req]
        distinguished_name = name
        prompt = no
        [name]
        CN = \(name)
        [wished]
        \(extensions)

        """
    }
}
