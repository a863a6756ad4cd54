import LiveTransport
import Testing

/// Which addresses lead to this machine or its own network.
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
    func anAddressThatLeadsToNoPublicServer(_ text: String, _ range: AddressRange) throws {
        #expect(AddressRange(try #require(IPAddress(text))) == range)
    }

    @Test(arguments: [
        "1.1.1.1", "126.255.255.255", "128.0.0.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "192.169.0.0", "100.63.255.255", "100.128.0.0", "169.253.255.255", "169.255.0.0",
        "203.0.113.1", "2001:db8::1", "fbff::1", "fe00::1", "ff02::1", "::ffff:1.1.1.1", "::1:0:0:1", "2002:101:101::1",
    ])
    func aPublicAddress(_ text: String) throws {
        #expect(AddressRange(try #require(IPAddress(text))) == nil)
    }

    @Test(arguments: ["", "localhost", "127.0.0", "127.1", "0x7f000001", "[::1]", "::1%lo", "1.2.3.4.5"])
    func whatIsNoAddress(_ text: String) {
        #expect(IPAddress(text) == nil)
    }
}
