import ExchangeModel
import Glibc
import Notation
import Programs
import Workbench

/// `snowdeck complete --shell SHELL -- WORD…`.
struct CompleteVerb {
    let environment: MachineEnvironment
    let globals: BoundArguments
    let thread: MainThread

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let shell = verb[.shell].flatMap(SystemShell.init) ?? .fish
        let words = verb[.words]
        let arguments = shell.arguments(words)
        let runner = try SessionRunner(environment, globals, on: thread)
        let candidates = await runner.complete(arguments)
        let text = shell.lines(candidates, for: words.last ?? "")
        try StreamSink.standardOutput.say(text)
        return 0
    }
}

/// `snowdeck man FOLDER`.
struct ManualVerb {
    let environment: MachineEnvironment

    func run(_ verb: BoundArguments) throws(Problem) -> Int32 {
        let folder = verb[.folder] ?? ""
        // For reproducible builds (https://reproducible-builds.org/specs/source-date-epoch).
        let epoch = environment["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }
        let time = epoch.map { Timestamp(microseconds: $0 * 1_000_000) } ?? SystemClock().now
        for page in ManualPage.all(version: Snowdeck.version, day: String(time.glideText.prefix(10))) {
            let path = folder + "/" + page.path
            MachineFiles.makeFolders(above: path, mode: 0o777)
            try OutputFile(path, .replace).put(Array(page.text.utf8))
        }
        return 0
    }
}

/// `snowdeck git install`: makes git show cassettes as text and ignore keys of pseudonyms.
struct GitVerb {
    let environment: MachineEnvironment

    /// Cassettes are compared by their review. They are never merged, and their line ends are never changed.
    private static let attributes = "*.cassette diff=snowdeck -merge -text"
    /// With a key and a list of names, everybody on the tapes can be identified.
    private static let ignored = "*pseudonyms.key"
    private static let settings = [
        ("diff.snowdeck.textconv", "snowdeck dump --review"),
        // The command whose part of the tape differs is printed with each hunk.
        ("diff.snowdeck.xfuncname", "^> .*"),
    ]

    func install() async throws(Problem) -> Int32 {
        let top = try await output(
            of: ["rev-parse", "--show-toplevel"], "There is no work tree of a git repository here.", hint: "git init")
        var changes: [String] = []
        let attributes = top + "/.gitattributes", ignoring = top + "/.gitignore"
        let hasDriver = try add(Self.attributes, to: attributes) { words in
            words.first == "*.cassette" && words.contains("diff=snowdeck")
        }
        if hasDriver { changes.append("Added to \(attributes): \(Self.attributes)") }
        if try add(Self.ignored, to: ignoring, unless: { $0 == [Self.ignored[...]] }) {
            changes.append("Added to \(ignoring): \(Self.ignored)")
        }
        for (name, value) in Self.settings {
            if let change = try await set(name, to: value) { changes.append(change) }
        }
        if changes.isEmpty { changes = ["git shows cassettes as text and ignores keys already; nothing was changed."] }
        changes.append(
            "Commit .gitattributes and .gitignore. git does not clone the settings: each teammate runs this once.")
        let text = changes.map { SafeText.line($0) + "\n" }.joined()
        try StreamSink.standardOutput.say(text)
        return 0
    }

    /// Appends a line to a file; false if a line with the same meaning is there already.
    private func add(_ line: String, to path: String, unless isThere: ([Substring]) -> Bool) throws(Problem) -> Bool {
        var bytes = access(path, F_OK) == 0 ? try MachineFiles.readRegular(path) : []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        if lines.contains(where: { isThere($0.split(whereSeparator: \.isWhitespace)) }) { return false }
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        bytes += (line + "\n").utf8
        try OutputFile(path, .replace).put(bytes)
        return true
    }

    /// Sets a value of the repository's configuration; returns what changed, nil if it was set already.
    private func set(_ name: String, to value: String) async throws(Problem) -> String? {
        let found = try await run(["config", "--local", "--get", name])
        let old = found.status == 0 ? Self.line(found.output) : nil
        guard old != value else { return nil }
        _ = try await output(of: ["config", "--local", name, value], "git did not set \(name).")
        return "Set \(name) = \(value)" + (old.map { " (it was: \($0))" } ?? "")
    }

    private func output(of words: [String], _ message: String, hint: String? = nil) async throws(Problem) -> String {
        let end = try await run(words)
        guard end.status == 0 else {
            let reason = SafeText.line(String(decoding: end.errors, as: UTF8.self))
            throw Problem(
                .usage, message, notes: reason.isEmpty ? [] : ["git: " + reason], hints: hint.map { [$0] } ?? [])
        }
        return Self.line(end.output)
    }

    private static func line(_ output: [UInt8]) -> String {
        String(decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...], as: UTF8.self)
    }

    private func run(_ words: [String]) async throws(Problem) -> ProgramEnd {
        do throws(ProgramFailure) {
            return try await ProgramRun(["git"] + words, environment: environment.variables).run()
        } catch {
            switch error {
            case .notFound: throw Problem(.usage, "git is not installed.", hints: ["apt-get install git"])
            case .notStarted(let code): throw MachineFiles.systemError("git cannot be started", code)
            case .cancelled: throw Problem(.interrupted, "Interrupted.")
            }
        }
    }
}
