import ExchangeModel
import NowSDK
import TestSupport
import Testing

struct InstanceTests {
    @Test(arguments: [
        ("myinstance", "https://myinstance.service-now.com"),
        ("MyInstance", "https://myinstance.service-now.com"),
        ("dev-12345", "https://dev-12345.service-now.com"),
        ("https://myinstance.service-now.com", "https://myinstance.service-now.com"),
        ("https://myinstance.service-now.com/nav_to.do?uri=%2Fincident.do#top", "https://myinstance.service-now.com"),
        ("HTTPS://MyInstance.Service-Now.com:443/", "https://myinstance.service-now.com"),
        ("https://snow.example.com:8443", "https://snow.example.com:8443"),
        ("snow.example.com", "https://snow.example.com"),
        ("snow.example.com:8443", "https://snow.example.com:8443"),
        ("https://snow.example.com./x", "https://snow.example.com"), ("snow.example.com.", "https://snow.example.com"),
        ("localhost", "http://localhost"),
        ("localhost:8080", "http://localhost:8080"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://sandbox.localhost", "http://sandbox.localhost"),
        ("https://localhost:8443", "https://localhost:8443"),
        ("http://[::1]:9000/api", "http://[::1]:9000"),
    ])
    func nameOrURLGivesOrigin(text: String, origin: String) throws {
        try expectEqual(Instance(text).description, origin)
    }

    @Test(arguments: [
        ("", InstanceError.Kind.unreadable), ("my instance", .unreadable), ("-f", .unreadable),
        ("a\u{1B}[31mb", .unreadable),
        ("bücher", .unreadable), ("https://", .unreadable), ("https://host:99999", .unreadable),
        ("http://myinstance.service-now.com", .insecure), ("HTTP://10.0.0.1", .insecure),
        ("http://localhost.example.com", .insecure), ("ftp://myinstance.service-now.com", .unsupportedScheme),
        ("file:///etc/passwd", .unsupportedScheme),
    ])
    func invalidInstanceIsRejectedWithKind(text: String, kind: InstanceError.Kind) {
        #expect(throws: InstanceError.self) { try Instance(text) }
        do { _ = try Instance(text) } catch { expectEqual(error.kind, kind) }
    }

    @Test func errorsOmitPasswords() {
        for text in ["https://john:hunter2secret@myinstance.service-now.com", "john:hunter2secret@myinstance"] {
            do {
                _ = try Instance(text)
                Issue.record("\(text) was accepted")
            } catch {
                #expect(!error.message.contains("hunter2secret"))
                #expect(!"\(error)".contains("john"))
            }
        }
    }

    @Test func urlsKeepPathAndEncodeQuery() throws {
        let instance = try Instance("myinstance")
        let url = instance.url(
            "/api/now/table/incident", query: [("sysparm_query", "active=true^numberLIKEé"), ("a b", "c&d=e")])
        expectEqual(
            url.description,
            "https://myinstance.service-now.com/api/now/table/incident"
                + "?sysparm_query=active%3Dtrue%5EnumberLIKE%C3%A9&a%20b=c%26d%3De")
        expectEqual(instance.name, "myinstance.service-now.com")
    }

    @Test(arguments: [
        ("https://dev1.service-now.com", "dev1"), ("https://a.b.service-now.com", "a.b.service-now.com"),
        ("https://dev1.service-now.com:8443", "dev1.service-now.com:8443"), ("https://x.example", "x.example"),
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://127.0.0.1:8080", "https://127.0.0.1:8080"),
        ("https://localhost", "https://localhost"),
    ])
    func shortNameIsTheSameInstance(address: String, shortName: String) throws {
        let instance = try Instance(address)
        expectEqual(instance.shortName, shortName)
        try expectEqual(Instance(shortName), instance)
    }
}
