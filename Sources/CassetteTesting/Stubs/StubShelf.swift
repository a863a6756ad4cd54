import ExchangeModel
import Synchronization

/// The stubs of one test, and which of them have answered.
final class StubShelf: Sendable {
    private let stubs: [Stub]
    private let taken = Mutex<Set<Int>>([])

    init(_ stubs: [Stub]) { self.stubs = stubs }

    var isEmpty: Bool { stubs.isEmpty }

    /// The answer to a request: of the first stub for it that has not answered yet, else of the last one.
    func take(_ request: HTTPRequest) -> Result<HTTPResponse, TransportFailure>? {
        let fitting = stubs.indices.filter { stubs[$0].differences(request).isEmpty }
        guard let last = fitting.last else { return nil }
        let place = taken.withLock { taken in
            let place = fitting.first { !taken.contains($0) } ?? last
            taken.insert(place)
            return place
        }
        return stubs[place].outcome
    }

    /// The stubs that have not answered, a line for each.
    var untaken: [String] {
        let taken = taken.withLock { $0 }
        return stubs.indices.filter { !taken.contains($0) }.map { "stub: \(stubs[$0].label)" }
    }

    /// What stubs there are.
    var summary: String { "stubs: " + stubs.map(\.label).joined(separator: ", ") }

    /// Why no stub answers a request: the nearest ones, and what differs.
    func report(_ request: HTTPRequest) -> String {
        var lines = ["No stub answers \(request.method) \(request.url.target)."]
        let all = stubs.map { (stub: $0, differences: $0.differences(request)) }
        // What has another path stands last, however little else differs.
        func distance(_ differences: [String]) -> Int {
            differences.reduce(0) { $0 + ($1.hasPrefix("path") ? 10 : $1.hasPrefix("method") ? 3 : 1) }
        }
        let sorted = all.enumerated().sorted {
            (distance($0.element.differences), $0.offset) < (distance($1.element.differences), $1.offset)
        }
        for (_, near) in sorted.prefix(3) {
            lines.append("nearest: \(near.stub.label)")
            lines += near.differences.map { "  " + $0 }
        }
        return lines.joined(separator: "\n")
    }
}
