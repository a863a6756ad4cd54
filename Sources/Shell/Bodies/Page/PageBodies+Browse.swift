import NowWeb
import Rendering

extension PageBodies {
    /// Shows a page in the person's browser until it is ended.
    @Sendable static func browse(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let url = try await BrowseSitting.start(session, context)
        let sheet = BrowseSitting.sheet(of: try await BrowseSitting.theme(session, context))
        let mayWrite = try await BrowseSitting.mayWrite(session, context)
        let sitting = try BrowseSitting(
            to: url, sheet: sheet, mayWrite: mayWrite, replays: session.host.browser.opensNothing, session)
        defer { if mayWrite { session.recordsHaveChanged() } }
        if sitting.isReplayed {
            let ending = try await sitting.replay()
            return CommandResult(facts: sitting.facts(turnedAway: ending.strangers))
        }
        let server = try session.host.browser.listen(sitting.relay)
        let end = EndSignal()
        session.running.gentleEnd = end
        defer { session.running.gentleEnd = nil }
        let address = sitting.address(port: server.port)
        let isShown = session.host.browser.open(address)
        // The address lets one in, and belongs on no tape.
        session.write((isShown ? "Opened in the browser; the address opens once:\n" : "Open in a browser, once:\n"))
        session.write(address + "\n")
        let clock = context.arguments.int("for").map { seconds in
            Task {
                try await Task.sleep(for: .seconds(seconds))
                end.tell()
            }
        }
        await session.host.terminal.wait(for: end)
        clock?.cancel()
        server.stop()
        await sitting.relay.untilQuiet()
        let strangers = sitting.relay.counts.strangers
        try await sitting.tape.end(VisitTape.Ending(strangers: strangers))
        return CommandResult(facts: sitting.facts(turnedAway: strangers))
    }
}
