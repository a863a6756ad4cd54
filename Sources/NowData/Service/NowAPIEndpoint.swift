public import ExchangeModel

/// A request method, as the exchange model has it.
public typealias HTTPMethod = ExchangeModel.HTTPMethod

/// One address of a REST API.
public protocol NowAPIEndpoint: Sendable {
    /// How it is asked.
    var httpMethod: HTTPMethod { get }
    /// Behind the service's own path.
    var relativePath: String { get }
    /// Whether requests are signed in; true unless told.
    var requiresAuthentication: Bool { get }
}

extension NowAPIEndpoint {
    /// True: requests are signed in.
    public var requiresAuthentication: Bool { true }
}
