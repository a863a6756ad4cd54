import ExchangeModel
import NowSDK
import NowWeb
import Synchronization

/// A relay with known chance before an instance that answers from a list.
struct RelayFixture {
    static let key = RelayKey { count in (0..<count).map { UInt8($0) } }
    static let word = "000102030405060708090a0b0c0d0e0f"
    static let origin = "http://\(word).localhost:4711"
    static let pass = "snowdeck=\(word)"

    let instance: ScriptedTransport
    let relay: BrowseRelay
    private let visits: Visits

    final class Visits: Sendable {
        let all = Mutex<[RelayVisit]>([])
    }

    init(
        _ answers: [HTTPResponse] = [], mayWrite: Bool = false, sheet: String = "",
        failures: [TransportFailure] = []
    ) throws {
        let visits = Visits()
        self.visits = visits
        instance = ScriptedTransport(answers.map { .success($0) } + failures.map { .failure($0) })
        let setup = BrowseRelay.Setup(
            instance: try Instance("https://dev.service-now.com"), key: Self.key, sheet: sheet, mayWrite: mayWrite,
            name: "dev")
        relay = BrowseRelay(setup, next: instance, keep: { visit in visits.all.withLock { $0.append(visit) } })
    }

    /// What the relay was told of, in order.
    var kept: [RelayVisit] { visits.all.withLock { $0 } }

    /// A request of the browser that was let in.
    static func request(
        _ target: String, _ method: HTTPMethod = .get, dest: String? = "document", headers: HeaderFields = [:],
        body: [UInt8]? = nil
    ) throws -> HTTPRequest {
        var lines: HeaderFields = ["Host": "\(word).localhost:4711", "Cookie": pass]
        if let dest { lines.append("Sec-Fetch-Dest", dest) }
        for field in headers { lines.append(field.name, field.value) }
        guard let url = HTTPURL(origin + target) else { throw TransportFailure(.invalidRequest, target) }
        return HTTPRequest(method, url, headers: lines, body: body)
    }

    static func page(_ text: String, _ headers: HeaderFields = [:]) -> HTTPResponse {
        var lines: HeaderFields = ["Content-Type": "text/html; charset=UTF-8"]
        for field in headers { lines.append(field.name, field.value) }
        return HTTPResponse(status: 200, headers: lines, body: Array(text.utf8))
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
