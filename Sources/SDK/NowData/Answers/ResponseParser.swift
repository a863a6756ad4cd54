package import ExchangeModel
package import Notation
import NowSDK

enum ResponseParser {
    static func result(of response: HTTPResponse) throws(RequestFailure) -> JSONNode {
        let root = try json(response)
        guard let result = root["result"] else {
            throw .errorResponse(
                ErrorResponse(.notJSON, status: response.status, message: "The answer is JSON without a result."))
        }
        return result
    }

    static func json(_ response: HTTPResponse) throws(RequestFailure) -> JSONNode {
        try check(response)
        let document: JSONDocument
        do {
            document = try JSONDocument(response.body)
        } catch {
            throw .errorResponse(unreadable(response, error))
        }
        // An instance that fails midway may close the list it was writing and add its error next to it.
        if document.root["error"]?.kind == .object, document.root["status"]?.string == "failure" {
            let rows = document.root["result"].map { $0.kind == .array ? Array($0.source) : Array("[]".utf8) }
            throw .errorResponse(truncated(response, error: document.root, rows: rows))
        }
        return document.root
    }

    static func check(_ response: HTTPResponse) throws(RequestFailure) {
        guard !(200...299).contains(response.status) else { return }
        let kind: ErrorResponse.Kind =
            switch response.status {
            case 401: .notSignedIn
            case 403: .forbidden
            case 404: .notFound
            case 429: .tooManyRequests
            case 500...599: .server
            default: .invalid
            }
        let reported = (try? JSONDocument(response.body)).flatMap { words(in: $0.root) }
        var cause = reported == nil ? pageTitle(response).map { ErrorResponse.Cause.webPage(title: $0) } : nil
        // `Invalid table incidnt`, as in recorded responses.
        if kind == .invalid, reported?.message.hasPrefix("Invalid table") ?? false { cause = .unknownTable }
        throw .errorResponse(
            ErrorResponse(
                kind, status: response.status, message: reported?.message ?? plainMessage(response),
                detail: reported?.detail,
                retryAfter: RetryTime.seconds(in: response, now: nil).map { Int(clamping: $0) },
                sentAt: response.headers["Date"].flatMap(CookieDate.read), cause: cause))
    }

    /// Message and detail of `{"error":{"message":…,"detail":…}}`, or of the OAuth form
    /// `{"error":…,"error_description":…}`.
    private static func words(in root: JSONNode) -> (message: String, detail: String?)? {
        guard let error = root["error"] else { return nil }
        func text(_ node: JSONNode?) -> String? {
            node?.scalarText.map { SafeText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        if error.kind == .object {
            guard let message = text(error["message"]) ?? text(error["detail"]) else { return nil }
            let detail = text(error["detail"])
            return (message, detail == message ? nil : detail)
        }
        return text(error).map { ($0, text(root["error_description"])) }
    }

    private static func plainMessage(_ response: HTTPResponse) -> String {
        let name =
            switch response.status {
            case 300...399: "The instance redirects to an invalid address"
            case 401: "The instance requires a sign-in"
            case 403: "The instance denies access"
            case 404: "The instance does not know this address"
            case 405: "The instance does not allow this method here"
            case 413: "The request is too large for the instance"
            case 429: "The instance limits the rate of requests"
            case 502, 503, 504: "The instance is not available"
            case 500...599: "The instance failed"
            default: "The instance did not accept the request"
            }
        guard let title = pageTitle(response) else { return name }
        return name + " and answered with a page" + (title.isEmpty ? "" : ", “\(title)”")
    }

    private static func unreadable(_ response: HTTPResponse, _ error: JSONError) -> ErrorResponse {
        if let (appended, before) = TruncatedResponse.appendedError(in: response.body) {
            return truncated(response, error: appended, rows: TruncatedResponse.wholeRows(in: before))
        }
        guard !response.body.isEmpty else {
            return ErrorResponse(
                .notJSON, status: response.status, message: "The answer is empty (HTTP \(response.status)), not JSON.")
        }
        if let title = pageTitle(response) {
            return ErrorResponse(
                .notJSON, status: response.status,
                message: "The answer is a web page, not JSON"
                    + (title.isEmpty
                        ? "; it may be a login page or a hibernating developer instance." : ": “\(title)”."),
                cause: .webPage(title: title))
        }
        if error.offset >= response.body.count, let rows = TruncatedResponse.wholeRows(in: response.body) {
            return ErrorResponse(
                .truncated, status: response.status, message: "The answer is truncated: \(error).", rows: rows)
        }
        return ErrorResponse(.notJSON, status: response.status, message: "The answer is not JSON: \(error).")
    }

    private static func truncated(_ response: HTTPResponse, error root: JSONNode, rows: [UInt8]?) -> ErrorResponse {
        let reported = words(in: root)
        return ErrorResponse(
            .truncated, status: response.status,
            message: "The instance aborted its answer: " + (reported?.message ?? "it does not say why"),
            detail: reported?.detail, rows: rows)
    }

    private static func pageTitle(_ response: HTTPResponse) -> String? {
        let isHTML = response.headers["Content-Type"]?.lowercased().hasPrefix("text/html") ?? false
        guard isHTML || response.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return nil }
        return PageTitle.of(response.body) ?? ""
    }
}

enum TruncatedResponse {
    static func wholeRows(in body: some Collection<UInt8>) -> [UInt8]? {
        var rest = body[...]
        for part in ["{", "\"result\"", ":", "["] {
            rest = rest.drop { $0 <= 0x20 }
            guard rest.starts(with: part.utf8) else { return nil }
            rest = rest.dropFirst(part.utf8.count)
        }
        func list(_ end: Int) -> [UInt8] { Array("[".utf8) + rest.prefix(end) + Array("]".utf8) }
        var end = 0, depth = 0
        var isInString = false, isEscaped = false
        for (place, byte) in rest.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return list(end) }
                depth -= 1
                if depth == 0 { end = place + 1 }
            default: break
            }
        }
        return list(end)
    }

    /// The error object appended to a truncated response, and what precedes it. It is at the very end, so only the end
    /// of the body is searched.
    static func appendedError(in body: [UInt8]) -> (error: JSONNode, before: ArraySlice<UInt8>)? {
        let mark = Array("{\"error\":".utf8)
        let tail = body.suffix(8192)
        guard tail.count >= mark.count else { return nil }
        var start = tail.endIndex - mark.count
        while start >= tail.startIndex {
            if tail[start] == mark[0], tail[start...].starts(with: mark) {
                return (try? JSONDocument(Array(tail[start...]))).map { ($0.root, body[..<start]) }
            }
            start -= 1
        }
        return nil
    }
}

package struct APIResponse: Sendable {
    package let response: HTTPResponse

    package init(_ response: HTTPResponse) { self.response = response }

    package func check() throws(RequestFailure) {
        if response.status != 304 { try ResponseParser.check(response) }
    }

    package var isJSON: Bool {
        let type = ASCII.lowercased(response.headers["Content-Type"] ?? "")
        let name = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        return name.elementsEqual("application/json".utf8) || String(name)?.hasSuffix("+json") ?? false
    }

    package func json() throws(RequestFailure) -> JSONNode { try ResponseParser.json(response) }
}

/// An entry of a response's `errors`. Its text is the instance's, made safe to print.
package struct GraphQLError: Sendable, Hashable {
    package struct Location: Sendable, Hashable {
        package let line: Int
        package let column: Int
    }

    package enum Cause: Sendable, Hashable {
        case introspectionDisabled
        case undefinedField
        case variable
        case other
    }

    package let message: String
    package let cause: Cause
    package let names: [String]
    /// The path in the message, such as `/GlideRecord_Query/incident` or `@[GlideRecord_Query/incident/nope]`.
    package let messagePath: [String]
    /// The error type, such as `ValidationError`; nil if missing.
    package let errorType: String?
    package let path: [String]
    package let locations: [Location]

    /// Parses an entry of any shape. Anything but an object with a message is used as the message.
    package init(_ node: JSONNode) {
        let said = node["message"]?.scalarText ?? node.scalarText ?? String(decoding: node.source, as: UTF8.self)
        message = SafeText.line(said)
        cause = Self.cause(of: message)
        names = Self.quotedNames(in: message)
        messagePath = Self.path(in: message)
        let type = node["errorType"]?.string ?? node["extensions"]?["classification"]?.string
        errorType = type.map { SafeText.line($0) }
        path = node["path"]?.elements.compactMap(\.scalarText) ?? []
        locations =
            node["locations"]?.elements.compactMap { place in
                guard let line = place["line"]?.number.flatMap({ Int($0) }),
                    let column = place["column"]?.number.flatMap({ Int($0) }), line > 0, column > 0
                else { return nil }
                return Location(line: line, column: column)
            } ?? []
    }

    private static func cause(of message: String) -> Cause {
        if message.contains("ntrospection") { return .introspectionDisabled }
        if message.contains("FieldUndefined") { return .undefinedField }
        return message.lowercased().contains("variable") ? .variable : .other
    }

    private static func quotedNames(in message: String) -> [String] {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 && $0 + 1 < parts.count }.map { String(parts[$0]) }
    }

    private static func path(in message: String) -> [String] {
        for word in message.split(whereSeparator: { " @[](),;'\"".contains($0) }) where word.contains("/") {
            let names = word.split(separator: "/").map(String.init)
            if let first = names.first, GraphQL.Name.isName(first) { return names }
        }
        // A path of a root field is not followed by others: `@[nope]`.
        guard let start = message.firstRange(of: "@[")?.upperBound else { return [] }
        let name = String(message[start...].prefix { $0 != "]" })
        return GraphQL.Name.isName(name) ? [name] : []
    }
}
