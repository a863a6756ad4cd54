import ExchangeModel
import Glibc
import Synchronization
import TapeDeck

/// What recording keeps in memory: nothing that grows with the tape.
enum MemoryRows {
    private static let before = 2000, recorded = 30_000
    /// What the heap may wander by while nothing is kept, in bytes.
    private static let slack = 1_000_000.0

    @Sendable static func measure(_ place: Place) async throws -> [BudgetRow] {
        let tape = try await ExampleTape.fresh(1000, place)
        let deck = ExampleTape.deck(onto: tape.path, next: EndlessInstance(from: tape.count))
        func record(_ numbers: Range<Int>) async throws {
            for number in numbers { _ = try await deck.transport.send(ExampleExchange.request(number)) }
        }
        let middle = tape.count + 1 + before
        try await record((tape.count + 1)..<middle)
        let start = ResidentMemory.bytes
        try await record(middle..<(middle + recorded))
        let growth = ResidentMemory.bytes - start
        try deck.close()
        return [
            BudgetRow(
                name: "memory, \(recorded) exchanges recorded", ours: "grows by " + Amount.size(max(0, growth)),
                other: "", budget: "flat, at most " + Amount.size(slack), verdict: growth <= slack ? .ok : .over)
        ]
    }

    /// Answers with one new record after another, made when it is asked for.
    private final class EndlessInstance: ImmediateTransport {
        private let next: Atomic<Int>
        init(from number: Int) { next = Atomic(number) }

        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            ExampleExchange.response(next.wrappingAdd(1, ordering: .relaxed).newValue)
        }
    }
}
