import Glibc

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
        var open = Streams(input: input, given: given[...], output: output, errors: errors, limit: limit)
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
