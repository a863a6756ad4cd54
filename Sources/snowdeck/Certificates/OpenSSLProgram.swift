import Glibc
import Programs
import Shell

/// The `openssl` program, which makes and checks certificates. The TLS library in the server only uses them.
struct OpenSSLProgram {
    /// Where programs are looked for.
    let path: String?

    /// What it wrote on both streams, and how it ended.
    struct Ended {
        let status: Int32
        let text: String
    }

    /// Runs it to its end.
    func run(_ arguments: [String]) throws(Problem) -> Ended {
        // The words it writes are read, so they have to be in one language; a configuration of the machine's must not matter.
        let environment = ["PATH": path ?? "/usr/bin:/bin", "LC_ALL": "C", "OPENSSL_CONF": "/dev/null"]
        do throws(ProgramFailure) {
            let end = try ProgramRun(["openssl"] + arguments, environment: environment, errors: .withOutput).perform()
            return Ended(status: end.status, text: String(decoding: end.output, as: UTF8.self))
        } catch {
            guard error == .notFound else {
                let code = if case .notStarted(let code) = error { code } else { ECANCELED }
                throw MachineFiles.trouble("openssl cannot be started", code, kind: .internal)
            }
            throw Problem(
                .usage, "Making a certificate needs the openssl program, which is not on the PATH.",
                hints: [
                    "apt-get install openssl", "--tls CERT KEY serves with a certificate that was made elsewhere.",
                ])
        }
    }

    /// The same, when it has to succeed.
    func make(_ what: String, _ arguments: [String]) throws(Problem) {
        let ended = try run(arguments)
        guard ended.status == 0 else {
            let last = ended.text.split(separator: "\n").last.map(String.init) ?? "status \(ended.status)"
            throw Problem(.usage, "openssl could not make \(what).", notes: ["It says: \(last)"])
        }
    }
}
