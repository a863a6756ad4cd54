import Glibc
import Synchronization

/// Another program, run to its end: what it is given, and how much is kept of what it writes.
package struct ProgramRun: Sendable {
    /// What its standard input is.
    package enum Input: Sendable {
        /// These bytes, then its end.
        case bytes([UInt8])
        case own
    }

    /// What becomes of what it writes to standard error.
    package enum Errors: Sendable {
        case kept
        /// It goes where the output goes, in the order of writing.
        case withOutput
        /// It goes where this process writes its own.
        case own
    }

    private let words: [String]
    private let environment: [String: String]
    private let input: Input
    private let errors: Errors
    private let limit: Int

    /// A program and what it is given.
    ///
    /// - Parameters:
    ///   - words: its name, looked for on this process's PATH unless it holds a slash, and its arguments. Anybody on this
    ///     machine may read them: no secret belongs there.
    ///   - environment: the whole of its environment.
    ///   - limit: the most bytes that are kept of its output, and as many of its errors. The rest is read and forgotten.
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

    /// Runs it and blocks the calling thread until it has ended.
    package func perform() throws(ProgramFailure) -> ProgramEnd { try running().finish() }

    /// Runs it on a thread of its own. Cancelling the task ends the program, and it alone, by its number; then
    /// `.cancelled` is thrown.
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
        case .failure(let refusal): throw giveUp(refusal.code)
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

/// How a program ended, and what it wrote.
package struct ProgramEnd: Sendable, Hashable {
    /// Its exit status; 128 + the signal's number when a signal ended it.
    package var status: Int32
    package var output: [UInt8]
    /// What it wrote to standard error, as far as the limit went, where that was kept.
    package var errors: [UInt8]
    /// Whether it wrote more than was kept.
    package var isCut: Bool

    package init(status: Int32, output: [UInt8], errors: [UInt8], isCut: Bool) {
        self.status = status
        self.output = output
        self.errors = errors
        self.isCut = isCut
    }
}

/// Why there is no end of a program.
package enum ProgramFailure: Error, Sendable, Hashable {
    /// There is no program of that name.
    case notFound
    /// The system did not start it; its own number for the reason (`errno`).
    case notStarted(Int32)
    case cancelled
}
