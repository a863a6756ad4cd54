import ExchangeModel
import FoundationEssentials
import NowSDK

/// The connection of a service to its instance.
struct ServiceConnection: Sendable {
    let configuration: NowServiceConfiguration
    let core: (any NowCoreServiceProviding)?

    func requests() throws(NowDataError) -> TableRequests { TableRequests(instance: try instance(), purpose: .command) }

    func tables() throws(NowDataError) -> TableClient {
        TableClient(instance: try instance(), transport: try transport(signedIn: true), purpose: .schema)
    }

    private func instance() throws(NowDataError) -> Instance {
        do {
            return try Instance(configuration.instanceUrl.absoluteString)
        } catch {
            throw .missingServiceConfiguration
        }
    }

    private func transport(signedIn: Bool) throws(NowDataError) -> any Transport {
        guard let core = core ?? NowSDK.core() else { throw .missingServiceConfiguration }
        do {
            return try core.requestNetworkService(for: configuration, signedIn: signedIn)
        } catch {
            throw .missingServiceConfiguration
        }
    }

    /// Sends a request and returns the response, whatever its status.
    func send(_ request: HTTPRequest, signedIn: Bool = true) async throws(NowDataError) -> HTTPResponse {
        let transport = try transport(signedIn: signedIn)
        do {
            return try await transport.send(request)
        } catch {
            throw NowDataError(.transport(error))
        }
    }

    func data(_ request: HTTPRequest) async throws(NowDataError) -> Data {
        let response = try await send(request)
        _ = try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.result(of: response) }
        return Data(response.body)
    }
}

/// Calls `completion` once with the outcome of `operation`, as `deliverResult` does.
func deliver<Value: Sendable>(
    isolation: isolated (any Actor)?, to completion: @escaping (Result<Value, NowDataError>) -> Void,
    _ operation: @escaping @Sendable () async throws -> Value
) {
    deliverResult(isolation: isolation, to: completion) { () throws(NowDataError) in
        try await NowDataError.converting(operation)
    }
}
