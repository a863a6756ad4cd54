import Glibc
import Programs
import Shell

/// A shell pipeline (`| less`, `| sort | uniq -c`) that a command's output is sent into.
///
/// The child gets the user's environment without any variable that may hold a credential, and the shell's variables as
/// environment variables: they never become part of the text that `sh` reads.
struct Pipeline: Sendable {
    private let child: pid_t
    private let input: DescriptorWriter

    /// Starts `/bin/sh -c text` with its standard input open for writing.
    init(_ text: String, environment: [String: String]) throws(Problem) {
        guard let ends = DescriptorPair.pipe() else { throw Pipeline.trouble("no pipe could be made", errno) }
        let started = ChildProgram.start(["/bin/sh", "-c", text], environment: environment, [STDIN_FILENO: ends.read])
        close(ends.read)
        switch started {
        case .success(let child):
            self.child = child
            input = DescriptorWriter(descriptor: ends.write)
        case .failure(let refusal):
            close(ends.write)
            throw Pipeline.trouble("/bin/sh could not be started", refusal.code)
        }
    }

    /// Hands bytes on. False when the pipeline has stopped reading, as `head` does.
    func write(_ bytes: [UInt8]) -> Bool { input.write(bytes) == .written }

    /// Closes the input and waits for the pipeline's end. Its exit status, 128 + the signal's number when one ended it.
    func finish() -> Int32 {
        close(input.descriptor)
        return ChildProgram.end(of: child)
    }

    private static func trouble(_ what: String, _ code: Int32) -> Problem {
        Problem(.internal, "The pipeline was not started: \(what) (\(String(cString: strerror(code)))).")
    }
}
