import Foundation
import Testing

/// A served sandbox with secrets too unusual to occur by chance.
final class SecretSandbox: Sendable {
    static let password = "Pw7-xW2_vR9.mT4zP6uB", client = "Cs4_kL8-qJ1.nF5hD3sA", key = "Ak2.gH6_wE9-tY7rU5iO"

    /// An existing access token, of admin: the tokens of abel.tuter are revoked.
    let token: String
    private let keyLines: [String]
    fileprivate let workspace: Workspace
    fileprivate let served: ServedProgram

    init() async throws {
        workspace = try Workspace()
        served = try await ServedProgram(workspace, "sandbox")
        let made = try await workspace.shell(
            "umask 077; openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out me.pem -subj /CN=abel.tuter -days 2"
        )
        try #require(made.status == 0, "\(made)")
        let lines = try workspace.text(of: "key.pem").split(separator: "\n").map(String.init)
        keyLines = [3, 9, 17].map { lines[$0] }
        let admin = Admin(workspace: workspace, address: served.address)
        try await admin.change("sys_user", "user_name=abel.tuter", ["user_password": Self.password])
        try await admin.change(
            "oauth_jwt", "client_id=snowdeck", ["client_secret": Self.client, "user_field": "user_name"])
        try await admin.change("api_key", "active=true", ["token": Self.key])
        let role = try await admin.send("POST", "sys_user_role", ["name": "impersonator"])
        let abel = try await admin.id("sys_user", "user_name=abel.tuter")
        _ = try await admin.send("POST", "sys_user_has_role", ["user": abel, "role": role])
        let certificate = try await admin.send(
            "POST", "sys_certificate",
            ["name": "of the test", "pem_certificate": try workspace.text(of: "me.pem")])
        let application = try await admin.id("oauth_jwt", "client_id=snowdeck")
        _ = try await admin.send(
            "POST", "jwt_verifier_map",
            ["name": "of the test", "oauth_jwt": application, "sys_certificate": certificate])
        let answer = try await workspace.runOther(
            "curl", "-sS", "-d", "grant_type=password", "-d", "client_id=snowdeck", "-d",
            "client_secret=" + Self.client, "-d", "username=admin", "-d", "password=admin",
            served.address + "/oauth_token.do")
        let json = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
        token = try #require(json?["access_token"] as? String, "\(answer)")
    }

    /// The secrets that it was given.
    var secrets: [SecretEncodings] {
        let given = [
            ("the password", Self.password), ("the application's secret", Self.client), ("the key", Self.key),
            ("the token", token),
        ]
        return (given + keyLines.map { ("the private key", $0) }).map { SecretEncodings($0.0, $0.1) }
    }

    func text(of given: SignInWay.SecretSource) -> String {
        switch given {
        case .password: Self.password
        case .client: Self.client
        case .key: Self.key
        case .token: token
        case .session: ""
        }
    }

    func end() async { _ = await served.end() }
}

struct SecretSandboxTrait: SuiteTrait, TestScoping {
    @TaskLocal static var sandbox: SecretSandbox?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let sandbox = try await SecretSandbox()
        try await Self.$sandbox.withValue(sandbox) { try await function() }
        await sandbox.end()
    }
}

extension Trait where Self == SecretSandboxTrait {
    /// Serves one sandbox for all tests of the suite: `SecretSandboxTrait.sandbox`.
    static var withSecrets: SecretSandboxTrait { SecretSandboxTrait() }
}

/// A user who signs in there, with a tap on the connections.
struct SecretUser {
    let workspace: Workspace
    let sandbox: SecretSandbox
    let tap: RecordingProxy

    init(_ workspace: Workspace, at sandbox: SecretSandbox) async throws {
        self.workspace = workspace
        self.sandbox = sandbox
        tap = RecordingProxy(port: sandbox.served.port)
        try workspace.write("", to: "../given/.kept")
        try FileManager.default.createDirectory(atPath: workspace.home + "/tmp", withIntermediateDirectories: true)
        for name in ["key.pem", "me.pem"] {
            try FileManager.default.copyItem(
                atPath: sandbox.workspace.path(name), toPath: workspace.path("../given/" + name))
        }
    }

    /// Secrets that must not appear anywhere: those supplied, and those sent.
    var secrets: [SecretEncodings] {
        sandbox.secrets + sessionSecrets + tap.secrets.map { SecretEncodings("the " + $0.name, $0.value) }
    }

    private var sessionSecrets: [SecretEncodings] {
        let lines = (try? workspace.text(of: "../given/session").split(separator: "\n")) ?? []
        let values = lines.compactMap { $0.split(separator: "\t").dropFirst(6).first }
        return values.filter { $0.count >= 16 }.map { SecretEncodings("a cookie of the browser", String($0)) }
    }

    /// A supplied secret; for a session, a request as Chromium copies it from a page that is signed in.
    func text(of given: SignInWay.SecretSource) async throws -> String {
        guard given == .session else { return sandbox.text(of: given) }
        let page = try await workspace.runOther(
            "curl", "-sS", "-u", "abel.tuter:" + SecretSandbox.password, "-c", "../given/session",
            sandbox.served.address + "/home.do")
        let start = try #require(page.output.range(of: "var g_ck = '"), "\(page)")
        let token = page.output[start.upperBound...].prefix { $0 != "'" }
        let lines = try workspace.text(of: "../given/session").split(separator: "\n").map { $0.split(separator: "\t") }
        let cookies = lines.filter { $0.count == 7 }.map { "\($0[5])=\($0[6])" }.joined(separator: "; ")
        return """
            curl '\(tap.address)/api/now/ui/user/current_user' \\
              -H 'Accept: application/json' \\
              -H 'Accept-Language: en-US,en;q=0.9' \\
              -b '\(cookies)' \\
              -H 'Sec-Fetch-Mode: cors' \\
              -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64)' \\
              -H 'X-UserToken: \(token)'
            """
    }

    /// Consents like a user in a browser, and returns the redirect URL.
    func consent(to address: String) async throws -> String {
        let target = String(address.dropFirst(tap.address.count)), question = target.drop { $0 != "?" }.dropFirst()
        let page = try await workspace.runOther(
            "curl", "-sS", "-u", "abel.tuter:" + SecretSandbox.password, "-c", "../given/jar",
            sandbox.served.address + target)
        let start = try #require(page.output.range(of: "var g_ck = '"), "\(page)")
        let token = page.output[start.upperBound...].prefix { $0 != "'" }
        return try await workspace.runOther(
            "curl", "-sS", "-b", "../given/jar", "-o", "/dev/null", "-w", "%{redirect_url}", "-d",
            "\(question)&sys_action=allow&sysparm_ck=\(token)", sandbox.served.address + "/oauth_auth.do"
        ).output
    }
}

/// Changes records of the sandbox without passing the tap.
private struct Admin {
    let workspace: Workspace
    let address: String

    func id(_ table: String, _ query: String) async throws -> String {
        let found = try await workspace.runOther(
            "curl", "-sS", "-u", "admin:admin",
            "\(address)/api/now/table/\(table)?sysparm_fields=sys_id&sysparm_query=\(query)")
        return try identifier(found)
    }

    func change(_ table: String, _ query: String, _ values: [String: String]) async throws {
        _ = try await send("PATCH", "\(table)/\(try await id(table, query))", values)
    }

    func send(_ method: String, _ path: String, _ values: [String: String]) async throws -> String {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
        return try identifier(
            try await workspace.runOther(
                "curl", "-sS", "-u", "admin:admin", "-X", method, "-H", "Content-Type: application/json", "-d", body,
                "\(address)/api/now/table/\(path)?sysparm_fields=sys_id"))
    }

    private func identifier(_ answer: ProcessResult) throws -> String {
        let start = try #require(answer.output.range(of: #""sys_id":""#), "\(answer)")
        return String(answer.output[start.upperBound...].prefix { $0 != "\"" })
    }
}
