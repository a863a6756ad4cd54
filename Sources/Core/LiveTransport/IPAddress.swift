import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Sendable, Hashable {
    /// In network byte order.
    package let bytes: [UInt8]

    /// Four or sixteen bytes; nil for any other number.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses a literal without brackets.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    var text: String {
        var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        return inet_ntop(family, bytes, &room, socklen_t(room.count)).map { String(cString: $0) } ?? ""
    }

    /// Whether the address has the first `length` bits of another one of the same size.
    func begins(with network: IPAddress, length: Int) -> Bool {
        guard network.bytes.count == bytes.count, (0...bytes.count * 8).contains(length) else { return false }
        let whole = length / 8
        guard network.bytes[..<whole] == bytes[..<whole] else { return false }
        let rest = length % 8
        return rest == 0 || (network.bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0
    }

    /// Whether the address is in a network such as `10.0.0.0/8`, or equal to an address.
    func lies(in entry: some StringProtocol) -> Bool {
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let network = IPAddress(ProxySettings.bare(Substring(parts[0]))) else { return false }
        guard parts.count == 2 else { return network == self }
        return Int(parts[1]).map { begins(with: network, length: $0) } ?? false
    }
}

/// Address ranges that are not public (RFC 6890).
package enum AddressRange: Sendable, Hashable, CaseIterable {
    case loopback
    /// Includes the metadata services of cloud providers.
    case linkLocal
    /// The private networks of RFC 1918, separately.
    case private10, private172, private192
    /// The shared address space of carrier-grade NAT (RFC 6598).
    case shared
    /// Unique local and deprecated site-local IPv6 addresses.
    case uniqueLocal, siteLocal

    /// The range of an address; nil for a public one. An address with an embedded IPv4 address is judged by that.
    package init?(_ address: IPAddress) {
        let address = AddressRange.embedded(in: address) ?? address
        guard let range = AddressRange.allCases.first(where: { $0.networks.contains(where: address.lies) }) else {
            return nil
        }
        self = range
    }

    var name: String {
        switch self {
        case .loopback: "a loopback address"
        case .linkLocal: "a link-local address"
        case .private10, .private172, .private192, .uniqueLocal, .siteLocal: "a private address"
        case .shared: "an address of the provider's own network"
        }
    }

    /// A connection to an unspecified address reaches this machine.
    private var networks: [String] {
        switch self {
        case .loopback: ["127.0.0.0/8", "0.0.0.0/8", "::1", "::"]
        case .linkLocal: ["169.254.0.0/16", "fe80::/10"]
        case .private10: ["10.0.0.0/8"]
        case .private172: ["172.16.0.0/12"]
        case .private192: ["192.168.0.0/16"]
        case .shared: ["100.64.0.0/10"]
        case .uniqueLocal: ["fc00::/7"]
        case .siteLocal: ["fec0::/10"]
        }
    }

    /// IPv4-mapped and IPv4-compatible addresses (RFC 4291), NAT64 (RFC 6052) and 6to4 (RFC 3056).
    private static func embedded(in address: IPAddress) -> IPAddress? {
        guard address.bytes.count == 16 else { return nil }
        if address.lies(in: "::") || address.lies(in: "::1") { return nil }
        if ["::ffff:0:0/96", "::/96", "64:ff9b::/96"].contains(where: { address.lies(in: $0) }) {
            return IPAddress(bytes: Array(address.bytes.suffix(4)))
        }
        return address.lies(in: "2002::/16") ? IPAddress(bytes: Array(address.bytes[2..<6])) : nil
    }
}
