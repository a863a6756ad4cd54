import ExchangeModel
import Foundation
import LoopbackServer
import Sandbox
import Synchronization
import TestSupport
import Testing

/// Signing in in a real browser window, with keys typed on an X server: a form with a second factor, and single sign-on
/// at another origin.
@Suite(.serialized) struct WindowSignInTests {
    @Test func formWithSecondFactorSignsIn() async throws {
        let workspace = try Workspace(), instance = try TappedInstance(), display = try await Display(workspace)
        let session = try PromptSession(
            workspace, ["--tape", "kept"], columns: 200, rows: 200, variables: display.variables)
        await session.prompted()
        session.type("connect \(instance.address)\r")
        await session.shows("User name at \(instance.name), or Enter for the browser: ‸")
        await session.answer("\r")
        await session.shows("Sign in to \(instance.name) in the browser window that opens. It closes by itself.")
        try await display.type(
            ["Tab", "fred.luddy", "Tab", "password", "Return"], into: "Log in", until: "Verification")
        let seenWhileOpen = Processes.text(naming: workspace.folder)
        #expect(seenWhileOpen.contains("--user-data-dir=" + workspace.home), "\(seenWhileOpen.prefix(2000))")
        try await display.type(["Tab", "246810", "Return"], into: "Verification", until: nil)
        let prompt = "\(instance.name)>"
        await session.shows("Connected to \(instance.name) as Fred Luddy (fred.luddy).")
        await session.prompted(prompt)
        _ = await session.enter("table count incident", prompt: prompt)
        _ = await session.enter("page open home.do | head -n 1", prompt: prompt)
        session.type("table create incident short_description=x -f short_description\r")
        await session.shows("setting short_description=x. Continue? [y/N] ‸")
        await session.answer("y\r")
        let shown = await session.shows("short_description  x")
        #expect(shown.contains("Home | Sandbox"), "\(shown)")
        await session.prompted(prompt)
        #expect(!Processes.text(naming: workspace.folder).contains("--user-data-dir"))
        let profile = workspace.home + "/state/snowdeck/browsers"
        let mode = try FileManager.default.attributesOfItem(atPath: profile)[.posixPermissions] as? Int
        expectEqual(mode, 0o700)
        // Credentials last as long as the program.
        _ = await session.enter("connect sandbox")
        _ = await session.enter("connect \(instance.address)", prompt: prompt)
        var places = try workspace.everything().filter { !$0.key.contains("/browsers/") }
        places["processes"] = Array((seenWhileOpen + Processes.text(naming: workspace.folder)).utf8)
        _ = await session.enter("logout", prompt: prompt)
        #expect(instance.requests.contains("GET /logout.do"))
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: profile), [])
        await session.leave()
        places["screen"] = session.screen.received
        places.merge(try workspace.everything()) { $0 + $1 }
        let secrets = instance.secrets
        #expect(secrets.count > 6, "\(secrets.count)")
        for secret in secrets {
            expectEqual(places.flatMap { SecretEncodings("a secret", secret).found(in: $0.value, of: $0.key) }, [])
        }
        // Cookies reach the instance's own host only.
        expectEqual(instance.hosts, [instance.name])
        let replay = try await workspace.run("replay", "kept", "--check", through: ["unshare", "-rn"])
        expectEqual(replay.status, 0, "\(replay)")
    }

    @Test func singleSignOnIsRenewedWithoutAWindow() async throws {
        let workspace = try Workspace(), display = try await Display(workspace)
        let instance = try TappedInstance { $0.pageSignIn = .sso }
        let session = try PromptSession(workspace, columns: 200, variables: display.variables)
        await session.prompted()
        session.type("connect \(instance.address) --sign-in browser\r")
        try await display.type(["john.doe", "Tab", "password", "Return"], into: "Identity provider", until: nil)
        let prompt = "\(instance.name)>"
        await session.shows("Connected to \(instance.name) as John Doe (john.doe).")
        await session.prompted(prompt)
        // The session ends; the provider still knows the browser.
        instance.clock.advance(by: 7200)
        let shown = await session.enter("table count incident", prompt: prompt)
        #expect(shown.hasSuffix("\n440\n\(prompt) ‸"), "\(shown)")
        expectEqual(instance.requests.count { $0 == "POST /navpage.do" }, 2)
        // The provider has forgotten it.
        instance.clock.advance(by: 172_800)
        session.type("table count problem\r")
        await session.shows(
            "The session at \(instance.name) has ended. Enter signs in again in the browser, or Ctrl-D: ‸")
        await session.answer("\u{4}")
        await session.shows("does not accept the browser's session")
        await session.prompted(prompt)
        await session.leave()
        #expect(instance.hosts.contains("login.localhost:\(instance.port)"))
    }

    @Test func withoutADisplayPasteIsNamed() async throws {
        let workspace = try Workspace(), instance = try TappedInstance()
        let run = try await workspace.run("connect", instance.address, "--sign-in", "browser")
        expectEqual(
            run.errors,
            """
            error: There is no display here for a browser window, or no Chromium, Chrome or Edge.
            hint: --sign-in paste takes a request that is copied from a browser elsewhere.

            """)
        expectEqual(run.status, 3)
    }
}

/// A sandbox behind a real socket, and what was sent to it. Its host is `dev.localhost`; the identity provider is at
/// `login.localhost`.
final class TappedInstance: Sendable {
    let clock = ManualClock(Timestamp(seconds: Int64(Date().timeIntervalSince1970)))
    private let listener: LoopbackListener
    private let tap: Tap

    private final class Tap: ImmediateTransport {
        let sandbox: SandboxInstance
        let seen = Mutex<[(request: HTTPRequest, response: HTTPResponse)]>([])

        init(_ sandbox: SandboxInstance) { self.sandbox = sandbox }

        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            let response = sandbox.answer(request)
            seen.withLock { $0.append((request, response)) }
            return response
        }
    }

    init(_ change: (inout SandboxOptions) throws -> Void = { _ in }) throws {
        var options = SandboxOptions(clock: clock)
        try change(&options)
        tap = Tap(try SandboxInstance(options))
        // The identity provider's page posts to the instance; its origin is known with the port.
        let bound = try LoopbackListener(tap)
        bound.stop()
        let origins: Set = ["http://login.localhost:\(bound.port)", "http://dev.localhost:\(bound.port)"]
        listener = try LoopbackListener(tap, options: ListenerOptions(port: bound.port, allowedOrigins: origins))
    }

    deinit { listener.stop() }

    var port: Int { Int(listener.port) }
    var name: String { "dev.localhost:\(port)" }
    var address: String { "http://" + name }

    var seen: [(request: HTTPRequest, response: HTTPResponse)] { tap.seen.withLock { $0 } }

    /// Method and path of each request.
    var requests: [String] { seen.map { "\($0.request.method) \($0.request.url.path)" } }

    /// The hosts that cookies of the instance were sent to.
    var hosts: Set<String> {
        Set(seen.filter { $0.request.headers["Cookie"] != nil }.map { String($0.request.url.origin.dropFirst(7)) })
    }

    /// The values of cookies and user tokens that were sent or set.
    var secrets: Set<String> {
        var found: Set<String> = []
        for (request, response) in seen {
            found.formUnion([request.headers["X-UserToken"]].compactMap { $0 })
            let pairs = response.headers.values(of: "Set-Cookie").compactMap { $0.split(separator: ";").first }
            for pair in pairs + (request.headers["Cookie"] ?? "").split(separator: ";") {
                let value = pair.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" }
                if value.count >= 16 { found.insert(String(value)) }
            }
        }
        return found
    }
}

/// An X server without a screen, and keys for it.
final class Display: Sendable {
    private let server: ChildProcess
    private let workspace: Workspace
    let variables: [String: String]

    init(_ workspace: Workspace) async throws {
        self.workspace = workspace
        server = try ChildProcess(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x800x24", "-nolisten", "tcp"],
            environment: workspace.environment([:]), folder: workspace.folder, input: nil)
        let isUp = await server.wrote { output, _ in output.hasSuffix("\n") }
        try #require(isUp, "Xvfb: \(server.soFar)")
        variables = ["DISPLAY": ":" + server.soFar.output.filter(\.isNumber)]
    }

    deinit { server.send(SIGTERM) }

    /// Types into the window with a title until its title is another, or, with nil, it is gone: a page that is still
    /// loading ignores keys, so it is loaded again.
    func type(_ keys: [String], into title: String, until next: String?) async throws {
        _ = try await xdotool(["search", "--sync", "--onlyvisible", "--name", title])
        for _ in 0..<6 {
            let window = try await xdotool(["search", "--onlyvisible", "--name", title]).prefix { $0 != "\n" }
            guard !window.isEmpty else { break }
            for key in keys {
                let isKey = key.first?.isUppercase ?? false
                _ = try await xdotool(
                    ["windowfocus", String(window)] + (isKey ? ["key", key] : ["type", key]))
            }
            for _ in 0..<100 {
                if try await xdotool(["search", "--onlyvisible", "--name", title]).isEmpty { break }
                try await Task.sleep(for: .milliseconds(100))
            }
            let isLeft = try await xdotool(["search", "--onlyvisible", "--name", title]).isEmpty
            if isLeft { break }
            _ = try await xdotool(["windowfocus", String(window), "key", "F5"])
        }
        if let next { _ = try await xdotool(["search", "--sync", "--onlyvisible", "--name", next]) }
    }

    private func xdotool(_ words: [String]) async throws -> String {
        try await workspace.runOther(["xdotool"] + words, variables: variables).output
    }
}

/// What other users of the machine could see of processes.
enum Processes {
    /// Arguments and environments of all processes whose environment or arguments name a folder.
    static func text(naming folder: String) -> String {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int($0) } ?? []
        return numbers.map { number in
            ["cmdline", "environ"].map { name in
                let bytes = FileManager.default.contents(atPath: "/proc/\(number)/\(name)").map { Array($0) } ?? []
                return String(decoding: bytes.map { $0 == 0 ? 10 : $0 }, as: UTF8.self)
            }.joined(separator: "\n")
        }.filter { $0.contains(folder) }.joined(separator: "\n")
    }
}
