import ExchangeModel
import FoundationEssentials
import NowSDK

/// A service's line to its instance.
struct ServiceLine: Sendable {
    let configuration: NowServiceConfiguration
    let core: (any NowCoreServiceProviding)?

    /// The instance and the builder of its requests.
    func requests() throws(NowDataError) -> TableRequests {
        do {
            return TableRequests(instance: try Instance(configuration.instanceUrl.absoluteString), purpose: .command)
        } catch {
            throw .missingServiceConfiguration
        }
    }

    /// Sends a request; what comes back is an answer of any status.
    func send(_ request: HTTPRequest, signedIn: Bool = true) async throws(NowDataError) -> HTTPResponse {
        guard let core = core ?? NowSDK.core() else { throw .missingServiceConfiguration }
        let transport: any Transport
        do {
            transport = try core.requestNetworkService(for: configuration, signedIn: signedIn)
        } catch {
            throw .missingServiceConfiguration
        }
        do {
            return try await transport.send(request)
        } catch {
            throw NowDataError(.transport(error))
        }
    }

    /// The body of a good answer of the Table API.
    func data(_ request: HTTPRequest) async throws(NowDataError) -> Data {
        let response = try await send(request)
        do {
            _ = try AnswerReader.result(of: response)
        } catch {
            throw NowDataError(error)
        }
        return Data(response.body)
    }
}

/// Calls a completion handler with what an asynchronous call gives.
func deliver<Value: Sendable>(
    to completion: @escaping @Sendable (Result<Value, NowDataError>) -> Void,
    _ operation: @escaping @Sendable () async throws -> Value
) {
    Task {
        do {
            completion(.success(try await operation()))
        } catch let error as NowDataError {
            completion(.failure(error))
        } catch {
            completion(.failure(.network(.systemError(error))))
        }
    }
}
