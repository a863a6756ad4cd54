import Glibc
import Programs
import Synchronization

/// A running browser: its process group, its folder, and the conversation with it. All three end together.
final class ChromiumProcess: Sendable {
    let pipe: DebugPipe
    private let child: pid_t
    private let folder: ProfileFolder
    private let hasEnded = Mutex(false)

    /// Starts it. Throws `.didNotStart`.
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
        // What it keeps beside its profile goes where that goes.
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { own[name] = folder.path }
        own["TMPDIR"] = folder.path
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "CHROMIUM_FLAGS"] { own[name] = nil }
        let words = program.words(profile: folder.path + "/profile", hosts: hosts, isRoot: geteuid() == 0)
        let streams = [
            STDIN_FILENO: nothing, STDOUT_FILENO: nothing, STDERR_FILENO: nothing, 3: ends.write, 4: ends.write,
        ]
        switch ChildProgram.start(words, environment: own, streams, apart: true) {
        case .failure(let refusal):
            ends.close()
            folder.remove()
            throw Self.refused(String(cString: strerror(refusal.code)).lowercased())
        case .success(let child):
            close(ends.write)
            self.child = child
            self.folder = folder
            pipe = DebugPipe(ends.read)
        }
    }

    deinit { end() }

    /// Ends the browser with all its processes and takes its folder away. It blocks for some seconds at most. A second
    /// call does nothing.
    func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        // It ends by itself when nobody speaks to it any more; its helpers are in its process group, as it has a session
        // of its own.
        pipe.end(ChromiumFailure(.lost, "The browser was closed."))
        for _ in 0..<20 where !isOver { usleep(25_000) }
        kill(-child, SIGKILL)
        _ = ChildProgram.end(of: child)
        folder.remove()
    }

    /// Whether its first process has ended; it stays the group's until it is waited for.
    private var isOver: Bool {
        var information = siginfo_t()
        let code = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG)
        return code == 0 && information.si_signo != 0
    }

    private static func refused(_ why: String) -> ChromiumFailure {
        ChromiumFailure(.didNotStart, "Chromium did not start: \(why).")
    }
}

/// Where Chromium stands on this machine, and what it is started with.
package struct ChromiumProgram: Sendable, Hashable {
    /// The file that is run.
    package let path: String

    /// A browser at a path.
    package init(path: String) { self.path = path }

    /// The Debian package that it comes with.
    package static let package = "chromium"

    /// Looks for it in the folders of PATH, then where Debian puts it (`standard`). Throws `.missing`.
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

    /// The words it is started with: without a window, with a profile of its own, spoken to over descriptors 3 and 4.
    ///
    /// - Parameters:
    ///   - profile: the folder that it may fill.
    ///   - hosts: the only hosts that it finds; every other name and address is none, so that no page contacts strangers.
    ///   - isRoot: whether this process is the system's administrator.
    func words(profile: String, hosts: [String], isRoot: Bool) -> [String] {
        let rules = ["MAP * ~NOTFOUND"] + hosts.map { "EXCLUDE " + $0 }
        var words = [
            path, "--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + profile,
            "--host-resolver-rules=" + rules.joined(separator: ", "),
            // A proxy would resolve names in our place, and WebRTC goes past the resolver.
            "--no-proxy-server", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--no-first-run", "--no-default-browser-check", "--no-pings", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--disable-domain-reliability",
            "--disable-extensions", "--disable-sync", "--disable-breakpad", "--disable-crash-reporter",
            "--disable-client-side-phishing-detection", "--disable-dev-shm-usage", "--disable-gpu",
            "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
            "--password-store=basic", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb",
        ]
        // Chromium's sandbox refuses to work for root. Whoever runs as root has given up that border already, and the
        // resolver's rules keep the browser with pages of this machine.
        if isRoot { words.append("--no-sandbox") }
        return words + ["about:blank"]
    }
}

/// A folder of the browser's own, for its owner only. Its path is short: a socket in it has room for 107 bytes.
struct ProfileFolder: Sendable {
    let path: String

    /// Makes one below a folder; nil when that cannot be done.
    init?(below folder: String) {
        var name = Array((folder + "/snowdeck-XXXXXX").utf8CString)
        guard mkdtemp(&name) != nil else { return nil }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Takes it away with all that is in it. A process that is just ending may still write into it, so this is tried for
    /// a second; false when something is left.
    @discardableResult
    func remove() -> Bool {
        for _ in 0..<20 {
            var folders = [path], next = 0
            while next < folders.count {
                for name in Self.names(in: folders[next]) {
                    let entry = folders[next] + "/" + name
                    // A link that leads elsewhere is taken away itself, not followed; a folder is no file to it.
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

/// Why a browser did not do what was asked of it.
package struct ChromiumFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of failure.
    package enum Kind: Sendable, Hashable {
        /// There is no Chromium on this machine.
        case missing
        /// It is there and did not start.
        case didNotStart
        /// It ended, or stopped speaking, while it was needed.
        case lost
        /// The page could not be opened, or its script failed.
        case pageFailed
        /// It did not answer in time.
        case tooLate
        /// The task was called off.
        case cancelled
    }

    /// The class of failure.
    package let kind: Kind
    /// One sentence. What a page said stands in it as the page said it.
    package let message: String

    /// A failure of that class.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
