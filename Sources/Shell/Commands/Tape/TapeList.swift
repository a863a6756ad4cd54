import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

extension Command {
    static let tapeList = Command(
        "tape list", "List the cassettes of the project and recent ones",
        traits: Traits(isRecorded: false, inRecipes: .never("is about tapes")),
        examples: [Example("tape list", "every cassette with its age, size and number of exchanges")]
    ) { session, context in
        let columns = ["cassette", "changed", "size", "exchanges"]
        let rows = session.host.tapes.list().map { fact in
            let count = (try? session.host.tapes.play(fact.path)).flatMap { try? $0.exchangeCount() }
            return [
                Cell(fact.path), session.cell(fact.changed), Cell(String(fact.size)),
                Cell(count.map(String.init) ?? "", display: count.map(String.init) ?? "unreadable"),
            ]
        }
        return CommandResult(.table(Table(columns, rows)))
    }

    static let tapeWhy = Command(
        "tape why", "Explain why the tape could not answer a request",
        details: "Shows the nearest exchanges, what differs in each part, and the command that helps.",
        traits: Traits(isRecorded: false, inRecipes: .never("is about tapes")),
        examples: [Example("tape why", "the nearest exchanges and what differs")]
    ) { session, context in
        guard let miss = session.lastMiss else {
            return CommandResult(.text("Every request so far was answered."))
        }
        if session.format(of: context.arguments).isForPrograms, let json = miss.miss?.json {
            return CommandResult(.json(json))
        }
        let lines = [miss.message] + (miss.miss?.lines ?? []) + miss.hints.map { "hint: \($0)" }
        return CommandResult(.text(lines.joined(separator: "\n")))
    }
}

/// Finds the cassette of a `tape` command.
enum CassetteLookup {
    /// Whether the cassette exists. A file that is not a cassette is an error, because it must not be overwritten.
    static func exists(_ path: String, _ session: isolated ShellSession) throws(CassetteError) -> Bool {
        do throws(CassetteError) {
            try session.host.tapes.play(path).close()
            return true
        } catch {
            guard error.kind == .missing else { throw error }
            return false
        }
    }

    static func cassette(_ session: isolated ShellSession, _ arguments: BoundArguments) throws -> Cassette {
        if let name = arguments.string("cassette") {
            return try session.host.tapes.play(session.host.tapes.path(name))
        }
        return try cassetteInDeck(session)
    }

    static func cassetteInDeck(_ session: isolated ShellSession) throws -> Cassette {
        switch session.slot {
        case .playing(let deck, _): return deck.cassette
        case .recording(_, let path), .extending(_, let path): return try session.host.tapes.play(path)
        case .waiting, .waitingToExtend:
            throw Problem(
                .tape, "There is no tape yet: the first recorded command starts one.",
                hints: ["tape list", "tape open NAME"])
        }
    }
}
