import Workbench
import CassetteStore
import ExchangeModel
import TapeDeck

/// Searches tapes for a text, ignoring case. The catalog's index proposes passages, newest first; the tapes decide.
struct TapeTextSearch {
    /// A place on a tape.
    struct Place {
        let tape: TapeFacts
        package let cassette: Cassette
        let command: Int64?
        let exchange: Int64?
        /// The command's line; empty for requests of no command.
        let line: String
        let at: Timestamp
    }

    let text: String
    private let tapes: [Int64: TapeFacts]
    private let storage: any TapeStorage

    init(_ text: String, in tapes: [TapeFacts], _ storage: any TapeStorage) {
        self.text = text
        self.tapes = Dictionary(tapes.map { ($0.number, $0) }) { first, _ in first }
        self.storage = storage
    }

    /// Indexes what was recorded since the last search.
    func update(_ run: Run) throws {
        let failures = try storage.catalog.index(Array(tapes.values), open: storage.play) { done, total in
            run.progress("indexing: \(done) of \(total) exchanges; Ctrl-C stops")
        }
        run.progress("")
        try Task.checkCancellation()
        for failure in failures { run.notes.add("warning: \(failure.path) was not searched: \(failure.reason)") }
        let unreadable = tapes.values.filter { $0.content == nil }.map(\.path).sorted()
        for path in unreadable { run.notes.add("warning: \(path) is not a readable tape and was not searched.") }
    }

    /// Calls `visit` for each place that may contain the text, until it returns false.
    ///
    /// - Parameter isEach: whether equal texts of a tape are each visited; else only the last of them is.
    func visit(isEach: Bool = false, _ visit: (Place) throws -> Bool) throws {
        var open: [Int64: Cassette] = [:]
        defer { for cassette in open.values { try? cassette.close() } }
        var last: Int64?
        // The first batch is usually enough for a text that is in many passages.
        var limit = 50
        while true {
            let batch = try storage.catalog.passages(with: text, before: last, limit: limit)
            guard let end = batch.last else { return }
            last = end.number
            limit = min(2 * limit, 1000)
            for passage in batch {
                guard let tape = tapes[passage.tape] else { continue }
                if open.count > 100 { open = [:] }
                let cassette = try open[tape.number] ?? storage.play(tape.path)
                open[tape.number] = cassette
                for place in passage.places.suffix(isEach ? .max : 1).reversed() {
                    try Task.checkCancellation()
                    let command = try place.command.flatMap { try cassette.command($0) }
                    let found = Place(
                        tape: tape, cassette: cassette, command: place.command, exchange: place.exchange,
                        line: command?.line ?? "", at: command?.now ?? tape.changed)
                    if try !visit(found) { return }
                }
            }
        }
    }

    /// The numbers of the tapes that contain the text.
    func holdingTapes() throws -> Set<Int64> {
        var holding: Set<Int64> = []
        try visit { place in
            guard !holding.contains(place.tape.number) else { return true }
            if try !TextMatch.all(of: text, at: place, limit: 1).isEmpty { holding.insert(place.tape.number) }
            return holding.count < tapes.count
        }
        return holding
    }
}
