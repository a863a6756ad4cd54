import Glibc
import Notation
import Programs
import Synchronization

/// A running browser: its process group, profile folder and debugging connection, which end together.
final class ChromiumProcess: Sendable {
    let pipe: DebugPipe
    private let child: pid_t
    private let folder: ProfileFolder
    private let hasEnded = Mutex(false)

    /// Starts the browser. Throws `.didNotStart`.
    init(
        _ program: ChromiumProgram, environment: [String: String], folder parent: String, hosts: [String]
    ) throws(ChromiumFailure) {
        guard let folder = ProfileFolder(below: parent) else {
            throw Self.refused("no folder can be made in \(parent)")
        }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0, let ends = DescriptorPair.sockets() else {
            folder.remove()
            if nothing >= 0 { close(nothing) }
            throw Self.refused("this process has no descriptor left")
        }
        defer { close(nothing) }
        var own = environment
        // Files outside the profile go into the same folder.
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { own[name] = folder.path }
        own["TMPDIR"] = folder.path
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "CHROMIUM_FLAGS"] { own[name] = nil }
        let words = program.words(profile: folder.path + "/profile", hosts: hosts, isRoot: geteuid() == 0)
        let streams = [
            STDIN_FILENO: nothing, STDOUT_FILENO: nothing, STDERR_FILENO: nothing, 3: ends.write, 4: ends.write,
        ]
        switch ChildProgram.start(words, environment: own, streams, apart: true) {
        case .failure(let error):
            ends.close()
            folder.remove()
            throw Self.refused(String(cString: strerror(error.code)).lowercased())
        case .success(let child):
            close(ends.write)
            self.child = child
            self.folder = folder
            pipe = DebugPipe(ends.read)
        }
    }

    deinit { end() }

    /// Ends all processes of the browser and removes its folder. It may block for some seconds. Further calls do
    /// nothing.
    func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        // It exits when the connection closes. As it has its own session, its helpers are in its process group.
        pipe.end(ChromiumFailure(.lost, "The browser was closed."))
        for _ in 0..<20 where !isOver { usleep(25_000) }
        kill(-child, SIGKILL)
        _ = ChildProgram.end(of: child)
        folder.remove()
    }

    /// Whether the main process has exited; until it is waited for, its process group id stays valid.
    private var isOver: Bool {
        var information = siginfo_t()
        let code = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG)
        return code == 0 && information.si_signo != 0
    }

    private static func refused(_ why: String) -> ChromiumFailure {
        ChromiumFailure(.didNotStart, "Chromium did not start: \(why).")
    }
}

/// A Chromium executable and its arguments.
package struct ChromiumProgram: Sendable, Hashable {
    package let path: String

    /// Creates a program with a path.
    package init(path: String) { self.path = path }

    /// The Debian package.
    package static let package = "chromium"

    /// Searches PATH, then Debian's location (`standard`). Throws `.missing`.
    package static func find(
        path: String?, standard: [String] = ["/usr/bin"]
    ) throws(ChromiumFailure) -> ChromiumProgram {
        let folders = (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init) + standard
        for folder in folders {
            for name in ["chromium", "chromium-browser"] {
                let file = folder + "/" + name
                if access(file, X_OK) == 0 { return ChromiumProgram(path: file) }
            }
        }
        throw ChromiumFailure(.missing, "There is no Chromium on this machine.")
    }

    /// The command line: headless, with its own profile, debugging over descriptors 3 and 4.
    ///
    /// - Parameters:
    ///   - profile: the profile folder.
    ///   - hosts: the only hosts that are reached, some with a port: `pages.localhost:8080`, `*.localhost`.
    ///   - isRoot: whether this process runs as root.
    func words(profile: String, hosts: [String], isRoot: Bool) -> [String] {
        let rules = ["MAP * ~NOTFOUND"] + hosts.map { "EXCLUDE " + $0.prefix { $0 != ":" } }
        var words = [
            path, "--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + profile,
            "--host-resolver-rules=" + rules.joined(separator: ", "),
            // All others are requested from a proxy that does not exist. WebRTC and QUIC bypass the resolver, and may
            // only use the proxy too; the second name of the flag is that of older versions.
            "--proxy-server=http://none.invalid:9", "--proxy-bypass-list=<-loopback>;" + hosts.joined(separator: ";"),
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-quic",
            "--no-first-run", "--no-default-browser-check", "--no-pings", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--disable-domain-reliability",
            "--disable-extensions", "--disable-sync", "--disable-breakpad", "--disable-crash-reporter",
            "--disable-client-side-phishing-detection", "--disable-dev-shm-usage", "--disable-gpu",
            "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
            "--password-store=basic", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb",
        ]
        // Chromium's sandbox does not work as root. Root has given up that protection already, and these rules
        // restrict the browser to pages of this machine.
        if isRoot { words.append("--no-sandbox") }
        return words + ["about:blank"]
    }
}

/// A profile folder readable by its owner only. Its path is short because socket paths are limited to 107 bytes.
struct ProfileFolder: Sendable {
    let path: String

    /// Creates it in a folder; nil on failure.
    init?(below folder: String) {
        var name = Array((folder + "/snowdeck-XXXXXX").utf8CString)
        guard mkdtemp(&name) != nil else { return nil }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder and its content. An exiting process may still write to it, so removal is retried for a
    /// second. Returns false if something is left.
    @discardableResult
    func remove() -> Bool {
        for _ in 0..<20 {
            var folders = [path], next = 0
            while next < folders.count {
                for name in Self.names(in: folders[next]) {
                    let entry = folders[next] + "/" + name
                    // A link is removed and not followed; `unlink` fails for a folder.
                    if unlink(entry) != 0, errno == EISDIR { folders.append(entry) }
                }
                next += 1
            }
            for folder in folders.reversed() { rmdir(folder) }
            if access(path, F_OK) != 0 { return true }
            usleep(50_000)
        }
        return false
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// Why the browser failed.
package struct ChromiumFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Kind: Sendable, Hashable {
        /// Chromium is not installed.
        case missing
        /// Chromium did not start.
        case didNotStart
        /// The browser exited, or its connection closed.
        case lost
        /// The page could not be loaded, or its script failed.
        case pageFailed
        /// The browser did not respond in time.
        case timedOut
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of failure.
    package let kind: Kind
    /// One sentence. It quotes the page unescaped.
    package let message: String

    /// Creates a failure.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    package var description: String { message }
}

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
            state.page.apply(method, JSON(event))
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
