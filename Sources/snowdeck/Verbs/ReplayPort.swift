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
        own = clients.lasting("port-\(number)")
    }

    func asker(_ name: String?) -> any CacheClient { name.map { client($0) } ?? own }

    private func client(_ name: String) -> ProgramClient { name.isEmpty ? own : clients.named(name) }

    func plainReply(to target: UnsafeBufferPointer<UInt8>, for asker: any CacheClient) -> CacheableReply? {
        (asker as? ProgramClient).flatMap { server.plainReply(to: target, as: $0) }.map(Self.kept)
    }

    func reply(to request: HTTPRequest, for asker: any CacheClient) -> CacheableReply {
        Self.kept(server.reply(to: request, as: asker as? ProgramClient ?? own))
    }

    private static func kept(_ reply: ProgramReply) -> CacheableReply {
        guard let exchange = reply.exchange, let stretch = reply.standsIn else { return CacheableReply(reply.response) }
        return CacheableReply(reply.response, standing: .init(in: UInt64(stretch), mark: exchange))
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        server.reply(to: request, as: request.headers[Self.naming].map(client) ?? own).response
    }
}

extension ProgramClient: CacheClient {
    /// How many changes it has made. Clients with the same number get the same responses.
    package var state: UInt64 { UInt64(stretch) }

    package func wasGiven(_ mark: Int64, status: Int, method: String, target: String) {
        wasGiven(mark, status: status, method: method, target: target, miss: nil)
    }
}

struct DelayedReplay: Transport {
    enum Latency: Sendable {
        case recorded
        /// In microseconds.
        case fixed(Int64)
    }

    let door: ReplayPort
    let latency: Latency
    let clock: any Clock

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let response = door.answer(request)
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
