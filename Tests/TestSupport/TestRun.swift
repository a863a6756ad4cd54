import Foundation
import Glibc
import Synchronization

/// A deterministic generator (SplitMix64), so that failures can be reproduced.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator with a seed.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number below `bound`.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// One of the choices.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }
}

/// The temporary folders of the run that still exist. What a static property holds is never released, so they are removed
/// when the process exits.
package enum RunFolders {
    private static let paths = Mutex<Set<String>>([])
    private static let removesAtExit: Void = {
        _ = atexit {
            for path in RunFolders.paths.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
        }
    }()

    package static func add(_ path: String) {
        _ = removesAtExit
        paths.withLock { _ = $0.insert(path) }
    }

    package static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
        paths.withLock { _ = $0.remove(path) }
    }
}

/// A temporary folder, removed with the value.
package final class TemporaryFolder: Sendable {
    /// Its path without a trailing slash.
    package let path: String

    /// Creates the folder; a failure is fatal.
    package init() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "snowdeck-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            preconditionFailure("no temporary folder can be made: \(error)")
        }
        path = folder.path
        RunFolders.add(path)
    }

    deinit { RunFolders.remove(path) }

    /// The path of a file in it.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Its file names, sorted.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

    /// The content of a file in it.
    package func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// Creates or replaces a file in it.
    package func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }
}

/// Another program beside a test, with files as its streams and default signal handling. It is killed with the value,
/// by process id.
///
/// Pipes would be inherited by other programs started at the same time, and the program would inherit the signals
/// blocked by threads of the shared pool.
final class HelperProcess: Sendable {
    private let id: pid_t
    private let status = Mutex<Int32?>(nil)

    /// Starts the program; nil when that fails.
    init?(_ words: [String], _ environment: [String: String], input: String, output: String) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var id: pid_t = 0
        guard posix_spawnp(&id, words[0], &actions, &attributes, arguments, variables) == 0 else { return nil }
        self.id = id
    }

    deinit { end() }

    /// Whether the program is still running.
    var isRunning: Bool { status.withLock { collect(&$0, WNOHANG) } == nil }

    /// Waits for the exit status; 128 + the signal's number if a signal ended it.
    func wait() -> Int32 { status.withLock { collect(&$0, 0) } ?? -1 }

    /// Kills it and waits.
    func end() {
        status.withLock { status in
            if collect(&status, WNOHANG) == nil { kill(id, SIGTERM) }
            _ = collect(&status, 0)
        }
    }

    private func collect(_ status: inout Int32?, _ how: Int32) -> Int32? {
        if let status { return status }
        var code: Int32 = 0
        var ended = waitpid(id, &code, how)
        while ended == -1, errno == EINTR { ended = waitpid(id, &code, how) }
        if ended != 0 { status = code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F) }
        return status
    }
}
