import CassetteStore
import Chromium
import ExchangeModel
import Glibc
import Keyring
import LineEditing
import LiveTransport
import Notation
import NowSDK
import Sandbox
import Workbench

/// `snowdeck doctor [--connect]`: one line per check.
struct DoctorVerb {
    private struct Finding {
        enum Grade: String { case ok, warning, error }

        let grade: Grade
        let text: String
        /// What to do; nil if nothing is wrong.
        var advice: String?

        init(_ grade: Grade, _ text: String, _ advice: String? = nil) {
            self.grade = grade
            self.text = text
            self.advice = advice
        }

        var lines: String {
            let head = grade.rawValue + String(repeating: " ", count: 9 - grade.rawValue.count)
            return head + SafeText.line(text) + "\n" + (advice.map { "         " + SafeText.line($0) + "\n" } ?? "")
        }
    }

    let environment: MachineEnvironment
    let globals: BoundArguments

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        var hasError = false
        func show(_ findings: [Finding]) throws(Problem) {
            for finding in findings {
                hasError = hasError || finding.grade == .error
                try StreamSink.standardOutput.say(finding.lines)
            }
        }
        let linked = "SQLite \(Cassette.libraryVersion) and libedit \(LibeditReader.libraryVersion)"
        try show([Finding(.ok, "snowdeck \(Snowdeck.version), with \(linked)")])
        try show(Self.libraries.map(Self.version) + terminal + configuration + programs)
        try show([await keyring])
        if verb[.connect] { try show(await connections) }
        return hasError ? 1 : 0
    }

    // MARK: Libraries

    private struct Library {
        let file: String
        let symbol: String
        let package: String
        let use: String
    }

    /// Libraries that are opened on first use.
    private static let libraries = [
        Library(file: "libcurl.so.4", symbol: "curl_version", package: "libcurl4", use: "requests"),
        Library(
            file: "libmicrohttpd.so.12", symbol: "MHD_get_version", package: "libmicrohttpd12",
            use: "the sandbox and serve"),
        Library(file: "libgnutls.so.30", symbol: "gnutls_check_version", package: "libgnutls30", use: "HTTPS servers"),
        Library(
            file: "libyaml-0.so.2", symbol: "yaml_get_version_string", package: "libyaml-0-2",
            use: "cassettes of vcrpy and VCR"),
    ]

    private static func version(of library: Library) -> Finding {
        // Each function takes no argument, or a pointer that may be null.
        typealias Version = @convention(c) (UnsafePointer<CChar>?) -> UnsafePointer<CChar>?
        guard let opened = dlopen(library.file, RTLD_LAZY | RTLD_LOCAL), let symbol = dlsym(opened, library.symbol),
            let text = unsafeBitCast(symbol, to: Version.self)(nil)
        else {
            return Finding(
                .error, "\(library.file) is missing; \(library.use) need it", "apt-get install \(library.package)")
        }
        // curl lists the libraries that it uses after its own version.
        let version = String(cString: text).prefix { $0 != " " }
        return Finding(.ok, "\(library.file) (\(version)), for \(library.use)")
    }

    // MARK: Terminal

    private var terminal: [Finding] {
        let name = environment["TERM"] ?? ""
        let size = environment.width.map { ", \($0) columns" } ?? ""
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let isUTF8 = ["UTF-8", "UTF8"].contains { (locale ?? "").uppercased().hasSuffix($0) }
        return [
            name.isEmpty || name == "dumb"
                ? Finding(
                    .warning, "TERM is \(name.isEmpty ? "not set" : name): no color and a plain prompt",
                    "Set TERM to your terminal's name.")
                : Finding(.ok, "terminal \(name)\(size)"),
            isUTF8
                ? Finding(.ok, "locale \(locale ?? "")")
                : Finding(
                    .warning, "the locale is \(locale ?? "not set"), not UTF-8; Snowdeck reads and writes UTF-8",
                    "export LANG=C.UTF-8"),
        ]
    }

    // MARK: Files

    private var configuration: [Finding] {
        let state = environment.stateFolder
        return [startUpFile]
            + [("recent tapes", state + "/tapes"), ("history", state + "/history.sqlite")].map { name, path in
                privacy(of: path, name) ?? absent(path, name)
            } + leftovers
    }

    private var leftovers: [Finding] {
        let files = MachineTapes.leftovers(environment).flatMap(\.files)
        guard let first = files.first else { return [] }
        let more = files.count == 1 ? "" : " and \(files.count - 1) more"
        return [Finding(.warning, "a killed program left \(first)\(more)", "snowdeck tape remove --leftovers")]
    }

    /// A file that does not exist yet, and whether it can be created.
    private func absent(_ path: String, _ name: String) -> Finding {
        var folder = path[...]
        repeat {
            folder = folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex)
        } while !folder.isEmpty && access(String(folder), F_OK) != 0
        let parent = folder.isEmpty ? "/" : String(folder)
        return access(parent, W_OK | X_OK) == 0
            ? Finding(.ok, "\(name): \(path) (not there yet)")
            : Finding(
                .error, "\(name): \(path) cannot be created, because \(parent) is not writable",
                "export XDG_STATE_HOME=FOLDER")
    }

    private var startUpFile: Finding {
        let path = environment.startUpPath
        do throws(Problem) {
            let profiles = try environment.startUpFile().profiles()
            guard let found = privacy(of: path, "configuration") else {
                return Finding(.ok, "configuration: \(path) (not there; profile add creates it)")
            }
            guard found.grade == .ok else { return found }
            return Finding(.ok, "\(found.text), \(profiles.count) profile\(profiles.count == 1 ? "" : "s")")
        } catch {
            return Finding(.error, "configuration: \(error.message)", "Correct \(path).")
        }
    }

    /// Checks that a file is readable, and by its owner only; nil if it does not exist.
    private func privacy(of path: String, _ name: String) -> Finding? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        guard access(path, R_OK | W_OK) == 0 else {
            return Finding(.error, "\(name): \(path) cannot be read and written", "ls -ld \(path)")
        }
        let isOpen = status.st_mode & S_IFMT != S_IFLNK && status.st_mode & 0o077 != 0
        return isOpen
            ? Finding(.warning, "\(name): other users may read \(path)", "chmod go= \(path)")
            : Finding(.ok, "\(name): \(path)")
    }

    // MARK: Programs

    private var programs: [Finding] {
        let editors = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self) + ["editor", "nano", "vi"]
        let wanted: [(names: [String], use: String, package: String)] = [
            (["less"], "paging", "less"), (["secret-tool"], "keeping secrets in the keyring", "libsecret-tools"),
            (
                ChromiumProgram.names, "signing in with the browser and pictures of pages (page shot)",
                ChromiumProgram.package
            ), (editors, "editing", "nano"),
        ]
        return wanted.map { names, use, package in
            let words = names.map { String($0.prefix { $0 != " " }) }
            if let path = words.lazy.compactMap(program).first { return Finding(.ok, "\(path), for \(use)") }
            return Finding(.warning, "\(package) is not installed, for \(use)", "apt-get install \(package)")
        }
    }

    private func program(_ name: String) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let paths = name.utf8.contains(UInt8(ascii: "/")) ? [name] : folders.map { $0 + "/" + name }
        return paths.first { access($0, X_OK) == 0 }
    }

    /// Looks up an entry that does not exist.
    private var keyring: Finding {
        get async {
            guard program("secret-tool") != nil, let sandbox = Composition.sandbox else {
                return Finding(.warning, "the keyring is not used", "apt-get install libsecret-tools gnome-keyring")
            }
            do throws(SecretStoreError) {
                _ = try await SecretTool(environment: environment.variables)
                    .secret(for: SecretEntry(.password, of: "snowdeck-doctor", at: sandbox))
                return Finding(.ok, "the keyring answers")
            } catch {
                return Finding(.warning, error.message, "Secrets are asked for instead; see snowdeck help secrets.")
            }
        }
    }

    // MARK: Connections

    private var connections: [Finding] {
        get async {
            let named: [(name: String, instance: Instance)]
            do throws(Problem) {
                if globals[.instance] != nil {
                    let start = try Composition.start(environment, globals)
                    named = start.instance.map { [(start.profile?.name ?? $0.name, $0)] } ?? []
                } else {
                    named = try environment.startUpFile().profiles().map { ($0.name, $0.instance) }
                }
            } catch {
                return [Finding(.error, error.message)]
            }
            if named.isEmpty { return [Finding(.ok, "there is no profile to connect to")] }
            let sandbox = EmbeddedSandbox(SandboxOptions(clock: SystemClock()))
            defer { sandbox.stop() }
            let wire = WireOptions(
                connectTimeout: .seconds(10), totalTimeout: .seconds(20),
                certificateFile: globals[.cacert], proxies: ProxySettings(environment: environment.variables))
            let transport = CurlTransport(wire, route: { url throws(TransportFailure) in try sandbox.route(url) })
            var findings: [Finding] = []
            for (name, instance) in named {
                do throws(TransportFailure) {
                    let answer = try await transport.send(HTTPRequest(.get, instance.origin))
                    findings.append(Finding(.ok, "\(name): \(instance.name) answers (HTTP \(answer.status))"))
                } catch {
                    let advice = "Check the address, the network and the proxy; for private authorities use --cacert."
                    findings.append(Finding(.error, "\(name): \(error.message)", advice))
                }
            }
            return findings
        }
    }
}
