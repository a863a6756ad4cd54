import ExchangeModel
import LoopbackServer
import TapeDeck

/// A port that serves an instance of a tape. Requests that name no client belong to the port's default client.
final class ReplayPort: CachingTransport {
    /// The header field by which a client names itself, in lower case.
    static let clientField = "x-snowdeck-client"
    /// Header fields that do not affect which recorded response matches: user agents, credentials, content encodings.
    static let ignored = [
        "user-agent", "accept-encoding", "accept-language", "connection", "keep-alive", "authorization", "cookie",
        "cache-control", "pragma", "dnt", "x-usertoken", "traceparent", "tracestate", "x-request-id",
    ]

    let cache: ResponseCache
    private let instance: ServedInstance
    private let defaultClient: ProgramClient

    /// - Parameters:
    /// - number: the port's number among those of the instance, from 1.
    /// - cache: the instance's cache.
    init(_ number: Int, _ instance: ServedInstance, _ cache: ResponseCache) {
        self.instance = instance
        self.cache = cache
        defaultClient = instance.clients.permanent(Self.client(ofPort: number))
    }

    /// The name of the port's default client.
    static func client(ofPort number: Int) -> String { "port-\(number)" }

    func cacheClient(_ name: String?) -> any CacheClient { name.map { client($0) } ?? defaultClient }

    private func client(_ name: String) -> ProgramClient { name.isEmpty ? defaultClient : instance.clients.named(name) }

    func plainReply(
        to target: UnsafeBufferPointer<UInt8>, at server: String, for client: any CacheClient,
        prepare: (ResponseBytes) -> PreparedResponse?
    ) -> CacheablePreparedReply? {
        guard let client = client as? ProgramClient,
            let reply = instance.plainReply(to: target, at: server, as: client, prepare: prepare)
        else { return nil }
        return CacheablePreparedReply(
            response: reply.response,
            condition: .init(in: client.state(at: reply.changeCount), responseID: reply.exchange))
    }

    func reply(to request: HTTPRequest, for client: any CacheClient) -> CacheableReply {
        let client = client as? ProgramClient ?? defaultClient
        return Self.cacheable(instance.reply(to: request, as: client), client)
    }

    private static func cacheable(_ reply: ProgramReply, _ client: ProgramClient) -> CacheableReply {
        guard let exchange = reply.exchange, let changeCount = reply.validChangeCount else {
            return CacheableReply(reply.response)
        }
        return CacheableReply(reply.response, condition: .init(in: client.state(at: changeCount), responseID: exchange))
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        instance.reply(to: request, as: request.headers[Self.clientField].map(client) ?? defaultClient).response
    }
}

extension ProgramClient: CacheClient {
    package var state: UInt64 { state(at: changeCount) }

    package func didReceive(_ responseID: Int64, status: Int, method: String, target: String) {
        didReceive(responseID, status: status, method: method, target: target, miss: nil)
    }
}

/// Answers from a tape after the recorded or a fixed time.
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
