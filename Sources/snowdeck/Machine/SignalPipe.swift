import Glibc
import LineEditing
import Programs
import Synchronization

/// Signals as bytes of a pipe that a thread of its own reads: Ctrl-C calls a command off, not the program.
///
/// While a line is being edited the editor has the terminal in its hands and takes the signals itself.
final class SignalPipe: Sendable {
    private let ends: DescriptorPair?
    private let signals: [Int32]
    /// Where handlers write. There is one pipe at a time: signals belong to the process.
    private static let target = Atomic<Int32>(-1)
    /// The first SIGTERM or SIGHUP that came; 0 before it.
    private static let final = Atomic<Int32>(0)

    /// Begins to catch these signals. Without a free descriptor it catches none. A hang-up that is ignored stays so: that
    /// is what nohup(1) is for.
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
            // Only what is safe inside a signal handler.
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

    /// The first SIGTERM or SIGHUP that came; nil before it. Known from the handler's end on.
    static var end: Int32? {
        let number = final.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    static func die(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        TerminalKeys.deliver(number)
        _exit(128 + number)
    }

    /// Calls `action` with each signal until `stop`, on that thread, which has nothing else to do then, or on one of its
    /// own.
    func onEach(on thread: WorkerThread? = nil, _ action: @escaping @Sendable (Int32) -> Void) {
        guard let ends else { return }
        _ = (thread ?? WorkerThread()).begin { SignalPipe.read(ends.read, action) }
    }

    func first() async {
        await withCheckedContinuation { continuation in
            let once = Mutex<CheckedContinuation<Void, Never>?>(continuation)
            onEach { _ in once.withLock { $0.take() }?.resume() }
        }
        stop()
    }

    func stop() {
        for number in signals { signal(number, SIG_DFL) }
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
