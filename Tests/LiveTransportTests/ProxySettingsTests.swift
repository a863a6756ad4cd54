import ExchangeModel
import LiveTransport
import Testing

@Suite struct ProxySettingsTests {
    private func proxy(_ environment: [String: String], for address: String) throws -> String? {
        ProxySettings(environment: environment).proxy(for: try get(address).url)
    }

    @Test func schemesHaveVariablesAndAllProxyIsFallback() throws {
        let environment = ["http_proxy": "p1", "HTTPS_PROXY": "p2", "ALL_PROXY": "p3"]
        #expect(try proxy(environment, for: "http://h.example/") == "p1")
        #expect(try proxy(environment, for: "https://h.example/") == "p2")
        #expect(try proxy(["all_proxy": "p3"], for: "http://h.example/") == "p3")
        #expect(try proxy(["all_proxy": "p3"], for: "https://h.example/") == "p3")
        #expect(try proxy(["all_proxy": "p3", "http_proxy": ""], for: "http://h.example/") == nil)
        #expect(try proxy([:], for: "http://h.example/") == nil)
    }

    @Test func upperCaseHTTPProxyIsIgnored() throws {
        #expect(try proxy(["HTTP_PROXY": "p"], for: "http://h.example/") == nil)
    }

    @Test(arguments: ["http://localhost/", "https://a.localhost/", "http://127.9.9.9/", "http://[::1]/"])
    func loopbackBypassesProxy(address: String) throws {
        #expect(try proxy(["all_proxy": "p"], for: address) == nil)
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
        #expect(found == (isException ? nil : "p"))
    }
}

/// Which addresses are loopback, link-local or private.
@Suite struct AddressRangeTests {
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
        #expect(AddressRange(try #require(IPAddress(text))) == range)
    }

    @Test(arguments: [
        "1.1.1.1", "126.255.255.255", "128.0.0.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "192.169.0.0", "100.63.255.255", "100.128.0.0", "169.253.255.255", "169.255.0.0",
        "203.0.113.1", "2001:db8::1", "fbff::1", "fe00::1", "ff02::1", "::ffff:1.1.1.1", "::1:0:0:1", "2002:101:101::1",
    ])
    func publicAddress(_ text: String) throws {
        #expect(AddressRange(try #require(IPAddress(text))) == nil)
    }

    @Test(arguments: ["", "localhost", "127.0.0", "127.1", "0x7f000001", "[::1]", "::1%lo", "1.2.3.4.5"])
    func invalidAddress(_ text: String) {
        #expect(IPAddress(text) == nil)
    }
}
