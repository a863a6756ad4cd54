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
        if given.isEmpty { closeInput() }
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
            if wait.fd == output, !take(wait.fd, isError: false) { closeOutput() }
            if wait.fd == errors, !take(wait.fd, isError: true) { closeErrors() }
        }
    }

    /// Reads what is available and closes the streams. Other processes that hold them may continue to write.
    mutating func drain() {
        for _ in 0..<Self.maxReads where output.map({ takeMore($0, isError: false) }) != true { break }
        for _ in 0..<Self.maxReads where errors.map({ takeMore($0, isError: true) }) != true { break }
        closeInput()
        closeOutput()
        closeErrors()
    }

    private static let maxReads = 64

    private mutating func writeInput() {
        guard let input else { return }
        let count = given.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { given = given.dropFirst(count) }
        // A program need not read its input; its status shows whether it succeeded.
        if given.isEmpty || count < 0 && errno != EAGAIN && errno != EINTR { closeInput() }
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

    private mutating func closeInput() {
        if let input { Glibc.close(input) }
        input = nil
    }

    private mutating func closeOutput() {
        if let output { Glibc.close(output) }
        output = nil
    }

    private mutating func closeErrors() {
        if let errors { Glibc.close(errors) }
        errors = nil
    }
}
