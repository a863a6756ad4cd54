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
        guard let ends = DescriptorPair.pipe() else { throw MachineFiles.trouble("No pipe could be made", errno) }
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        // The words it writes are read, so they have to be in one language; a configuration of the machine's must not matter.
        let environment = ["PATH": path ?? "/usr/bin:/bin", "LC_ALL": "C", "OPENSSL_CONF": "/dev/null"]
        let started = ChildProgram.start(
            ["openssl"] + arguments, environment: environment,
            [STDIN_FILENO: nothing, STDOUT_FILENO: ends.write, STDERR_FILENO: ends.write])
        close(ends.write)
        close(nothing)
        defer { close(ends.read) }
        switch started {
        case .failure(let refusal):
            guard refusal.code == ENOENT else {
                throw MachineFiles.trouble("openssl cannot be started", refusal.code, kind: .internal)
            }
            throw Problem(
                .usage, "Making a certificate needs the openssl program, which is not on the PATH.",
                hints: [
                    "apt-get install openssl", "--tls CERT KEY serves with a certificate that was made elsewhere.",
                ])
        case .success(let child):
            let read = Result { () throws(Problem) in try MachineFiles.read(ends.read, named: "openssl's output") }
            let status = ChildProgram.end(of: child)
            return Ended(status: status, text: String(decoding: try read.get(), as: UTF8.self))
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
