import ExchangeModel
import LiveTransport

/// The failure of sending a request; nil when there is a response.
func failure(of request: HTTPRequest, through transport: CurlTransport) async -> TransportFailure? {
    do throws(TransportFailure) {
        _ = try await transport.send(request)
        return nil
    } catch {
        return error
    }
}

extension WireOptions {
    /// Timeouts for exchanges that should succeed even on a busy machine.
    static let patient = WireOptions(connectTimeout: .seconds(300), totalTimeout: .seconds(600))
}

/// The failure of a GET.
func failure(of address: String, _ options: WireOptions = .patient) async throws -> TransportFailure? {
    await failure(of: try get(address), through: CurlTransport(options))
}

/// A GET request; throws on an invalid URL.
func get(_ address: String, _ headers: HeaderFields = [:]) throws -> HTTPRequest {
    guard let url = HTTPURL(address) else { throw InvalidURL(text: address) }
    return HTTPRequest(.get, url, headers: headers)
}

struct InvalidURL: Error {
    let text: String
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension HeaderFields {
    var lines: [String] { map { $0.name + ": " + $0.value } }
}
