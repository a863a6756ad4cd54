import ExchangeModel
import TestSupport
import Testing

struct TransportTests {
    let url = HTTPURL(scheme: "http", host: "h")

    @Test func scriptRespondsInOrderThenFails() async throws {
        let refused = TransportFailure(.connect, "Nobody listens.")
        let script = ScriptedTransport([.success(HTTPResponse(status: 200)), .failure(refused)])
        let get = HTTPRequest(.get, url), post = HTTPRequest(.post, url, body: [])
        try await expectEqual(script.send(get).status, 200)
        await #expect(throws: refused) { try await script.send(post) }
        let end = await #expect(throws: TransportFailure.self) { try await script.send(get) }
        expectEqual(end?.kind, .connect)
        expectEqual(end?.message, "The script has no answer for GET http://h/.")
        expectEqual(script.requests, [get, post, get])
    }

    @Test func immediateTransportCanSend() async throws {
        struct Echo: ImmediateTransport {
            func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
                guard let body = request.body else { throw TransportFailure(.reset, "No body.") }
                return HTTPResponse(status: 200, body: body)
            }
        }
        try await expectEqual(Echo().send(HTTPRequest(.post, url, body: [1, 2])).body, [1, 2])
        await #expect(throws: TransportFailure(.reset, "No body.")) { try await Echo().send(HTTPRequest(.get, url)) }
    }

    @Test func onlyPostMayBeOverridden() {
        let override: HeaderFields = ["x-http-method-override": "patch"]
        expectEqual(HTTPRequest(.post, url, headers: override).effectiveMethod, .patch)
        expectEqual(HTTPRequest(.get, url, headers: override).effectiveMethod, .get)
        expectEqual(HTTPRequest(.post, url).effectiveMethod, .post)
    }

    @Test func failuresAreEqualByContent() {
        struct SampleError: Error {}
        expectEqual(TransportFailure(.tls, "No.", cause: SampleError()), TransportFailure(.tls, "No."))
        #expect(TransportFailure(.tls, "No.") != TransportFailure(.reset, "No."))
        expectEqual(Set([TransportFailure(.tls, "No.", cause: SampleError()), TransportFailure(.tls, "No.")]).count, 1)
        expectEqual(TransportFailure(.tls, "No.").description, "No.")
    }

    @Test func storedRawValuesAreStable() {
        expectEqual(
            TransportFailure.Kind.allCases.map(\.rawValue),
            [
                "resolve", "connect", "tls", "timeout", "reset", "tooLarge", "cancelled", "tape", "invalidRequest",
                "redirect",
                "signIn",
            ])
        expectEqual(RequestPurpose.allCases.map(\.rawValue), ["command", "signIn", "schema", "completion"])
    }
}
