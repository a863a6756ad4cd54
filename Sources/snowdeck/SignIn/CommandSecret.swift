import Glibc
import NowSDK
import Programs

/// A secret that a command of the system's shell writes, as `pass show NAME` does: its first line.
///
/// The command has the terminal for itself, if there is one, so that it can ask for a passphrase; what it writes to
/// standard error is seen. Nothing of the command's text is repeated in an error, since some write secrets there.
struct CommandSecret {
    let line: String
    /// The whole environment of the command.
    let environment: [String: String]
    /// Whether standard input is a terminal; else the command gets none of it, since it may be a script of Snowdeck's.
    let hasTerminal: Bool

    /// The most bytes of its output that are looked at.
    private static let most = 64 << 10

    func secret(_ wanted: WantedSecret) async throws -> Secret {
        func refusal(_ why: String) -> any Error {
            wanted.missing("The command that was to give the \(wanted.name) \(why).")
        }
        let end: ProgramEnd
        do throws(ProgramFailure) {
            end = try await ProgramRun(
                ["/bin/sh", "-c", line], environment: environment, input: hasTerminal ? .own : .bytes([]), errors: .own,
                limit: Self.most
            ).run()
        } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .notFound: throw refusal("could not be started: there is no /bin/sh")
            case .notStarted(let code):
                throw refusal("could not be started: \(String(cString: strerror(code)).lowercased())")
            }
        }
        // Ctrl-C at the terminal reaches it, too.
        if end.status == 128 + SIGINT { throw CancellationError() }
        guard end.status == 0 else { throw refusal("ended with status \(end.status)") }
        var first = end.output.prefix { $0 != UInt8(ascii: "\n") }
        guard first.endIndex < end.output.endIndex || !end.isCut else {
            throw refusal("wrote no line end in its first \(Self.most >> 10) KiB")
        }
        if first.last == UInt8(ascii: "\r") { first.removeLast() }
        guard !first.isEmpty else { throw refusal("wrote nothing into its first line") }
        guard let text = String(validating: first, as: UTF8.self), !text.utf8.contains(0) else {
            throw refusal("wrote a first line that is no text")
        }
        return Secret(text)
    }
}
