import Foundation
import TestSupport
import Testing

/// A sandbox served over TLS, with one authority for its host name and another for its users' certificates.
final class TLSSandbox: Sendable {
    /// The folder of its files; tests keep theirs elsewhere.
    let workspace: Workspace
    private let served: ServedProgram
    /// `localhost:PORT`.
    let name: String

    init() async throws {
        workspace = try Workspace()
        let made = try await workspace.runOther("sh", "-ec", Self.certificates)
        try #require(made.status == 0, "openssl makes certificates: \(made)")
        served = try await ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls", "--client-ca", "users.pem")
        name = "localhost:" + (served.address.split(separator: ":").last ?? "")
    }

    /// Users' certificates: from their authority, from another, expired, and for servers.
    private static let certificates = """
        authority() {
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=Authority $1" \\
                -keyout "$1.key" -out "$1.pem"
        }
        user() {
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -CA "$1.pem" -CAkey "$1.key" \\
                -subj "$3" -keyout "$2.key" -out "$2.pem" -days "${4:-2}" \\
                -addext basicConstraints=critical,CA:FALSE -addext extendedKeyUsage="${5:-clientAuth}"
        }
        authority users
        authority strangers
        user users abel /CN=abel.tuter
        user users nobody /CN=nobody.known
        user users beth /CN=beth.anglin
        user users two /CN=abel.tuter/CN=admin
        user users server /CN=abel.tuter 2 serverAuth
        user strangers stranger /CN=abel.tuter
        openssl req -new -key abel.key -subj /CN=abel.tuter -out over.request
        openssl x509 -req -in over.request -CA users.pem -CAkey users.key -set_serial 7 -days -1 -out over.pem
        cp abel.key over.key
        openssl req -x509 -key abel.key -subj /CN=abel.tuter -days 2 -out own.pem
        cp abel.key own.key
        """

    var address: String { "https://" + name }
    /// The input of the prompt.
    var prompt: String { address + ">" }
    /// Flags that make the program trust it.
    var trusting: [String] { ["--cacert", workspace.path("tls/ca.pem")] }

    func end() async { _ = await served.end() }

    /// Sends a request with curl and returns the response's body. Arguments that begin with `/api/` or `/oauth_` are
    /// paths there.
    func curl(_ words: String...) async throws -> String {
        let words = words.map { $0.hasPrefix("/api/") || $0.hasPrefix("/oauth_") ? address + $0 : $0 }
        let run = try await workspace.runOther(["curl", "-sS", "--cacert", "tls/ca.pem"] + words)
        expectEqual(run.status, 0, "\(run)")
        return run.output
    }
}

struct TLSSandboxTrait: SuiteTrait, TestScoping {
    @TaskLocal static var sandbox: TLSSandbox?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let sandbox = try await TLSSandbox()
        try await Self.$sandbox.withValue(sandbox) { try await function() }
        await sandbox.end()
    }
}

extension Trait where Self == TLSSandboxTrait {
    /// Serves one sandbox over TLS for all tests of the suite: `TLSSandboxTrait.sandbox`.
    static var overTLS: TLSSandboxTrait { TLSSandboxTrait() }
}

/// A recorded session at the prompt that connects to a sandbox over TLS, sends requests and ends.
struct TLSPromptSession {
    let workspace: Workspace
    let sandbox: TLSSandbox
    let session: PromptSession

    /// Starts the program and enters `connect` with these flags.
    init(_ workspace: Workspace, at sandbox: TLSSandbox, _ flags: String, variables: [String: String] = [:])
        async throws
    {
        self.workspace = workspace
        self.sandbox = sandbox
        session = try PromptSession(
            workspace, sandbox.trusting + ["--tape", "kept"], columns: 200, rows: 100, variables: variables)
        await session.prompted()
        session.type("connect \(sandbox.address) \(flags)\r")
    }

    /// Waits for a question, in which `%` is the instance's name, and answers it.
    func answer(_ question: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await session.shows(
            question.replacingOccurrences(of: "%", with: sandbox.name), sourceLocation: sourceLocation)
        // Text typed before the question is shown does not answer it.
        await session.answer(text + "\r")
    }

    /// The current user and the number of assigned tasks.
    func look() async -> (facts: [String], tasks: String) {
        await session.prompted(sandbox.prompt)
        let facts = Self.facts(await session.enter("whoami", prompt: sandbox.prompt))
        let lines = await session.enter("task", prompt: sandbox.prompt).split(separator: "\n")
        return (facts, lines.dropLast().last.map(String.init) ?? "")
    }

    /// Lines of `whoami` that are the same in every run.
    static func facts(_ shown: String) -> [String] {
        shown.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard words.count == 2, ["user_name", "sign_in", "client_id", "session", "renewable"].contains(words[0])
            else { return nil }
            return "\(words[0]) " + words[1].drop { $0 == " " }
        }
    }

    /// Leaves the prompt. The tape then plays without the instance, and contains no secret.
    func leave(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        await session.leave(sourceLocation: sourceLocation)
        try await Self.checkTape(workspace, sourceLocation: sourceLocation)
    }

    static func checkTape(_ workspace: Workspace, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let tape = "sessions/kept.cassette"
        let replay = try await workspace.run("replay", tape, "--check", through: ["unshare", "-rn"])
        #expect(
            replay.status == 0 && replay.output.hasSuffix(", all as recorded.\n"), "\(replay)",
            sourceLocation: sourceLocation)
        let audit = try await workspace.run("tape", "audit", tape)
        #expect(
            audit.status == 0 && audit.output.hasSuffix(", no secret recognized.\n"), "\(audit)",
            sourceLocation: sourceLocation)
    }
}
