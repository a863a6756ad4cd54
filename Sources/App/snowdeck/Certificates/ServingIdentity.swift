import ExchangeModel
import Glibc
import LoopbackServer
import Programs
import SandboxCommands
import Workbench

struct ServingIdentity {
    private(set) var identity: ServerIdentity
    let flag: FlagDefinition
    private(set) var remarks: [String]
    /// The name for pages that the certificate has; nil if it has none.
    private(set) var pageHost: String?

    /// The name at which a server shows pages.
    static func pageHost(_ serving: ServingIdentity?) -> String {
        serving?.pageHost ?? PageHost.randomName(MachineEnvironment.randomBytes)
    }

    static func requested(_ verb: BoundArguments, path: String?) throws(Problem) -> ServingIdentity? {
        let file = verb[.clientCA]
        guard var serving = try ServingIdentity(verb, path: path) else {
            guard let file else { return nil }
            throw verb.problem(
                .usage, "Client certificates require TLS.", at: .clientCA,
                hints: ["--tls-self-signed DIR --client-ca \(Quoting.word(file))", "--tls CERT KEY"])
        }
        guard let file else { return serving }
        serving.identity.clientAuthorities = try read(file, .clientCA, 0, verb)
        serving.remarks.append(
            "A client certificate of \(Quoting.word(file)) signs in the user whose name is its common name (CN).")
        return serving
    }

    private init?(_ verb: BoundArguments, path: String?) throws(Problem) {
        if let folder = verb[.tlsSelfSigned] {
            flag = .tlsSelfSigned
            let authority = LocalAuthority(folder: folder, openssl: OpenSSLProgram(path: path))
            let pageHost = ServingIdentity.pageHost(nil)
            self.pageHost = pageHost
            do throws(Problem) { identity = try authority.identity(pageHost: pageHost) } catch {
                throw verb.problem(error.kind, error.message, at: flag, notes: error.notes, hints: error.hints)
            }
            let file = Quoting.word(authority.certificate)
            remarks = [
                "Clients have to trust \(file): curl --cacert \(file), snowdeck --cacert \(file), "
                    + "REQUESTS_CA_BUNDLE=\(file) for Python."
            ]
            return
        }
        let files = verb[.tls]
        guard files.count == 2 else { return nil }
        flag = .tls
        let certificate = try ServingIdentity.read(files[0], .tls, 0, verb)
        let key = try ServingIdentity.read(files[1], .tls, 1, verb)
        identity = ServerIdentity(certificate: certificate, key: key)
        try ServingIdentity.check(identity, files, verb)
        var status = stat()
        let name = Quoting.word(files[1])
        remarks =
            stat(files[1], &status) == 0 && status.st_mode & 0o077 != 0
            ? ["warning: Other users can read the key \(files[1]); run chmod 600 \(name)."] : []
    }

    private static func read(
        _ file: String, _ flag: FlagDefinition, _ number: Int, _ verb: BoundArguments
    ) throws(Problem) -> String {
        do throws(Problem) { return String(decoding: try MachineFiles.read(file), as: UTF8.self) } catch {
            throw verb.problem(error.kind, error.message, at: flag, value: number, hints: error.hints)
        }
    }

    /// Finds errors in the texts, with better messages than the TLS library's.
    private static func check(_ identity: ServerIdentity, _ files: [String], _ verb: BoundArguments) throws(Problem) {
        let certificates = "-----BEGIN CERTIFICATE-----"
        guard identity.certificate.contains(certificates) else {
            guard identity.key.contains(certificates) else {
                throw verb.problem(.usage, "\(files[0]) has no certificate in PEM.", at: .tls)
            }
            let swapped = files.reversed().map(Quoting.word).joined(separator: " ")
            throw verb.problem(
                .usage, "The certificate comes first, then its key.", at: .tls, hints: ["--tls \(swapped)"])
        }
        guard !identity.key.contains("ENCRYPTED") else {
            throw verb.problem(
                .usage, "The key \(files[1]) has a passphrase, which Snowdeck cannot use.", at: .tls,
                value: 1, hints: ["openssl pkey -in \(Quoting.word(files[1])) -out KEY writes it without."])
        }
    }

    /// The problem if the TLS library rejects the key pair, or finds no client authorities.
    func refused(_ verb: BoundArguments, _ kind: ListenerError.Kind) -> Problem {
        if kind == .clientAuthorities {
            let file = verb[.clientCA] ?? ""
            return verb.problem(.usage, "\(file) has no certificates in PEM, or a damaged one.", at: .clientCA)
        }
        let files = verb[.tls]
        guard files.count == 2 else {
            return verb.problem(.internal, "The TLS library does not take its own certificate.", at: flag)
        }
        return verb.problem(
            .usage, "\(files[1]) is not the key of the certificate in \(files[0]), or one of them is damaged.",
            at: .tls, value: 1)
    }
}

/// The `openssl` program, which makes certificates. The server's TLS library only uses them.
struct OpenSSLProgram {
    let path: String?

    func run(_ arguments: [String]) throws(Problem) -> (status: Int32, text: String) {
        // Its output is parsed, so it must be in English and independent of the machine's configuration.
        let environment = ["PATH": path ?? "/usr/bin:/bin", "LC_ALL": "C", "OPENSSL_CONF": "/dev/null"]
        do throws(ProgramFailure) {
            let end = try ProgramRun(["openssl"] + arguments, environment: environment, errors: .withOutput).perform()
            return (end.status, String(decoding: end.output, as: UTF8.self))
        } catch {
            guard error == .notFound else {
                let code = if case .notStarted(let code) = error { code } else { ECANCELED }
                throw MachineFiles.systemError("openssl cannot be started", code, kind: .internal)
            }
            throw Problem(
                .usage, "Making a certificate needs the openssl program, which is not on the PATH.",
                hints: ["apt-get install openssl", "--tls CERT KEY serves with a certificate that was made elsewhere."])
        }
    }
}

/// A certificate authority in a folder, and a server certificate from it, for this machine's names only.
///
/// Clients trust the authority, which is valid for ten years; a server gets a new certificate at each start. Name
/// constraints in the authority's certificate limit what a stolen key could impersonate to these names.
struct LocalAuthority {
    let folder: String
    let openssl: OpenSSLProgram

    var certificate: String { folder + "/ca.pem" }
    private var key: String { folder + "/ca.key" }

    /// The common name of the authority, by which its folder is recognized.
    private static let name = "Snowdeck sandbox authority"

    /// - Parameter pageHost: the random name at which pages are shown.
    func identity(pageHost: String) throws(Problem) -> ServerIdentity {
        let lock = try locked()
        defer { close(lock) }
        if try !hasAuthority() { try makeAuthority() }
        chmod(key, 0o600)
        try make(
            "server", name: "localhost", days: 397,
            [
                "basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature",
                "extendedKeyUsage=serverAuth", "authorityKeyIdentifier=keyid",
                "subjectAltName=DNS:localhost,DNS:sandbox.localhost,IP:127.0.0.1,IP:0:0:0:0:0:0:0:1,DNS:\(pageHost)",
            ], ["-CA", certificate, "-CAkey", key])
        func text(_ name: String) throws(Problem) -> String {
            String(decoding: try MachineFiles.read(folder + "/" + name), as: UTF8.self)
        }
        return ServerIdentity(certificate: try text("server.pem"), key: try text("server.key"))
    }

    /// Creates the folder and locks it against servers that start at the same time.
    private func locked() throws(Problem) -> Int32 {
        MachineFiles.makeFolders(above: folder + "/ca.pem")
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MachineFiles.systemError("\(folder) cannot be used as a folder", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            close(descriptor)
            throw Problem(
                .usage, "Other users can write to the folder \(folder); it is not safe for keys.",
                hints: ["chmod 700 \(Quoting.word(folder))"])
        }
        while flock(descriptor, LOCK_EX) == -1, errno == EINTR {}
        return descriptor
    }

    /// Whether there is one that is valid for another day. Throws if the folder holds something else.
    private func hasAuthority() throws(Problem) -> Bool {
        let names = ["ca.pem", "ca.key", "server.pem", "server.key"]
        let there = names.filter { access(folder + "/" + $0, F_OK) == 0 }
        if there.isEmpty { return false }
        let found = try openssl.run(["x509", "-in", certificate, "-noout", "-subject", "-checkend", "86400"])
        guard there.starts(with: ["ca.pem", "ca.key"]), found.text.contains(Self.name) else {
            throw Problem(
                .usage, "\(folder) holds \(there.joined(separator: ", ")), which Snowdeck has not made, or not all of.",
                hints: ["Name an empty folder, or one that does not exist yet."])
        }
        return found.status == 0
    }

    /// It may sign certificates for this machine's names only.
    private func makeAuthority() throws(Problem) {
        let names = [
            "DNS:localhost", "IP:127.0.0.0/255.0.0.0",
            "IP:0:0:0:0:0:0:0:1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        ]
        try make(
            "ca", name: Self.name, days: 3650,
            [
                "basicConstraints=critical,CA:TRUE,pathlen:0", "keyUsage=critical,keyCertSign",
                "nameConstraints=critical," + names.map { "permitted;" + $0 }.joined(separator: ","),
            ], [])
    }

    /// Makes a certificate and its key as temporary files, and renames both at the end.
    private func make(
        _ file: String, name: String, days: Int, _ extensions: [String], _ more: [String]
    ) throws(Problem) {
        let (certificate, key) = ("\(folder)/\(file).pem", "\(folder)/\(file).key")
        defer { for file in [certificate, key] { unlink(file + ".new") } }
        unlink(key + ".new")
        MachineFiles.makePrivate(key + ".new")
        let ended = try openssl.run(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)"]
                + ["-days", String(days), "-keyout", key + ".new", "-out", certificate + ".new"]
                + extensions.flatMap { ["-addext", $0] } + more)
        guard ended.status == 0 else {
            let last = ended.text.split(separator: "\n").last.map(String.init) ?? "status \(ended.status)"
            throw Problem(.usage, "openssl could not make a certificate.", notes: ["It says: \(last)"])
        }
        guard rename(key + ".new", key) == 0, rename(certificate + ".new", certificate) == 0 else {
            throw MachineFiles.systemError("\(folder) cannot be written", errno)
        }
    }
}

/// The file of `--cacert`, which libcurl reads when it connects.
enum CertificateFile {
    /// Throws if it cannot be read or holds no certificate. A pipe is not checked: it can be read only once.
    static func check(_ globals: BoundArguments) throws(Problem) {
        guard let file = globals[.cacert] else { return }
        var status = stat()
        if stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { return }
        do throws(Problem) {
            let text = String(decoding: try MachineFiles.read(file), as: UTF8.self)
            guard text.contains("CERTIFICATE-----") else {
                throw Problem(
                    .usage, "\(file) has no certificate in PEM.",
                    hints: ["openssl x509 -inform DER -in \(Quoting.word(file)) converts one that is in DER."])
            }
        } catch {
            throw globals.problem(error.kind, error.message, at: .cacert, hints: error.hints)
        }
    }
}
