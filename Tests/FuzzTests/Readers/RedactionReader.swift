import ExchangeModel
import Notation

@testable import Redactors
@testable import TapeDeck

/// Redaction of every place of a tape. The word CANARY in an input becomes a secret, which no output may contain.
enum RedactionReader {
    private static let secret = "c4n4ry-Xq8;3+Zt/w=7"
    private static let types = [
        nil, "application/json", "application/x-www-form-urlencoded", "text/html", "text/javascript", "text/plain",
        "multipart/form-data; boundary=x",
    ]

    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let marked = text.replacing("CANARY", with: secret)
        let bytes = Array(marked.utf8)
        for type in types {
            try check(bytes, "a body of type \(type ?? "-")") { $0.redactBody($1, type: type) }
        }
        try check(bytes, "a GraphQL body") { $0.redactBody($1, type: "application/json", isGraphQL: true) }
        try check(bytes, "an output") { $0.redactOutput($1) }
        try check(bytes, "an input") { $0.redactInput($1) }
        try checkText(marked, "a line") { $0.redactLine($1) }
        try checkText(marked, "a settings text") { $0.redactSettings($1) }
        try checkText(marked, "a message") { $0.redactText($1) }
        try checkHeaders(marked)
        try checkPositions(text)
        try checkShown(marked)
    }

    private static func checkText(
        _ text: String, _ place: String, _ redact: (Redaction, String) -> String
    ) throws {
        try check(Array(text.utf8), place) { Array(redact($0, String(decoding: $1, as: UTF8.self)).utf8) }
    }

    /// A registered secret is nowhere in the output, redacting again changes nothing, and the output is not much longer.
    private static func check(
        _ input: [UInt8], _ place: String, _ redact: (Redaction, [UInt8]) -> [UInt8]
    ) throws {
        let book = SecretBook()
        book.write(secret, as: "password")
        let redaction = Redaction(secrets: book)
        let once = redact(redaction, input)
        try require(!contains(once), "\(place) contains the secret: \(String(decoding: once, as: UTF8.self))")
        let twice = redact(redaction, once)
        try require(
            twice == once,
            "\(place) changes again: \(String(decoding: once, as: UTF8.self).debugDescription), then "
                + String(decoding: twice, as: UTF8.self).debugDescription)
        try require(once.count <= 64 * input.count + 64, "\(place) of \(input.count) bytes becomes \(once.count)")
    }

    private static func contains(_ bytes: [UInt8]) -> Bool { bytes.firstRange(of: Array(secret.utf8)) != nil }

    private static func checkHeaders(_ text: String) throws {
        let value = text.filter { $0 != "\n" && $0 != "\r" && $0 != "\r\n" && $0 != "\0" }
        let names = ["Authorization", "Cookie", "Set-Cookie", "Location", "X-UserToken", "X-Other", "Referer"]
        let headers = HeaderFields(names.map { HeaderField($0, value) })
        let book = SecretBook()
        book.write(secret, as: "password")
        let redaction = Redaction(secrets: book)
        let request = HTTPRequest(.get, HTTPURL(scheme: "https", host: "h", path: "/x", query: value), headers: headers)
        let response = HTTPResponse(status: 200, headers: headers)
        let sent = redaction.redact(request)
        // Before the response: a secret that only it registers may be in the request.
        let sentAgain = redaction.redact(sent)
        let received = redaction.redact(response)
        for field in sent.headers.fields + received.headers.fields {
            try require(!contains(Array(field.value.utf8)), "\(field.name) contains the secret: \(field.value)")
        }
        try require(!contains(Array((sent.url.query ?? "").utf8)), "a query contains the secret")
        try require(
            sentAgain == sent,
            "a request changes again: \(sent.url) \(sent.headers), then \(sentAgain.url) \(sentAgain.headers)")
        let receivedAgain = redaction.redact(received)
        try require(
            receivedAgain == received, "a response changes again: \(received.headers), then \(receivedAgain.headers)")
    }

    /// JSON on the screen: the tape keeps it without redacting it again, so nothing may be left to redact.
    private static func checkShown(_ text: String) throws {
        // A placeholder in a member's name is masked, which makes another name of it.
        guard Placeholder.ranges(in: Array(text.utf8)).isEmpty else { return }
        let document = try? JSONDocument(Array(text.utf8))
        let values =
            [JSON.object([.init("x", .string(text)), .init("y", .string(text))])]
            + [document?.root].compactMap { $0 }.map(JSON.init)
        let book = SecretBook()
        book.write(secret, as: "password")
        let redaction = Redaction(secrets: book)
        for shown in values.flatMap({ [$0.compact, $0.pretty] }) {
            let bytes = redaction.masked(Array(shown.utf8), type: "application/json")
            let again = redaction.redactOutput(bytes)
            try require(
                again == bytes,
                "shown JSON is redacted again: \(String(decoding: bytes, as: UTF8.self).debugDescription), then "
                    + String(decoding: again, as: UTF8.self).debugDescription)
        }
    }

    /// A value that nobody registered is found by its position, whatever the rest of the text is.
    private static func checkPositions(_ text: String) throws {
        let json = JSON.object([
            .init("x", .string(text)), .init("user_password", .string(secret)), .init("y", .string(text)),
        ])
        let form = "x=\(PercentCoding.encode(text))&user_password=\(PercentCoding.encode(secret))"
        for (body, type) in [
            (json.compact, "application/json"), (json.pretty, "application/json"),
            (form, "application/x-www-form-urlencoded"),
        ] {
            let redacted = Redaction(secrets: SecretBook()).redactBody(Array(body.utf8), type: type)
            let encoded = Array(PercentCoding.encode(secret).utf8)
            try require(
                !contains(redacted) && redacted.firstRange(of: encoded) == nil,
                "a password of type \(type) is left: \(String(decoding: redacted, as: UTF8.self))")
        }
    }
}
