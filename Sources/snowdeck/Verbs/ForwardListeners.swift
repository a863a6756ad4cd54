import ExchangeModel
import LoopbackServer
import Shell
import Synchronization
import TapeDeck

/// The listeners of `serve record --forward`: one for requests with absolute URLs, one for each host behind CONNECT.
struct ForwardListeners {
    private let environment: MachineEnvironment
    private let verb: BoundArguments
    private let bodyLimit: Int

    init(_ environment: MachineEnvironment, _ verb: BoundArguments, bodyLimit: Int) {
        self.environment = environment
        self.verb = verb
        self.bodyLimit = bodyLimit
    }

    func made(_ ports: [RecordingProxy.Port], _ targets: RecordTargets) throws(Problem) -> RecordListeners {
        let secure = targets.all.filter { $0.origin.scheme == "https" }
        let authority = try secure.isEmpty ? nil : authority(for: secure.map(\.origin.host))
        let identity = try authority.map { authority throws(Problem) in try authority.identity() }
        let proxies = try ports.enumerated().map { place, port throws(Problem) in
            try listening(port, at: verb.port(after: place), identity, targets)
        }
        let addresses = proxies.map(\.address)
        return RecordListeners(
            addresses: addresses, remarks: remarks(addresses[0], authority),
            stop: { for proxy in proxies { proxy.stop() } })
    }

    private func listening(
        _ proxy: RecordingProxy.Port, at port: Int, _ identity: ServerIdentity?, _ targets: RecordTargets
    ) throws(Problem) -> (address: String, stop: () -> Void) {
        let plain = try listener(proxy, nil)
        let tls = try identity.map { identity throws(Problem) in try listener(proxy, identity) }
        var tunnels: [String: LoopbackListener] = [:]
        for target in targets.all {
            let origin = target.origin
            tunnels["\(origin.host):\(origin.effectivePort)"] = origin.scheme == "https" ? tls : plain
        }
        let names = targets.all.map(\.name)
        let reported = Mutex<Set<String>>([])
        let acceptor: ProxyAcceptor
        do throws(ListenerError) {
            acceptor = try ProxyAcceptor(port: port, plain: plain, tunnels: tunnels) { authority in
                let message =
                    "CONNECT \(authority) was refused: this proxy records only "
                    + names.joined(separator: ", ") + "."
                // Browsers try hosts of their own again and again.
                if reported.withLock({ $0.count < 1000 && $0.insert(authority).inserted }) {
                    ServeRecordVerb.notify(message)
                }
                return message
            }
        } catch {
            throw verb.problem(.network, error.message, at: "port")
        }
        return (
            "http://127.0.0.1:\(acceptor.port)",
            {
                acceptor.stop()
                plain.stop()
                tls?.stop()
            }
        )
    }

    private func listener(_ proxy: RecordingProxy.Port, _ identity: ServerIdentity?) throws(Problem) -> LoopbackListener
    {
        var options = ListenerOptions(threads: 2, maximumBody: bodyLimit, identity: identity)
        (options.isProxy, options.isListening, options.streams) = (true, false, true)
        // One for plain requests and one for TLS.
        options.sharing = 2
        return try ServeRecordVerb.listen(proxy, options, verb, at: "forward")
    }

    /// The authority for these hosts, which is kept, so that clients trust it once.
    private func authority(for hosts: [String]) throws(Problem) -> LocalAuthority {
        let hosts = Set(hosts).sorted()
        if let literal = hosts.first(where: { $0.hasPrefix("[") }) {
            throw verb.problem(
                .usage, "--forward takes host names and IPv4 addresses, and \(literal) is neither.", at: "to")
        }
        let all = hosts.joined(separator: "+")
        let name =
            all.utf8.count <= 200
            ? all : "\(hosts[0].prefix(100))+\(UInt64(bitPattern: StableHash.of(all)))"
        let folder = environment.stateFolder
        for path in [folder, folder + "/proxy"] { MachineFiles.makePrivateFolder(path) }
        return LocalAuthority(
            folder: folder + "/proxy/" + name, openssl: OpenSSLProgram(path: environment["PATH"]),
            names: .proxy(for: hosts))
    }

    private func remarks(_ address: String, _ authority: LocalAuthority?) -> [String] {
        var lines = ["Programs need the proxy: http_proxy=\(address) https_proxy=\(address), curl --proxy \(address)."]
        if let file = authority.map({ Quoting.word($0.certificate) }) {
            lines.append(
                "They have to trust \(file): curl --cacert \(file), REQUESTS_CA_BUNDLE=\(file) for requests, "
                    + "SSL_CERT_FILE=\(file) for httpx, NODE_EXTRA_CA_CERTS=\(file) for Node.js.")
        }
        return lines
    }
}
