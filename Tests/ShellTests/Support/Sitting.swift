import ExchangeModel
import NowSDK
import Shell
import TapeDeck
import Testing

/// A session at a place, as the executable puts one together.
struct Sitting {
    let place: Place
    let session: ShellSession

    /// - Parameter tape: the cassette to record onto; nil leaves it to the session.
    init(
        _ place: Place, instance: String = "sandbox", user: String? = nil, tape: String? = "tape", width: Int? = nil,
        settings given: [String: String] = [:], variables: [String: String] = [:], allowWrites: String? = nil,
        trust: Bool = false, showsColour: Bool = false, showsProgress: Bool = false, history: HistoryStore? = nil,
        mostRecipeCommands: Int? = nil
    ) throws {
        self.place = place
        var settings = Settings(width: width)
        for (name, value) in given { settings.set(name, to: value) }
        let instance = instance == "sandbox" ? try Self.sandbox : try Instance(instance)
        var options = SessionOptions(
            settings: settings, instance: instance,
            signIn: SignInChoice(user: try user ?? (instance == Self.sandbox ? "john.doe" : nil)),
            sandbox: try Self.sandbox,
            sandboxUser: "john.doe", slot: .waiting(path: tape.map(place.path), replacing: false),
            allowWrites: allowWrites, trust: trust, history: history, showsProgress: showsProgress, version: "0.1.0",
            seed: 7)
        options.variables = variables
        options.showsColour = showsColour
        if let mostRecipeCommands { options.mostRecipeCommands = mostRecipeCommands }
        session = ShellSession(host: place.host, options: options)
    }

    static var sandbox: Instance {
        get throws { try Instance(at: HTTPURL(scheme: "http", host: "sandbox.localhost")) }
    }

    /// Runs lines and gives the transcript: each line behind `> `, standard output as it stands, lines of standard error
    /// behind `! `, and `? exit N` where that is not 0. The place's folder is called `[DIR]`.
    func transcript(of lines: [String]) async -> String {
        var text = ""
        for line in lines {
            text += "> \(line)\n"
            text += said(status: await session.run(line))
        }
        return text
    }

    /// Closes the session and replays its tapes strictly, with no instance to ask.
    func closeAndReplay(location: SourceLocation = #_sourceLocation) async throws {
        try await session.close()
        for tape in place.tapes {
            let replay = try await place.check(tape)
            #expect(replay.status == 0, "\(replay.said)", sourceLocation: location)
        }
    }

    /// What stands on the streams since this was last asked, as a transcript shows it.
    func said(status: Int32 = 0) -> String {
        let output = place.output.take()
        var text = output
        if !output.isEmpty, !output.hasSuffix("\n") { text += "⏎\n" }
        for line in place.errors.take().split(separator: "\n") { text += "! \(line)\n" }
        if status != 0 { text += "? exit \(status)\n" }
        return text.split(separator: place.folder.path, omittingEmptySubsequences: false).joined(separator: "[DIR]")
    }
}

extension Place {
    /// Replays a tape strictly at another place, with no instance to ask, and gives the exit status and what was said.
    func check(_ tape: String) async throws -> (status: Int32, said: String) {
        let elsewhere = try Place(folder, instance: ScriptedTransport([]))
        let runner = ReplayRunner(
            elsewhere.host, purpose: .check, trusts: false, sandbox: try Sitting.sandbox, version: "0.1.0")
        let status = await runner.run(tape)
        return (status, elsewhere.output.take() + elsewhere.errors.take())
    }
}
