import Foundation
import Synchronization
import TestSupport

/// A minimal instance on bare sockets that responds to every request with `answer`, until released, and stores the
/// requests.
struct RawInstance: Sendable {
    private final class RequestLog: Sendable {
        let all = Mutex<[String]>([])
    }

    private let server: RawServer
    private let log: RequestLog

    var address: String { server.address }
    var name: String { "127.0.0.1:\(server.port)" }
    var flags: [String] { ["--instance", address, "--user", "jane"] }
    var requests: [String] { log.all.withLock { $0 } }

    init(_ answer: @escaping @Sendable (_ request: String) -> String) {
        let log = RequestLog()
        self.log = log
        server = RawServer { connection in
            while let request = connection.readRequest() {
                log.all.withLock { $0.append(request) }
                connection.write(answer(request))
            }
        }
    }

    /// An instance that accepts every request and never responds.
    static func silent() -> RawInstance { RawInstance { _ in "" } }

    /// An instance that accepts requests with a header line.
    ///
    /// - Parameters:
    ///   - line: required in the head of a request; nil rejects everyone.
    ///   - other: responses to requests of other paths.
    init(letsIn line: String?, other: @escaping @Sendable (_ request: String) -> String? = { _ in nil }) {
        self.init { request in
            if let answer = other(request) { return answer }
            guard let line, request.contains("\r\n" + line + "\r\n") else {
                return RawInstance.refusal(
                    "401 Unauthorized", "User Not Authenticated", "Required to provide Auth information")
            }
            return RawInstance.answer(body: #"{"result":[{"number":{"value":"INC1","display_value":"INC1"}}]}"#)
        }
    }

    /// An instance that requires a user's password.
    init(passwordOfJane password: String) {
        self.init(letsIn: "Authorization: Basic " + Data("jane:\(password)".utf8).base64EncodedString())
    }

    /// Waits for a request.
    func isAsked() async throws {
        while requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// The bytes of a response.
    static func answer(
        _ status: String = "200 OK", type: String = "application/json;charset=UTF-8", _ headers: [String] = [],
        body: String
    ) -> String {
        let lines = ["HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    static func refusal(_ status: String, _ message: String, _ detail: String, _ headers: [String] = []) -> String {
        answer(status, headers, body: #"{"error":{"message":"\#(message)","detail":"\#(detail)"},"status":"failure"}"#)
    }
}
