import Foundation
import Synchronization
import TestSupport

/// A minimal instance on bare sockets that responds to every request with `answer`, until released.
struct RawInstance {
    private let server: RawServer
    var address: String { server.address }
    /// The number of connections opened so far.
    var connections: Int { server.connectionCount }
    var name: String { "127.0.0.1:\(server.port)" }
    var flags: [String] { ["--instance", address, "--user", "jane"] }

    init(_ answer: @escaping @Sendable (_ request: String) -> String) {
        server = RawServer { connection in
            while let request = connection.readRequest() { connection.write(answer(request)) }
        }
    }

    /// An instance that accepts every request and never responds.
    static func silent() -> RawInstance { RawInstance { _ in "" } }

    /// Waits for a connection.
    func isAsked() async throws {
        while connections == 0 { try await Task.sleep(for: .milliseconds(2)) }
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

/// An instance that accepts requests with a given header line, and stores the bytes it receives.
final class GuardedInstance: Sendable {
    private let heads: RequestHeads
    private let far: RawInstance

    private final class RequestHeads: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameters:
    ///   - line: required in the head of a request; nil rejects everyone.
    ///   - other: responses to requests of other paths.
    init(letsIn line: String?, other: @escaping @Sendable (_ request: String) -> String? = { _ in nil }) {
        let heads = RequestHeads()
        self.heads = heads
        far = RawInstance { request in
            heads.all.withLock { $0.append(request) }
            if let answer = other(request) { return answer }
            guard let line, request.contains("\r\n" + line + "\r\n") else {
                return RawInstance.refusal(
                    "401 Unauthorized", "User Not Authenticated", "Required to provide Auth information")
            }
            return RawInstance.answer(body: #"{"result":[{"number":{"value":"INC1","display_value":"INC1"}}]}"#)
        }
    }

    /// An instance that requires a user's password.
    convenience init(passwordOfJane password: String) {
        self.init(letsIn: "Authorization: Basic " + Data("jane:\(password)".utf8).base64EncodedString())
    }

    var address: String { far.address }
    var name: String { far.name }
    var flags: [String] { ["--instance", address, "--user", "jane"] }
    var requests: [String] { heads.all.withLock { $0 } }
}
