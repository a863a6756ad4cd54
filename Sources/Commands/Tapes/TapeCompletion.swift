import LineEditing
import Workbench

extension CompletionEngine {
    /// Completes tapes.
    @Sendable static func tapeValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        switch kind {
        case .cassette: engine.cassette(point, word, isNew: false)
        case .newCassette: engine.cassette(point, word, isNew: true)
        default: nil
        }
    }

    /// A tape by its name; where one must exist, also `last` and `%NUMBER`; else a file.
    private func cassette(_ point: CompletionPoint, _ word: Word, isNew: Bool) -> Completions {
        let typed = CompletionPoint.text(of: word)
        var names: [Candidate] = []
        if !typed.utf8.contains(UInt8(ascii: "/")) {
            names =
                !isNew && typed.utf8.first == UInt8(ascii: "%") ? environment.tapeNumbers() : environment.cassettes()
            if !isNew, !names.isEmpty { names.insert(Candidate("last", "the newest tape"), at: 0) }
        }
        let named = offer(names, point, in: word)
        return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
    }
}
