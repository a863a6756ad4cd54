package import CassetteStore
import ExchangeModel

extension TapeStorage {
    /// The path of an existing tape: that of a file, of `%NUMBER`, of `last`, of a name, or of a part of a name that no
    /// other tape has. A name of no tape is a path in the project's folder, so that opening it explains what is missing.
    ///
    /// - Parameter current: the tape in the deck, which `last` does not mean.
    package func located(_ name: String, besides current: String? = nil) throws(Problem) -> String {
        let path = path(name)
        if exists(path + TapeRef.suffix), !exists(path) {
            let own = TapeName.name(of: path), name = self.path(own) == path ? own : path
            throw Problem(
                .tape, "The tape \(name) is in the store and not here.", hints: ["tape pull \(Quoting.word(name))"])
        }
        guard path != name, !exists(path) else { return path }
        let tapes = list()
        if name.hasPrefix("%"), let number = Int64(name.dropFirst()) {
            do throws(CassetteError) {
                let facts = try catalog.facts(of: tapes.map(\.path), open: play)
                if let own = facts.first(where: { $0.number == number }) { return own.path }
                if let other = try catalog.path(numbered: number), (try? play(other).close()) != nil { return other }
            } catch {
                throw ProblemMapper.problem(error)
            }
            throw Problem(.tape, "There is no tape \(name).", hints: ["tape list"])
        }
        if name == "last" {
            if let newest = tapes.first(where: { $0.path != current }) { return newest.path }
            throw Problem(.tape, "There is no earlier tape.", hints: ["tape list"])
        }
        if let own = tapes.first(where: { $0.name == name }) { return own.path }
        let similar = tapes.filter { $0.name.contains(name) }
        if similar.count > 1 {
            let names = similar.prefix(3).map(\.name) + (similar.count > 3 ? ["\(similar.count - 3) more"] : [])
            throw Problem(
                .tape, "More than one tape is named like \(name): \(Phrase.listed(names, joinedBy: "and")).",
                hints: ["tape list --named \(Quoting.word(name))"])
        }
        return similar.first?.path ?? path
    }
}

extension Run {
    package func history() throws(Problem) -> HistoryStore {
        guard let store = options.history else { throw Problem(.refused, "There is no history outside the prompt.") }
        return store
    }

    /// The command that an argument names: one on a tape, or by its number in the history as in earlier versions.
    package func historyEntry(_ text: String, at argument: Parameter) throws -> HistoryEntry {
        if let number = Int64(text) {
            let store = try history()
            if var entry = store.entry(number) {
                entry.name = text
                return entry
            }
            throw arguments.problem(
                .refused, store.failure ?? "The history has no line \(number).", at: argument, hints: ["history"])
        }
        let reference = TapeReference(text)
        guard let number = reference.command, reference.request == nil else {
            throw arguments.problem(
                .usage, "\(text) is not a command on a tape, such as %6:12, or %:12 on this one.", at: argument,
                hints: ["history"])
        }
        let path = try reference.tape.map { try tapes.located($0, besides: slot.path) } ?? slot.path ?? ""
        let cassette = try tapes.play(path)
        defer { try? cassette.close() }
        guard let command = try cassette.command(number),
            let session = try cassette.sessions().first(where: { $0.id == command.session })
        else {
            throw arguments.problem(.refused, "\(path) has no command \(number).", at: argument, hints: ["history"])
        }
        // `connect` changes the instance within a session.
        let asked = try cassette.exchangeNumbers(of: number).lazy.compactMap { try? cassette.exchange($0)?.request }
            .first { $0.purpose == RequestPurpose.command.rawValue }
        let instance = asked.flatMap { HTTPURL($0.url)?.origin } ?? session.instance
        var entry = HistoryEntry(
            line: command.line, at: command.now, instance: instance, session: session.id, tape: path)
        (entry.command, entry.name) = (number, text)
        return entry
    }
}

extension CassetteInfo {
    package var name: String { TapeName.name(of: path) }
}
