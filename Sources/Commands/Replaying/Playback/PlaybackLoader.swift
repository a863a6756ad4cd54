import CassetteStore
import ExchangeModel
import LineEditing
import Notation
package import NowSDK
import Synchronization
import TapeDeck
package import Workbench

/// Replays a cassette strictly and without side effects, and collects the output of its commands.
///
/// All of it is replayed before playback starts, so that errors are reported first.
package struct PlaybackLoader: Sendable {
    private let host: HostEnvironment
    private let sandbox: Instance
    private let version: String
    private let executor: (any TaskExecutor)?

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - host: Opens the cassette, nothing else.
    ///   - version: The current version of Snowdeck.
    ///   - executor: The executor of the commands.
    package init(_ host: HostEnvironment, sandbox: Instance, version: String, executor: (any TaskExecutor)? = nil) {
        self.host = host
        self.sandbox = sandbox
        self.version = version
        self.executor = executor
    }

    /// Replays a cassette. Throws if it cannot be read, has no commands, or a command ends with another status than
    /// recorded. A command during which the recording stopped is left out.
    package func load(_ path: String) async throws(Problem) -> PlaybackTape {
        do {
            return try await replay(path)
        } catch {
            throw ProblemMapper.problem(error)
        }
    }

    private func replay(_ path: String) async throws -> PlaybackTape {
        let cassette = try host.tapes.play(path)
        let deck = PlayingDeck(cassette, isStrict: true, playsItself: true)
        let sessions = try cassette.sessions()
        var tape = PlaybackTape(
            title: Self.title(of: path), beganAt: sessions.first?.startedAt ?? Timestamp(microseconds: 0),
            columns: sessions.map { Self.columns($0) }.max() ?? Self.usualColumns, commands: [], lastPrompt: Prompt(""))
        let shown = PlaybackSink()
        var shell: (session: Int64, run: ShellSession)?
        var last: Int64 = 0
        while case let commands = try cassette.commands(after: last, limit: 100), !commands.isEmpty {
            let outer = try Nesting.outer(of: commands, on: cassette)
            for command in commands {
                last = command.id
                // The steps of a recipe are replayed by the command that ran them.
                guard let status = command.exitStatus, outer[command.id] == nil,
                    let session = sessions.first(where: { $0.id == command.session })
                else { continue }
                if shell?.session != session.id {
                    shell = (
                        session.id,
                        try ShellSession.replaying(
                            session, by: deck, from: path, output: shown, errors: shown, sandbox: sandbox,
                            version: version, executor: executor)
                    )
                }
                guard let run = shell?.run else { continue }
                let prompt = await run.ownPrompt
                let place = status == 0 ? nil : try ScriptLocation(of: command, on: cassette)
                let now = await run.run(command.line, from: place)
                try deck.continueReplay()
                guard now == status else { throw Self.differing(command, now, path) }
                tape.commands.append(
                    PlaybackTape.Command(
                        prompt: prompt, line: TerminalText.plain(command.line), answer: shown.take(),
                        moment: command.now))
                tape.lastPrompt = await run.ownPrompt
            }
        }
        guard !tape.commands.isEmpty else { throw Self.empty(path) }
        return tape
    }

    private static let usualColumns = 80

    private static func columns(_ session: SessionRecord) -> Int {
        session.width.map { min(max($0, 20), 500) } ?? usualColumns
    }

    package static func title(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return SafeText.line(name.hasSuffix(".cassette") ? String(name.dropLast(".cassette".count)) : name)
    }

    private static func differing(_ command: CommandRecord, _ status: Int32, _ path: String) -> Problem {
        Problem(
            .tape,
            "\(path) cannot be played: a command no longer ends as it did: \(SafeText.line(command.line, limit: 200)).",
            notes: ["Its exit status was recorded as \(command.exitStatus ?? 0), and is now \(status)."],
            hints: ["snowdeck replay \(Quoting.word(path)) --check"])
    }

    private static func empty(_ path: String) -> Problem {
        Problem(.tape, "\(path) has no command that can be played.", hints: ["tape show"])
    }
}

/// Collects the output of both streams in order.
private final class PlaybackSink: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    func write(_ piece: [UInt8]) throws(Problem) -> Bool {
        bytes.withLock { $0 += piece }
        return true
    }

    func finish() throws(Problem) {}

    /// The output since the last call, without control characters. A prompt starts on a line of its own.
    func take() -> String {
        let taken = bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        let text = TerminalText.plain(taken)
        return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    }
}
