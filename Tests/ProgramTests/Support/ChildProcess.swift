import Foundation
import Glibc
import Synchronization
import Testing

/// A started program. Its output is collected as it arrives, and its process group is killed on timeout or when the
/// value is released.
final class ChildProcess: Sendable {
    let id: pid_t
    private let input: OwnedDescriptor
    private let log: CollectedOutput

    /// Timeout in seconds. Nothing here takes a tenth of it, unless it hangs.
    static let patience = 900.0
    /// Timeout of servers, in seconds. A server shared by many tests has to outlive the last of them on a busy machine.
    static let serverPatience = 1800.0

    /// - Parameters:
    ///   - words: The program, found on the PATH of this process, and its arguments.
    ///   - input: Standard input; nil leaves it open for `type`.
    ///   - patience: Seconds until it is killed and an issue is recorded.
    init(
        _ words: [String], environment: [String: String], folder: String, input text: String?,
        patience: Double = ChildProcess.patience
    ) throws {
        // Sockets instead of pipes: they are close-on-exec from the start, and writing to one whose reader is gone
        // raises no signal.
        let input = try ChildProcess.pair(), output = try ChildProcess.pair(), errors = try ChildProcess.pair()
        var actions = SpawnActions()
        actions.duplicate(input.its, as: STDIN_FILENO)
        actions.duplicate(output.its, as: STDOUT_FILENO)
        actions.duplicate(errors.its, as: STDERR_FILENO)
        id = try actions.spawn(words, environment: environment, folder: folder)
        for descriptor in [input.its, output.its, errors.its] { close(descriptor) }
        self.input = OwnedDescriptor(input.mine)
        log = CollectedOutput()
        let log = log, id = id, names = words.joined(separator: " ")
        let (outputEnd, errorEnd) = (output.mine, errors.mine)
        Thread.detachNewThread { log.collect(outputEnd, errorEnd, from: id, named: names, within: patience) }
        if let text {
            let input = self.input
            Thread.detachNewThread {
                ChildProcess.write(Array(text.utf8), to: input.descriptor)
                shutdown(input.descriptor, Int32(SHUT_WR))
            }
        }
    }

    deinit {
        if log.ended == nil { kill(-id, SIGKILL) }
    }

    func type(_ text: String) { ChildProcess.write(Array(text.utf8), to: input.descriptor) }

    /// Closes its standard input.
    func endInput() { shutdown(input.descriptor, Int32(SHUT_WR)) }

    /// Sends a signal to the program only.
    func send(_ signal: Int32) { kill(id, signal) }

    /// Waits until standard output and standard error satisfy a condition; false when the program ended without that.
    func wrote(_ holds: @escaping @Sendable (_ output: String, _ errors: String) -> Bool) async -> Bool {
        await log.wait { holds($0.output, $0.errors) }
    }

    /// Its output so far; the status is -1 while it runs.
    var soFar: ProcessResult { log.soFar }

    func end() async -> ProcessResult {
        _ = await log.wait { _ in false }
        return log.ended ?? ProcessResult(-1, errors: "it never ended")
    }

    private static func pair() throws -> (mine: Int32, its: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}

/// A descriptor that is closed when released. A late thread keeps it open: otherwise its number could belong to another
/// program's input, which that thread would close.
private final class OwnedDescriptor: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}

/// A program's output so far, how it ended, and the waiting threads.
private final class CollectedOutput: Sendable {
    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var ended: ProcessResult?
        var waiters: [(holds: @Sendable (ProcessResult) -> Bool, continuation: CheckedContinuation<Bool, Never>)] = []

        var soFar: ProcessResult { ended ?? ProcessResult(-1, outputBytes: output, errorBytes: errors) }
    }

    private let state = Mutex(State())

    var ended: ProcessResult? { state.withLock { $0.ended } }
    var soFar: ProcessResult { state.withLock { $0.soFar } }

    /// Waits until the output satisfies a condition; false when it has not by the end.
    func wait(until holds: @escaping @Sendable (ProcessResult) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let known: Bool? = state.withLock { state in
                if holds(state.soFar) { return true }
                if state.ended != nil { return false }
                state.waiters.append((holds, continuation))
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Reads both streams to their ends, then waits for the process. Runs on its own thread.
    func collect(_ output: Int32, _ errors: Int32, from id: pid_t, named name: String, within patience: Double) {
        let deadline = Date(timeIntervalSinceNow: patience)
        var open = [output, errors]
        var isLate = false
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while !open.isEmpty {
            var waits = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let left = deadline.timeIntervalSinceNow
            if left <= 0, !isLate {
                isLate = true
                kill(-id, SIGKILL)
            }
            poll(&waits, nfds_t(waits.count), isLate ? -1 : Int32(left * 1000) + 1)
            for wait in waits where wait.revents != 0 {
                let count = read(wait.fd, &piece, piece.count)
                if count > 0 {
                    take(piece[..<count], isOutput: wait.fd == output)
                } else if count == 0 || errno != EINTR {
                    open.removeAll { $0 == wait.fd }
                    close(wait.fd)
                }
            }
        }
        var code: Int32 = 0
        while waitpid(id, &code, 0) == -1, errno == EINTR {}
        if isLate { Issue.record("\(name) did not end within \(Int(patience)) seconds") }
        let status = code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F)
        let waiters = state.withLock { state in
            state.ended = ProcessResult(status, outputBytes: state.output, errorBytes: state.errors)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
    }

    private func take(_ bytes: ArraySlice<UInt8>, isOutput: Bool) {
        let satisfied = state.withLock { state in
            if isOutput { state.output += bytes } else { state.errors += bytes }
            let soFar = state.soFar
            let satisfied = state.waiters.filter { $0.holds(soFar) }
            state.waiters.removeAll { $0.holds(soFar) }
            return satisfied
        }
        for waiter in satisfied { waiter.continuation.resume(returning: true) }
    }
}

/// How a program ended, with its complete output.
struct ProcessResult: Hashable, CustomStringConvertible {
    /// Its exit status; 128 + the signal's number when a signal ended it.
    var status: Int32
    var outputBytes: [UInt8]
    var errorBytes: [UInt8]

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    /// The first line of standard error, which contains the error.
    var firstError: String { String(errors.prefix { $0 != "\n" }) }

    init(_ status: Int32, outputBytes: [UInt8], errorBytes: [UInt8]) {
        self.status = status
        self.outputBytes = outputBytes
        self.errorBytes = errorBytes
    }

    init(_ status: Int32, _ output: String = "", errors: String = "") {
        self.init(status, outputBytes: Array(output.utf8), errorBytes: Array(errors.utf8))
    }

    var description: String { "status \(status)\n--- output\n\(output)--- errors\n\(errors)---" }
}

/// Arguments for `posix_spawn` to start a program in its own process group, with default signal handling.
struct SpawnActions {
    private var duplicates: [(from: Int32, to: Int32)] = []
    private var terminal: String?

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    mutating func duplicate(_ descriptor: Int32, as number: Int32) { duplicates.append((descriptor, number)) }

    /// Makes the program a session leader with this terminal as standard input, output and error.
    mutating func lead(onTerminal path: String) { terminal = path }

    func spawn(_ words: [String], environment: [String: String], folder: String) throws -> pid_t {
        // The file action that changes the folder is not imported into Swift; env changes it and executes the program.
        let arguments = ["env", "-C", folder] + words
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal {
            // The first terminal opened by a session leader becomes the session's controlling terminal.
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
            for number in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, number)
            }
        }
        for pair in duplicates { posix_spawn_file_actions_adddup2(&actions, pair.from, pair.to) }
        // Libraries in this process, such as URLSession's, open descriptors that a child would inherit.
        let given = Set(duplicates.map(\.to))
        for number in Int32(3)..<1024 where !given.contains(number) {
            posix_spawn_file_actions_addclose(&actions, number)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        // POSIX_SPAWN_SETSID of <spawn.h>, which is behind a feature macro.
        flags |= terminal == nil ? POSIX_SPAWN_SETPGROUP : 0x80
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let pairs = environment.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
        let variables: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0) } + [nil]
        defer { for pointer in pointers + variables { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, "env", &actions, &attributes, pointers, variables)
        guard code == 0 else {
            throw Failure(description: "\(words[0]) cannot be started: \(String(cString: strerror(code)))")
        }
        return id
    }
}
