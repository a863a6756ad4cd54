import CassetteStore
import Notation

/// A tape, a command on it, or a request of that command, as lists show them: `%6`, `%6:12`, `%6:12.3`. `%` is the tape
/// of the session. A name may be in place of `%6`. `%6.17` is the tape's request 17, for one that no command sent.
package struct TapeReference: Sendable, Hashable {
    /// `%6`, `last`, a name or a file; nil for the tape of the session.
    package let tape: String?
    package let command: Int64?
    package let request: Int64?

    package init(_ text: String) {
        var rest = text[...]
        let request = Self.number(after: ".", in: &rest), command = Self.number(after: ":", in: &rest)
        // A name may end like `v1.2`, so its request is `v1.2:.17`.
        let isName = command == nil && !rest.hasPrefix("%") && rest.last != ":"
        if rest.last == ":" { rest.removeLast() }
        if isName { rest = text[...] }
        tape = rest == "%" ? nil : String(rest)
        (self.command, self.request) = (command, isName ? nil : request)
    }

    private static func number(after mark: Character, in text: inout Substring) -> Int64? {
        guard let place = text.lastIndex(of: mark), let number = Int64(text[text.index(after: place)...]), number > 0
        else { return nil }
        text = text[..<place]
        return number
    }
}

extension TapeStorage {
    /// The path of an existing tape: that of a file, of `%NUMBER`, of `last`, of a name, or of a part of a name that no
    /// other tape has. A name of no tape is a path in the project's folder, so that opening it explains what is missing.
    ///
    /// - Parameter current: the tape in the deck, which `last` does not mean.
    package func located(_ name: String, besides current: String? = nil) throws(Problem) -> String {
        let path = path(name)
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
        guard let store = options.history else {
            throw Problem(.refused, "There is no history outside the prompt.")
        }
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
        var entry = HistoryEntry(
            line: command.line, at: command.now, instance: session.instance, session: session.id, tape: path)
        (entry.command, entry.name) = (number, text)
        return entry
    }
}

extension CassetteInfo {
    package var name: String { TapeName.name(of: path) }
}
