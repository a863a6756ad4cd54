import CassetteStore
import ExchangeModel

/// What a tape holds of a body that is too large to be recorded: its length and digest.
enum LargeBody {
    /// The header field of a recorded response that describes the body of the request.
    static let field = "X-Snowdeck-Request-Body"

    /// The request with a note in place of such a body, so that it has a key of its own.
    static func taped(_ request: HTTPRequest) -> HTTPRequest {
        guard let stream = request.stream else { return request }
        var taped = request
        let size = stream.expectedLength.map { "of \($0) bytes " } ?? ""
        taped.body = Array("The body \(size)is too large for the tape.".utf8)
        return taped
    }

    /// The outcome with the digest of such a body, which is known once it was sent.
    static func taped(_ outcome: RequestCoalescer.Outcome, of request: HTTPRequest) -> RequestCoalescer.Outcome {
        guard let stream = request.stream, case .success(var response) = outcome else { return outcome }
        let text = stream.summary.map { "length=\($0.length), sha256=\($0.digest)" } ?? "incomplete"
        response.headers.append(Self.field, text)
        return .success(response)
    }

    /// Whether the tape holds a note in place of the request's body.
    static func isNoted(in outcome: OutcomeRecord) -> Bool {
        guard case .response(let response) = outcome else { return false }
        return response.headers[field] != nil
    }

    /// The outcome of an exchange whose response is too large: a replay cannot answer the request.
    static func failure(_ summary: BodyStream.Summary, of response: HTTPResponse) -> TransportFailure {
        TransportFailure(
            .tooLarge,
            "HTTP \(response.status) with \(summary.length) bytes (SHA-256 \(summary.digest)) was passed on without "
                + "being recorded, because it is too large; it cannot be replayed.")
    }
}
