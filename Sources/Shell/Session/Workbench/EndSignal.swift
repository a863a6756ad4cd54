import Synchronization

/// Tells a command that goes on until somebody ends it that it is to end. The first word counts; whoever waits later need
/// not wait.
package final class EndSignal: Sendable {
    private struct State {
        var isTold = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// A signal that nobody has given yet.
    package init() {}

    /// Gives it.
    package func tell() {
        let waiting = state.withLock { state in
            state.isTold = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Waits for it; cancelling the task is one too.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { go in
                let isTold = state.withLock { state in
                    if !state.isTold { state.waiting.append(go) }
                    return state.isTold
                }
                if isTold { go.resume() }
            }
        } onCancel: {
            tell()
        }
    }
}
