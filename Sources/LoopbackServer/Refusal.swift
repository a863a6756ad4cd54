import ExchangeModel
import Notation

/// An answer that the listener gives by itself: a status and one sentence, in the shape of a ServiceNow error body.
struct Refusal: Error {
    let status: Int
    let message: String
    /// A further word for programs: the kind of a failure.
    let detail: String

    init(_ status: Int, _ message: String, detail: String = "") {
        self.status = status
        self.message = message
        self.detail = detail
    }

    /// What stands for a failure of the transport behind the listener.
    init(_ failure: TransportFailure) { self.init(502, failure.message, detail: failure.kind.rawValue) }

    /// The refusal as an answer.
    var response: HTTPResponse {
        let body: JSON = ["error": ["message": .string(message), "detail": .string(detail)], "status": "failure"]
        return HTTPResponse(
            status: status, headers: ["Content-Type": "application/json;charset=UTF-8"], body: body.compactBytes)
    }
}
