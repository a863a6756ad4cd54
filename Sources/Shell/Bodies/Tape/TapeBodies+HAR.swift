import CassetteStore
import ExchangeModel
import NowSDK
import Notation
import Rendering
import TapeDeck

/// `tape import` and `tape export`.
extension TapeBodies {
    @Sendable static func importFile(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        try refuseInReplay(session)
        let arguments = context.arguments
        let file = arguments.string("file") ?? ""
        let name = arguments.string("cassette") ?? cassetteName(of: file)
        guard !name.isEmpty else {
            throw arguments.problem(.usage, "\(Quoting.word(file)) gives the cassette no name; write one.", at: "file")
        }
        let path = session.workbench.cassettePath(name)
        let replacing = arguments.flag("replace")
        guard path != session.slot.path else {
            throw arguments.problem(
                .refused, "\(path) is in the deck; a HAR becomes a cassette of its own.", at: "cassette",
                hints: ["tape import \(Quoting.word(file)) NAME"])
        }
        if !replacing, try exists(path, session) {
            throw arguments.problem(
                .refused, "There is a cassette at \(path) already.",
                at: arguments.has("cassette") ? "cassette" : "file",
                hints: ["tape import \(Quoting.word(file)) \(Quoting.word(name)) --replace"])
        }
        let limit = session.limits.current.body
        let wishes = HARImport.Wishes(
            instance: try instance(session, arguments), bodyLimit: limit, version: session.options.version,
            isSignIn: SignInAddresses.contains)
        let bytes = try bytes(file, session, arguments)
        let made: HARImport
        do throws(HARError) {
            made = try HARImport(HARFile(bytes), wishes, secrets: session.workbench.secrets)
        } catch {
            throw problem(error, file, arguments)
        }
        try session.workbench.makeCassette(at: path, replacing: replacing, bodyLimit: limit) {
            try made.write(onto: $0)
        }
        for sentence in made.losses.sentences { context.notes.add(sentence) }
        return CommandResult(facts: facts(of: made, path))
    }

    private static func facts(of made: HARImport, _ path: String) -> [(String, String)] {
        var facts = [
            ("cassette", path), ("instance", made.sessions.last?.instance ?? ""),
            ("user", made.sessions.last?.user ?? ""), ("exchanges", String(made.count)),
        ]
        if made.sessions.count > 1 { facts.append(("sessions", String(made.sessions.count))) }
        if made.commandCount > 0 { facts.append(("commands", String(made.commandCount))) }
        return facts
    }

    /// The bytes of the file. They may hold secrets, so they do not go through the deck, which keeps what is read.
    private static func bytes(
        _ file: String, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) throws -> [UInt8] {
        do throws(Problem) {
            return try session.workbench.readFile(file)
        } catch {
            throw arguments.problem(error.kind, error.message, at: "file", hints: error.hints)
        }
    }

    private static func instance(_ session: isolated ShellSession, _ arguments: BoundArguments) throws -> HTTPURL? {
        guard let name = arguments.string("instance") else { return nil }
        do {
            return try Instance(name).origin
        } catch {
            throw arguments.problem(.usage, "\(Quoting.word(name)) names no instance.", at: "instance")
        }
    }

    private static func problem(_ error: HARError, _ file: String, _ arguments: BoundArguments) -> Problem {
        var hints: [String] = []
        switch error.kind {
        case .tooLarge: hints = ["--max-body 256m takes more."]
        case .nothingLeft where arguments.has("instance"): hints = ["Without --instance, most of them decide."]
        case .notJSON, .notHAR: hints = ["In a browser's developer tools: Network, Save all as HAR with content."]
        case .nothingLeft: break
        }
        return arguments.problem(
            .usage, "\(Quoting.word(file)) makes no tape. \(error.description)", at: "file", notes: error.notes,
            hints: hints)
    }

    /// The last part of the path, without its ending.
    private static func cassetteName(of file: String) -> String {
        let last = file.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        return last.lowercased().hasSuffix(".har") ? String(last.dropLast(4)) : last
    }

    @Sendable static func exportFile(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let file = arguments.string("file") ?? ""
        if file != "-" { try refuseInReplay(session) }
        let cassette = try cassette(session, arguments)
        let feed = HARFeed(
            HARExport(of: cassette, version: session.options.version, secrets: session.workbench.secrets))
        if file == "-" { return CommandResult(.longText(TextPieces { try await feed.next() })) }
        let bytes = try await feed.everything()
        do throws(Problem) {
            try session.workbench.makeFile(file, bytes, replacing: arguments.flag("replace"))
        } catch {
            let stands = error.message == Problem.fileStands(file).message
            throw arguments.problem(
                error.kind, error.message, at: "file", hints: stands ? ["--replace replaces it."] : error.hints)
        }
        let (count, losses) = await feed.report
        context.notes.add(
            "Wrote \(Phrase.counted(count, "exchange")) of \(cassette.path), "
                + "\(Phrase.counted(bytes.count, "byte")), to \(Quoting.word(file)).")
        for sentence in losses.sentences { context.notes.add(sentence) }
        return CommandResult(.none)
    }

    private static func refuseInReplay(_ session: isolated ShellSession) throws {
        guard !session.slot.runsDestinations(trusting: session.options.trust) else { return }
        throw Problem(
            .tape, "A replay writes no file.",
            hints: ["tape new NAME", "--trust, if the tape is yours.", "tape export - prints a HAR."])
    }
}

/// Addresses that somebody is signed in at: login pages, and those that give and take tokens.
enum SignInAddresses {
    private static let names = [
        "oauth_token.do", "oauth_revoke_token.do", "oauth_auth.do", "oauth_redirect.do",
        "validate_multifactor_auth_code.do",
    ]

    /// Whether what is sent there belongs to signing in.
    @Sendable static func contains(_ url: HTTPURL) -> Bool {
        if LoginPages.contains(url) { return true }
        let last = url.path.utf8.split(separator: UInt8(ascii: "/")).last
        return last.map { names.contains(String(Substring($0))) } ?? false
    }
}
