import ExchangeModel
import LiveTransport
import TestSupport
import Testing

/// Connections caused by redirects.
@Suite struct RedirectedTests {
    private let server = RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    private func request(_ host: String, from redirector: Redirector?) throws -> HTTPRequest {
        var request = try get("http://\(host):\(server.port)/x")
        request.redirector = redirector
        return request
    }

    private static let far = Redirector(host: "acme.example", address: "203.0.113.1")

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "0.0.0.0", "2130706433", "localhost", "a.localhost"])
    func remoteInstanceMayNotRedirectToLoopback(_ host: String) async throws {
        let failure = await failure(of: try request(host, from: Self.far), through: CurlTransport(.patient))
        #expect(failure?.kind == .redirect)
        #expect(failure?.message.hasPrefix("acme.example redirects to ") == true)
        #expect(failure?.message.hasSuffix("a loopback address, which is not followed.") == true)
        #expect(server.connectionCount == 0)
    }

    @Test func messageNamesHostAndAddress() async throws {
        func message(_ host: String) async throws -> String? {
            await failure(of: try request(host, from: Self.far), through: CurlTransport(.patient))?.message
        }
        #expect(
            try await message("127.0.0.1")
                == "acme.example redirects to 127.0.0.1, a loopback address, which is not followed.")
        #expect(
            try await message("[::ffff:127.0.0.1]")
                == "acme.example redirects to [::ffff:127.0.0.1], a loopback address, which is not followed.")
        let named = try #require(try await message("localhost"))
        // The name has two addresses; the error names the last one tried.
        #expect(
            ["127.0.0.1", "::1"].map {
                "acme.example redirects to localhost at \($0), a loopback address, which is not followed."
            }.contains(named), "\(named)")
    }

    @Test func localServerMayRedirectToLocalServer() async throws {
        for own in ["127.0.0.1", "127.8.8.8", "::1"] {
            let redirector = Redirector(host: "acme.localhost", address: own)
            let response = try await CurlTransport(.patient).send(try request("127.0.0.1", from: redirector))
            #expect(response.text == "ok")
        }
        let failure = await failure(
            of: try request("127.0.0.1", from: Redirector(host: "acme.example", address: "10.0.0.1")),
            through: CurlTransport(.patient))
        #expect(failure?.kind == .redirect)
    }

    @Test func unknownOriginCountsAsPublic() async throws {
        let transport = CurlTransport(.patient)
        let other = Redirector(host: "acme.example", address: nil), own = Redirector(host: "127.0.0.1", address: nil)
        #expect(await failure(of: try request("127.0.0.1", from: other), through: transport)?.kind == .redirect)
        #expect(try await transport.send(try request("127.0.0.1", from: own)).text == "ok")
    }

    @Test func reusedConnectionIsCheckedToo() async throws {
        let transport = CurlTransport(.patient)
        #expect(try await transport.send(try request("127.0.0.1", from: nil)).text == "ok")
        let failure = await failure(of: try request("127.0.0.1", from: Self.far), through: transport)
        #expect(failure?.message == "acme.example redirects to 127.0.0.1, a loopback address, which is not followed.")
        #expect(server.connectionCount == 1)
        // The transport stays usable.
        #expect(try await transport.send(try request("127.0.0.1", from: nil)).text == "ok")
    }

    @Test func routeIsCheckedByItsAddress() async throws {
        let port = server.port
        let transport = CurlTransport(.patient) { _ in Route(address: "127.0.0.1", port: port) }
        let failure = await failure(of: try request("sandbox.localhost", from: Self.far), through: transport)
        #expect(
            failure?.message
                == "acme.example redirects to sandbox.localhost at 127.0.0.1, a loopback address, which is not followed."
        )
    }

    @Test func proxyAddressIsNotChecked() async throws {
        var options = WireOptions.patient
        options.proxies = ProxySettings(all: server.address)
        let response = try await CurlTransport(options).send(try request("intern.example", from: Self.far))
        #expect(response.text == "ok")
        // A proxy's response does not reveal the instance's address.
        #expect(response.facts.address == nil)
    }

    @Test func responseHasRemoteAddress() async throws {
        #expect(
            try await CurlTransport(.patient).send(try request("127.0.0.1", from: nil)).facts.address == "127.0.0.1")
    }
}
