import ExchangeModel
import Glibc
import LoopbackServer
import Programs
import Shell

struct ServingIdentity {
    private(set) var identity: ServerIdentity
    let flag: String
    private(set) var remarks: [String]
    /// The name for pages that the certificate has; nil if it has none.
    private(set) var pageHost: String?

    /// The name at which a server shows pages.
    static func pageHost(_ serving: ServingIdentity?) -> String {
        serving?.pageHost ?? PageHost.random(MachineEnvironment.randomBytes)
    }

    static func requested(_ verb: BoundArguments, path: String?) throws(Problem) -> ServingIdentity? {
        let file = verb.string("client-ca")
        guard var serving = try ServingIdentity(verb, path: path) else {
            guard let file else { return nil }
            throw verb.problem(
                .usage, "Client certificates require TLS.", at: "client-ca",
                hints: ["--tls-self-signed DIR --client-ca \(Quoting.word(file))", "--tls CERT KEY"])
        }
        guard let file else { return serving }
        serving.identity.clientAuthorities = try read(file, "client-ca", 0, verb)
        serving.remarks.append(
            "A client certificate of \(Quoting.word(file)) signs in the user whose name is its common name (CN).")
        return serving
    }

    private init?(_ verb: BoundArguments, path: String?) throws(Problem) {
        if let folder = verb.string("tls-self-signed") {
            flag = "tls-self-signed"
            let authority = LocalAuthority(folder: folder, openssl: OpenSSLProgram(path: path))
            do throws(Problem) {
                identity = try authority.identity()
                pageHost = try authority.pageHost()
            } catch {
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
        let certificate = try ServingIdentity.read(files[0], "tls", 0, verb)
        let key = try ServingIdentity.read(files[1], "tls", 1, verb)
        identity = ServerIdentity(certificate: certificate, key: key)
        try ServingIdentity.check(identity, files, verb)
        var status = stat()
        let name = Quoting.word(files[1])
        remarks =
            stat(files[1], &status) == 0 && status.st_mode & 0o077 != 0
            ? ["warning: Other users can read the key \(files[1]); run chmod 600 \(name)."] : []
    }

    private static func read(
        _ file: String, _ flag: String, _ number: Int, _ verb: BoundArguments
    ) throws(Problem) -> String {
        do throws(Problem) { return String(decoding: try MachineFiles.read(file), as: UTF8.self) } catch {
            throw verb.problem(error.kind, error.message, at: flag, value: number, hints: error.hints)
        }
    }

    /// Finds errors in the texts, with better messages than the TLS library's.
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

    /// The problem if the TLS library rejects the key pair, or finds no client authorities.
    func refused(_ verb: BoundArguments, _ kind: ListenerError.Kind) -> Problem {
        if kind == .clientAuthorities {
            let file = verb.string("client-ca") ?? ""
            return verb.problem(.usage, "\(file) holds no certificates in PEM, or a damaged one.", at: "client-ca")
        }
        let files = verb.strings("tls")
        guard files.count == 2 else {
            return verb.problem(.internal, "The TLS library does not take its own certificate.", at: flag)
        }
        return verb.problem(
            .usage, "\(files[1]) is not the key of the certificate in \(files[0]), or one of them is damaged.",
            at: "tls", value: 1)
    }
}

/// The `openssl` program, which makes and checks certificates. The server's TLS library only uses them.
struct OpenSSLProgram {
    let path: String?

    struct Ended {
        let status: Int32
        let text: String
    }

    func run(_ arguments: [String]) throws(Problem) -> Ended {
        // Its output is parsed, so it must be in English and independent of the machine's configuration.
        let environment = ["PATH": path ?? "/usr/bin:/bin", "LC_ALL": "C", "OPENSSL_CONF": "/dev/null"]
        do throws(ProgramFailure) {
            let end = try ProgramRun(["openssl"] + arguments, environment: environment, errors: .withOutput).perform()
            return Ended(status: end.status, text: String(decoding: end.output, as: UTF8.self))
        } catch {
            guard error == .notFound else {
                let code = if case .notStarted(let code) = error { code } else { ECANCELED }
                throw MachineFiles.systemError("openssl cannot be started", code, kind: .internal)
            }
            throw Problem(
                .usage, "Making a certificate needs the openssl program, which is not on the PATH.",
                hints: [
                    "apt-get install openssl", "--tls CERT KEY serves with a certificate that was made elsewhere.",
                ])
        }
    }

    func make(_ what: String, _ arguments: [String]) throws(Problem) {
        let ended = try run(arguments)
        guard ended.status == 0 else {
            let last = ended.text.split(separator: "\n").last.map(String.init) ?? "status \(ended.status)"
            throw Problem(.usage, "openssl could not make \(what).", notes: ["It says: \(last)"])
        }
    }
}
