import NowWeb
import Rendering

extension Command {
    static let pageBrowse = Command(
        "page browse", "Show a page in your browser, signed in and in a theme",
        details: """
            Snowdeck serves the instance's pages on this machine and signs in for the browser, until Enter or Ctrl-C. The
            address that it gives opens once, in one browser, which has a cookie of its own from then on; the instance's
            cookies stay here. Other programs and other sites get nothing.

            The browser may read. It may change records on the sandbox, and where --allow-writes names the instance; a read-only
            profile never lets it. Pages load nothing from other hosts. Classic pages, portals and knowledge are shown; a
            page of Next Experience wants the whole platform, and a page says which classic one stands for it.

            Everything goes onto the tape. With a tape that plays (--mode replay) the browser is shown the recorded pages, and
            no network is needed. A replay of the tape's own commands opens no browser: it asks for what the browser asked for.
            """,
        arguments: [
            ArgumentDefinition(
                "target", .page, .optional,
                "An address of the instance, a table, or a number; without it the page that is open, else home.do"),
            ArgumentDefinition(
                "record", .record, .optional, "The record of that table: number, sys_id or display value"),
        ],
        flags: [
            FlagDefinition("theme", .theme, fallback: "the setting theme", "Show pages in this theme"),
            FlagDefinition("for", .number(1...86400), fallback: "until Enter or Ctrl-C", "End after so many seconds"),
        ],
        traits: Traits(
            value: .answer, changes: .with(flag: "allow-writes", "page"), takesAddress: true, opensBrowser: true,
            servesUntilEnded: true, inRecipes: .unsaved("needs a person at a browser")),
        examples: [
            Example("page browse incident INC0010021", "an incident's form in the browser"),
            Example("page browse", "the page that is open, in the browser"),
            Example("page browse incident_list.do --theme dark --for 600", "a list, dark, for ten minutes"),
        ]
    ) { session, context in
        let url = try await BrowseSitting.start(session, context)
        let sheet = BrowseSitting.sheet(of: try await BrowseSitting.theme(session, context))
        let mayWrite = try await BrowseSitting.mayWrite(session, context)
        let sitting = try BrowseSitting(
            to: url, sheet: sheet, mayWrite: mayWrite, replays: session.workbench.opensNothing, session)
        defer { if mayWrite { session.recordsHaveChanged() } }
        if sitting.isReplayed {
            let ending = try await sitting.replay()
            return CommandResult(facts: sitting.facts(turnedAway: ending.strangers))
        }
        let server = try session.workbench.listen(sitting.relay)
        let end = EndSignal()
        session.running.gentleEnd = end
        defer { session.running.gentleEnd = nil }
        let address = sitting.address(port: server.port)
        let isShown = session.workbench.openBrowser(address)
        // The address lets one in, and belongs on no tape.
        session.write((isShown ? "Opened in the browser; the address opens once:\n" : "Open in a browser, once:\n"))
        session.write(address + "\n")
        let clock = context.arguments.int("for").map { seconds in
            Task {
                try await Task.sleep(for: .seconds(seconds))
                end.tell()
            }
        }
        await session.workbench.wait(for: end)
        clock?.cancel()
        server.stop()
        await sitting.relay.untilQuiet()
        let strangers = sitting.relay.counts.strangers
        try await sitting.tape.end(VisitTape.Ending(strangers: strangers))
        return CommandResult(facts: sitting.facts(turnedAway: strangers))
    }
}
