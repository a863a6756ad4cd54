import Glibc
import Notation
import Programs

/// The user's editor for a line: `$VISUAL`, `$EDITOR`, else Debian's `editor`.
struct ExternalEditor: Sendable {
    private let environment: MachineEnvironment

    init(_ environment: MachineEnvironment) { self.environment = environment }

    /// Opens a text in the editor and waits. Nil if the editor cannot be started, fails, or leaves text that is not
    /// UTF-8. The temporary file is private, because a line may contain a secret.
    func edit(_ text: String) -> String? {
        let folder = environment.stateFolder
        MachineFiles.makePrivateFolder(folder)
        var path = Array((folder + "/line-XXXXXX.snowdeck").utf8CString)
        let descriptor = mkstemps(&path, Int32(".snowdeck".utf8.count))
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(name) }
        let outcome = DescriptorWriter(descriptor: descriptor).write(Array((text + "\n").utf8))
        close(descriptor)
        guard outcome == .written else { return nil }
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "editor"
        // The variable may contain flags, as in `code --wait`, which the shell splits.
        let words = ["/bin/sh", "-c", editor + " \"$1\"", "snowdeck", name]
        let variables = environment.variables.filter { !CredentialVariables.mayHold($0.key, $0.value) }
        guard case .success(let child) = ChildProgram.start(words, environment: variables, [:]),
            ChildProgram.end(of: child) == 0, let bytes = try? MachineFiles.read(name)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
