import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

/// The `tape` commands that change what is in the deck, and say what is.
enum TapeBodies {
    @Sendable static func status(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var facts: [(String, String)] = []
        switch session.slot {
        case .waiting(let path, _):
            facts = [("cassette", path ?? "a new one, made when the first command is recorded"), ("mode", "record")]
        case .waitingToExtend(let path): facts = [("cassette", path), ("mode", "extend")]
        case .recording(let deck, let path):
            facts = [("cassette", path), ("mode", "record")] + (try onDisk(path, session))
            if let loss = deck.loss { facts.append(("lost", loss.message)) }
        case .extending(let deck, let path):
            facts = [("cassette", path), ("mode", "extend")] + (try onDisk(path, session))
            let counts = deck.counts
            facts += [("played", String(counts.played)), ("recorded", String(counts.recorded))]
            if let loss = deck.loss { facts.append(("lost", loss.message)) }
        case .playing(let deck, let path):
            facts =
                [("cassette", path), ("mode", "replay"), ("epoch", String(deck.player.epoch))]
                + (try counts(deck.cassette))
        }
        return CommandResult(facts: facts)
    }

    @Sendable static func new(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        let path = session.host.tapes.path(context.arguments.string("cassette") ?? "")
        let replacing = context.arguments.flag("replace")
        if !replacing, try exists(path, session) {
            throw context.arguments.problem(
                .refused, "There is a cassette at \(path) already.", at: "cassette",
                hints: ["tape open \(Quoting.word(path))", "tape new \(Quoting.word(path)) --replace"])
        }
        try session.record(onto: path, replacing: replacing)
        context.notes.add("Recording onto \(path).")
        return CommandResult(.none)
    }

    @Sendable static func open(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let path = session.host.tapes.path(context.arguments.string("cassette") ?? "")
        let cassette = try session.host.tapes.play(path)
        if context.arguments.string("mode") == "replay" {
            let sessions = try cassette.sessions()
            let deck = PlayingDeck(cassette, isStrict: context.arguments.flag("strict"))
            try session.change(to: .playing(deck, path: path))
            if let last = sessions.last { try session.resume(last) }
            context.notes.add("Playing \(path): answers come from the tape, nothing is sent.")
            return CommandResult(.none)
        }
        // Opened once for reading: what is no cassette is refused before anything else changes.
        try cassette.close()
        if context.arguments.string("mode") == "extend" {
            try session.extend(path)
            context.notes.add("Extending \(path): it answers what it can, the rest is sent and recorded.")
            return CommandResult(.none)
        }
        try session.record(onto: path, replacing: false)
        context.notes.add("Recording onto \(path), behind what it holds.")
        return CommandResult(.none)
    }

    @Sendable static func list(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let columns = ["cassette", "changed", "size", "exchanges"]
        let rows = session.host.tapes.list().map { fact in
            let count = (try? session.host.tapes.play(fact.path)).flatMap { try? $0.exchangeCount() }
            return [
                Cell(fact.path), session.cell(fact.changed), Cell(String(fact.size)),
                Cell(count.map(String.init) ?? "", display: count.map(String.init) ?? "unreadable"),
            ]
        }
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows)))
    }

    @Sendable static func why(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        guard let miss = session.lastMiss else {
            return CommandResult(.text("Every request so far was answered."))
        }
        if session.format(of: context.arguments).isForPrograms, let json = miss.miss?.json {
            return CommandResult(.json(json))
        }
        let lines = [miss.message] + (miss.miss?.lines ?? []) + miss.hints.map { "hint: \($0)" }
        return CommandResult(.text(lines.joined(separator: "\n")))
    }

    /// What is on the disk, which a tape that nothing was recorded onto yet is not.
    private static func onDisk(_ path: String, _ session: isolated ShellSession) throws -> [(String, String)] {
        try (try? session.host.tapes.play(path)).map(counts) ?? [("sessions", "0"), ("exchanges", "0")]
    }

    private static func counts(_ cassette: Cassette) throws -> [(String, String)] {
        [("sessions", String(try cassette.sessions().count)), ("exchanges", String(try cassette.exchangeCount()))]
    }

    /// Whether a cassette stands there. Another file is an error: it is not to be written over.
    static func exists(_ path: String, _ session: isolated ShellSession) throws(CassetteError) -> Bool {
        do throws(CassetteError) {
            try session.host.tapes.play(path).close()
            return true
        } catch {
            guard error.kind == .missing else { throw error }
            return false
        }
    }

    /// The cassette a command names, or the one in the deck.
    static func cassette(_ session: isolated ShellSession, _ arguments: BoundArguments) throws -> Cassette {
        if let name = arguments.string("cassette") {
            return try session.host.tapes.play(session.host.tapes.path(name))
        }
        return try cassetteInDeck(session)
    }

    /// The cassette in the deck.
    static func cassetteInDeck(_ session: isolated ShellSession) throws -> Cassette {
        switch session.slot {
        case .playing(let deck, _): return deck.cassette
        case .recording(_, let path), .extending(_, let path): return try session.host.tapes.play(path)
        case .waiting, .waitingToExtend:
            throw Problem(
                .tape, "There is no cassette in the deck yet: the first command that is recorded makes one.",
                hints: ["tape list", "tape open NAME"])
        }
    }
}
