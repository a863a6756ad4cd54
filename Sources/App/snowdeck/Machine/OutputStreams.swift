import Glibc
import Programs
import Workbench

/// Writes complete buffers to a file descriptor.
struct DescriptorWriter: Sendable {
    enum Outcome: Sendable, Equatable {
        case written
        /// The reader is gone (EPIPE): not an error, but further output is pointless.
        case closed
        case failed(errno: Int32)
    }

    let descriptor: Int32

    @discardableResult
    func write(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno == EPIPE {
                    return .closed
                } else if errno != EINTR {
                    return .failed(errno: errno)
                }
            }
            return .written
        }
    }
}

struct StreamSink: ByteSink {
    let writer: DescriptorWriter
    let name: String

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        switch writer.write(bytes) {
        case .written: return true
        case .closed: return false
        case .failed(let code): throw MachineFiles.systemError("\(name) cannot be written", code, kind: .internal)
        }
    }

    func finish() throws(Problem) {}

    static let standardOutput = StreamSink(
        writer: DescriptorWriter(descriptor: STDOUT_FILENO), name: "Standard output")
    static let standardError = StreamSink(
        writer: DescriptorWriter(descriptor: STDERR_FILENO), name: "Standard error")
}

/// A shell pipeline (`| less`, `| sort | uniq -c`) that gets a command's output.
///
/// Its environment is the user's without variables that may hold credentials, plus the session's variables, which are
/// never inserted into the text that `sh` reads.
struct Pipeline: ByteSink {
    private let child: pid_t
    private let input: DescriptorWriter

    init(_ text: String, environment: [String: String]) throws(Problem) {
        guard let ends = DescriptorPair.pipe() else { throw Pipeline.systemError("no pipe could be made", errno) }
        let started = ChildProgram.start(["/bin/sh", "-c", text], environment: environment, [STDIN_FILENO: ends.read])
        close(ends.read)
        switch started {
        case .success(let child):
            self.child = child
            input = DescriptorWriter(descriptor: ends.write)
        case .failure(let refusal):
            close(ends.write)
            throw Pipeline.systemError("/bin/sh could not be started", refusal.code)
        }
    }

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool { input.write(bytes) == .written }

    /// Closes the input and waits for the pipeline to end. Its exit status is ignored, as in most shells.
    func finish() throws(Problem) {
        close(input.descriptor)
        _ = ChildProgram.end(of: child)
    }

    private static func systemError(_ what: String, _ code: Int32) -> Problem {
        Problem(.internal, "The pipeline was not started: \(what) (\(String(cString: strerror(code)))).")
    }
}

/// The session's variables as a pipeline's environment.
///
/// Linux limits one string to 128 KB (`MAX_ARG_STRLEN`) and all of them to a share of the stack. A variable may hold a
/// whole answer, and a large one must not prevent every later pipeline from starting.
enum PipelineVariables {
    /// The limit in bytes for one variable, including its name, `=` and the terminating zero.
    private static let most = 128 << 10
    /// The limit in bytes for all of them: half of what remains with the smallest usual stack.
    private static let maxTogether = 1 << 20

    /// The variables that fit, smaller ones first. A variable that does not fit is omitted, unless the pipeline names
    /// it.
    static func fitting(_ variables: [String: String], for pipeline: String) throws(Problem) -> [String: String] {
        var kept: [String: String] = [:]
        var taken = 0
        for (name, value) in variables.sorted(by: { ($0.value.utf8.count, $0.key) < ($1.value.utf8.count, $1.key) }) {
            let size = name.utf8.count + value.utf8.count + 2
            guard size > most || taken + size > maxTogether else {
                kept[name] = value
                taken += size
                continue
            }
            guard pipeline.contains("$" + name) || pipeline.contains("${" + name) else { continue }
            throw Problem(
                .usage, "{{\(name)}} is \(value.utf8.count) bytes long, more than a pipeline's environment can carry.",
                hints: ["Write the answer to a file with > FILE, and let the pipeline read that."])
        }
        return kept
    }
}
