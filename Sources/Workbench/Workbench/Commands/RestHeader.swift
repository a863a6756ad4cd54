package import ExchangeModel
import Notation
import NowSDK
import Redactors

/// Parses a request header line.
package enum RestHeader {
    /// The header field, if it may be sent with that method.
    ///
    /// Only a POST may override its method: with any other, instances ignore it and servers before them may not.
    package static func field(_ text: String, with method: HTTPMethod) throws(RestError) -> HeaderField {
        let field = try field(text)
        if method != .post, field.overridesRequest {
            throw RestError(
                message: "Only a POST can override the method.", hints: ["rest \(field.value) PATH sends it."])
        }
        return field
    }

    static func field(_ text: String) throws(RestError) -> HeaderField {
        let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard name.count < text.utf8.count, !name.isEmpty, name.allSatisfy(HeaderValue.isToken) else {
            throw RestError(message: "This is not of the form 'NAME: VALUE'.")
        }
        let called = String(Substring(name))
        let value = String(Substring(text.utf8[name.endIndex...].dropFirst()))
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw RestError(message: "The value of \(called) contains a control character.")
        }
        if SecretHeader.names.contains(where: { HeaderFields.same($0, called) }) || Redaction.isSecret(called) {
            throw RestError(
                message: "\(called) carries a credential: signing in is the session's business, and what is typed here "
                    + "is in the history.", hints: ["connect INSTANCE --user NAME"])
        }
        if ownedByTheConnection.contains(where: { HeaderFields.same($0, called) }) {
            throw RestError(message: "\(called) belongs to the connection and cannot be set.")
        }
        let trimmed = value.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        return HeaderField(called, String(Substring(trimmed)))
    }

    static func validationError(in text: String) -> RestError? {
        do throws(RestError) {
            _ = try field(text)
            return nil
        } catch {
            return error
        }
    }

    /// Headers that instances act on, for completion.
    package static let usual: [(name: String, summary: String)] = [
        ("Accept", "the media types that are wanted"),
        ("X-no-response-body", "true: a write answers without the record"),
        ("X-HTTP-Method-Override", "the method that a POST overrides"),
        ("X-WantSessionDebugMessages", "true: the session's debug messages are added to the result"),
        ("If-None-Match", "only what has changed"),
    ]

    private static let ownedByTheConnection = [
        "Host", "Content-Length", "Transfer-Encoding", "Connection", "Proxy-Connection", "Keep-Alive", "Expect", "TE",
        "Trailer", "Upgrade",
    ]
}

/// An invalid `rest` request.
package struct RestError: Error, Sendable, Hashable {
    package let message: String
    package var hints: [String] = []

    package init(message: String, hints: [String] = []) {
        self.message = message
        self.hints = hints
    }
}
