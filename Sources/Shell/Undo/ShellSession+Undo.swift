import NowSDK
import Notation
import TapeDeck

extension ShellSession {
    /// Begins the script that takes back what a command is about to write.
    func beginUndo(of line: String) { undo = UndoScript(instance: instance.description, line: redacted(line)) }

    /// Says how the write is taken back: the line itself while it is short, else where it stands.
    func sayUndo(in notes: NoteBook) {
        guard let undo, !undo.steps.isEmpty else { return }
        let lines = undo.lines
        if lines.count <= Self.mostLinesSaid, lines.map(\.utf8.count).reduce(0, +) <= Self.mostBytesSaid {
            for line in lines { notes.addUndo("undo: \(line)") }
            return
        }
        let them = lines.count == 1 ? "it" : "them"
        notes.addUndo(
            "undo: \(lines.count == 1 ? "a long line" : "\(lines.count) lines"), kept in this session; "
                + "undo shows \(them), undo --run runs \(them).")
        guard options.isSingleCommand, !slot.isPlaying else { return }
        // No session is left to keep them.
        write(undo.text)
    }

    /// The script of the last write; nil when there is none. What an earlier tape's commands wrote is not on this one, so
    /// that the script is something the command reads from outside.
    func lastUndo() async throws -> UndoScript? {
        let text = undo?.json.compact ?? ""
        return UndoScript(reading: try await input(.setting, "undo") { text })
    }

    private static let mostLinesSaid = 5
    private static let mostBytesSaid = 400
}
