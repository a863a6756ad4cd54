import ExchangeModel
import Notation

/// An answer that says no: `{"error":{"message":…,"detail":…},"status":"failure"}`.
///
/// Texts are those of recorded answers where there are any.
struct Refusal: Error {
    let status: Int
    let message: String
    let detail: String?
    var fields: [HeaderField] = []

    var answer: Answer {
        let error: JSON = .object([
            .init("error", ["message": .string(message), "detail": detail.map(JSON.string) ?? .null]),
            .init("status", "failure"),
        ])
        return .json(error.compactBytes, status: status, fields: fields)
    }
}
