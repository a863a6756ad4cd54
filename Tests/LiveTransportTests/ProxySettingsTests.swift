import ExchangeModel
import LiveTransport
import Testing

@Suite struct ProxySettingsTests {
    private func proxy(_ environment: [String: String], for address: String) throws -> String? {
        ProxySettings(environment: environment).proxy(for: try get(address).url)
    }

    @Test func eachSchemeHasItsVariableAndAllIsTheRest() throws {
        let environment = ["http_proxy": "p1", "HTTPS_PROXY": "p2", "ALL_PROXY": "p3"]
        #expect(try proxy(environment, for: "http://h.example/") == "p1")
        #expect(try proxy(environment, for: "https://h.example/") == "p2")
        #expect(try proxy(["all_proxy": "p3"], for: "http://h.example/") == "p3")
        #expect(try proxy(["all_proxy": "p3"], for: "https://h.example/") == "p3")
        #expect(try proxy(["all_proxy": "p3", "http_proxy": ""], for: "http://h.example/") == nil)
        #expect(try proxy([:], for: "http://h.example/") == nil)
    }

    @Test func aVariableThatAHeaderCouldSetDoesNotCount() throws {
        #expect(try proxy(["HTTP_PROXY": "p"], for: "http://h.example/") == nil)
    }

    @Test(arguments: ["http://localhost/", "https://a.localhost/", "http://127.9.9.9/", "http://[::1]/"])
    func thisMachineIsReachedWithoutAProxy(address: String) throws {
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
