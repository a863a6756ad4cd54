import ExchangeModel
import LoopbackServer
import TapeDeck

/// A port that serves a tape. Requests without a client name belong to the port's own client.
final class ReplayPort: CachingTransport {
    static let naming = "x-snowdeck-client"
    /// Header fields that do not affect which recorded response matches: user agents, credentials, content encodings.
    static let ignored = [
        "user-agent", "accept-encoding", "accept-language", "connection", "keep-alive", "authorization", "cookie",
        "cache-control", "pragma", "dnt", "x-usertoken", "traceparent", "tracestate", "x-request-id",
    ]

    let cache: ResponseCache
    private let server: TapeServer
    private let clients: ProgramClients
    private let own: ProgramClient

    /// - Parameter number: the port's number, from 1.
    init(_ number: Int, _ server: TapeServer, _ clients: ProgramClients, _ cache: ResponseCache) {
        self.server = server
        self.clients = clients
        self.cache = cache
        own = clients.permanent("port-\(number)")
    }

    func cacheClient(_ name: String?) -> any CacheClient { name.map { client($0) } ?? own }

    private func client(_ name: String) -> ProgramClient { name.isEmpty ? own : clients.named(name) }

    func plainReply(to target: UnsafeBufferPointer<UInt8>, for client: any CacheClient) -> CacheableReply? {
        (client as? ProgramClient).flatMap { server.plainReply(to: target, as: $0) }.map(Self.cacheable)
    }

    func reply(to request: HTTPRequest, for client: any CacheClient) -> CacheableReply {
        Self.cacheable(server.reply(to: request, as: client as? ProgramClient ?? own))
    }

    private static func cacheable(_ reply: ProgramReply) -> CacheableReply {
        guard let exchange = reply.exchange, let stretch = reply.validStretch else {
            return CacheableReply(reply.response)
        }
        return CacheableReply(reply.response, condition: .init(in: UInt64(stretch), mark: exchange))
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        server.reply(to: request, as: request.headers[Self.naming].map(client) ?? own).response
    }
}

extension ProgramClient: CacheClient {
    /// How many changes it has made. Clients with the same number get the same responses.
    package var state: UInt64 { UInt64(stretch) }

    package func didReceive(_ mark: Int64, status: Int, method: String, target: String) {
        didReceive(mark, status: status, method: method, target: target, miss: nil)
    }
}

struct DelayedReplay: Transport {
    enum Latency: Sendable {
        case recorded
        /// In microseconds.
        case fixed(Int64)
    }

    let port: ReplayPort
    let latency: Latency
    let clock: any Clock

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let response = port.answer(request)
        let wait =
            switch latency {
            case .recorded: response.facts.timings.total
            case .fixed(let time): time
            }
        do { try await clock.sleep(microseconds: min(wait, 600_000_000)) } catch {
            throw TransportFailure(.cancelled, "The server is stopping.")
        }
        return response
    }
}
