package import Workbench
package import CassetteStore
import Notation
import TapeDeck

extension Command.Traits {
    /// Commands about tapes, which are not on tape themselves.
    package static let aboutTapes = Self(isRecorded: false, inRecipes: .never("is about tapes"))
}

/// Finds the cassette of a `tape` command.
package enum CassetteLookup {
    /// Whether the cassette exists. A file that is not a cassette is an error, because it must not be overwritten.
    package static func exists(_ path: String, _ run: isolated Run) throws(CassetteError) -> Bool {
        do throws(CassetteError) {
            try run.tapes.play(path).close()
            return true
        } catch {
            guard error.kind == .missing else { throw error }
            return false
        }
    }

    /// The path of an existing tape; see `TapeStorage.located`.
    package static func path(_ name: String, _ run: isolated Run) throws(Problem) -> String {
        let path = run.tapes.path(name)
        // It may not be made yet.
        return path == run.slot.path ? path : try run.tapes.located(name, besides: run.slot.path)
    }

    /// - Parameter toChange: whether it is opened for changes, which the one in the deck cannot be.
    package static func cassette(
        _ run: isolated Run, _ arguments: BoundArguments, toChange: Bool = false
    ) throws -> Cassette {
        guard let name = arguments[.cassetteOrDeck] else {
            let cassette = try cassetteInDeck(run)
            return toChange ? try run.tapes.edit(run.atRest(cassette.path)) : cassette
        }
        let tapes = run.tapes, path = try path(name, run)
        return toChange ? try tapes.edit(run.atRest(path)) : try tapes.play(path)
    }

    static func cassetteInDeck(_ run: isolated Run) throws -> Cassette {
        switch run.slot {
        case .playing(let deck, _): return deck.cassette
        case .recording(_, let path), .extending(_, let path): return try run.tapes.play(path)
        case .waiting, .waitingToExtend:
            throw Problem(
                .tape, "There is no tape yet: the first recorded command starts one.",
                hints: ["tape list", "tape open NAME"])
        }
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
        if let digits = name.utf8.first == UInt8(ascii: "%") ? name.dropFirst() : nil, let number = Int64(digits) {
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

extension CassetteInfo {
    /// The file's name without `.cassette`.
    package var name: String { TapeName.name(of: path) }
}
