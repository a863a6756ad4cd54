import ExchangeModel
import LiveTransport
import Synchronization
import TestSupport
import Testing

struct RouteTests {
    /// A server that responds with the head of the request.
    private let mirror = RawServer { connection in
        while let request = connection.readRequest() {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n" + request)
        }
    }
    private let plain: HeaderFields = ["Accept-Encoding": "identity"]

    @Test func routeChangesOnlyTheConnection() async throws {
        let asked = Mutex<[String]>([])
        let port = mirror.port
        let proxies = ProxySettings(all: "http://127.0.0.1:1")
        let transport = CurlTransport(WireOptions(proxies: proxies)) { url in
            asked.withLock { $0.append(url.description) }
            return url.host == "sandbox.example" ? Route(address: "127.0.0.1", port: port) : nil
        }
        let response = try await transport.send(try get("http://sandbox.example/a?b", plain))
        expectEqual(response.text, "GET /a?b HTTP/1.1\r\nHost: sandbox.example\r\nAccept-Encoding: identity\r\n\r\n")
        expectEqual(asked.withLock { $0 }, ["http://sandbox.example/a?b"])
    }

    @Test func unavailableRouteIsTheFailure() async throws {
        let transport = CurlTransport { _ throws(TransportFailure) in
            throw TransportFailure(.connect, "The sandbox could not be started.")
        }
        await expectEqual(
            failure(of: try get("http://sandbox.localhost/"), through: transport),
            TransportFailure(.connect, "The sandbox could not be started."))
    }

    @Test func routeFailureNamesBothHosts() async throws {
        let (descriptor, port) = RawServer.bound()
        defer { RawConnection(descriptor: descriptor).end() }
        let transport = CurlTransport { _ in Route(address: "127.0.0.1", port: port) }
        await expectEqual(
            failure(of: try get("http://sandbox.localhost/"), through: transport),
            TransportFailure(
                .connect,
                "Could not connect to sandbox.localhost (127.0.0.1 port \(port)): connection refused."))
    }

    @Test func httpProxyGetsAbsoluteURL() async throws {
        let proxies = ProxySettings(http: "http://john:secret@127.0.0.1:\(mirror.port)")
        let transport = CurlTransport(WireOptions(proxies: proxies))
        let response = try await transport.send(try get("http://h.example:81/a/../b?c=^", plain))
        expectEqual(
            response.text,
            """
            GET http://h.example:81/a/../b?c=^ HTTP/1.1\r
            Host: h.example:81\r
            Proxy-Authorization: Basic am9objpzZWNyZXQ=\r
            Accept-Encoding: identity\r
            \r

            """)
    }

    @Test func httpsProxyGetsNoRequestHeaders() async throws {
        let heard = Mutex<[String]>([])
        let proxy = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            heard.withLock { $0.append(request) }
            connection.write("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        }
        let options = WireOptions(proxies: ProxySettings(https: "http://127.0.0.1:\(proxy.port)"))
        let request = try get("https://h.example/a", ["Authorization": "Basic c2VjcmV0"])
        await expectEqual(
            failure(of: request, through: CurlTransport(options)),
            TransportFailure(
                .connect,
                "Could not connect to h.example port 443: the proxy 127.0.0.1 port \(proxy.port) answered 407."))
        expectEqual(
            heard.withLock { $0 },
            [
                "CONNECT h.example:443 HTTP/1.1\r\nHost: h.example:443\r\nProxy-Connection: Keep-Alive\r\n\r\n"
            ])
    }

    @Test func proxyFailureOmitsPassword() async throws {
        let (descriptor, port) = RawServer.bound()
        defer { RawConnection(descriptor: descriptor).end() }
        let refused = WireOptions(proxies: ProxySettings(http: "http://john:secret@127.0.0.1:\(port)/"))
        try await expectEqual(
            failure(of: "http://h.example/", refused),
            TransportFailure(
                .connect, "Could not connect to the proxy 127.0.0.1 port \(port): connection refused."))
        let name = String(repeating: "p", count: 64) + ".example"
        let unknown = WireOptions(proxies: ProxySettings(all: "john:secret@\(name):3128"))
        try await expectEqual(
            failure(of: "http://h.example/", unknown),
            TransportFailure(.resolve, "Could not find the address of the proxy \(name) port 3128."))
    }
}

/// Connections caused by redirects.
struct RedirectedTests {
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
        expectEqual(failure?.kind, .redirect)
        expectEqual(failure?.message.hasPrefix("acme.example redirects to "), true)
        expectEqual(failure?.message.hasSuffix("a loopback address, which is not followed."), true)
        expectEqual(server.connectionCount, 0)
    }

    @Test func messageNamesHostAndAddress() async throws {
        func message(_ host: String) async throws -> String? {
            await failure(of: try request(host, from: Self.far), through: CurlTransport(.patient))?.message
        }
        try await expectEqual(
            message("127.0.0.1"),
            "acme.example redirects to 127.0.0.1, a loopback address, which is not followed.")
        try await expectEqual(
            message("[::ffff:127.0.0.1]"),
            "acme.example redirects to [::ffff:127.0.0.1], a loopback address, which is not followed.")
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
            expectEqual(response.text, "ok")
        }
        let failure = await failure(
            of: try request("127.0.0.1", from: Redirector(host: "acme.example", address: "10.0.0.1")),
            through: CurlTransport(.patient))
        expectEqual(failure?.kind, .redirect)
    }

    @Test func unknownOriginCountsAsPublic() async throws {
        let transport = CurlTransport(.patient)
        let other = Redirector(host: "acme.example", address: nil), own = Redirector(host: "127.0.0.1", address: nil)
        await expectEqual(failure(of: try request("127.0.0.1", from: other), through: transport)?.kind, .redirect)
        try await expectEqual(transport.send(try request("127.0.0.1", from: own)).text, "ok")
    }

    @Test func reusedConnectionIsCheckedToo() async throws {
        let transport = CurlTransport(.patient)
        try await expectEqual(transport.send(try request("127.0.0.1", from: nil)).text, "ok")
        let failure = await failure(of: try request("127.0.0.1", from: Self.far), through: transport)
        expectEqual(failure?.message, "acme.example redirects to 127.0.0.1, a loopback address, which is not followed.")
        expectEqual(server.connectionCount, 1)
        // The transport stays usable.
        try await expectEqual(transport.send(try request("127.0.0.1", from: nil)).text, "ok")
    }

    @Test func routeIsCheckedByItsAddress() async throws {
        let port = server.port
        let transport = CurlTransport(.patient) { _ in Route(address: "127.0.0.1", port: port) }
        let failure = await failure(of: try request("sandbox.localhost", from: Self.far), through: transport)
        expectEqual(
            failure?.message,
            "acme.example redirects to sandbox.localhost at 127.0.0.1, a loopback address, which is not followed."
        )
    }

    @Test func proxyAddressIsNotChecked() async throws {
        var options = WireOptions.patient
        options.proxies = ProxySettings(all: server.address)
        let response = try await CurlTransport(options).send(try request("intern.example", from: Self.far))
        expectEqual(response.text, "ok")
        // A proxy's response does not reveal the instance's address.
        expectEqual(response.facts.address, nil)
    }

    @Test func responseHasRemoteAddress() async throws {
        try await expectEqual(
            CurlTransport(.patient).send(try request("127.0.0.1", from: nil)).facts.address, "127.0.0.1")
    }
}

struct ProxySettingsTests {
    private func proxy(_ environment: [String: String], for address: String) throws -> String? {
        ProxySettings(environment: environment).proxy(for: try get(address).url)
    }

    @Test func schemesHaveVariablesAndAllProxyIsFallback() throws {
        let environment = ["http_proxy": "p1", "HTTPS_PROXY": "p2", "ALL_PROXY": "p3"]
        try expectEqual(proxy(environment, for: "http://h.example/"), "p1")
        try expectEqual(proxy(environment, for: "https://h.example/"), "p2")
        try expectEqual(proxy(["all_proxy": "p3"], for: "http://h.example/"), "p3")
        try expectEqual(proxy(["all_proxy": "p3"], for: "https://h.example/"), "p3")
        try expectEqual(proxy(["all_proxy": "p3", "http_proxy": ""], for: "http://h.example/"), nil)
        try expectEqual(proxy([:], for: "http://h.example/"), nil)
    }

    @Test func upperCaseHTTPProxyIsIgnored() throws {
        try expectEqual(proxy(["HTTP_PROXY": "p"], for: "http://h.example/"), nil)
    }

    @Test(arguments: ["http://localhost/", "https://a.localhost/", "http://127.9.9.9/", "http://[::1]/"])
    func loopbackBypassesProxy(address: String) throws {
        try expectEqual(proxy(["all_proxy": "p"], for: address), nil)
    }

    @Test(arguments: [
        ("*", "http://h.example/", true),
        ("h.example", "http://h.example:8080/", true),
        ("h.example", "http://H.Example/", true),
        ("H.EXAMPLE.", "http://h.example/", true),
        ("example", "http://h.example/", true),
        (".example", "http://h.example/", true),
        ("a.example, h.example", "http://h.example/", true),
        ("a.example h.example", "http://h.example/", true),
        ("h.example", "http://hh.example/", false),
        ("h.example", "http://h.example.org/", false),
        ("", "http://h.example/", false),
        (",,", "http://h.example/", false),
        ("10.0.0.0/8", "http://10.200.3.4/", true),
        ("10.0.0.0/8", "http://11.0.0.1/", false),
        ("10.128.0.0/9", "http://10.127.0.1/", false),
        ("10.128.0.0/9", "http://10.129.0.1/", true),
        ("0.0.0.0/0", "http://9.9.9.9/", true),
        ("10.0.0.1", "http://10.0.0.1/", true),
        ("0.0.1", "http://10.0.0.1/", false),
        ("10.0.0.0/33", "http://10.0.0.0/", false),
        ("10.0.0.0/x", "http://10.0.0.0/", false),
        ("fd00::/8", "http://[fd12::1]/", true),
        ("[fd12::1]", "http://[fd12:0::1]/", true),
        ("fd00::/8", "http://[fe80::1]/", false),
    ])
    func exceptionsAreNamesAddressesAndNetworks(exceptions: String, address: String, isException: Bool) throws {
        let found = try proxy(["http_proxy": "p", "no_proxy": exceptions], for: address)
        expectEqual(found, (isException ? nil : "p"))
    }
}

/// Which addresses are loopback, link-local or private.
struct AddressRangeTests {
    @Test(
        arguments: [
            ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("0.0.0.0", .loopback), ("0.1.2.3", .loopback),
            ("::1", .loopback), ("::", .loopback), ("169.254.169.254", .linkLocal), ("fe80::1", .linkLocal),
            ("febf::1", .linkLocal), ("10.0.0.1", .private10), ("172.16.0.1", .private172),
            ("172.31.255.255", .private172), ("192.168.1.1", .private192), ("100.64.0.1", .shared),
            ("100.127.255.255", .shared), ("fc00::1", .uniqueLocal), ("fdff::1", .uniqueLocal), ("fec0::1", .siteLocal),
            ("::ffff:127.0.0.1", .loopback), ("::ffff:10.1.2.3", .private10), ("::192.168.1.1", .private192),
            ("::ffff:169.254.169.254", .linkLocal), ("64:ff9b::7f00:1", .loopback), ("2002:c0a8:101::1", .private192),
        ] as [(String, AddressRange)])
    func nonPublicAddress(_ text: String, _ range: AddressRange) throws {
        expectEqual(AddressRange(try #require(IPAddress(text))), range)
    }

    @Test(arguments: [
        "1.1.1.1", "126.255.255.255", "128.0.0.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "192.169.0.0", "100.63.255.255", "100.128.0.0", "169.253.255.255", "169.255.0.0",
        "203.0.113.1", "2001:db8::1", "fbff::1", "fe00::1", "ff02::1", "::ffff:1.1.1.1", "::1:0:0:1", "2002:101:101::1",
    ])
    func publicAddress(_ text: String) throws {
        expectEqual(AddressRange(try #require(IPAddress(text))), nil)
    }

    @Test(arguments: ["", "localhost", "127.0.0", "127.1", "0x7f000001", "[::1]", "::1%lo", "1.2.3.4.5"])
    func invalidAddress(_ text: String) {
        expectEqual(IPAddress(text), nil)
    }
}
