import CassetteStore
import Notation
import NowWeb
import Synchronization
import TapeDeck
import Workbench

/// A browser's visits during one command, each recorded as an input, and how the command ended.
final class VisitRecording: Sendable {
    struct Ending: Sendable {
        /// How many requests of other programs were rejected. Their requests are not recorded.
        var rejectedRequests = 0
        var picture: [Int] = []
        var problem: Problem?
    }

    private let deck: any Deck
    private let state = Mutex<(number: Int, failure: (any Error)?)>((0, nil))
    private let keeps: Bool

    init(_ deck: any Deck, keeps: Bool) {
        self.deck = deck
        self.keeps = keeps
    }

    /// Records a visit. An error is thrown by `end`, so that the browser does not wait for the tape.
    func keep(_ visit: RelayRequest) async { await keep(.object([.init("visit", visit.json)])) }

    func end(_ ending: Ending) async throws {
        await keep(.object([.init("end", ending.json)]))
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// The next visit on the tape being played, or the ending.
    func next() async throws -> (visit: RelayRequest?, ending: Ending?) {
        let bytes = try await deck.input(.visit, name()) { [] }
        guard let json = (try? JSONDocument(bytes)).map({ JSON($0.root) }) else { return (nil, Ending()) }
        if let visit = json["visit"].flatMap(RelayRequest.init) { return (visit, nil) }
        // Anything else is forged or damaged; there is nothing more to replay.
        return (nil, json["end"].map(Ending.init) ?? Ending())
    }

    private func keep(_ json: JSON) async {
        guard keeps else { return }
        do {
            _ = try await deck.input(.visit, name()) { json.compactBytes }
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }

    /// Each input needs its own name: the last input of a name is replayed again and again.
    private func name() -> String {
        state.withLock { state in
            state.number += 1
            return "browser \(state.number)"
        }
    }
}

extension VisitRecording.Ending {
    var json: JSON {
        let texts = problem.map { [$0.kind.rawValue, $0.message] + $0.hints }
        return .object(present: [
            "strangers": .number(String(rejectedRequests)), "picture": .array(picture.map { .number(String($0)) }),
            "problem": texts.map { .array($0.map { .string($0) }) },
        ])
    }

    init(_ json: JSON) {
        rejectedRequests = max(0, json["strangers"]?.scalarText.flatMap { Int($0) } ?? 0)
        picture = (0..<3).compactMap { json["picture"]?[$0]?.scalarText.flatMap { Int($0) } }.filter { $0 >= 0 }
        if let problem = json["problem"], let kind = problem[0]?.scalarText.flatMap(Problem.Kind.init) {
            self.problem = Problem(
                kind, problem[1]?.scalarText ?? "", hints: (2..<4).compactMap { problem[$0]?.scalarText })
        }
    }
}
