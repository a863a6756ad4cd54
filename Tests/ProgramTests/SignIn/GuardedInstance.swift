import Foundation
import Synchronization

/// An instance that lets in whoever brings one line, and remembers what it was sent.
final class GuardedInstance: Sendable {
    private let heads: Heads
    private let far: FarInstance

    private final class Heads: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameters:
    ///   - line: what the head of a request has to hold; nil lets nobody in.
    ///   - other: answers to requests of other paths.
    init(letsIn line: String?, other: @escaping @Sendable (_ request: String) -> String? = { _ in nil }) {
        let heads = Heads()
        self.heads = heads
        far = FarInstance { request in
            heads.all.withLock { $0.append(request) }
            if let answer = other(request) { return answer }
            guard let line, request.contains("\r\n" + line + "\r\n") else {
                return FarInstance.refusal(
                    "401 Unauthorized", "User Not Authenticated", "Required to provide Auth information")
            }
            return FarInstance.answer(body: #"{"result":[{"number":{"value":"INC1","display_value":"INC1"}}]}"#)
        }
    }

    /// One that wants a user's password.
    convenience init(passwordOfJane password: String) {
        self.init(letsIn: "Authorization: Basic " + Data("jane:\(password)".utf8).base64EncodedString())
    }

    var address: String { far.address }
    var name: String { far.name }
    var flags: [String] { ["--instance", address, "--user", "jane"] }
    var requests: [String] { heads.all.withLock { $0 } }
}
