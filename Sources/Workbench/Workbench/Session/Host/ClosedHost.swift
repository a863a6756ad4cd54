package import CassetteStore
import ExchangeModel
package import NowSDK
package import Rendering
package import TapeDeck

extension HostEnvironment {
    /// The host of a replay: no files, programs, terminal, network or credentials, whatever the tape contains.
    ///
    /// - Parameter trusted: opens pipelines and files for a trusted tape; nil for any other.
    static func closed(
        clock: any Clock, standardOutput: any ByteSink, standardError: any ByteSink, trusted: HostEnvironment? = nil
    ) -> HostEnvironment {
        HostEnvironment(
            clock: clock, secrets: SecretBook(), standardOutput: standardOutput, standardError: standardError,
            files: ClosedFiles(trusted: trusted?.files), terminal: ClosedTerminal(), tapes: ClosedTapes(),
            credentials: ClosedCredentials(), browser: ClosedBrowser(isReplaying: true))
    }
}

private func closed(_ what: String) -> Problem { Problem(.tape, "A replay \(what).") }

private struct ClosedFiles: FileAccess {
    let trusted: (any FileAccess)?

    func read(_ path: String) throws(Problem) -> [UInt8] { throw closed("reads no file") }
    func realPath(_ path: String) -> String? { trusted?.realPath(path) }
    func startUpFile() throws(Problem) -> StartUpFile { throw closed("reads no start-up file") }
    func save(_ file: StartUpFile) throws(Problem) { throw closed("writes no start-up file") }
    func open(_ path: String, _ mode: FileMode) throws(Problem) -> any ByteSink {
        guard let trusted else { throw closed("writes no file") }
        return try trusted.open(path, mode)
    }
    func openPipeline(_ text: String, variables: [String: String]) throws(Problem) -> any ByteSink {
        guard let trusted else { throw closed("starts no program") }
        return try trusted.openPipeline(text, variables: variables)
    }
}

private struct ClosedTerminal: TerminalAccess {
    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        throw closed("asks nothing")
    }
}

private struct ClosedTapes: TapeStorage {
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck {
        throw closed("records nothing")
    }
    func play(_ path: String) throws(CassetteError) -> Cassette {
        throw CassetteError(.denied, path: path, "A replay opens no other tape.")
    }
}

private struct ClosedCredentials: CredentialAccess {
    func source(for instance: Instance, _ choice: SignInChoice) -> any CredentialSource {
        FixedCredentials(TapeCredentials.played(user: choice.user))
    }
}

package struct ClosedBrowser: BrowserAccess {
    package let isReplaying: Bool

    package init(isReplaying: Bool) { self.isReplaying = isReplaying }

    package func listen(_ transport: any Transport) throws(Problem) -> PageServer { throw closed("opens no browser") }
    package func takeScreenshot(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        throw closed("opens no browser")
    }
}

extension ShellSession {
    /// A session in its recorded state, isolated from everything but its tape.
    ///
    /// - Parameters:
    ///   - trusted: opens the tape's pipelines and files; nil for an untrusted tape.
    ///   - version: the current version of Snowdeck.
    ///   - log: receives what commands report.
    ///   - format: shows the answers in this format; nil as recorded.
    package static func replaying(
        _ session: SessionRecord, by deck: PlayingDeck, from path: String, output: any ByteSink = NullSink(),
        errors: any ByteSink = NullSink(), trusted: HostEnvironment? = nil, sandbox: Instance, version: String,
        executor: (any TaskExecutor)? = nil, log: (any AnyObject & Sendable)? = nil, format: Format? = nil
    ) throws(InstanceError) -> ShellSession {
        let choices = SessionChoices(reading: session.settings)
        var settings = SessionSettings(width: session.width)
        for (name, value) in choices.settings { settings.set(name, to: value) }
        var signIn = choices.signIn
        signIn.user = session.user
        var options = SessionOptions(
            settings: settings, instance: try Instance(session.instance), signIn: signIn, sandbox: sandbox,
            sandboxUser: session.user ?? "", slot: .playing(deck, path: path), trust: trusted != nil, version: version,
            seed: session.seed)
        options.variables = choices.variables
        options.zone = ZoneRule(taped: session.zone, session.zoneRules)
        options.profile = choices.profile
        options.executor = executor
        options.log = log
        options.format = format
        let closed = HostEnvironment.closed(
            clock: deck.clock, standardOutput: output, standardError: errors, trusted: trusted)
        return ShellSession(host: closed, options: options)
    }

    /// Replays the commands of a tape, session by session, without those that other commands ran and those that never
    /// ended. `body` runs the line.
    package static func replay(
        _ cassette: Cassette, from path: String, sandbox: Instance, version: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (SessionRecord, ShellSession, CommandRecord) async throws -> Void
    ) async throws {
        let deck = PlayingDeck(cassette, isStrict: false, playsItself: true)
        for session in try cassette.sessions() {
            let shell = try replaying(session, by: deck, from: path, sandbox: sandbox, version: version)
            let commands = try cassette.commands(of: session.id)
            let outer = try Nesting.outer(of: commands, on: cassette)
            for command in commands where outer[command.id] == nil {
                try await body(session, shell, command)
                try deck.continueReplay()
            }
        }
    }
}
