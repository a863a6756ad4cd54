import ExchangeModel
import Foundation
import Sandbox
import Synchronization
import TestSupport

/// A sandbox whose records are a copy of a file that is filled once, because filling takes longer than most tests. An
/// upgraded instance, or one of another time, has other records.
final class TestSandbox: Transport {
    /// A file in memory, because SQLite waits for a disk at every write.
    private final class MemoryFile: Sendable {
        private let folder = "/dev/shm/snowdeck-" + UUID().uuidString
        var path: String { folder + "/records" }

        init(copying file: MemoryFile? = nil) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            RunFolders.add(folder)
            if let file { try FileManager.default.copyItem(atPath: file.path, toPath: path) }
        }

        deinit { RunFolders.remove(folder) }
    }

    private static let filled = Result {
        let file = try MemoryFile()
        var options = SandboxOptions(clock: FixedClock())
        options.file = file.path
        _ = try SandboxInstance(options)
        return file
    }

    private let options: SandboxOptions
    private let opened = Mutex<(sandbox: SandboxInstance, file: MemoryFile?)?>(nil)

    init(_ options: SandboxOptions = SandboxOptions(clock: FixedClock())) { self.options = options }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        do {
            let sandbox = try opened.withLock { opened in
                if let opened { return opened.sandbox }
                // Without room for a file it is filled as usual.
                let file = try? MemoryFile(copying: Self.filled.get())
                var options = options
                options.file = file?.path
                let sandbox = try SandboxInstance(options)
                opened = (sandbox, file)
                return sandbox
            }
            return sandbox.answer(request)
        } catch {
            throw TransportFailure(.connect, "\(error)")
        }
    }
}
