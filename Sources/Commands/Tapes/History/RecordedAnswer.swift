import CassetteStore
import ExchangeModel
import Workbench

/// The answer of a line of the history on its tape.
struct RecordedAnswer {
    let cassette: Cassette
    let command: CommandRecord

    /// Throws a problem with the next step if the line was not recorded or its tape is gone.
    init(of entry: HistoryEntry, _ tapes: any TapeStorage) throws {
        let next = ["history run \(entry.name)"]
        guard let path = entry.tape, entry.command != nil else {
            throw Problem(.refused, "Line \(entry.name) has no recorded answer.", hints: next)
        }
        do throws(CassetteError) {
            cassette = try tapes.play(path)
        } catch {
            guard error.kind == .missing else { throw error }
            throw Problem(.tape, "The tape of line \(entry.name) is gone: \(path).", hints: next)
        }
        guard let command = try Self.command(of: entry, on: cassette) else {
            throw Problem(.tape, "\(path) no longer has the answer of line \(entry.name).", hints: next)
        }
        self.command = command
    }

    /// Nil if another recording has replaced the tape.
    static func command(of entry: HistoryEntry, on cassette: Cassette) throws(CassetteError) -> CommandRecord? {
        guard let number = entry.command, let found = try cassette.command(number) else { return nil }
        let end = Timestamp(microseconds: entry.at.microseconds &+ max(0, entry.duration ?? 0))
        // A shorthand is on the tape as its command, and a line of a replay with the time of the recording.
        return found.line == entry.line || entry.at <= found.now && found.now <= end ? found : nil
    }
}

extension Cassette {
    /// Passes on a command's output piece by piece until `take` returns false.
    func readOutput(of command: Int64, _ stream: OutputStream, _ take: ([UInt8]) throws -> Bool) throws {
        var last: Int64 = 0
        while let piece = try outputPiece(of: command, stream, after: last), try take(piece.bytes) { last = piece.id }
    }
}

/// Finds lines whose recorded answers contain a text, opening each tape once for neighboring lines.
struct AnswerSearch {
    private let text: [UInt8]
    private let tapes: any TapeStorage
    private var open: (path: String, cassette: Cassette)?
    private var unreadable: Set<String> = []
    private var skipped = 0

    init(for text: String, _ tapes: any TapeStorage) {
        self.text = Array(text.utf8)
        self.tapes = tapes
    }

    mutating func finds(_ entry: HistoryEntry) throws -> Bool {
        guard let path = entry.tape, entry.command != nil else { return false }
        guard let cassette = cassette(path), let command = try? RecordedAnswer.command(of: entry, on: cassette) else {
            skipped += 1
            return false
        }
        var isFound = false
        for stream in [OutputStream.standardOutput, .standardError] where !isFound {
            // The tape splits output at line ends.
            try cassette.readOutput(of: command.id, stream) { piece in
                try Task.checkCancellation()
                isFound = piece.firstRange(of: text) != nil
                return !isFound
            }
        }
        return isFound
    }

    private mutating func cassette(_ path: String) -> Cassette? {
        if let open, open.path == path { return open.cassette }
        guard !unreadable.contains(path) else { return nil }
        try? open?.cassette.close()
        open = nil
        guard let cassette = try? tapes.play(path) else {
            unreadable.insert(path)
            return nil
        }
        open = (path, cassette)
        return cassette
    }

    /// What was not searched; nil if everything was.
    var note: String? {
        skipped == 0 ? nil : "\(Phrase.counted(skipped, "line")) not searched: the tapes are gone or cannot be read."
    }
}
