import Glibc
import Workbench

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
                    .usage, "\(file) holds no certificate in PEM.",
                    hints: ["openssl x509 -inform DER -in \(Quoting.word(file)) converts one that is in DER."])
            }
        } catch {
            throw globals.problem(error.kind, error.message, at: .cacert, hints: error.hints)
        }
    }
}
