import Database
import Synchronization

/// Further connections to the records, for requests that only read: they are answered at the same time.
final class RecordReaders: Sendable {
    /// A connection. It is used by one request at a time, which makes it safe to send.
    final class Reader: @unchecked Sendable {
        let store: RecordStore

        fileprivate init(_ store: RecordStore) { self.store = store }
    }

    private struct State {
        var idle: [Reader] = []
        var count = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// A reader of what `store` has now; nil if all are in use, or none can be opened. `give` takes it back.
    func take(of store: RecordStore) -> Reader? {
        let idle = state.withLock { state -> Reader?? in
            if let idle = state.idle.popLast() { return .some(idle) }
            guard state.count < limit else { return nil }
            state.count += 1
            return .some(nil)
        }
        guard let found = idle, let reader = found ?? (try? Reader(RecordStore(reading: store))) else { return nil }
        reader.store.follow(store)
        return reader
    }

    func give(_ reader: Reader) { state.withLock { $0.idle.append(reader) } }
}

/// A reader was to read a table that is not written yet.
struct ReaderError: Error {
    /// Whether a request that failed with the error must be answered by the connection that writes.
    static func isReason(_ error: any Error) -> Bool {
        error is ReaderError || (error as? DatabaseError)?.code == .readOnly
    }
}
