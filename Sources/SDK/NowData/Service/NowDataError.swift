public import FoundationEssentials
public import NowSDK

/// An HTTP status code, with what the instance says about it. Equal codes are equal whatever it says.
public struct HTTPStatusCode: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number, such as 404.
    public let rawValue: Int
    /// The instance's message and detail, or a generic sentence; empty for a success.
    public let message: String

    init(_ rawValue: Int, message: String = "") {
        self.rawValue = rawValue
        self.message = message
    }

    /// Creates a code without a message.
    public init(integerLiteral value: Int) { self.init(value) }

    /// The number.
    public var description: String { String(rawValue) }

    /// Whether the numbers are equal.
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The errors of `NowData` services (the SDK's documented cases).
public enum NowDataError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// There is no access token, for this reason.
    case accessToken(AccessTokenProviderError)
    /// The instance responded with an error status.
    case badResponse(statusCode: HTTPStatusCode)
    /// The response does not match the model.
    case cannotDecodeModel(DecodingError)
    /// The model cannot be encoded as JSON.
    case cannotEncodeModel(EncodingError)
    /// The response is not JSON or is truncated.
    case cannotParseResponse
    /// A URL cannot be formed: a name is empty or a number is negative.
    case invalidURL
    /// The SDK is not configured, or the service's configuration has no instance.
    case missingServiceConfiguration
    /// The record has no sys_id.
    case missingSysID
    /// There is no response, for this reason.
    case network(NetworkServiceError)

    /// One sentence.
    public var description: String {
        switch self {
        case .accessToken: "Signing in failed."
        case .badResponse(let status): "\(status.message) (HTTP \(status))"
        case .cannotDecodeModel(let error): "The answer does not fit the model. " + Self.reason(error)
        case .cannotEncodeModel: "The model cannot be written as JSON."
        case .cannotParseResponse: "The answer is not what this API sends."
        case .invalidURL: "The values do not form a valid address or query."
        case .missingServiceConfiguration: "The service has no configuration that names an instance."
        case .missingSysID: "The record has no sys_id."
        case .network(let error): error.description
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return ""
        }
        let place = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
        return (place.isEmpty ? "" : place + ": ") + context.debugDescription
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }

    static func reading<Value>(_ read: () throws(RequestFailure) -> Value) throws(NowDataError) -> Value {
        do {
            return try read()
        } catch {
            throw NowDataError(error)
        }
    }

    static func converting<Value>(_ operation: () async throws -> Value) async throws(NowDataError) -> Value {
        do {
            return try await operation()
        } catch let error as NowDataError {
            throw error
        } catch {
            throw .network(.systemError(error))
        }
    }

    init(_ failure: RequestFailure) {
        switch failure {
        case .transport(let failure):
            switch failure.kind {
            case .cancelled: self = .network(.operationCanceled)
            case .signIn: self = .accessToken(AccessTokenProviderError(failure))
            case .invalidRequest: self = .invalidURL
            default: self = .network(.systemError(failure))
            }
        case .errorResponse(let errorResponse):
            switch errorResponse.kind {
            case .notJSON, .truncated: self = .cannotParseResponse
            default: self = .badResponse(statusCode: .init(errorResponse.status, message: errorResponse.words))
            }
        case .noRecord: self = .badResponse(statusCode: .init(404, message: failure.description))
        case .ambiguous: self = .missingSysID
        case .invalidRequest: self = .invalidURL
        case .stalled: self = .cannotParseResponse
        }
    }
}

/// Why there is no response.
public enum NetworkServiceError: Error, Sendable, CustomStringConvertible {
    /// The caller cancelled the operation.
    case operationCanceled
    /// The network or the machine failed; the error is a `TransportFailure`.
    case systemError(any Error)

    /// One sentence.
    public var description: String {
        switch self {
        case .operationCanceled: "The request was cancelled."
        case .systemError(let error): String(describing: error)
        }
    }
}
