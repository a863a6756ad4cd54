import Chromium
import Foundation
import Glibc
import Notation
import TestSupport
import Testing

/// A page tries every way of a browser to the network; only its own server is reached.
@Suite(.serialized) struct NetworkTests {
    /// Local programs that count what reaches them: a TCP server, and a UDP socket.
    private final class Targets: Sendable {
        let tcp = RawServer { _ in }
        let udp: Int32
        let port: Int

        init() {
            udp = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let udp = udp
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(udp, $0, length)
                    _ = getsockname(udp, $0, &length)
                }
            }
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        deinit { close(udp) }

        /// How many datagrams have arrived since the last call.
        func takeDatagrams() -> Int {
            var count = 0
            var bytes = [UInt8](repeating: 0, count: 2048)
            while recv(udp, &bytes, bytes.count, Int32(MSG_DONTWAIT)) >= 0 { count += 1 }
            return count
        }

        /// The page, which resolves `finished` when each of its attempts is over.
        var page: String {
            let other = "127.0.0.1:\(tcp.port)", same = "pages.localhost:\(tcp.port)"
            return """
                <!doctype html><title>x</title><link rel=dns-prefetch href="//\(other)">
                <link rel=preconnect href="http://\(other)"><link rel=prefetch href="http://\(other)/prefetch">
                <img src="http://\(other)/image"><iframe src="http://\(same)/frame"></iframe>
                <script>
                const over = (start) => new Promise(done => { try { start(done) } catch { done() } });
                const gathered = (address) => over(done => {
                  const peer = new RTCPeerConnection({iceServers: [{urls: address, username: 'a', credential: 'b'}]});
                  peer.onicegatheringstatechange = () => peer.iceGatheringState == 'complete' && done();
                  peer.createDataChannel('x');
                  peer.createOffer().then(offer => peer.setLocalDescription(offer));
                  setTimeout(done, 3000);
                });
                var finished = Promise.all([
                  gathered('stun:127.0.0.1:\(port)'), gathered('turn:127.0.0.1:\(port)?transport=udp'),
                  gathered('turn:\(other)?transport=tcp'),
                  ...['\(other)', '\(same)'].map(at => fetch(`http://${at}/fetch`, {mode: 'no-cors'}).catch(() => 0)),
                  over(done => { const s = new WebSocket('ws://\(other)/'); s.onerror = s.onclose = done }),
                  over(done => { const s = new EventSource('http://\(other)/'); s.onerror = done }),
                  over(done => new WebTransport('https://127.0.0.1:\(port)/').ready.then(done, done)),
                  over(done => { navigator.sendBeacon('http://\(other)/beacon', 'x'); done() }),
                ]).then(() => 'finished');
                </script>
                """
        }
    }

    /// Opens the page, and returns what arrived elsewhere.
    private func visit(_ program: ChromiumProgram) async throws -> (connections: Int, datagrams: Int) {
        let targets = Targets()
        let site = TestSite(["/": targets.page])
        let host = String(site.address.dropFirst("http://".count))
        let finished = try await ChromiumSession.with(
            program, environment: Browser.environment, hosts: [host], timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: site.address + "/")
            return try await browser.evaluate("finished")
        }
        #expect(finished == "finished" && site.visits > 0)
        return (targets.tcp.connectionCount, targets.takeDatagrams())
    }

    @Test func onlyThePageIsReached() async throws {
        let seen = try await visit(try Browser.program)
        #expect(seen == (0, 0))
        // The same browser without its restrictions, which shows that the page would reach them.
        let folder = ShortFolder()
        let path = folder.path + "/browser"
        let script = """
            #!/bin/bash
            for word; do
              shift
              case $word in --*proxy*|--*webrtc*|--disable-quic|--host-resolver*) ;; *) set -- "$@" "$word" ;; esac
            done
            exec \(try Browser.program.path) "$@"

            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o700)
        let free = try await visit(ChromiumProgram(path: path))
        #expect(free.connections > 5 && free.datagrams > 0, "\(free)")
    }
}
