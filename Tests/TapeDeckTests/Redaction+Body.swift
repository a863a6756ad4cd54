@testable import TapeDeck

extension Redaction {
    /// A body alone, as it is redacted within its exchange.
    func redactBody(_ body: [UInt8], type: String?) -> [UInt8] {
        redact(body, by: Self.redactors(ofBody: body, type: type))
    }
}
