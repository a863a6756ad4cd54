import ExchangeModel

/// Makes the address of a request from its target and its `Host` line, and refuses hosts that are not ours.
///
/// A page from anywhere can make a browser resolve its own name to 127.0.0.1 (DNS rebinding); the `Host` line then
/// still names the page's host, and that is how it is told apart.
struct HostGuard {
    let scheme: String
    let port: Int
    let allowedHosts: Set<String>
    private let own: [[UInt8]]

    init(scheme: String, port: Int, allowedHosts: Set<String>) {
        self.scheme = scheme
        self.port = port
        self.allowedHosts = allowedHosts
        own = ["127.0.0.1", "localhost"].map { Array("\($0):\(port)".utf8) }
    }

    /// Whether that is this server, as its clients mostly call it.
    func isOwn(_ host: UnsafeBufferPointer<UInt8>) -> Bool { own.contains { host.elementsEqual($0) } }

    /// The address, or the answer that refuses the request.
    func address(target: String, hosts: [String]) -> Result<HTTPURL, Refusal> {
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return .failure(Refusal(400, "The target of the request holds a character that HTTP does not allow."))
        }
        guard hosts.count <= 1 else { return .failure(Refusal(400, "The request has more than one Host line.")) }
        if target.utf8.first == UInt8(ascii: "/") || target == "*" {
            return origin(hosts.first ?? "").map { origin in
                let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
                return HTTPURL(
                    scheme: origin.scheme, host: origin.host, port: origin.port,
                    path: String(target[..<(mark ?? target.endIndex)]),
                    query: mark.map { String(target[target.utf8.index(after: $0)...]) })
            }
        }
        // The absolute form, as a client sends it to a proxy; its host counts, not that of the Host line.
        guard let url = HTTPURL(target) else {
            return .failure(Refusal(400, "The target of the request is neither a path nor an address."))
        }
        return checked(url)
    }

    private func origin(_ host: String) -> Result<HTTPURL, Refusal> {
        if host.isEmpty { return .success(HTTPURL(scheme: scheme, host: "127.0.0.1", port: port)) }
        guard let url = HTTPURL(scheme + "://" + host), url.path == "/", url.query == nil,
            !host.utf8.contains(UInt8(ascii: "/")), !host.utf8.contains(UInt8(ascii: "#"))
        else { return .failure(Refusal(400, "The Host line of the request is not a host.")) }
        return checked(url)
    }

    private func checked(_ url: HTTPURL) -> Result<HTTPURL, Refusal> {
        guard url.isLoopback || allowedHosts.contains(url.host) else {
            return .failure(Refusal(421, "This server answers for hosts of this machine only, not for \(url.host)."))
        }
        return .success(url)
    }
}
