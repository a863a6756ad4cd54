import Glibc
import Notation
import Programs
import Synchronization

/// The Chrome DevTools Protocol over a socket pair: JSON messages terminated by NUL, read by a thread.
final class DebugPipe: Sendable {
    typealias Answer = Result<JSON, ChromiumFailure>

    private struct Waiting: Sendable {
        let isReady: @Sendable (PageState) -> Bool
        let go: CheckedContinuation<Result<PageState, ChromiumFailure>, Never>
    }

    private struct State: Sendable {
        var last = 0
        var calls: [Int: CheckedContinuation<Answer, Never>] = [:]
        var waits: [Int: Waiting] = [:]
        var page = PageState()
        var end: ChromiumFailure?
        /// Whether the socket is closed. Its descriptor may have been reused since.
        var isClosed = false
    }

    private let state = Mutex(State())
    private let socket: Int32

    /// A screenshot of a very long page has tens of megabytes.
    private static let largest = 256 << 20

    /// Starts the protocol on a socket, which is closed when reading ends.
    init(_ socket: Int32) {
        self.socket = socket
        if !Threads.begin({ [self] in read() }) {
            end(ChromiumFailure(.didNotStart, "This process has no thread left."))
            closeSocket()
        }
    }

    /// Ends the protocol: pending calls fail and the reading thread exits.
    func end(_ failure: ChromiumFailure) {
        let (calls, waits) = state.withLock { state in
            if !state.isClosed { shutdown(socket, Int32(SHUT_RDWR)) }
            state.end = state.end ?? failure
            defer {
                state.calls = [:]
                state.waits = [:]
            }
            return (state.calls.values, state.waits.values)
        }
        for call in calls { call.resume(returning: .failure(failure)) }
        for wait in waits { wait.go.resume(returning: .failure(failure)) }
    }

    private func closeSocket() {
        state.withLock { state in
            state.isClosed = true
            close(socket)
        }
    }

    /// The state of the page.
    var page: PageState { state.withLock { $0.page } }

    /// Starts tracking events of this tab and frame.
    func track(session: String, frame: String) {
        state.withLock { state in
            state.page.session = session
            state.page.frame = frame
        }
    }

    /// Calls a method and waits for its result, with a timeout.
    func call(
        _ method: String, _ parameters: JSON, session: String?, within timeout: Duration
    ) async throws(ChromiumFailure) -> JSON {
        let number = nextNumber()
        var members: [JSON.Member] = [
            JSON.Member("id", .number("\(number)")), JSON.Member("method", .string(method)),
            JSON.Member("params", parameters),
        ]
        if let session { members.append(JSON.Member("sessionId", .string(session))) }
        let message = JSON.object(members).compactBytes + [0]
        let late = Task { [weak self] in
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            self?.resolve(number, .failure(ChromiumFailure(.timedOut, "The browser did not answer \(method) in time.")))
        }
        defer { late.cancel() }
        let answer: Answer = await withTaskCancellationHandler {
            await withCheckedContinuation { go in
                let over = state.withLock { state -> ChromiumFailure? in
                    if state.end == nil { state.calls[number] = go }
                    return state.end
                }
                if let over { return go.resume(returning: .failure(over)) }
                if Task.isCancelled { return resolve(number, .failure(Self.cancelled)) }
                if !write(message) { end(ChromiumFailure(.lost, "The browser does not accept commands.")) }
            }
        } onCancel: {
            resolve(number, .failure(Self.cancelled))
        }
        return try answer.get()
    }

    /// Waits until the page meets a condition, with a timeout.
    func wait(
        within timeout: Duration, until isReady: @escaping @Sendable (PageState) -> Bool
    ) async throws(ChromiumFailure) -> PageState {
        let number = nextNumber()
        let late = Task { [weak self] in
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            self?.resolve(wait: number, .failure(ChromiumFailure(.timedOut, "The page did not load in time.")))
        }
        defer { late.cancel() }
        let answer: Result<PageState, ChromiumFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { go in
                let known = state.withLock { state -> Result<PageState, ChromiumFailure>? in
                    if let end = state.end { return .failure(end) }
                    if state.page.hasCrashed || isReady(state.page) { return .success(state.page) }
                    if Task.isCancelled { return .failure(Self.cancelled) }
                    state.waits[number] = Waiting(isReady: isReady, go: go)
                    return nil
                }
                if let known { go.resume(returning: known) }
            }
        } onCancel: {
            resolve(wait: number, .failure(Self.cancelled))
        }
        let page = try answer.get()
        guard !page.hasCrashed else { throw ChromiumFailure(.lost, "The page's process has died.") }
        return page
    }

    private static let cancelled = ChromiumFailure(.cancelled, "Called off.")

    private func nextNumber() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    private func resolve(_ number: Int, _ answer: Answer) {
        state.withLock { $0.calls.removeValue(forKey: number) }?.resume(returning: answer)
    }

    private func resolve(wait number: Int, _ answer: Result<PageState, ChromiumFailure>) {
        state.withLock { $0.waits.removeValue(forKey: number) }?.go.resume(returning: answer)
    }

    /// Returns false if the browser does not read it within some seconds.
    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let (count, error) = state.withLock { state in
                if state.isClosed { return (0, EPIPE) }
                let count = rest.withUnsafeBytes {
                    send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                }
                return (count, errno)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, error == EAGAIN {
                var room = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
                guard poll(&room, 1, 5000) > 0 else { return false }
            } else if count == 0 || error != EINTR {
                return false
            }
        }
        return true
    }

    private func read() {
        var message: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 17)
        while true {
            let count = recv(socket, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0, message.count <= Self.largest else { break }
            var parts = piece[..<count].split(separator: 0, omittingEmptySubsequences: false)
            let last = parts.popLast() ?? []
            for part in parts {
                message += part
                take(message)
                message.removeAll(keepingCapacity: message.count < 1 << 20)
            }
            message += last
        }
        end(ChromiumFailure(.lost, "The browser has ended."))
        closeSocket()
    }

    private func take(_ message: [UInt8]) {
        guard let document = try? JSONDocument(message) else { return }
        if let number = document.root["id"]?.number.flatMap({ Int($0) }) {
            if let error = document.root["error"] {
                let text = error["message"]?.string ?? "an error"
                return resolve(number, .failure(ChromiumFailure(.pageFailed, "The browser says: \(text).")))
            }
            return resolve(number, .success(document.root["result"].map { JSON($0) } ?? .null))
        }
        guard let method = document.root["method"]?.string, let event = document.root["params"] else { return }
        let session = document.root["sessionId"]?.string
        let ready = state.withLock { state -> [(Waiting, PageState)] in
            guard session == state.page.session else { return [] }
            state.page.take(method, JSON(event))
            let page = state.page
            let ready = state.waits.filter { page.hasCrashed || $0.value.isReady(page) }
            for number in ready.keys { state.waits[number] = nil }
            return ready.values.map { ($0, page) }
        }
        for (wait, page) in ready { wait.go.resume(returning: .success(page)) }
        if method == "Page.javascriptDialogOpening" { closeDialog(event["type"]?.string, session) }
    }

    /// Declines a dialog of a page, except the confirmation for leaving it.
    private func closeDialog(_ type: String?, _ session: String?) {
        Task {
            _ = try? await call(
                "Page.handleJavaScriptDialog", ["accept": .bool(type == "beforeunload" || type == "alert")],
                session: session, within: .seconds(5))
        }
    }
}
