import Glibc
import LineEditing
import Programs
import Synchronization

/// Passes signals through a pipe to a thread: Ctrl-C cancels the running command instead of killing the program.
///
/// While a line is edited, the line editor handles signals itself.
final class SignalPipe: Sendable {
    private let ends: DescriptorPair?
    private let signals: [Int32]
    /// The descriptor that handlers write to. There is one pipe at a time, since signal handlers are global.
    private static let target = Atomic<Int32>(-1)
    /// The first SIGTERM or SIGHUP; 0 before.
    private static let final = Atomic<Int32>(0)

    /// Begins to catch these signals; without a free descriptor, none. An ignored hang-up stays ignored, for nohup(1).
    init(_ signals: [Int32]) {
        ends = DescriptorPair.pipe()
        guard let ends else {
            self.signals = []
            return
        }
        self.signals = signals.filter { $0 != SIGHUP || !Self.isIgnored($0) }
        Self.target.store(ends.write, ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            // Only async-signal-safe code from here on.
            if number == SIGTERM || number == SIGHUP {
                _ = SignalPipe.final.compareExchange(expected: 0, desired: number, ordering: .relaxed)
            }
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.target.load(ordering: .relaxed), &byte, 1)
        }
        action.sa_flags = SA_RESTART
        for number in self.signals { sigaction(number, &action, nil) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The first SIGTERM or SIGHUP; nil before. Set when the handler returns.
    static var end: Int32? {
        let number = final.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    static func die(by number: Int32) -> Never {
        CrashGuard.restoreTerminal()
        signal(number, SIG_DFL)
        TerminalKeys.deliver(number)
        _exit(128 + number)
    }

    /// Calls `action` for each signal until `stop`, on the given thread, which is blocked by it, or on a new one. Without
    /// a thread the signals end the program.
    func onEach(on thread: WorkerThread? = nil, _ action: @escaping @Sendable (Int32) -> Void) {
        guard let ends else { return }
        if !(thread ?? WorkerThread()).begin({ SignalPipe.read(ends.read, action) }) { restore() }
    }

    /// Waits for the first signal, as a server does. If the server does not go on then, because libdispatch can start no
    /// thread, the program ends by this signal after a while, or by the next one at once.
    func first() async {
        let (numbers, give) = AsyncStream<Int32>.makeStream()
        onEach { number in
            give.yield(number)
            self.dieUnlessStopped(by: number)
        }
        // libdispatch opens its descriptors for the first timer, and ends the program without one: they are opened
        // before connections take them all.
        try? await Task.sleep(nanoseconds: 1)
        for await _ in numbers { break }
        stop()
    }

    private func dieUnlessStopped(by number: Int32) {
        var end = pollfd(fd: ends?.read ?? -1, events: Int16(POLLIN), revents: 0)
        if poll(&end, 1, Self.patience) == 0 || Int32(end.revents) & POLLIN != 0 { Self.die(by: number) }
    }

    /// In milliseconds.
    private static let patience: Int32 = 5000

    /// From now on the signals end the program.
    private func restore() { for number in signals { signal(number, SIG_DFL) } }

    func stop() {
        restore()
        guard let ends else { return }
        Self.target.store(-1, ordering: .sequentiallyConsistent)
        close(ends.write)
    }

    private static func read(_ descriptor: Int32, _ action: (Int32) -> Void) {
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count == 1 { action(Int32(byte)) } else if count == 0 || errno != EINTR { break }
        }
        close(descriptor)
    }
}
