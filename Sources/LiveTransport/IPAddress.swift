import Glibc

/// An address as its bytes, four or sixteen.
package struct IPAddress: Sendable, Hashable {
    /// In network order.
    package let bytes: [UInt8]

    /// Four or sixteen bytes; nil for any other number.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads a literal, without brackets.
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

    /// The literal.
    var text: String {
        var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        return inet_ntop(family, bytes, &room, socklen_t(room.count)).map { String(cString: $0) } ?? ""
    }

    /// Whether the address begins with the first `length` bits of another one of its size.
    func begins(with network: IPAddress, length: Int) -> Bool {
        guard network.bytes.count == bytes.count, (0...bytes.count * 8).contains(length) else { return false }
        let whole = length / 8
        guard network.bytes[..<whole] == bytes[..<whole] else { return false }
        let rest = length % 8
        return rest == 0 || (network.bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0
    }

    /// Whether the address is in a network such as `10.0.0.0/8`, or is the one that is named.
    func lies(in entry: some StringProtocol) -> Bool {
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let network = IPAddress(ProxySettings.bare(Substring(parts[0]))) else { return false }
        guard parts.count == 2 else { return network == self }
        return Int(parts[1]).map { begins(with: network, length: $0) } ?? false
    }
}
