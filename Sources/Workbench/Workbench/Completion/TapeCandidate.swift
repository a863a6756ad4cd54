import CassetteStore
import ExchangeModel
import NowSDK

/// A tape as completion offers it.
struct TapeCandidate {
    /// Nil if it is not stored.
    let number: Int64?
    /// A word that means this tape: its name, or its path if the name means something else.
    let name: String
    /// `2026-04-14 19:29:09, dev1: table list incident`.
    let summary: String

    /// The project's tapes and the user's, newest first; none if the catalog cannot be read.
    static func all(on tapes: any TapeStorage, _ zone: ZoneRule?, _ sandbox: Instance) -> [TapeCandidate] {
        guard let facts = try? tapes.facts() else { return [] }
        var seen: Set<String> = []
        return facts.enumerated().map { place, tape in
            TapeCandidate(
                tape, place < mostLines ? tapes.firstLine(of: tape) : "",
                isFirst: seen.insert(TapeName.name(of: tape.path)).inserted, zone, sandbox)
        }
    }

    /// The first lines are on the tapes, so only those of the newest are read: a key press waits for them.
    private static let mostLines = 40

    private init(_ tape: TapeFacts, _ line: String, isFirst: Bool, _ zone: ZoneRule?, _ sandbox: Instance) {
        number = tape.isNumbered ? tape.number : nil
        let name = TapeName.name(of: tape.path)
        // A bare number is an exchange.
        self.name = isFirst && Int(name) == nil && !TapeName.meansExisting(name) ? name : tape.path
        let places = tape.content?.instances.prefix(3).map { origin in
            guard let instance = try? Instance(origin) else { return origin }
            return instance == sandbox ? "sandbox" : instance.shortName
        }
        let time = zone?.text(of: tape.changed) ?? tape.changed.glideText
        let place = places.map { $0.isEmpty ? "" : ", " + $0.joined(separator: ", ") } ?? ", unreadable"
        summary = SingleLine.of(time + place + (line.isEmpty ? "" : ": " + line), limit: 100)
    }
}
