public import ExchangeModel
public import FoundationEssentials

/// An answer of a REST API.
public struct DataResponse: Sendable, Hashable {
    /// The body's bytes.
    public let data: Data
    /// A status of success, 200 to 299.
    public let statusCode: HTTPStatusCode
    /// Header lines in the order they came.
    public let headers: HeaderFields
}
