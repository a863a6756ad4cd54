import ExchangeModel
import Foundation
import LoopbackServer
import Testing

/// A redirect takes nothing that signs in to another host, another port, or into the clear: seen at the server that it
/// leads to.
@Suite struct RedirectScopeTests {
    /// A way to sign in, and what goes with every request of it.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        let flags: [String]
        /// Beside `Host` and what every request says; sorted.
        let proof: [String]
        /// Cookies that open a session, in the place of the credential.
        var hasSession = false
        /// Whether the instance wants `X-UserToken` with cookies.
        var wantsUserToken = false

        var testDescription: String { name }
    }

    private static let secret = "Kq7xW2vR9mT4zP6n", tracker = "tracker=5f3a9b1c5f3a9b1c"
    private static let session = "JSESSIONID=4F0C1B7E9A2D4C66; glide_session_store=88AF3350D1B2C7E9"
    private static let userToken = "0d4c7e210d4c7e210d4c7e21", access = "aQ7x1Rf7hQ2mZx0LpT9vB3nK"
    private static let basic = "Authorization: Basic " + Data("jane:\(secret)".utf8).base64EncodedString()
    private static let application = [
        "--sign-in", "oauth-password", "--user", "jane", "--client-id", "app", "--client-from", "env:OF_APP",
    ]

    static let ways = [
        Way(name: "basic", flags: ["--user", "jane"], proof: [basic, "Cookie: " + tracker]),
        Way(
            name: "oauth-password", flags: application,
            proof: ["Authorization: Bearer " + access, "Cookie: " + tracker]),
        Way(
            name: "X-UserToken", flags: ["--user", "jane"], proof: ["Cookie: " + session, "X-UserToken: " + userToken],
            hasSession: true, wantsUserToken: true),
    ]

    private static let statuses = [301, 302, 303, 307, 308]
    private static let everyRequest = ["Accept-Encoding: …", "Accept: application/json, text/plain, */*"]
    private static let variables = ["SNOWDECK_PASSWORD": secret, "OF_JANE": secret, "OF_APP": "app-secret-0123456789"]

    /// An instance that sends everybody from `/api/go/STATUS/NAME` to the address of that name.
    private func instance(
        _ way: Way, identity: ServerIdentity? = nil,
        leads: @escaping @Sendable (_ name: String, _ own: String) -> String
    ) throws -> Witness {
        try Witness(identity: identity) { request in
            if request.target == "/oauth_token.do" {
                return .init(
                    body: #"{"access_token":"\#(Self.access)","token_type":"Bearer","expires_in":1799,"scope":"all"}"#)
            }
            var reply = Witness.Reply()
            for cookie in way.hasSession ? Self.session.components(separatedBy: "; ") : [Self.tracker] {
                reply.lines.append(HeaderField("Set-Cookie", cookie + "; Path=/; HttpOnly"))
            }
            if way.wantsUserToken, request.value("Cookie") != nil, request.value("Authorization") == nil,
                request.value("X-UserToken") == nil
            {
                reply.lines = [HeaderField("X-UserToken-Response", Self.userToken)]
                reply.status = 401
                return reply
            }
            let parts = request.target.split(separator: "/").map(String.init)
            guard parts.count == 4, parts[1] == "go" else { return reply }
            let host = request.value("Host") ?? ""
            reply.status = Int(parts[2]) ?? 500
            reply.lines.append(
                HeaderField("Location", leads(parts[3], String(host.split(separator: ":").last ?? ""))))
            reply.body = ""
            return reply
        }
    }

    /// One that sends back where somebody came from, and gives cookies and a token of its own.
    private func receiver(identity: ServerIdentity? = nil) throws -> Witness {
        try Witness(identity: identity) { request in
            var reply = Witness.Reply()
            reply.lines = [
                HeaderField("Set-Cookie", "JSESSIONID=of-the-receiver; Path=/"),
                HeaderField("X-UserToken-Response", "of-the-receiver"),
            ]
            if let range = request.target.range(of: "/back/") {
                reply.status = 302
                reply.lines.append(
                    HeaderField("Location", "http://127.0.0.1:\(request.target[range.upperBound...])/api/landed"))
            }
            return reply
        }
    }

    @Test(arguments: ways)
    func nothingThatSignsInLeavesTheInstance(_ way: Way) async throws {
        let desk = try Desk(), receiver = try receiver()
        let (there, elsewhere) = (receiver.address, receiver.otherName), bare = receiver.name
        let instance = try instance(way) { name, own in
            switch name {
            case "port": there + "/caught?x=1"
            case "host": elsewhere + "/caught"
            case "slashes": "//\(bare)/caught"
            case "back": "\(there)/back/\(own)"
            case "own": "http://localhost:\(own)/api/caught"
            case "here": "../../landed"
            case "user": "http://jane:hunter2@\(bare)/caught"
            default: "http://jane@127.0.0.1:\(own)/api/landed"
            }
        }
        let names = ["port", "host", "slashes", "back", "own", "here"], odd = ["user", "own-user"]
        var lines = ["rest GET /api/first", "rest GET /api/second"]
        for status in Self.statuses { lines += names.map { "rest GET /api/go/\(status)/\($0)" } }
        lines += [301, 302, 303].map { "rest POST /api/go/\($0)/port a=1" }
        let good = lines.count
        lines += odd.map { "rest GET /api/go/302/\($0)" } + [307, 308].map { "rest POST /api/go/\($0)/port a=1" }
        let run = try await desk.start(
            ["--instance", instance.address, "--no-input", "--allow-writes", instance.name] + way.flags
                + ["--tape", "kept", "run", "--keep-going", "-"],
            input: lines.joined(separator: "\n") + "\n", variables: Self.variables
        ).end()

        #expect(run.output == String(repeating: "{\n  \"result\": []\n}\n", count: good))
        #expect(run.errors.split(separator: "\n").count { $0.contains(": error: ") } == lines.count - good)
        let caught = receiver.heard.map { "\($0.method) \($0.target)" }
        let toPort = "GET /caught?x=1", plain = "GET /caught", back = "GET /back/\(instance.port)"
        #expect(caught == Self.statuses.flatMap { _ in [toPort, plain, plain, back] } + [toPort, toPort, toPort])
        for request in receiver.heard {
            let host = request.lines.first ?? ""
            #expect(["Host: " + receiver.name, "Host: localhost:\(receiver.port)"].contains(host))
            #expect(Array(request.lines.dropFirst()) == Self.everyRequest && request.body.isEmpty, "\(request)")
        }
        let toOther = instance.heard.filter { $0.target == "/api/caught" }
        #expect(
            toOther.map(\.lines) == Self.statuses.map { _ in ["Host: localhost:\(instance.port)"] + Self.everyRequest })
        // What was kept back elsewhere did go to the instance, and nothing of the receiver's came with it.
        for path in ["/api/landed", "/api/go/302/port", "/api/go/308/back"] {
            let own = instance.heard.filter { $0.target == path && $0.method == "GET" }
            #expect(own.isEmpty == false)
            let proofs = own.map { Array($0.lines.dropFirst()).filter { !Self.everyRequest.contains($0) }.sorted() }
            #expect(proofs.contains(way.proof) && Set(proofs).count <= 1, "\(path) \(proofs)")
        }
        #expect(!"\(instance.heard)".contains("of-the-receiver"))
        #expect(
            try await desk.run("replay", "sessions/kept.cassette", "--check")
                == Ended(0, "sessions/kept.cassette: \(lines.count) commands, all as recorded.\n"))
    }

    @Test(arguments: ways)
    func neitherIntoTheClearNorOverTLSElsewhere(_ way: Way) async throws {
        let desk = try Desk()
        _ = await (try ServedSandbox(desk, "--tls-self-signed", "tls")).end()
        let identity = ServerIdentity(
            certificate: try desk.text(of: "tls/server.pem"), key: try desk.text(of: "tls/server.key"))
        let clear = try receiver(), secure = try receiver(identity: identity)
        let (inTheClear, overTLS) = (clear.address, secure.address)
        let own = try instance(way, identity: identity) { name, own in
            switch name {
            case "clear": inTheClear + "/caught"
            case "own-clear": "http://127.0.0.1:\(own)/api/landed"
            case "own": "https://localhost:\(own)/api/caught"
            default: overTLS + "/caught"
            }
        }
        let names = ["clear", "own-clear", "own", "port"]
        let lines = ["rest GET /api/first", "rest GET /api/second"] + names.map { "rest GET /api/go/302/\($0)" }
        func run(_ instance: Witness) async throws -> Ended {
            try await desk.start(
                ["--instance", instance.address, "--no-input", "--cacert", "tls/ca.pem"] + way.flags
                    + ["run", "--keep-going", "-"],
                input: lines.joined(separator: "\n") + "\n", variables: Self.variables
            ).end()
        }
        let fromTLS = try await run(own)
        #expect(fromTLS.status == 4 && fromTLS.output == String(repeating: "{\n  \"result\": []\n}\n", count: 4))
        #expect(fromTLS.errors.components(separatedBy: "redirects from https to http").count == 3, "\(fromTLS)")
        #expect(clear.heard.isEmpty)

        let (caught, landed) = ("/caught", "/api/caught")
        let fromClear = try instance(way) { _, _ in overTLS + caught }
        #expect(try await run(fromClear).status == 0)
        for (server, target, count) in [(own, landed, 1), (secure, caught, 5)] {
            let requests = server.heard.filter { $0.target == target }
            #expect(requests.count == count)
            for request in requests {
                #expect(Set(request.lines.dropFirst()) == Set(Self.everyRequest) && request.body.isEmpty, "\(request)")
            }
        }
    }

    @Test func aTokenIsAskedForAtTheInstanceAlone() async throws {
        let desk = try Desk(), receiver = try receiver()
        let target = receiver.address + "/login?session=0123"
        let statuses = Self.statuses
        let served = Served()
        let instance = try Witness { request in
            guard request.target == "/oauth_token.do" else { return .init() }
            return .init(status: statuses[served.next() % 5], lines: [HeaderField("Location", target)], body: "")
        }
        let run = try await desk.start(
            ["--instance", instance.address, "--no-input"] + Self.application + [
                "--tape", "kept", "run", "--keep-going", "-",
            ],
            input: String(repeating: "whoami\n", count: 5), variables: Self.variables
        ).end()
        #expect(run.status == 3 && run.errors.components(separatedBy: "sends the sign-in on to").count == 6, "\(run)")
        #expect(
            instance.heard.map { "\($0.method) \($0.target)" } == Array(repeating: "POST /oauth_token.do", count: 5))
        #expect(receiver.heard.isEmpty)
        #expect(
            try await desk.run("replay", "sessions/kept.cassette", "--check")
                == Ended(0, "sessions/kept.cassette: 5 commands, all as recorded.\n"))
    }
}
