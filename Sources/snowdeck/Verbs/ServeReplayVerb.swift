import CassetteStore
import ExchangeModel
import Glibc
import LoopbackServer
import NowSDK
import NowWeb
import Sandbox
import Shell
import TapeDeck

/// `snowdeck serve replay TAPE`.
struct ServeReplayVerb {
    private let workbench: MachineWorkbench

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        let host = SandboxHost(SandboxOptions(clock: SystemClock()))
        let limit = Composition.settings(environment, globals).maxBody
        workbench = Composition.workbench(environment, globals, sandbox: host, bodyLimit: limit)
    }

    /// Serves until the process is told to end.
    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let cassette: Cassette
        let found: TapeSite?
        do {
            cassette = try workbench.play(workbench.cassettePath(verb.string("tape") ?? ""))
            found = try TapeSite(of: cassette)
        } catch {
            throw ProblemMaking.problem(error)
        }
        guard let site = found else {
            throw verb.problem(.tape, "The tape holds no session with an instance.", at: "tape", hints: ["tape list"])
        }
        let listener: LoopbackListener
        do throws(ListenerError) {
            listener = try LoopbackListener(
                TapeServer(cassette, site, ServeReplayVerb.manners),
                options: ListenerOptions(port: verb.int("port") ?? 0))
        } catch {
            throw verb.problem(.network, error.message, at: "port")
        }
        // Caught before the address is told: whoever reads it may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        DescriptorWriter.standardOutput.write(Array("http://127.0.0.1:\(listener.port)\n".utf8))
        DescriptorWriter.standardError.write(Array((ServeReplayText.remarks(on: site) + "\n").utf8))
        await signals.first()
        listener.stop()
        try? cassette.close()
        return 0
    }

    private static let manners = TapeServer.Manners(
        acceptPage: PageClient.accept, acceptAsset: PageClient.acceptAsset, isRefusal: turnsAway,
        relocated: RelocatedPage.made,
        tell: { text in DescriptorWriter.standardError.write(Array((ServeReplayText.line(text) + "\n").utf8)) })

    /// Whether a session sends the same once more after such an answer: it signs in first, or waits.
    @Sendable private static func turnsAway(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        if [401, 429, 502, 503, 504].contains(response.status) { return true }
        if response.headers["X-Is-Logged-In"]?.lowercased() == "false" { return true }
        guard (300...399).contains(response.status), let location = response.headers["Location"],
            let target = request.url.resolving(location)
        else { return false }
        return LoginPages.contains(target)
    }
}
