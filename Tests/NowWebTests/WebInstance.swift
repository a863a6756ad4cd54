import ExchangeModel
import Foundation
import LoopbackServer
import NowLive
import NowSDK
import NowWeb
import Sandbox
import Synchronization
import Testing

struct WebClock: ExchangeModel.Clock {
    var now: Timestamp { Timestamp(seconds: 1_713_286_800) }
    func sleep(microseconds: Int64) async throws {}
}

/// Forwards requests and logs them.
final class RequestLog: Transport {
    private let next: any Transport
    private let asked = Mutex<[String]>([])

    init(_ next: any Transport) { self.next = next }

    var lines: [String] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        asked.withLock { $0.append("\(request.method) \(request.url.target)") }
        return try await next.send(request)
    }
}

private struct WebProvider: NowSDKAuthorizationProviding {
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        completion([.basic(user: "john.doe", password: "password")])
    }
}

private struct NoPermissions: DevicePermissionDelegate {
    func canRequestPermission(_ permission: DevicePermission) -> Bool { false }
}

enum WebInstance {
    /// An SDK configuration that sends through `transport` as john.doe; nil: over the network.
    static func configuration(_ transport: (any Transport)?) -> NowSDKConfiguration {
        NowSDKConfiguration(
            authorizationProvider: WebProvider(), permissionDelegate: NoPermissions(), logLevel: .error,
            network: transport.map { NowNetwork(transport: $0, clock: WebClock()) })
    }

    /// The sandbox over a real socket.
    static func onTheSandbox(_ body: @MainActor @Sendable (URL) async throws -> Void) async throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: WebClock()))
        let listener = try LoopbackListener(sandbox)
        defer { listener.stop() }
        // The sandbox computes expiry with the same clock.
        NowLive.install(clock: WebClock())
        try await withConfiguration(configuration(nil)) {
            try await body(try #require(URL(string: "http://127.0.0.1:\(listener.port)")))
        }
    }

    /// A service with scripted responses, and a log of its requests.
    static func scripted(
        _ outcomes: [ScriptedTransport.Outcome],
        _ body: @MainActor @Sendable (NowWebService, RequestLog) async throws -> Void
    ) async throws {
        let log = RequestLog(ScriptedTransport(outcomes))
        try await service(configuration(log), "https://myinstance.service-now.com") { try await body($0, log) }
    }

    /// A service for the pages of an instance.
    static func service(
        _ configuration: NowSDKConfiguration, _ address: String,
        _ body: @MainActor @Sendable (NowWebService) async throws -> Void
    ) async throws {
        try await withConfiguration(configuration) {
            try await body(try await NowWeb.makeWebService(instanceUrl: try #require(URL(string: address))))
        }
    }

    static func page(
        _ body: String, status: Int = 200, _ headers: [(String, String)] = []
    ) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(
                status: status,
                headers: HeaderFields(
                    [HeaderField("Content-Type", "text/html;charset=UTF-8")] + headers.map { HeaderField($0.0, $0.1) }),
                body: Array(body.utf8)))
    }
}
