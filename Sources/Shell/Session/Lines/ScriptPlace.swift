import CassetteStore
import TapeDeck

/// Where a line of a script stands.
package struct ScriptPlace: Sendable, Hashable {
    /// The script, as messages call it.
    package var name: String
    /// Counted from 1.
    package var line: Int

    /// A place in a script.
    package init(name: String, line: Int) {
        self.name = name
        self.line = line
    }
}

/// On a tape the place stands among what the command read: it came from outside like a file.
extension ScriptPlace {
    /// Keeps the place on the tape, because a message names it: replayed, the message reads the same.
    func keep(on deck: (any Deck)?) async {
        let line = Array(String(line).utf8)
        // A tape that cannot take it says so itself when the command ends, and one that plays need not hold it.
        _ = try? await deck?.input(.place, name) { line }
    }

    /// The place that a tape keeps of a command; nil when no message of it named one.
    init?(of command: CommandRecord, on cassette: Cassette) throws(CassetteError) {
        let kept = try cassette.inputs(of: command.id).last { $0.kind == InputKind.place.rawValue }
        guard let kept, let line = Int(String(decoding: kept.content, as: UTF8.self)), line > 0 else { return nil }
        self.init(name: kept.name, line: line)
    }
}
