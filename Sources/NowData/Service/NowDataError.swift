import ExchangeModel
public import FoundationEssentials
public import NowSDK

/// A status code of HTTP.
public typealias HTTPStatusCode = Int

/// Why a service of `NowData` failed (the SDK's documented cases).
public enum NowDataError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// There is no sign-in, for this reason.
    case accessToken(AccessTokenProviderError)
    /// An attachment is not what its metadata say.
    case attachmentValidation
    /// The instance answered with a status that is none of success, and said so: message and detail of its error, or a
    /// sentence where it sent none.
    case badResponse(statusCode: HTTPStatusCode, message: String)
    /// The answer does not fit the model, for this reason.
    case cannotDecodeModel(DecodingError)
    /// A value of the answer is not of the type that is wanted.
    case cannotDecodeProperty(type: String, from: String)
    /// The model cannot be written as JSON, for this reason.
    case cannotEncodeModel(EncodingError)
    /// The answer is not what the API sends: no JSON, or broken off.
    case cannotParseResponse
    /// An address or a query cannot be formed: a name is empty, a value holds `^`.
    case invalidURL
    /// An attachment came without metadata.
    case missingAttachmentMetadata
    /// The SDK is not configured, or the service's configuration names no instance.
    case missingServiceConfiguration
    /// The record that is meant has no sys_id.
    case missingSysID
    /// There is no answer, for this reason.
    case network(NetworkServiceError)

    /// One sentence.
    public var description: String {
        switch self {
        case .accessToken: "No sign-in could be obtained."
        case .attachmentValidation: "The attachment does not match its metadata."
        case .badResponse(let status, let message): "\(message) (HTTP \(status))"
        case .cannotDecodeModel(let error): "The answer does not fit the model. " + Self.reason(error)
        case .cannotDecodeProperty(let type, _): "A value of the answer is no \(type)."
        case .cannotEncodeModel: "The model cannot be written as JSON."
        case .cannotParseResponse: "The answer is not what this API sends."
        case .invalidURL: "An address or a query cannot be formed from the values given."
        case .missingAttachmentMetadata: "The attachment came without metadata."
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
}

extension NowDataError {
    /// Runs a reader of answers and throws its failure as an error of this type.
    static func reading<Value>(_ read: () throws(RequestFailure) -> Value) throws(NowDataError) -> Value {
        do {
            return try read()
        } catch {
            throw NowDataError(error)
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
        case .refused(let refusal):
            switch refusal.kind {
            case .notJSON, .truncated: self = .cannotParseResponse
            default: self = .badResponse(statusCode: refusal.status, message: refusal.words)
            }
        case .noRecord: self = .badResponse(statusCode: 404, message: failure.description)
        case .ambiguous: self = .missingSysID
        case .unaskable: self = .invalidURL
        case .stalled: self = .cannotParseResponse
        }
    }
}

/// Why there is no answer.
public enum NetworkServiceError: Error, Sendable, CustomStringConvertible {
    /// Something that has no case of its own, in one sentence.
    case genericError(String)
    /// The caller called it off.
    case operationCanceled
    /// The instance does not offer this.
    case serviceDisabled
    /// The instance failed, for this reason.
    case serverError(any Error)
    /// The network or the machine failed; the error is a `TransportFailure`.
    case systemError(any Error)

    /// One sentence.
    public var description: String {
        switch self {
        case .genericError(let message): message
        case .operationCanceled: "The request was called off."
        case .serviceDisabled: "The instance does not offer this service."
        case .serverError(let error), .systemError(let error): String(describing: error)
        }
    }
}

/// Why a page cannot be fetched.
public enum PaginationError: Error, Sendable, Hashable {
    /// A page is being fetched.
    case busy
    /// The last page was fetched already.
    case noNextPage
    /// The first page was fetched last, or none.
    case noPreviousPage
}
