package import ExchangeModel
import Notation

/// An answer that may be used again, and what is needed to decide whether it still may.
package struct CachedAnswer: Sendable, Hashable {
    /// The whole address, version and all: it is what the answer is found by.
    package let address: HTTPURL
    /// The answer, without lines that belong to the connection it came by and without cookies.
    package private(set) var response: HTTPResponse
    /// Until when it is used without asking; nil: it is asked about each time.
    package private(set) var freshUntil: Timestamp?
    /// How often it was used in a request's place, or after the instance said that it still holds.
    package var hits = 0
    private var received: Timestamp
    private var age: Int64

    /// Nil when the answer may not be kept, or could never be used again: neither fresh nor with anything to ask by.
    ///
    /// - Parameters:
    ///   - asked: when the request went out.
    ///   - received: when the answer was there.
    package init?(address: HTTPURL, response: HTTPResponse, asked: Timestamp, received: Timestamp) {
        guard CacheRules.mayBeKept(response) else { return nil }
        self.address = address
        self.received = received
        age = CacheRules.age(response, asked: asked, received: received)
        freshUntil = CacheRules.freshUntil(response, asked: asked, received: received)
        self.response = response
        for name in CachedAnswer.passing { self.response.headers.remove(name) }
        guard freshUntil != nil || (response.status == 200 && validator != nil) else { return nil }
    }

    /// What the instance is asked by: the entity tag, else the date of the last change; nil when there is neither.
    package var validator: String? { response.headers["ETag"] ?? response.headers["Last-Modified"] }

    /// Whether it may be used without asking.
    package func isFresh(at now: Timestamp) -> Bool { freshUntil.map { now < $0 } ?? false }

    /// The answer as it is handed out at that moment: with its age.
    package func answer(at now: Timestamp) -> HTTPResponse {
        var answer = response
        answer.headers["Age"] = String(age + max(0, now.seconds - received.seconds))
        return answer
    }

    /// The request that asks whether it still holds; nil when nothing was given to ask by.
    func asking(_ request: HTTPRequest) -> HTTPRequest? {
        guard response.status == 200, validator != nil else { return nil }
        var request = request
        request.headers["If-None-Match"] = response.headers["ETag"]
        request.headers["If-Modified-Since"] = response.headers["Last-Modified"]
        return request
    }

    /// Whether a 304 speaks of this answer: it may name another one (RFC 9111, 4.3.4).
    func isMeant(by notModified: HTTPResponse) -> Bool {
        guard let said = notModified.headers["ETag"], let own = response.headers["ETag"] else { return true }
        return CachedAnswer.opaque(said).elementsEqual(CachedAnswer.opaque(own))
    }

    /// The answer with what a 304 says anew (RFC 9111, 3.2). Lines about the body stay, since that stays.
    func renewed(by notModified: HTTPResponse, asked: Timestamp, received: Timestamp) -> HTTPResponse {
        var answer = response
        answer.headers.remove("Age")
        var taken: Set<String> = []
        for field in notModified.headers {
            let name = ASCII.lowercased(field.name)
            guard !CachedAnswer.passing.contains(name), !CachedAnswer.ofBody.contains(name) else { continue }
            // Repeated lines replace together.
            if taken.insert(name).inserted { answer.headers.remove(name) }
            answer.headers.append(field.name, field.value)
        }
        return answer
    }

    /// A tag without the mark of a weak one, which makes no difference to who asks for the whole.
    private static func opaque(_ tag: String) -> Substring.UTF8View {
        tag.utf8.starts(with: "W/".utf8) ? tag.utf8.dropFirst(2) : tag.utf8[...]
    }

    private static let passing: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "set-cookie", "trailer", "transfer-encoding", "upgrade",
    ]
    private static let ofBody: Set<String> = [
        "content-encoding", "content-length", "content-range", "content-type",
    ]
}
