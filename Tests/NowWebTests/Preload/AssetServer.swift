import ExchangeModel
import Synchronization

/// A server of assets that answers as HTTP says, and counts what it is asked.
final class AssetServer: ImmediateTransport {
    struct Item: Sendable {
        var body: [UInt8]
        var type = "text/css"
        var headers: HeaderFields = [:]
        var status = 200
    }

    private struct State {
        var items: [String: Item] = [:]
        var requests: [HTTPRequest] = []
    }

    private let clock: any ExchangeModel.Clock
    private let state = Mutex(State())

    init(clock: any ExchangeModel.Clock, _ items: [String: Item] = [:]) {
        self.clock = clock
        state.withLock { $0.items = items }
    }

    subscript(target: String) -> Item? {
        get { state.withLock { $0.items[target] } }
        set { state.withLock { $0.items[target] = newValue } }
    }

    /// What was asked since this was last called: `GET /a`, with `?` behind it when the question was whether it still holds.
    func taken() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests.map { request in
                let asks = request.headers.contains { $0.name.hasPrefix("If-") }
                return "\(request.method) \(request.url.target)" + (asks ? " ?" : "")
            }
        }
    }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let item = state.withLock { state in
            state.requests.append(request)
            return state.items[request.url.target]
        }
        var headers: HeaderFields = ["Date": clock.now.httpText]
        guard let item else { return HTTPResponse(status: 404, headers: headers) }
        for field in item.headers { headers.append(field.name, field.value) }
        if let tag = item.headers["ETag"], request.headers["If-None-Match"] == tag {
            return HTTPResponse(status: 304, headers: headers)
        }
        if item.headers["ETag"] == nil, let date = item.headers["Last-Modified"],
            request.headers["If-Modified-Since"] == date
        {
            return HTTPResponse(status: 304, headers: headers)
        }
        headers["Content-Type"] = item.type
        return HTTPResponse(status: item.status, headers: headers, body: item.body)
    }
}
