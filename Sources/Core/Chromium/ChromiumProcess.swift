package import ExchangeModel
import Glibc
import Notation
import Programs
import Synchronization

/// A running browser: its process group, profile folder and debugging connection, which end together.
final class ChromiumProcess: Sendable {
    let pipe: DebugPipe
    private let child: pid_t
    /// Nil for a browser with a lasting profile.
    private let folder: ProfileFolder?
    private let hasEnded = Atomic(false)

    /// Starts a confined browser. Throws `.didNotStart`.
    convenience init(
        _ program: ChromiumProgram, environment: [String: String], folder parent: String, hosts: [String]
    ) throws(ChromiumFailure) {
        guard let folder = ProfileFolder(below: parent) else {
            throw Self.refused("no folder can be made in \(parent)")
        }
        var own = environment
        // Files outside the profile go into the same folder.
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { own[name] = folder.path }
        own["TMPDIR"] = folder.path
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "CHROMIUM_FLAGS"] { own[name] = nil }
        try self.init(program.words(profile: folder.path + "/profile", hosts: hosts), environment: own, folder)
    }

    /// Starts a browser. `folder` is removed when it ends. Throws `.didNotStart`.
    init(_ words: [String], environment: [String: String], _ folder: ProfileFolder? = nil) throws(ChromiumFailure) {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0, let ends = DescriptorPair.sockets() else {
            folder?.remove()
            if nothing >= 0 { close(nothing) }
            throw Self.refused("this process has no descriptor left")
        }
        defer { close(nothing) }
        let streams = [
            STDIN_FILENO: nothing, STDOUT_FILENO: nothing, STDERR_FILENO: nothing, 3: ends.write, 4: ends.write,
        ]
        switch ChildProgram.start(words, environment: environment, streams, apart: true) {
        case .failure(let error):
            ends.close()
            folder?.remove()
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
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        // It exits when the connection closes. As it has its own session, its helpers are in its process group.
        pipe.end()
        // A lasting profile is written when it exits.
        for _ in 0..<(folder == nil ? 200 : 20) where !isOver { usleep(25_000) }
        kill(-child, SIGKILL)
        _ = ChildProgram.end(of: child)
        // Its helpers end a little later.
        for _ in 0..<40 where kill(-child, 0) == 0 { usleep(25_000) }
        folder?.remove()
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

    package init(path: String) { self.path = path }

    /// Programs that can be it.
    package static let names = ["chromium", "chromium-browser", "google-chrome", "microsoft-edge"]
    /// The Debian package.
    package static let package = "chromium"

    /// Searches PATH, then Debian's location (`standard`). Throws `.missing`.
    package static func find(
        path: String?, standard: [String] = ["/usr/bin"]
    ) throws(ChromiumFailure) -> ChromiumProgram {
        let folders = (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init) + standard
        for folder in folders {
            for name in names {
                let file = folder + "/" + name
                if access(file, X_OK) == 0 { return ChromiumProgram(path: file) }
            }
        }
        throw ChromiumFailure(.missing, "There is no Chromium, Chrome or Edge on this machine.")
    }

    /// The command line: headless, with its own profile, debugging over descriptors 3 and 4. Only `hosts` are reached,
    /// some with a port: `pages.localhost:8080`, `*.localhost`.
    func words(profile: String, hosts: [String]) -> [String] {
        let rules = ["MAP * ~NOTFOUND"] + hosts.map { "EXCLUDE " + $0.prefix { $0 != ":" } }
        return common(profile: profile) + [
            "--headless=new", "--host-resolver-rules=" + rules.joined(separator: ", "),
            // All others are requested from a proxy that does not exist. WebRTC and QUIC bypass the resolver, and may
            // only use the proxy too; the second name of the flag is that of older versions.
            "--proxy-server=http://none.invalid:9", "--proxy-bypass-list=<-loopback>;" + hosts.joined(separator: ";"),
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-quic",
            "--disable-default-apps", "--disable-extensions", "--disable-client-side-phishing-detection",
            "--disable-gpu", "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
            "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb", "about:blank",
        ]
    }

    /// The command line for a sign-in at an address: everything works as in the user's browser.
    func words(profile: String, at address: String, isVisible: Bool) -> [String] {
        common(profile: profile) + (isVisible ? ["--new-window"] : ["--headless=new"]) + [address]
    }

    /// Passwords are not stored by another program.
    private func common(profile: String) -> [String] {
        // Chromium's sandbox does not work as root, who has given up that protection already.
        let root = geteuid() == 0 ? ["--no-sandbox"] : []
        return [path, "--remote-debugging-pipe", "--user-data-dir=" + profile] + root + [
            "--no-first-run", "--no-default-browser-check", "--no-pings", "--disable-background-networking",
            "--disable-component-update", "--disable-domain-reliability", "--disable-sync", "--disable-breakpad",
            "--disable-crash-reporter", "--disable-dev-shm-usage", "--password-store=basic",
        ]
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

    /// Removes the folder and its content. Returns false if something is left.
    @discardableResult
    func remove() -> Bool { Folder.remove(path) }
}

/// Why the browser failed. The sentence quotes the page unescaped.
package typealias ChromiumFailure = KindError<ChromiumFailureKind>

package enum ChromiumFailureKind: Sendable, Hashable {
    case missing, didNotStart
    /// The browser exited, or its connection closed.
    case lost
    /// The page could not be loaded, or its script failed.
    case pageFailed
    case timedOut, cancelled
}

/// The Chrome DevTools Protocol over a socket pair: JSON messages terminated by NUL, one call at a time.
final class DebugPipe: Sendable {
    typealias Answer = (number: Int, result: Result<JSON, ChromiumFailure>)

    private struct State: Sendable {
        var last = 0
        /// Messages that have arrived, and the beginning of the next one.
        var messages: [[UInt8]] = []
        var rest: [UInt8] = []
        var page = PageState()
    }

    private let state = Mutex(State())
    private let socket: Int32

    /// A screenshot of a very long page has tens of megabytes.
    private static let largest = 256 << 20

    /// Speaks the protocol on a socket and owns it.
    init(_ socket: Int32) { self.socket = socket }

    deinit { close(socket) }

    /// Ends the connection: calls fail.
    func end() { shutdown(socket, Int32(SHUT_RDWR)) }

    var page: PageState { state.withLock { $0.page } }

    func track(frame: String) { state.withLock { $0.page.frame = frame } }

    func call(
        _ method: String, _ parameters: JSON, session: String?, within timeout: Duration
    ) async throws(ChromiumFailure) -> JSON {
        let end = ContinuousClock.now + timeout
        return try await perform { [self] state throws(ChromiumFailure) in
            let number = try write(method, parameters, session, &state)
            while true {
                let answer = try read(&state, until: end, "The browser did not answer \(method) in time.")
                if let answer, answer.number == number { return try answer.result.get() }
            }
        }
    }

    func wait(
        within timeout: Duration, until isReady: @escaping @Sendable (PageState) -> Bool
    ) async throws(ChromiumFailure) {
        let end = ContinuousClock.now + timeout
        try await perform { [self] state throws(ChromiumFailure) in
            while !isReady(state.page) { _ = try read(&state, until: end, "The page did not load in time.") }
        }
    }

    /// Works on a thread of its own, because reading blocks. The connection ends if the task is cancelled.
    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable (inout State) throws(ChromiumFailure) -> Value
    ) async throws(ChromiumFailure) -> Value {
        let outcome = await withTaskCancellationHandler {
            await Threads.run { [self] in
                state.withLock { state -> Result<Value, ChromiumFailure> in
                    do throws(ChromiumFailure) { return .success(try work(&state)) } catch { return .failure(error) }
                }
            }
        } onCancel: {
            end()
        }
        if Task.isCancelled { throw ChromiumFailure(.cancelled, "Called off.") }
        return try outcome.get()
    }

    private func write(
        _ method: String, _ parameters: JSON, _ session: String?, _ state: inout State
    ) throws(ChromiumFailure) -> Int {
        state.last += 1
        let call = JSON.object(present: [
            "id": .number("\(state.last)"), "method": .string(method), "params": parameters,
            "sessionId": session.map(JSON.string),
        ])
        let message = call.compactBytes + [0]
        guard send(socket, message, message.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) == message.count else {
            throw ChromiumFailure(.lost, "The browser does not accept commands.")
        }
        return state.last
    }

    /// The next message if it is the answer to a call; an event changes the page's state.
    private func read(
        _ state: inout State, until end: ContinuousClock.Instant, _ late: String
    ) throws(ChromiumFailure) -> Answer? {
        while state.messages.isEmpty { try receive(&state, until: end, late) }
        guard let document = try? JSONDocument(state.messages.removeFirst()) else { return nil }
        let message = document.root
        if let number = message["id"]?.number.flatMap({ Int($0) }) {
            if let error = message["error"] {
                let text = error["message"]?.string ?? "an error"
                return (number, .failure(ChromiumFailure(.pageFailed, "The browser says: \(text).")))
            }
            return (number, .success(message["result"].map { JSON($0) } ?? .null))
        }
        guard let event = message["params"] else { return nil }
        switch message["method"]?.string {
        case "Inspector.targetCrashed", "Target.targetCrashed":
            throw ChromiumFailure(.lost, "The page's process has died.")
        case "Page.lifecycleEvent": state.page.apply(event)
        case "Page.javascriptDialogOpening":
            // Dialogs are declined, except the confirmation for leaving the page.
            let isAccepted = ["beforeunload", "alert"].contains(event["type"]?.string)
            _ = try write(
                "Page.handleJavaScriptDialog", ["accept": .bool(isAccepted)], message["sessionId"]?.string, &state)
        default: break
        }
        return nil
    }

    private func receive(
        _ state: inout State, until end: ContinuousClock.Instant, _ late: String
    ) throws(ChromiumFailure) {
        let left = (end - ContinuousClock.now).components
        var room = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
        switch poll(&room, 1, Int32(clamping: max(milliseconds, 0))) {
        case 0: throw ChromiumFailure(.timedOut, late)
        case -1 where errno == EINTR: return
        default: break
        }
        var piece = [UInt8](repeating: 0, count: 1 << 17)
        let count = recv(socket, &piece, piece.count, 0)
        guard count > 0, state.rest.count <= Self.largest else {
            throw ChromiumFailure(.lost, "The browser has ended.")
        }
        var parts = piece[..<count].split(separator: 0, omittingEmptySubsequences: false)
        let last = parts.popLast() ?? []
        for part in parts {
            state.messages.append(state.rest + part)
            state.rest = []
        }
        state.rest += last
    }
}
