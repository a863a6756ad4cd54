import ExchangeModel
import Glibc
import LiveTransport
import Notation
import NowSDK
import Workbench
import Synchronization

enum KeyFiles {
    static func check(_ choice: SignInChoice, say: (String) -> Void) throws(TransportFailure) {
        guard let file = choice.certificate else {
            throw unusable("The sign-in certificate needs --certificate FILE.", hints: certificateHints)
        }
        let certificate = try text(file, "certificate", hints: certificateHints)
        let key = try text(choice.key ?? file, "key")
        guard certificate.contains("-----BEGIN CERTIFICATE-----") else {
            throw unusable(
                "The certificate \(TerminalText.plain(file)) contains no PEM certificate.", hints: certificateHints)
        }
        try check(key: key, of: choice.key ?? file, say: say)
    }

    static func key(_ file: String, say: (String) -> Void) throws(TransportFailure) -> Secret {
        let text = try text(file, "key")
        try check(key: text, of: file, say: say)
        return Secret(text)
    }

    private static func check(key: String, of file: String, say: (String) -> Void) throws(TransportFailure) {
        let name = TerminalText.plain(file)
        guard key.contains("PRIVATE KEY-----") else { throw unusable("\(name) contains no private key in PEM.") }
        guard !key.contains("ENCRYPTED") else {
            throw unusable(
                "The key \(name) has a passphrase, which Snowdeck cannot use. "
                    + "To remove it: openssl pkey -in \(Quoting.word(file)) -out KEY")
        }
        var status = stat()
        if stat(file, &status) == 0, status.st_mode & 0o077 != 0 {
            say("warning: Other users can read the key \(name); run chmod 600 \(Quoting.word(file)).")
        }
    }

    private static func text(
        _ file: String, _ noun: String, hints: [String] = keyHints
    ) throws(TransportFailure) -> String {
        do throws(Problem) { return String(decoding: try MachineFiles.read(file), as: UTF8.self) } catch {
            throw unusable("The \(noun) \(error.message)", hints: hints)
        }
    }

    static func unusable(_ message: String, hints: [String] = keyHints) -> TransportFailure {
        TransportFailure(.signIn, message, cause: Problem(.refused, message, hints: hints))
    }

    static let keyHints = SignInProblems.keyHints
    private static let certificateHints = [
        "--certificate FILE names it, PEM; --key FILE its key.",
        "openssl x509 -in CERTIFICATE -noout -subject -enddate shows what the file holds.",
    ]
}

/// The chosen client certificates, each for one instance.
final class ClientCertificates: Sendable {
    private let chosen = Mutex<[String: ClientCertificate]>([:])

    /// Sets or removes the client certificate of an instance.
    func use(_ choice: SignInChoice, at instance: Instance) {
        // With another kind of sign-in, the key is for signing JWTs.
        let own = choice.certificate.map {
            ClientCertificate(for: instance.origin, certificate: $0, key: choice.key ?? $0)
        }
        chosen.withLock { $0[instance.origin.origin] = own }
    }

    func proof(for url: HTTPURL) -> ClientCertificate? { chosen.withLock { $0[url.origin] } }
}
