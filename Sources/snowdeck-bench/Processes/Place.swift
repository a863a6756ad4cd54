import FoundationEssentials
import Glibc

/// Where a run's own files stand, what its programs see of the machine, and where peers are found.
struct Place: Sendable {
    let options: BenchOptions
    /// A fresh folder of this run.
    let folder: String

    init(_ options: BenchOptions) throws {
        self.options = options
        folder = options.folder + "/run-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
        // Programs under measurement are started where this run's files stand.
        guard chdir(folder) == 0 else { throw BenchFailure("\(folder) cannot be entered.") }
    }

    /// Deletes what the run has made. What cannot be deleted stays where the next look at the folder finds it.
    func remove() {
        _ = chdir(options.folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Copies a file; what stands at the target is replaced.
    func copy(_ source: String, to target: String) throws {
        unlink(target)
        try FileManager.default.copyItem(atPath: source, toPath: target)
    }

    /// Snowdeck with these arguments.
    func snowdeck(_ arguments: [String]) -> Launch { launch([options.program] + arguments) }

    /// A program as every program of a run is started: with a home of its own, and as little environment as people have.
    func launch(_ words: [String]) -> Launch {
        Launch(
            words: words,
            environment: [
                "HOME": folder + "/home", "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config",
                "PATH": options.path, "TERM": "xterm", "LC_ALL": "C.UTF-8", "SNOWDECK_PASSWORD": "password",
            ])
    }

    /// A peer's program: on PATH, or where `scripts/install-peers` puts it; nil when it is in neither.
    func program(_ name: String) -> String? {
        let folders = options.path.split(separator: ":").map(String.init) + [options.peers + "/bin"]
        return folders.lazy.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }
}
