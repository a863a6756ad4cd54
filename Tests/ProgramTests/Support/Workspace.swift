import CassetteStore
import Database
import Foundation
import Glibc
import TestSupport
import Testing

/// A temporary home and project folder in which the built program is run as a process.
final class Workspace: Sendable {
    /// The working folder of the programs.
    let project: String
    let home: String
    let folder: String

    /// The program, which is next to this process's test bundle.
    static let program: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let bundle = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "snowdeck").path
    }()

    /// The root of the project.
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The Python interpreter for which `scripts/install-clients` has installed clients.
    static func python() throws -> String {
        let path = root.appending(path: ".build/clients/bin/python").path
        try #require(FileManager.default.isExecutableFile(atPath: path), "Run scripts/install-clients.")
        return path
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "snowdeck-\(UUID().uuidString)").path
        project = folder + "/project"
        home = folder + "/home"
        for path in [project, home] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        RunFolders.add(folder)
    }

    deinit { RunFolders.remove(folder) }

    /// Runs the program to completion.
    ///
    /// - Parameters:
    ///   - input: Standard input.
    ///   - variables: Environment variables in addition to the default ones.
    ///   - wrapper: Command prefix, such as `unshare -rn`.
    func run(
        _ arguments: String..., input: String = "", variables: [String: String] = [:], through wrapper: [String] = []
    ) async throws -> ProcessResult {
        try await run(arguments, input: input, variables: variables, through: wrapper)
    }

    /// Starts the program. Without input, its standard input stays open.
    func start(
        _ arguments: [String], input: String? = nil, variables: [String: String] = [:], through wrapper: [String] = []
    ) throws -> ChildProcess {
        try ChildProcess(
            wrapper + [Self.program] + arguments, environment: environment(variables), folder: project, input: input,
            patience: arguments.first == "serve" ? ChildProcess.serverPatience : ChildProcess.patience)
    }

    func run(
        _ arguments: [String], input: String = "", variables: [String: String] = [:], through wrapper: [String] = []
    ) async throws -> ProcessResult {
        try await start(arguments, input: input, variables: variables, through: wrapper).end()
    }

    /// Runs another program here.
    func runOther(_ words: String..., input: String = "") async throws -> ProcessResult {
        try await runOther(words, input: input)
    }

    func runOther(_ words: [String], input: String = "", variables: [String: String] = [:]) async throws
        -> ProcessResult
    {
        try await ChildProcess(words, environment: environment(variables), folder: project, input: input).end()
    }

    /// Runs a shell script in which `$0` is the program.
    func shell(_ script: String, input: String = "", through wrapper: [String] = []) async throws -> ProcessResult {
        try await runOther(wrapper + ["sh", "-c", script, Self.program], input: input)
    }

    /// The environment of all programs run here: only PATH is inherited.
    func environment(_ variables: [String: String]) -> [String: String] {
        let own = [
            "HOME": home, "TZ": "UTC", "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home + "/config",
            "LANG": "C.UTF-8",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ]
        return own.merging(variables) { _, given in given }
    }

    func path(_ name: String) -> String { project + "/" + name }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func bytes(of name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path(name)))) }

    func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

    /// Every file below project and home, by relative path, with its bytes.
    func everything() throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for case let url as URL in FileManager.default.enumerator(
            at: URL(filePath: folder), includingPropertiesForKeys: [.isRegularFileKey]) ?? .init()
        {
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            found[String(url.path.dropFirst(folder.count + 1))] = try Array(Data(contentsOf: url))
        }
        return found
    }
}

extension Workspace {
    /// Typical work on the sandbox: lists, one record, a change between two reads, errors, a pipe, several formats.
    static let day = """
        table list incident -q active=true^priority=1 -f number,short_description -n 3
        table get incident INC0010021 -f number,short_description,caller_id.name
        table create incident short_description="Printer on fire" urgency=2 -f number,state => inc = .number
        table get incident {{inc}} -f number,urgency
        table update incident {{inc}} urgency=1 -f number,urgency
        table get incident {{inc}} -f number,urgency --format json
        table list incident --all -f number,short_description,sys_created_on --format ndjson
        table list nosuchtable
        table list sys_user -f user_name,name,email --format csv -n 5 | wc -l
        whoami
        table list incident -f number,short_description -n 4 --format markdown

        """

    /// Records a script onto `sessions/NAME.cassette`.
    @discardableResult
    func record(_ script: String, onto name: String, _ flags: [String] = []) async throws -> ProcessResult {
        try await start(flags + ["--tape", name, "run", "--keep-going", "-"], input: script).end()
    }

    /// Expects that a tape replays as recorded.
    ///
    /// - Parameter rest: what the check adds, such as pipelines that are not compared.
    func expectReplay(
        of name: String, commands: Int, rest: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let all = "\(commands) command\(commands == 1 ? "" : "s"), all as recorded\(rest).\n"
        let checked = try await run("replay", "sessions/\(name).cassette", "--check")
        expectEqual(checked, ProcessResult(0, "sessions/\(name).cassette: " + all), sourceLocation: sourceLocation)
    }

    /// The path of that cassette.
    func tape(_ name: String) -> String { path("sessions/\(name).cassette") }

    /// The result of SQLite's integrity check of a cassette.
    func integrity(of path: String) throws -> String? {
        try Connection(path: path, mode: .readOnly).row("PRAGMA integrity_check") { $0.text(0) }
    }

    /// Changes a cassette directly with SQLite.
    func edit(_ name: String, _ statement: String, _ values: [SQLValue] = []) throws {
        try Connection(path: tape(name), mode: .readWrite).run(statement, values)
    }
}
