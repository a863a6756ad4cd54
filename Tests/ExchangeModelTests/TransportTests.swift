import ExchangeModel
import Testing

@Suite struct TransportTests {
    let url = HTTPURL(scheme: "http", host: "h")

    @Test func scriptRespondsInOrderThenFails() async throws {
        let refused = TransportFailure(.connect, "Nobody listens.")
        let script = ScriptedTransport([.success(HTTPResponse(status: 200)), .failure(refused)])
        let get = HTTPRequest(.get, url), post = HTTPRequest(.post, url, body: [])
        #expect(try await script.send(get).status == 200)
        await #expect(throws: refused) { try await script.send(post) }
        let end = await #expect(throws: TransportFailure.self) { try await script.send(get) }
        #expect(end?.kind == .connect)
        #expect(end?.message == "The script has no answer for GET http://h/.")
        #expect(script.requests == [get, post, get])
    }

    @Test func immediateTransportCanSend() async throws {
        struct Echo: ImmediateTransport {
            func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
                guard let body = request.body else { throw TransportFailure(.reset, "No body.") }
                return HTTPResponse(status: 200, body: body)
            }
        }
        #expect(try await Echo().send(HTTPRequest(.post, url, body: [1, 2])).body == [1, 2])
        await #expect(throws: TransportFailure(.reset, "No body.")) { try await Echo().send(HTTPRequest(.get, url)) }
    }

    @Test func onlyPostMayBeOverridden() {
        let override: HeaderFields = ["x-http-method-override": "patch"]
        #expect(HTTPRequest(.post, url, headers: override).effectiveMethod == .patch)
        #expect(HTTPRequest(.get, url, headers: override).effectiveMethod == .get)
        #expect(HTTPRequest(.post, url).effectiveMethod == .post)
    }

    @Test func failuresAreEqualByContent() {
        struct SampleError: Error {}
        #expect(TransportFailure(.tls, "No.", cause: SampleError()) == TransportFailure(.tls, "No."))
        #expect(TransportFailure(.tls, "No.") != TransportFailure(.reset, "No."))
        #expect(Set([TransportFailure(.tls, "No.", cause: SampleError()), TransportFailure(.tls, "No.")]).count == 1)
        #expect(TransportFailure(.tls, "No.").description == "No.")
    }

    @Test func storedRawValuesAreStable() {
        #expect(
            TransportFailure.Kind.allCases.map(\.rawValue) == [
                "resolve", "connect", "tls", "timeout", "reset", "tooLarge", "cancelled", "tape", "invalidRequest",
                "redirect",
                "signIn",
            ])
        #expect(RequestPurpose.allCases.map(\.rawValue) == ["command", "signIn", "schema", "completion"])
    }
}
