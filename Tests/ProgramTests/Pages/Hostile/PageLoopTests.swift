import ExchangeModel
import Foundation
import LoopbackServer
import Testing

/// Redirects that end nowhere: one clear error each, and no more requests than were worth making.
@Suite struct PageLoopTests {
    private static let loops: [(path: String, asked: Int)] = [
        ("/self.do", 1), ("/two.do", 2), ("/endless.do", 11), ("/away.do", 1), ("/other_port.do", 1),
        ("/script.do", 1), ("/broken.do", 1), ("/nowhere.do", 1), ("/refresh.do", 1), ("/ten.do", 11),
    ]

    private static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        let count = request.url.query.flatMap { Int($0) } ?? 0
        switch request.url.path {
        case "/self.do": return HostileInstance.redirect("/self.do")
        case "/two.do": return HostileInstance.redirect("one.do")
        case "/one.do": return HostileInstance.redirect("two.do", status: 307)
        case "/endless.do": return HostileInstance.redirect("?\(count + 1)")
        case "/ten.do" where count < 10: return HostileInstance.redirect("?\(count + 1)")
        case "/away.do": return HostileInstance.redirect("https://evil.example/x?code=of-the-page")
        case "/other_port.do": return HostileInstance.redirect("http://127.0.0.1:1/")
        case "/script.do": return HostileInstance.redirect("javascript:alert(1)")
        case "/broken.do": return HostileInstance.redirect("http://[::1")
        case "/nowhere.do": return HostileInstance.page("<p>Nothing is said of where.</p>", status: 302)
        case "/refresh.do":
            return HostileInstance.page("<meta http-equiv=refresh content='0;url=/refresh.do'>By itself.")
        default: return nil
        }
    }

    @Test func aWayWithoutAnEndIsLeft() async throws {
        let instance = try HostileInstance(Self.answer)
        let visit = try await HostileVisit(
            Self.loops.map { "page open \($0.path)\n" }.joined(), at: instance)
        #expect(visit.text(at: instance.address) == Self.said, "now reads:\n\(visit.text(at: instance.address))")
        #expect(instance.asked.count == Self.loops.map(\.asked).reduce(0, +))
    }

    @Test func theWayFromHTTPSToHTTPIsNotTaken() async throws {
        let desk = try Desk()
        let made = try await desk.runOther(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3",
            "-keyout", "own.key", "-out", "own.pem", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")
        #expect(made.status == 0, "\(made)")
        let identity = ServerIdentity(certificate: try desk.text(of: "own.pem"), key: try desk.text(of: "own.key"))
        let instance = try HostileInstance(identity: identity) { request in
            request.url.path == "/down.do"
                ? HostileInstance.redirect("http://127.0.0.1:\(request.url.port ?? 0)/readable.do") : nil
        }
        let visit = try await HostileVisit(
            "page open /down.do\n", desk, instance.address, ["--user", "jane", "--cacert", "own.pem"])
        #expect(visit.text(at: instance.address) == Self.downSaid, "now reads:\n\(visit.text(at: instance.address))")
        #expect(instance.asked == ["GET /down.do basic"])
    }

    private static let said = """
        http://HOST/nowhere.do

        Nothing is said of where.
        http://HOST/refresh.do

        By itself.

        ────

        The page leads on to /refresh.do by itself.
        http://HOST/ten.do?10

        page /ten.do?10
        —
        script:1: error: http://HOST/self.do is redirected to in a circle.
          page open /self.do
          ^^^^^^^^^^^^^^^^^^
        script:2: error: http://HOST/two.do is redirected to in a circle.
          page open /two.do
          ^^^^^^^^^^^^^^^^^
        script:3: error: http://HOST/endless.do redirects more than 10 times.
          page open /endless.do
          ^^^^^^^^^^^^^^^^^^^^^
        script:4: error: The page leads to another host, and nothing was sent there: https://evil.example/x?code=of-the-page
          page open /away.do
          ^^^^^^^^^^^^^^^^^^
        hint: Your browser opens it.
        script:5: error: The page leads to another host, and nothing was sent there: http://127.0.0.1:1/
          page open /other_port.do
          ^^^^^^^^^^^^^^^^^^^^^^^^
        hint: Your browser opens it.
        script:6: error: http://HOST/script.do redirects to an address that cannot be followed.
          page open /script.do
          ^^^^^^^^^^^^^^^^^^^^
        script:7: error: http://HOST/broken.do redirects to an address that cannot be followed.
          page open /broken.do
          ^^^^^^^^^^^^^^^^^^^^
        Redirected to /ten.do?10
        exit 4

        """

    private static let downSaid = """
        —
        script:1: error: https://HOST/down.do redirects from https to http, which is not followed.
          page open /down.do
          ^^^^^^^^^^^^^^^^^^
        note: A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so.
        hint: Open any page in a browser of this machine: it shows who wants a login first.
        exit 4

        """
}
