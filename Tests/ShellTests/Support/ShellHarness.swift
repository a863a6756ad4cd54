import CassetteStore
import ExchangeModel
import GraphQLCommands
import NowSDK
import Recipes
import Replaying
import SandboxCommands
import Tables
import TapeDeck
import Tapes
import TestSupport
import Testing
import Workbench

/// A session on a test machine, composed as in the executable.
struct ShellHarness {
    let machine: TestMachine
    let session: ShellSession

    /// - Parameter tape: the cassette to record onto; nil lets the session decide.
    init(
        _ machine: TestMachine, instance: String = "sandbox", user: String? = nil, tape: String? = "tape",
        width: Int? = nil,
        settings given: [String: String] = [:], variables: [String: String] = [:], allowWrites: String? = nil,
        profile: Profile? = nil,
        trust: Bool = false, showsColor: Bool = false, showsProgress: Bool = false, history: HistoryStore? = nil,
        maxRecipeCommands: Int? = nil
    ) throws {
        self.machine = machine
        var settings = SessionSettings(width: width)
        for (name, value) in given { settings.set(name, to: value) }
        let instance = instance == "sandbox" ? try Self.sandbox : try Instance(instance)
        var options = SessionOptions(
            settings: settings, instance: instance,
            signIn: SignInChoice(user: try user ?? (instance == Self.sandbox ? "john.doe" : nil)),
            sandbox: try Self.sandbox,
            sandboxUser: "john.doe", slot: .waiting(path: tape.map(machine.path), replacing: false),
            allowWrites: allowWrites, trust: trust, history: history, showsProgress: showsProgress, version: "0.1.0",
            seed: 7)
        options.variables = variables
        options.profile = profile
        options.showsColor = showsColor
        if let maxRecipeCommands { options.maxRecipeCommands = maxRecipeCommands }
        session = ShellSession(host: machine.host, options: options)
    }

    static var sandbox: Instance {
        get throws { try Instance(at: HTTPURL(scheme: "http", host: "sandbox.localhost")) }
    }

    /// Runs lines and returns the transcript: each line after `> `, standard output as it is, lines of standard error
    /// after `! `, and `? exit N` unless 0. The machine's folder is replaced by `[DIR]`. Instead of carets, the text that
    /// an error points at is marked `‹so›`: in the typed line for its first error, otherwise in the line that the error
    /// repeats.
    func transcript(of lines: [String]) async -> String {
        var text = ""
        for line in lines {
            text += Self.marked("> \(line)\n" + outputText(status: await session.run(line)))
        }
        return text
    }

    static func marked(_ text: String) -> String {
        var lines: [Substring] = []
        var typed: Int?
        var isMarked = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("> ") {
                typed = lines.count
                isMarked = line.contains("‹")
            }
            guard let shown = lines.last, let marked = mark(shown, by: line) else {
                lines.append(line)
                continue
            }
            lines.removeLast()
            if let typed, !isMarked, lines[typed].dropFirst(2) == shown.dropFirst(4) {
                lines[typed] = "> " + marked.dropFirst(4)
            } else {
                lines.append(marked)
            }
            isMarked = true
        }
        return lines.joined(separator: "\n")
    }

    /// A line of plain text with the part above the carets marked.
    private static func mark(_ line: Substring, by carets: Substring) -> Substring? {
        let start = carets.dropFirst(4).prefix { $0 == " " }.count
        let length = carets.dropFirst(4 + start).count
        let text = line.dropFirst(4)
        guard line.hasPrefix("!   "), carets.hasPrefix("!   "), carets.hasSuffix("^"),
            carets.dropFirst(4 + start).allSatisfy({ $0 == "^" }),
            text.unicodeScalars.allSatisfy({ (32..<127).contains($0.value) || $0 == "…" }),
            start + length <= text.count || (start == text.count && length == 1)
        else { return nil }
        let rest = text.dropFirst(start)
        return "!   \(text.prefix(start))‹\(rest.prefix(length))›\(rest.dropFirst(length))"
    }

    /// Closes the session and replays its tapes strictly, without an instance.
    func closeAndReplay(location: SourceLocation = #_sourceLocation) async throws {
        try await session.close()
        for tape in machine.tapes {
            let replay = try await machine.check(tape)
            expectEqual(replay.status, 0, "\(replay.printed)", sourceLocation: location)
        }
    }

    /// The output since the last call, in the format of a transcript.
    func printed(status: Int32 = 0) -> String { Self.marked(outputText(status: status)) }

    private func outputText(status: Int32) -> String {
        let output = machine.output.take()
        var text = output
        if !output.isEmpty, !output.hasSuffix("\n") { text += "⏎\n" }
        for line in machine.errors.take().split(separator: "\n") { text += "! \(line)\n" }
        if status != 0 { text += "? exit \(status)\n" }
        return text.split(separator: machine.folder.path, omittingEmptySubsequences: false).joined(separator: "[DIR]")
    }
}

extension TestMachine {
    /// Replays a tape strictly on another machine, without an instance, and returns the exit status and the output.
    func check(_ tape: String) async throws -> (status: Int32, printed: String) {
        let elsewhere = try TestMachine(folder, instance: ScriptedTransport([]))
        let status = try await elsewhere.replayRunner(.check).run(tape)
        return (status, elsewhere.output.take() + elsewhere.errors.take())
    }
}

extension TestMachine {
    /// A runner without a limit of memory: the process has the memory of all tests that run at the same time.
    func replayRunner(
        _ purpose: ReplayRunner.Purpose, trusts: Bool = false, version: String = "0.1.0"
    ) throws -> ReplayRunner {
        var runner = ReplayRunner(
            host, purpose: purpose, trusts: trusts, sandbox: try ShellHarness.sandbox, version: version)
        runner.limits.memory = 1 << 50
        return runner
    }
}
