package import ExchangeModel
import Notation
import Synchronization

package enum FileMode: Sendable, Hashable {
    /// Throws `Problem.fileExists` if the file exists.
    case create
    case replace
    /// Like `replace`, but other hard links of the file keep its contents.
    case renew
    case append
}

/// The incomplete output of an interrupted command, in a file next to its target.
package struct PartialOutput: Sendable, Hashable {
    /// Follows the name of the target.
    package static let suffix = ".partial"

    var path: String
    var target: String
    var targetExists: Bool

    package init(path: String, of target: String, targetExists: Bool) {
        self.path = path
        self.target = target
        self.targetExists = targetExists
    }

    var text: String {
        let fate = targetExists ? "is unchanged" : "was not created"
        return "\(TerminalText.plain(target)) \(fate); the incomplete output is in \(TerminalText.plain(path)).\n"
    }
}

package struct CassetteInfo: Sendable, Hashable {
    package var path: String
    /// In bytes.
    package var size: Int
    package var changed: Timestamp
    /// Whether it is in the project's folder, where no tape is deleted.
    package var isInProject: Bool

    package init(path: String, size: Int, changed: Timestamp, isInProject: Bool) {
        self.isInProject = isInProject
        self.path = path
        self.size = size
        self.changed = changed
    }
}

package struct PageServer: Sendable {
    package let port: Int
    /// Stops the server. A second call does nothing.
    package let stop: @Sendable () -> Void

    package init(port: Int, stop: @escaping @Sendable () -> Void) {
        self.port = port
        self.stop = stop
    }
}

/// Stops a command that would run until interrupted. Once signaled, it stays signaled.
package final class EndSignal: Sendable {
    private struct State {
        package var isSignaled = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func signal() {
        let waiting = state.withLock { state in
            state.isSignaled = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    package var isSignaled: Bool { state.withLock { $0.isSignaled } }

    /// Waits for a time, or until signaled.
    package func pause(microseconds: Int64, on clock: any Clock) async throws {
        let step: Int64 = 50_000
        for _ in 0..<max(microseconds / step, 1) where !isSignaled { try await clock.sleep(microseconds: step) }
    }

    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { go in
                let isSignaled = state.withLock { state in
                    if !state.isSignaled { state.waiting.append(go) }
                    return state.isSignaled
                }
                if isSignaled { go.resume() }
            }
        } onCancel: {
            signal()
        }
    }
}
