import ExchangeModel
import Glibc
import Notation
import NowSDK
import Shell

/// The files of certificates and private keys, and what can be told of them before anything is sent.
enum KeyFiles {
    /// Looks at the files of a client certificate. Throws `SignInError.unusableKey`, as the cause of a failure.
    static func check(_ choice: SignInChoice, say: (String) -> Void) throws(TransportFailure) {
        guard let file = choice.certificate else {
            throw failure(SignInError.unusableCertificate, "The sign-in certificate needs --certificate FILE.")
        }
        let certificate = try text(file, .certificate), key = try text(choice.key ?? file, .key)
        guard certificate.contains("-----BEGIN CERTIFICATE-----") else {
            throw failure(
                SignInError.unusableCertificate, "The certificate \(TerminalText.plain(file)) holds none in PEM.")
        }
        try check(key: key, of: choice.key ?? file, say: say)
    }

    /// Reads a private key. Throws as above.
    static func key(_ file: String, say: (String) -> Void) throws(TransportFailure) -> Secret {
        let text = try text(file, .key)
        try check(key: text, of: file, say: say)
        return Secret(text)
    }

    private static func check(key: String, of file: String, say: (String) -> Void) throws(TransportFailure) {
        let name = TerminalText.plain(file)
        guard key.contains("PRIVATE KEY-----") else {
            throw failure(SignInError.unusableKey, "\(name) holds no private key in PEM.")
        }
        guard !key.contains("ENCRYPTED") else {
            throw failure(
                SignInError.unusableKey,
                "The key \(name) is protected by a passphrase, which Snowdeck does not ask for "
                    + "(openssl pkey -in \(Quoting.word(file)) -out KEY writes it without).")
        }
        var status = stat()
        if stat(file, &status) == 0, status.st_mode & 0o077 != 0 {
            say("Warning: others than you may read the key \(name); chmod 600 \(Quoting.word(file)) closes it.")
        }
    }

    private static func text(_ file: String, _ noun: Noun) throws(TransportFailure) -> String {
        do throws(Problem) { return String(decoding: try MachineFiles.read(file), as: UTF8.self) } catch {
            throw failure(
                noun == .key ? SignInError.unusableKey : SignInError.unusableCertificate,
                "The \(noun.rawValue) \(error.message)")
        }
    }

    private enum Noun: String { case certificate, key }

    private static func failure(_ cause: (String) -> SignInError, _ message: String) -> TransportFailure {
        TransportFailure(.signIn, message, cause: cause(message))
    }
}
