import Glibc
import LoopbackServer
import Shell

/// What `serve sandbox` proves its name with over TLS, and what is to be said about it.
struct ServingIdentity {
    let identity: ServerIdentity
    /// The flag it comes from.
    let flag: String
    /// Lines for standard error.
    let remarks: [String]

    /// Reads or makes it, as the flags say; nil when they say nothing of TLS.
    init?(_ verb: BoundArguments, path: String?) throws(Problem) {
        if let folder = verb.string("tls-self-signed") {
            flag = "tls-self-signed"
            let authority = OwnAuthority(folder: folder, openssl: OpenSSLProgram(path: path))
            do throws(Problem) { identity = try authority.identity() } catch {
                throw verb.problem(error.kind, error.message, at: flag, notes: error.notes, hints: error.hints)
            }
            let file = Quoting.word(authority.certificate)
            remarks = [
                "Clients have to trust \(file): curl --cacert \(file), snowdeck --cacert \(file), "
                    + "REQUESTS_CA_BUNDLE=\(file) for Python."
            ]
            return
        }
        let files = verb.strings("tls")
        guard files.count == 2 else { return nil }
        flag = "tls"
        let certificate = try ServingIdentity.read(files[0], 0, verb)
        let key = try ServingIdentity.read(files[1], 1, verb)
        identity = ServerIdentity(certificate: certificate, key: key)
        try ServingIdentity.check(identity, files, verb)
        var status = stat()
        let name = Quoting.word(files[1])
        remarks =
            stat(files[1], &status) == 0 && status.st_mode & 0o077 != 0
            ? ["Warning: others than you may read the key \(files[1]); chmod 600 \(name) closes it."] : []
    }

    private static func read(_ file: String, _ number: Int, _ verb: BoundArguments) throws(Problem) -> String {
        do throws(Problem) { return String(decoding: try MachineFiles.read(file), as: UTF8.self) } catch {
            throw verb.problem(error.kind, error.message, at: "tls", value: number, hints: error.hints)
        }
    }

    /// Finds what can be told from the texts alone, and better than the TLS library does.
    private static func check(_ identity: ServerIdentity, _ files: [String], _ verb: BoundArguments) throws(Problem) {
        let certificates = "-----BEGIN CERTIFICATE-----", keys = "PRIVATE KEY-----"
        if !identity.certificate.contains(certificates), identity.key.contains(certificates) {
            let swapped = files.reversed().map(Quoting.word).joined(separator: " ")
            throw verb.problem(
                .usage, "The certificate comes first, then its key.", at: "tls", hints: ["--tls \(swapped)"])
        }
        guard identity.certificate.contains(certificates) else {
            throw verb.problem(.usage, "\(files[0]) holds no certificate in PEM.", at: "tls")
        }
        guard identity.key.contains(keys) else {
            throw verb.problem(.usage, "\(files[1]) holds no private key in PEM.", at: "tls", value: 1)
        }
        guard !identity.key.contains("ENCRYPTED") else {
            throw verb.problem(
                .usage, "The key \(files[1]) is protected by a passphrase, which Snowdeck does not ask for.", at: "tls",
                value: 1, hints: ["openssl pkey -in \(Quoting.word(files[1])) -out KEY writes it without."])
        }
    }

    /// What it means when the library takes the texts for no pair.
    func refused(_ verb: BoundArguments) -> Problem {
        let files = verb.strings("tls")
        guard files.count == 2 else {
            return verb.problem(.internal, "The TLS library does not take its own certificate.", at: flag)
        }
        return verb.problem(
            .usage, "\(files[1]) is not the key of the certificate in \(files[0]), or one of them is damaged.",
            at: "tls", value: 1)
    }
}
