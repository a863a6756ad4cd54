import Glibc

/// The non-blocking streams of a program. The creator must call `drain` at the end, which closes them.
struct ProgramStreams {
    private var input: Int32?
    private var given: ArraySlice<UInt8>
    private var output: Int32?
    private var errors: Int32?
    private let limit: Int

    private(set) var kept: [UInt8] = []
    private(set) var keptErrors: [UInt8] = []
    private(set) var isCut = false

    init(input: Int32?, given: ArraySlice<UInt8>, output: Int32, errors: Int32?, limit: Int) {
        self.input = input
        self.given = given
        self.output = output
        self.errors = errors
        self.limit = limit
        if given.isEmpty { Self.close(&self.input) }
    }

    var waits: [pollfd] {
        [(input, POLLOUT), (output, POLLIN), (errors, POLLIN)].compactMap { descriptor, events in
            descriptor.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
        }
    }

    /// Reads and writes as far as possible without waiting.
    mutating func work(_ waits: some Sequence<pollfd>) {
        for wait in waits where wait.revents != 0 {
            if wait.fd == input { writeInput() }
            if wait.fd == output, !take(wait.fd, isError: false) { Self.close(&output) }
            if wait.fd == errors, !take(wait.fd, isError: true) { Self.close(&errors) }
        }
    }

    /// Reads what is available and closes the streams. Other processes that hold them may continue to write.
    mutating func drain() {
        for _ in 0..<Self.maxReads where output.map({ takeMore($0, isError: false) }) != true { break }
        for _ in 0..<Self.maxReads where errors.map({ takeMore($0, isError: true) }) != true { break }
        Self.close(&input)
        Self.close(&output)
        Self.close(&errors)
    }

    private static let maxReads = 64

    private mutating func writeInput() {
        guard let input else { return }
        let count = given.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { given = given.dropFirst(count) }
        // A program need not read its input; its status shows whether it succeeded.
        if given.isEmpty || count < 0 && errno != EAGAIN && errno != EINTR { Self.close(&self.input) }
    }

    private mutating func take(_ descriptor: Int32, isError: Bool) -> Bool {
        takeMore(descriptor, isError: isError) || errno == EAGAIN || errno == EINTR
    }

    /// Returns false if nothing was read; `errno` is 0 at the end of the stream.
    private mutating func takeMore(_ descriptor: Int32, isError: Bool) -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        errno = 0
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else { return false }
        let room = limit - (isError ? keptErrors.count : kept.count)
        if count > room { isCut = true }
        if isError { keptErrors += piece[..<min(count, room)] } else { kept += piece[..<min(count, room)] }
        return true
    }

    private static func close(_ stream: inout Int32?) {
        if let stream { Glibc.close(stream) }
        stream = nil
    }
}

/// Threads for blocking work. All signals are blocked in them; they belong to the program's other threads.
package enum Threads {
    /// Runs work on a new thread, or on the current one if none can be created.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            if !begin({ continuation.resume(returning: work()) }) { continuation.resume(returning: work()) }
        }
    }

    /// Starts work on a new thread; false if none can be created.
    package static func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let piece = Unmanaged.passRetained(Piece(work))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { piece in
                if let piece { Unmanaged<Piece>.fromOpaque(piece).takeRetainedValue().work() }
                return nil
            }, piece.toOpaque())
        guard code == 0 else {
            piece.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Piece: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
