import Glibc

/// Runs another program to its end, with limits of the output that is kept.
package struct ProgramRun: Sendable {
    /// Its standard input.
    package enum Input: Sendable {
        /// These bytes.
        case bytes([UInt8])
        case own
    }

    /// Its standard error.
    package enum Errors: Sendable {
        case kept
        /// Merged into the output, in the order of writing.
        case withOutput
        /// The standard error of this process.
        case own
    }

    private let words: [String]
    private let environment: [String: String]
    private let input: Input
    private let errors: Errors
    private let limit: Int

    /// Describes a program to run.
    ///
    /// - Parameters:
    ///   - words: its name, searched on this process's PATH unless it contains a slash, and its arguments. They are
    ///     visible to all processes of this machine and must not contain secrets.
    ///   - environment: its complete environment.
    ///   - limit: the maximum number of bytes kept of its output and of its errors, each. The rest is discarded.
    package init(
        _ words: [String], environment: [String: String], input: Input = .bytes([]), errors: Errors = .kept,
        limit: Int = 1 << 20
    ) {
        self.words = words
        self.environment = environment
        self.input = input
        self.errors = errors
        self.limit = limit
    }

    /// Runs it and blocks the calling thread until it exits.
    package func perform() throws(ProgramFailure) -> ProgramEnd { try running().finish() }

    /// Runs it on its own thread. Cancelling the task ends only this process, and `.cancelled` is thrown.
    package func run() async throws(ProgramFailure) -> ProgramEnd {
        guard !Task.isCancelled else { throw .cancelled }
        let running = try running()
        let outcome = await withTaskCancellationHandler {
            await Threads.run { () -> Result<ProgramEnd, ProgramFailure> in
                Result { () throws(ProgramFailure) in try running.finish() }
            }
        } onCancel: {
            running.cancel()
        }
        return try outcome.get()
    }

    private func running() throws(ProgramFailure) -> RunningProgram {
        guard let wake = DescriptorPair.pipe() else { throw .notStarted(errno) }
        guard let output = DescriptorPair.pipe() else {
            let code = errno
            wake.close()
            throw .notStarted(code)
        }
        var streams = [STDOUT_FILENO: output.write]
        var opened = [output], given: [UInt8] = []
        var inputEnd: DescriptorPair?, errorEnd: DescriptorPair?
        if case .bytes(let bytes) = input {
            given = bytes
            inputEnd = DescriptorPair.pipe()
            streams[STDIN_FILENO] = inputEnd?.read
        }
        switch errors {
        case .kept:
            errorEnd = DescriptorPair.pipe()
            streams[STDERR_FILENO] = errorEnd?.write
        case .withOutput: streams[STDERR_FILENO] = output.write
        case .own: break
        }
        opened += [inputEnd, errorEnd].compactMap(\.self)
        func giveUp(_ code: Int32) -> ProgramFailure {
            for pair in opened + [wake] { pair.close() }
            return code == ENOENT ? .notFound : .notStarted(code)
        }
        if case .bytes = input, inputEnd == nil { throw giveUp(EMFILE) }
        if case .kept = errors, errorEnd == nil { throw giveUp(EMFILE) }
        switch ChildProgram.start(words, environment: environment, streams) {
        case .failure(let error): throw giveUp(error.code)
        case .success(let child):
            Glibc.close(output.write)
            if let inputEnd { Glibc.close(inputEnd.read) }
            if let errorEnd { Glibc.close(errorEnd.write) }
            return RunningProgram(
                child, input: inputEnd?.write, given, output: output.read, errors: errorEnd?.read, wake: wake,
                limit: limit)
        }
    }
}

/// How a program exited, and its output.
package struct ProgramEnd: Sendable, Hashable {
    /// The exit status, or 128 + the number of the signal that ended it.
    package var status: Int32
    package var output: [UInt8]
    /// Its standard error, up to the limit, if it was kept.
    package var errors: [UInt8]
    /// Whether output was discarded.
    package var isCut: Bool
}

/// Why a program did not run to its end.
package enum ProgramFailure: Error, Sendable, Hashable {
    /// There is no program with that name.
    case notFound
    /// It could not be started; the `errno`.
    case notStarted(Int32)
    case cancelled
}

/// A running program until its exit. One thread calls `finish`; any may call `cancel`.
///
/// A program may leave children that hold its streams, as `gpg` does with its agent. So a thread waits for the program
/// itself, and its output is what the streams contain at that time.
final class RunningProgram: Sendable {
    private let child: pid_t
    private let input: Int32?
    private let given: [UInt8]
    private let output: Int32
    private let errors: Int32?
    private let wake: DescriptorPair
    private let limit: Int

    private static let hasEnded: UInt8 = 1
    private static let isCancelled: UInt8 = 2
    /// How many milliseconds a program has to exit after SIGTERM.
    private static let gracePeriod: Int32 = 2000

    init(
        _ child: pid_t, input: Int32?, _ given: [UInt8], output: Int32, errors: Int32?, wake: DescriptorPair, limit: Int
    ) {
        self.child = child
        self.input = input
        self.given = given
        self.output = output
        self.errors = errors
        self.wake = wake
        self.limit = limit
        for descriptor in [input, output, errors].compactMap(\.self) { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    deinit { wake.close() }

    /// Makes `finish` end the program.
    func cancel() { notify(Self.isCancelled) }

    func finish() throws(ProgramFailure) -> ProgramEnd {
        var open = ProgramStreams(input: input, given: given[...], output: output, errors: errors, limit: limit)
        let watched = Threads.begin { [self] in
            var information = siginfo_t()
            while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
            notify(Self.hasEnded)
        }
        var cancelled: ContinuousClock.Instant?
        while true {
            var waits = open.waits + [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
            // Without a thread that waits for the program, it is polled.
            _ = poll(&waits, nfds_t(waits.count), watched ? cancelled == nil ? -1 : Self.gracePeriod : 50)
            // Even if it still writes, the time runs from the first signal.
            if let cancelled, .now - cancelled >= .milliseconds(Self.gracePeriod) { kill(child, SIGKILL) }
            open.work(waits.dropLast())
            var byte: UInt8 = 0
            if waits[waits.count - 1].revents != 0, read(wake.read, &byte, 1) == 1 {
                if byte == Self.hasEnded { break }
                cancelled = .now
                kill(child, SIGTERM)
            }
            if !watched {
                var information = siginfo_t()
                let code = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG)
                if code == -1 && errno != EINTR || information.si_signo != 0 { break }
            }
        }
        open.drain()
        let status = ChildProgram.end(of: child)
        guard cancelled == nil else { throw .cancelled }
        return ProgramEnd(status: status, output: open.kept, errors: open.keptErrors, isCut: open.isCut)
    }

    private func notify(_ what: UInt8) {
        var byte = what
        _ = write(wake.write, &byte, 1)
    }
}
