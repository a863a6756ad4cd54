import ExchangeModel
import FoundationEssentials
import Notation
import NowSDK
import Synchronization
import Testing

@testable import NowData
import TestSupport

struct FixedClock: ExchangeModel.Clock {
    var now: Timestamp { Timestamp(seconds: 1_713_286_800) }
    func sleep(microseconds: Int64) async throws {}
}

func answer(
    _ body: String, status: Int = 200, _ headers: [HeaderField] = [HeaderField("Content-Type", "application/json")]
) -> ScriptedTransport.Outcome {
    .success(HTTPResponse(status: status, headers: HeaderFields(headers), body: Array(body.utf8)))
}

func total(_ count: Int, _ links: String? = nil) -> [HeaderField] {
    [HeaderField("X-Total-Count", String(count))] + (links.map { [HeaderField("link", $0)] } ?? [])
}

/// A client of `myinstance` with scripted responses.
func client(_ outcomes: [ScriptedTransport.Outcome]) throws -> (TableClient, ScriptedTransport) {
    let script = ScriptedTransport(outcomes)
    return (TableClient(instance: try Instance("myinstance"), transport: script), script)
}

/// Method, target and body of each request, one line each.
func lines(_ script: ScriptedTransport) -> [String] {
    script.requests.map { request in
        "\(request.method) \(request.url.target)"
            + (request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? "")
    }
}

func node(_ text: String) throws -> JSONNode { try JSONDocument(text).root }

/// The failure of an operation that must fail with a `TransportFailure`.
func failure(_ operation: () async throws -> Void) async -> RequestFailure? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? RequestFailure
    }
}

/// The error of an operation that the instance must reject.
func errorResponse(_ operation: () async throws -> Void) async -> ErrorResponse? {
    guard case .errorResponse(let errorResponse) = await failure(operation) else { return nil }
    return errorResponse
}

private struct Provider: NowSDKAuthorizationProviding {
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        completion([.basic(user: "john.doe", password: "password")])
    }
}

/// An SDK configuration that sends through `transport` as john.doe.
func configuration(_ transport: (any Transport)?) -> NowSDKConfiguration {
    NowSDKConfiguration(
        authorizationProvider: Provider(), network: transport.map { NowNetwork(transport: $0, clock: FixedClock()) })
}

/// A table service with scripted responses.
func tableService(
    _ outcomes: [ScriptedTransport.Outcome], _ body: (NowTableService) async throws -> Void
) async throws -> ScriptedTransport {
    let script = ScriptedTransport(outcomes)
    try await withConfiguration(configuration(script)) {
        let address = try #require(URL(string: "https://myinstance.service-now.com"))
        try await body(NowTableService(configuration: .init(instanceUrl: address, appBundleId: "")))
    }
    return script
}
