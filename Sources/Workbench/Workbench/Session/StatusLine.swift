import ExchangeModel
import Synchronization
import TapeDeck

/// The status line of a running command, shown on a terminal after half a second until the command ends.
package final class StatusLine: Sendable {
    struct Count: Sendable, Equatable {
        var done: Int
        var total: Int?
        /// The text after the numbers: `records`, `of 12 tested`.
        var noun: String
    }

    private struct State {
        var pending: [(id: Int, text: String, since: Timestamp)] = []
        var requests = 0
        var changes = 0
        var accepted = 0
        var count: Count?
        /// The first count, from which the rate is measured.
        var first: (done: Int, at: Timestamp)?
        /// Replaces the text during a retry: the seconds until the next attempt.
        var remark = ""
        var isHidden = false
        var isShown = false
        var ticking: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let clock: any Clock
    private let begun: Timestamp
    private let show: @Sendable (String) -> Void

    /// - Parameters:
    ///   - clock: the machine's.
    ///   - show: shows the line; empty text removes it.
    init(clock: any Clock, show: @escaping @Sendable (String) -> Void) {
        (self.clock, self.show, begun) = (clock, show, clock.now)
    }

    /// The line of a session's command. It is redrawn until it is stopped, unless a tape answers.
    convenience init(on tee: OutputTee, in session: isolated ShellSession) {
        // The `^C` that a terminal echoes must fit on the same line.
        let room = max((session.settings.width ?? 80) - 3, 0)
        self.init(clock: session.host.clock) { tee.progress(String($0.prefix(room))) }
        guard tee.showsProgress, !session.slot.isPlaying else { return }
        // A request may block the command's own thread.
        let ticking = Task(executorPreference: globalConcurrentExecutor) { await self.run() }
        state.withLock { $0.ticking = ticking }
    }

    func stop() {
        state.withLock { $0.ticking }?.cancel()
        hide(true)
    }

    /// The delay before anything is shown, in microseconds.
    static let patience: Int64 = 500_000
    private static let step: Int64 = 250_000

    /// How many requests that change something were sent.
    package var changes: Int { state.withLock { $0.changes } }
    /// How many of them the instance accepted.
    var accepted: Int { state.withLock { $0.accepted } }
    var count: Count? { state.withLock { $0.count } }

    /// Hides the line while something else uses the screen.
    package func hide(_ isHidden: Bool) {
        state.withLock { $0.isHidden = isHidden }
        if isHidden { show("") }
    }

    func say(_ text: String) {
        state.withLock { $0.remark = text }
        show(text)
    }

    func counted(_ count: Count) {
        let now = clock.now
        state.withLock { state in
            state.count = count
            if state.first == nil { state.first = (count.done, now) }
        }
        draw(now)
    }

    func begins(_ text: String, changes: Bool) -> Int {
        let now = clock.now
        return state.withLock { state in
            state.requests += 1
            if changes { state.changes += 1 }
            state.pending.append((state.requests, text, now))
            return state.requests
        }
    }

    func ends(_ id: Int, isAccepted: Bool) {
        let isLast = state.withLock { state in
            if isAccepted { state.accepted += 1 }
            state.pending.removeAll { $0.id == id }
            return state.pending.isEmpty && state.count == nil && state.isShown && state.remark.isEmpty
        }
        if isLast { draw(clock.now) }
    }

    /// Redraws the line until the command ends, or the clock stands still. It may be set back.
    func run() async {
        var last = clock.now
        try? await clock.sleep(microseconds: Self.patience)
        while !Task.isCancelled, clock.now != last {
            last = clock.now
            draw(last)
            try? await clock.sleep(microseconds: Self.step)
        }
    }

    private func draw(_ now: Timestamp) {
        let text = state.withLock { state -> String? in
            guard !state.isHidden, state.remark.isEmpty, Self.isLong(since: begun, now) else { return nil }
            let text = Self.text(state, now)
            defer { state.isShown = !text.isEmpty }
            return text.isEmpty && !state.isShown ? nil : text
        }
        if let text { show(text) }
    }

    /// Whether a moment is at least `patience` ago, as far as can be told when the clock was set back.
    private static func isLong(since moment: Timestamp, _ now: Timestamp) -> Bool {
        !(0..<patience).contains(now.microseconds - moment.microseconds)
    }

    private static func text(_ state: State, _ now: Timestamp) -> String {
        func seconds(since moment: Timestamp) -> Int64 { (now.microseconds - moment.microseconds) / 1_000_000 }
        let oldest = state.pending.first
        let waited = oldest.map { seconds(since: $0.since) } ?? 0
        guard let count = state.count else {
            guard let oldest, isLong(since: oldest.since, now) else { return "" }
            return "waiting for \(oldest.text)" + (waited > 0 ? ", \(waited) s" : "") + "; Ctrl-C stops"
        }
        var text = count.text
        if let first = state.first, count.done > first.done {
            let time = max(now.microseconds - first.at.microseconds, 1)
            let rate = Double(count.done - first.done) * 1_000_000 / Double(time)
            if time >= patience, rate < 1_000_000 {
                text += rate >= 10 ? ", \(Int(rate)) per second" : ""
                if let total = count.total, total > count.done {
                    text += ", \(Self.span(Int64(Double(total - count.done) / rate) + 1)) left"
                }
            }
        }
        if waited >= 3 { text += ", no answer for \(waited) s" }
        return text + "; Ctrl-C stops"
    }

    static func span(_ seconds: Int64) -> String {
        seconds < 100 ? "\(seconds) s" : seconds < 6000 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    }
}

extension StatusLine.Count {
    var text: String { "\(done)" + (total.map { " of \($0)" } ?? "") + " \(noun)" }
}

/// Gives each request the limits of the command, those of sign-in too, and reports it to the status line.
struct PendingTransport: Transport {
    let next: any Transport
    let context: RequestContext

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var request = request
        request.limits = context.limits
        guard let waiting = context.waiting else { return try await next.send(request) }
        let changes = request.purpose != .signIn && !Safety.isSafe(request)
        let id = waiting.begins("\(request.url.host): \(request.method) \(request.url.path)", changes: changes)
        var isAccepted = false
        defer { waiting.ends(id, isAccepted: isAccepted) }
        let response = try await next.send(request)
        isAccepted = changes && response.status < 400
        return response
    }
}
