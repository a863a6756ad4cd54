import ExchangeModel
import LiveTransport
import Synchronization
import TestSupport
import Testing

@Suite struct RouteTests {
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
        #expect(response.text == "GET /a?b HTTP/1.1\r\nHost: sandbox.example\r\nAccept-Encoding: identity\r\n\r\n")
        #expect(asked.withLock { $0 } == ["http://sandbox.example/a?b"])
    }

    @Test func unavailableRouteIsTheFailure() async throws {
        let transport = CurlTransport { _ throws(TransportFailure) in
            throw TransportFailure(.connect, "The sandbox could not be started.")
        }
        #expect(
            await failure(of: try get("http://sandbox.localhost/"), through: transport)
                == TransportFailure(.connect, "The sandbox could not be started."))
    }

    @Test func routeFailureNamesBothHosts() async throws {
        let (descriptor, port) = RawServer.bound()
        defer { RawConnection(descriptor: descriptor).end() }
        let transport = CurlTransport { _ in Route(address: "127.0.0.1", port: port) }
        #expect(
            await failure(of: try get("http://sandbox.localhost/"), through: transport)
                == TransportFailure(
                    .connect,
                    "Could not connect to sandbox.localhost (127.0.0.1 port \(port)): connection refused."))
    }

    @Test func httpProxyGetsAbsoluteURL() async throws {
        let proxies = ProxySettings(http: "http://john:secret@127.0.0.1:\(mirror.port)")
        let transport = CurlTransport(WireOptions(proxies: proxies))
        let response = try await transport.send(try get("http://h.example:81/a/../b?c=^", plain))
        #expect(
            response.text == """
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
        #expect(
            await failure(of: request, through: CurlTransport(options))
                == TransportFailure(
                    .connect,
                    "Could not connect to h.example port 443: the proxy 127.0.0.1 port \(proxy.port) answered 407."))
        #expect(
            heard.withLock { $0 } == [
                "CONNECT h.example:443 HTTP/1.1\r\nHost: h.example:443\r\nProxy-Connection: Keep-Alive\r\n\r\n"
            ])
    }

    @Test func proxyFailureOmitsPassword() async throws {
        let (descriptor, port) = RawServer.bound()
        defer { RawConnection(descriptor: descriptor).end() }
        let refused = WireOptions(proxies: ProxySettings(http: "http://john:secret@127.0.0.1:\(port)/"))
        #expect(
            try await failure(of: "http://h.example/", refused)
                == TransportFailure(
                    .connect, "Could not connect to the proxy 127.0.0.1 port \(port): connection refused."))
        let name = String(repeating: "p", count: 64) + ".example"
        let unknown = WireOptions(proxies: ProxySettings(all: "john:secret@\(name):3128"))
        #expect(
            try await failure(of: "http://h.example/", unknown)
                == TransportFailure(.resolve, "Could not find the address of the proxy \(name) port 3128."))
    }
}
