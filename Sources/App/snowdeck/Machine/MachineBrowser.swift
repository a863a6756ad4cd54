import Chromium
import ExchangeModel
import Glibc
import LineEditing
import LoopbackServer
import Programs
import Workbench

struct MachineBrowser: BrowserAccess {
    /// Creates the browser when needed: variables named as secrets by then are removed from its environment.
    let made: @Sendable () -> BrowserProgram

    private var program: BrowserProgram { made() }

    func listen(_ transport: any Transport) throws(Problem) -> PageServer {
        do throws(ListenerError) {
            // Headers are small, with a single cookie. Bodies may be attached files.
            let options = ListenerOptions(maximumBody: 64 << 20, connectionMemory: 96 << 10)
            let listener = try LoopbackListener(transport, options: options)
            return PageServer(port: listener.port, stop: { listener.stop() })
        } catch {
            throw Problem(.network, error.message)
        }
    }

    func open(_ address: String) -> (any Sendable)? {
        let program = program
        return program.canShow ? program.open(address) : nil
    }

    func takeScreenshot(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        let host = HTTPURL(address).map { "\($0.host):\($0.effectivePort)" } ?? ""
        do {
            let chromium = try ChromiumProgram.find(path: program.environment["PATH"])
            return try await ChromiumSession.with(chromium, environment: program.environment, hosts: [host]) {
                try await $0.takeScreenshot(address, width: width, isDark: isDark)
            }
        } catch let failure as ChromiumFailure {
            if Task.isCancelled { throw Problem(.interrupted, "Interrupted.") }
            let hints = failure.kind == .missing ? ["apt-get install \(ChromiumProgram.package)"] : []
            throw Problem(failure.kind == .missing ? .usage : .internal, failure.message, hints: hints)
        } catch {
            throw Problem(.interrupted, "Interrupted.")
        }
    }
}

struct BrowserProgram: Sendable {
    let environment: [String: String]
    let stateFolder: String

    /// Whether a browser can be shown: there is a display, or `BROWSER` names one.
    var canShow: Bool { ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment[$0] != nil } }

    /// Opens an address without waiting; a browser started for it keeps running after this program. Its arguments, which
    /// other users see, name a private file that leads to the address.
    ///
    /// - Returns: the file, which is deleted with the value; nil if no program can open it.
    func open(_ address: String) -> AddressFile? {
        let nothing = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return nil }
        defer { close(nothing) }
        guard let file = AddressFile(address, below: environment["XDG_RUNTIME_DIR"] ?? stateFolder) else { return nil }
        let streams = [STDIN_FILENO: nothing, STDOUT_FILENO: nothing, STDERR_FILENO: nothing]
        for words in commands(file.url) {
            let started = ChildProgram.start(words, environment: environment, streams, apart: true)
            guard case .success(let child) = started else { continue }
            _ = WorkerThread().begin { _ = ChildProgram.end(of: child) }
            return file
        }
        return nil
    }

    /// The commands to try in order: the programs in `BROWSER`, separated by colons, with `%s` for the address; else
    /// `xdg-open`.
    private func commands(_ address: String) -> [[String]] {
        guard let named = environment["BROWSER"] else { return [["xdg-open", address]] }
        return named.split(separator: ":").compactMap { text in
            let words = text.split(separator: " ").map(String.init)
            guard !words.isEmpty else { return nil }
            let isPlaced = words.contains { $0.contains("%s") }
            return words.map { $0.replacing("%s", with: address) } + (isPlaced ? [] : [address])
        }
    }
}

/// A file, readable by this user only, that leads a browser to an address which is a secret. Deleted with the value.
final class AddressFile: Sendable {
    private let path: String

    /// - Parameter folder: a folder of this user. Nil if no file can be made in it.
    init?(_ address: String, below folder: String) {
        let folder = folder + "/snowdeck-pages"
        MachineFiles.makePrivateFolder(folder)
        Self.removeLeftovers(in: folder)
        let random = PageHost.token(MachineEnvironment.randomBytes)
        path = "\(folder)/\(getpid())-\(random).html"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let page = HTTPResponse.page(200, "Snowdeck", [], link: (address, "Open the page"), isFollowed: true)
        guard DescriptorWriter(descriptor: descriptor).write(page.body) == .written else {
            unlink(path)
            return nil
        }
    }

    deinit { unlink(path) }

    var url: String {
        "file://"
            + path.split(separator: "/", omittingEmptySubsequences: false).map { PercentCoding.encode($0) }
            .joined(separator: "/")
    }

    /// Deletes the files of programs that were killed. Their names begin with the number of the process.
    private static func removeLeftovers(in folder: String) {
        for entry in TapeFolder.contents(of: folder, home: "").map(\.name) {
            guard let number = pid_t(entry.prefix { $0 != "-" }), kill(number, 0) != 0, errno == ESRCH else { continue }
            unlink(folder + "/" + entry)
        }
    }
}
