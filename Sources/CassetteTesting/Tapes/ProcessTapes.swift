import ExchangeModel
import Glibc
import Synchronization

/// The tapes that tests of this process play and record: the one thing that they share. Playing shares what is open and
/// waits for nobody; who records onto a tape has it alone.
enum ProcessTapes {
    /// Tells whether a file is still the one that was opened.
    private struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private static let played = Mutex<[String: (identity: FileIdentity, tape: SharedTape)]>([:])
    private static let gates = NamedGates()
    /// Which test recorded last onto each tape.
    private static let lastTests = Mutex<[String: String]>([:])

    /// The tape at a path, opened once and again only when the file is another.
    static func tape(at path: String) throws(CassetteTestingError) -> SharedTape {
        guard let identity = FileIdentity(path) else { return try SharedTape(at: path) }
        return try played.withLock { played throws(CassetteTestingError) in
            if let known = played[path], known.identity == identity { return known.tape }
            let tape = try SharedTape(at: path)
            played[path] = (identity, tape)
            return tape
        }
    }

    /// Opens the tape anew when it is asked for again: it has been recorded onto.
    static func forget(_ path: String) { _ = played.withLock { $0.removeValue(forKey: path) } }

    /// Waits until nobody else of this process records onto the tape, and gives the test that did so last; nil for the
    /// first one.
    static func take(_ path: String, for test: String) async -> String? {
        await gates.enter(path)
        return lastTests.withLock { $0.updateValue(test, forKey: path) }
    }

    /// Lets the next one record.
    static func leave(_ path: String) { gates.leave(path) }
}
