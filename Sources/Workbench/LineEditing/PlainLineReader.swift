import Glibc
import Synchronization

/// Reads lines from a descriptor that is not a terminal, without prompt and editing.
///
/// A line ends with `\n` or `\r\n`, which the last one may lack. A byte order mark at the start is skipped.
package actor PlainReader: LineReader {
    private let descriptor: Int32
    private let mayContinue: @Sendable (String) -> Bool
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var ended = false
    private let longest: Int
    private var skips = false
    private var lines = 0
    private var worker: WorkerThread?

    /// Creates a reader; the caller keeps the descriptor open. `mayContinue` tells whether a text continues on the next
    /// line. Lines longer than `longest` bytes are skipped.
    package init(
        descriptor: Int32, longest: Int = .max, mayContinue: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.longest = longest
        self.descriptor = descriptor
        self.mayContinue = mayContinue
    }

    package func readLine(prompt: Prompt) async -> LineResult {
        var text: String?
        while true {
            let bytes: [UInt8]
            do throws(LineError) {
                guard let next = try await nextLine() else { return text.map { .line($0) } ?? .end }
                bytes = next
            } catch {
                return .failed(error)
            }
            lines += 1
            guard let line = String(validating: bytes, as: UTF8.self) else {
                return .failed(.notText(line: lines, bytes: bytes))
            }
            let whole = text.map { $0 + "\n" + line } ?? line
            if !mayContinue(whole) { return .line(whole) }
            text = whole
        }
    }

    package func close() { worker = nil }

    private func nextLine() async throws(LineError) -> [UInt8]? {
        while true {
            let end = buffer[searched...].firstIndex(of: 0x0A)
            if (end ?? buffer.count) - start > longest { skips = true }
            if skips, end != nil || ended {
                skips = false
                (start, searched) = (end.map { $0 + 1 } ?? buffer.count, end.map { $0 + 1 } ?? buffer.count)
                throw .tooLong
            }
            if let end { return take(until: end, next: end + 1) }
            if skips { start = buffer.count }
            searched = buffer.count
            if ended { return start < buffer.count ? take(until: buffer.count, next: buffer.count) : nil }
            try await fill()
        }
    }

    private func take(until end: Int, next: Int) -> [UInt8] {
        var line = buffer[start..<end]
        if next > end, line.last == 0x0D { line.removeLast() }
        if lines == 0, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        start = next
        searched = next
        return Array(line)
    }

    private func fill() async throws(LineError) {
        if start > 0 {
            buffer.removeFirst(start)
            searched -= start
            start = 0
        }
        let worker = worker ?? WorkerThread()
        self.worker = worker
        let descriptor = descriptor
        let piece = await worker.run { Self.read(descriptor) }
        switch piece {
        case .success(let bytes):
            ended = bytes.isEmpty
            buffer += bytes
        case .failure(let error): throw error
        }
    }

    private static func read(_ descriptor: Int32) -> Result<[UInt8], LineError> {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
                let got = Glibc.read(descriptor, room.baseAddress, room.count)
                if got < 0 { failure = errno }
                count = max(got, 0)
            }
            if failure == 0 { return .success(bytes) }
            if failure != EINTR { return .failure(.unreadable(failure)) }
        }
    }
}

/// A thread for blocking work, such as reading from a terminal or waiting for signals, which must not block the shared
/// pool. It ends after its work when the last reference to it is gone.
package final class WorkerThread: Sendable {
    private let queue = Queue()
    private let started: Bool

    package init() {
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { queue in
                if let queue { Unmanaged<Queue>.fromOpaque(queue).takeRetainedValue().work() }
                return nil
            }, Unmanaged.passRetained(queue).toOpaque())
        started = failure == 0
        if started { pthread_detach(thread) } else { Unmanaged.passUnretained(queue).release() }
    }

    deinit { queue.add(nil) }

    /// Queues work without waiting for it; false if there is no thread.
    package func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
        if started { queue.add(work) }
        return started
    }

    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        guard started else { return work() }
        return await withCheckedContinuation { continuation in
            queue.add { continuation.resume(returning: work()) }
        }
    }

    /// Work in order; nil ends the thread.
    private final class Queue: Sendable {
        private let waiting = Mutex<[(@Sendable () -> Void)?]>([])
        private let count = Semaphore()

        func add(_ work: (@Sendable () -> Void)?) {
            waiting.withLock { $0.append(work) }
            count.signal()
        }

        func work() {
            while true {
                count.wait()
                guard let next = waiting.withLock({ $0.removeFirst() }) else { return }
                next()
            }
        }
    }
}

/// A counting semaphore. The pointer is constant and the functions are thread-safe.
package final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    package func signal() { sem_post(semaphore) }

    package func wait() { while sem_wait(semaphore) != 0 {} }
}
