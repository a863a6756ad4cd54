import ExchangeModel
import Notation
import NowSDK

/// Tells answers from refusals.
enum AnswerReader {
    /// The `result` of a JSON answer.
    static func result(of response: HTTPResponse) throws(RequestFailure) -> JSONNode {
        let root = try json(response)
        guard let result = root["result"] else {
            throw .refused(
                InstanceRefusal(
                    .notJSON, status: response.status, message: "The answer is JSON without a result."))
        }
        return result
    }

    /// The JSON of an answer.
    static func json(_ response: HTTPResponse) throws(RequestFailure) -> JSONNode {
        try check(response)
        let document: JSONDocument
        do {
            document = try JSONDocument(response.body)
        } catch {
            throw .refused(unreadable(response, error))
        }
        // An instance that gives up may close the list it was writing and put its error beside it.
        if document.root["error"]?.kind == .object, document.root["status"]?.string == "failure" {
            let rows = document.root["result"].map { $0.kind == .array ? $0.count : 0 }
            throw .refused(truncated(response, error: document.root, wholeRows: rows))
        }
        return document.root
    }

    /// Fails when the status is not one of success.
    static func check(_ response: HTTPResponse) throws(RequestFailure) {
        guard !(200...299).contains(response.status) else { return }
        let kind: InstanceRefusal.Kind =
            switch response.status {
            case 401: .notSignedIn
            case 403: .forbidden
            case 404: .notFound
            case 429: .tooManyRequests
            case 500...599: .server
            default: .invalid
            }
        let said = (try? JSONDocument(response.body)).flatMap { words(in: $0.root) }
        throw .refused(
            InstanceRefusal(
                kind, status: response.status, message: said?.message ?? plainMessage(response), detail: said?.detail,
                retryAfter: RetryTime.seconds(in: response, now: nil).map { Int(clamping: $0) }))
    }

    /// Message and detail of `{"error":{"message":…,"detail":…}}`, and of the OAuth form
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

    /// A sentence for an answer without words that can be read.
    private static func plainMessage(_ response: HTTPResponse) -> String {
        let name =
            switch response.status {
            case 300...399: "The instance redirects to no readable address"
            case 401: "The instance asks for a sign-in"
            case 403: "The instance forbids it"
            case 404: "The instance knows nothing at this address"
            case 405: "The instance does not allow this method here"
            case 413: "The request is larger than the instance takes"
            case 429: "The instance is asked too often"
            case 502, 503, 504: "The instance is not available"
            case 500...599: "The instance failed"
            default: "The instance did not accept the request"
            }
        guard isPage(response) else { return name }
        return name + " and answered with a page" + (PageTitle.of(response.body).map { ", “\($0)”" } ?? "")
    }

    private static func unreadable(_ response: HTTPResponse, _ error: JSONError) -> InstanceRefusal {
        if let (appended, before) = BrokenAnswer.appendedError(in: response.body) {
            return truncated(response, error: appended, wholeRows: BrokenAnswer.wholeRows(in: before))
        }
        guard !response.body.isEmpty else {
            return InstanceRefusal(.notJSON, status: response.status, message: "The answer is empty, not JSON.")
        }
        if isPage(response) {
            return InstanceRefusal(
                .notJSON, status: response.status,
                message: "The answer is a web page, not JSON"
                    + (PageTitle.of(response.body).map { ": “\($0)”." }
                        ?? "; a login page and a sleeping developer instance look so."))
        }
        if error.offset >= response.body.count, let rows = BrokenAnswer.wholeRows(in: response.body) {
            return InstanceRefusal(
                .truncated, status: response.status, message: "The answer stops in the middle: \(error).",
                wholeRows: rows)
        }
        return InstanceRefusal(.notJSON, status: response.status, message: "The answer is not JSON: \(error).")
    }

    private static func truncated(
        _ response: HTTPResponse, error root: JSONNode, wholeRows: Int?
    ) -> InstanceRefusal {
        let said = words(in: root)
        return InstanceRefusal(
            .truncated, status: response.status,
            message: "The instance broke its answer off: " + (said?.message ?? "it does not say why"),
            detail: said?.detail, wholeRows: wholeRows)
    }

    private static func isPage(_ response: HTTPResponse) -> Bool {
        if let type = response.headers["Content-Type"], type.lowercased().hasPrefix("text/html") { return true }
        let start = response.body.first { $0 > 0x20 }
        return start == UInt8(ascii: "<")
    }
}
