import CassetteStore
import Notation
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let newTape = Argument<String>("cassette", .newCassette, "The name or file of the tape")
    fileprivate static let replace = Flag<Bool>("replace", "Overwrite an existing tape")
    fileprivate static let openedCassette = Argument<String>("cassette", .cassette, "The name or file of the tape")
    static let deckMode = Flag<String>(
        "mode", .choice(["record", "replay", "extend"]), fallback: "record",
        "Record onto it, replay it, or both")
    fileprivate static let deckStrict = Flag<Bool>("strict", "Answer only with what was recorded at this point")
}

extension Command {
    static let tapeStatus = Command(
        "tape status", traits: Traits(isRecorded: false, value: .answer, inRecipes: .never("is about tapes"))
    ) { run in
        var facts: [(String, String)] = []
        switch run.slot {
        case .waiting(let path, _):
            facts = [("tape", path ?? "a new one, made when the first command is recorded"), ("mode", "record")]
        case .waitingToExtend(let path): facts = [("tape", path), ("mode", "extend")]
        case .recording(let deck, let path):
            facts = [("tape", path), ("mode", "record")] + (try onDisk(path, run))
            if let loss = deck.loss { facts.append(("lost", loss.message)) }
        case .extending(let deck, let path):
            facts = [("tape", path), ("mode", "extend")] + (try onDisk(path, run))
            let counts = deck.counts
            facts += [("played", String(counts.played)), ("recorded", String(counts.recorded))]
            if let loss = deck.loss { facts.append(("lost", loss.message)) }
        case .playing(let deck, let path):
            facts =
                [("tape", path), ("mode", "replay"), ("changes played", String(deck.player.epoch))]
                + (try counts(deck.cassette))
        }
        return CommandResult(facts: facts)
    }

    static let tapeNew = Command("tape new", arguments: [.newTape], flags: [.replace], traits: .aboutTapes) { run in
        let name = run.arguments[.newTape] ?? ""
        guard !TapeName.meansExisting(name) else {
            throw run.arguments.problem(
                .usage, "\(name) always means a tape that exists.", at: .newTape,
                hints: ["tape open \(Quoting.word(name))"])
        }
        let path = run.tapes.path(name)
        let replacing = run.arguments[.replace]
        if !replacing, try CassetteLookup.exists(path, run) {
            throw run.arguments.problem(
                .refused, "The tape \(path) already exists.", at: .newTape,
                hints: ["tape open \(Quoting.word(path))", "tape new \(Quoting.word(path)) --replace"])
        }
        try run.record(onto: path, replacing: replacing)
        run.notes.add("Recording onto \(path).")
        return CommandResult(.none)
    }

    static let tapeOpen = Command(
        "tape open", arguments: [.openedCassette],
        flags: [.deckMode, .deckStrict],
        traits: .aboutTapes
    ) { run in
        let path = try CassetteLookup.path(run.arguments[.openedCassette] ?? "", run)
        let cassette: Cassette
        do throws(CassetteError) {
            cassette = try run.tapes.play(path)
        } catch {
            guard case .noCassette(let path) = TapeError(error), run.arguments[.deckMode] != "replay" else {
                throw error
            }
            var problem = ProblemMapper.problem(error)
            problem.hints.insert("tape new \(Quoting.word(path))", at: 0)
            throw problem
        }
        if run.arguments[.deckMode] == "replay" {
            let sessions = try cassette.sessions()
            let deck = PlayingDeck(cassette, isStrict: run.arguments[.deckStrict])
            try run.change(to: .playing(deck, path: path))
            if let last = sessions.last { try run.resume(last) }
            run.notes.add("Playing \(path): answers come from the tape, nothing is sent.")
            return CommandResult(.none)
        }
        // Opened once for reading, so that a file that is not a cassette is rejected before anything changes.
        try cassette.close()
        if run.arguments[.deckMode] == "extend" {
            try run.extend(path)
            run.notes.add("Extending \(path): it answers what it can, the rest is sent and recorded.")
            return CommandResult(.none)
        }
        try run.record(onto: path, replacing: false)
        run.notes.add("Recording onto \(path), after what is on it.")
        return CommandResult(.none)
    }
}

/// Facts about the file, which does not exist before the first recording.
private func onDisk(_ path: String, _ run: isolated Run) throws -> [(String, String)] {
    try (try? run.tapes.play(path)).map(counts) ?? [("sessions", "0"), ("requests", "0")]
}

private func counts(_ cassette: Cassette) throws -> [(String, String)] {
    [("sessions", String(try cassette.sessions().count)), ("requests", String(try cassette.exchangeCount()))]
}
