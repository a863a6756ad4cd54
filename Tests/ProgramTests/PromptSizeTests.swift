import TestSupport
import Testing

/// What the prompt offers, on a small, a usual and a large screen and across resizes. Menu, search, suggestions and editing
/// are in `LineEditingTests`.
struct PromptSizeTests {
    private static let sizes = [(20, 6), (80, 24), (200, 50)]

    /// Waits until the screen contains a text, wherever it wraps.
    private func shows(
        _ session: PromptSession, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let wanted = text.filter { !$0.isWhitespace }
        let shown = await session.screen.wait { $0.text.filter { !$0.isWhitespace }.contains(wanted) }
        #expect(
            shown.text.filter { !$0.isWhitespace }.contains(wanted), "\(text) in \(shown.text)",
            sourceLocation: sourceLocation)
    }

    /// Leaves a pager, if the answer was taller than the screen, and waits for the prompt.
    private func read(_ session: PromptSession, prompt: String = "sandbox> ‸") async {
        let shown = await session.screen.wait { $0.text.hasSuffix("\n:‸") || $0.text.hasSuffix("\n\(prompt)") }
        if shown.text.hasSuffix(":‸") { session.type("q") }
        _ = await session.screen.wait { $0.text.hasSuffix("\n\(prompt)") }
        await session.screen.waitForRawMode()
    }

    @Test(arguments: sizes) func correctionsAnswersAndRedraws(_ columns: Int, _ rows: Int) async throws {
        let workspace = try Workspace()
        let session = try PromptSession(
            workspace, ["--tape", "sized"], columns: columns, rows: rows, variables: ["EDITOR": "true"])
        await shows(session, "connect INSTANCE.sandbox> ‸")
        // A corrected line, which Enter runs.
        session.type("table INC0010001\r")
        // What is offered ends with the row.
        await shows(session, "sandbox> ‸table get" + (columns > 20 ? " incident INC0010001" : ""))
        session.type("\r")
        await shows(session, "number INC00100")
        await read(session)
        // A chart, and the answer again in another form.
        session.type("table count incident --by state --chart\r")
        await shows(session, "state count")
        await read(session)
        session.type("last -f count -n 1\r")
        await shows(session, "count9")
        await read(session)
        // The editor returns the line.
        session.type("edit\r")
        await shows(session, "last -f count -n 1‸")
        session.type("\u{15}")
        // A watched command, across resizes.
        session.type("watch every 1s table count incident\r")
        await shows(session, "every 1s: t")
        for (columns, rows) in [(40, 10), (20, 6), (200, 50), (columns, rows)] {
            session.screen.resize(columns: columns, rows: rows)
            await shows(session, "every 1s: t")
            await shows(session, "440")
        }
        session.type("q")
        await shows(session, "440sandbox> ‸")
        // A line typed, while the size changes, is still the line.
        session.type("table count problem")
        await shows(session, "table count problem‸")
        for (columns, rows) in [(200, 50), (20, 6), (columns, rows)] {
            session.screen.resize(columns: columns, rows: rows)
            await shows(session, "sandbox> table count problem‸")
        }
        session.type("\r")
        await read(session)
        await session.leave()
        try await expectEqual(workspace.run("replay", "sized", "--check").status, 0)
    }

    @Test(arguments: sizes) func waitingAndConfirmation(_ columns: Int, _ rows: Int) async throws {
        let instance = RawInstance { request in
            // The count of problems never comes.
            request.contains("problem")
                ? ""
                : RawInstance.answer(
                    request.hasPrefix("POST") ? "201 Created" : "200 OK",
                    body: #"{"result":{"number":{"value":"INC7","display_value":"INC7"}}}"#)
        }
        let workspace = try Workspace()
        let session = try PromptSession(
            workspace, instance.flags + ["--tape", "asked"], columns: columns, rows: rows,
            variables: ["SNOWDECK_PASSWORD": "x"])
        let prompt = "\(instance.name)> ‸"
        await shows(session, prompt)
        session.type("table count problem\r")
        await shows(session, "waiting for 127")
        session.type("\u{3}")
        await shows(session, "Interrupted: the request was cancelled. \(prompt)")
        session.type("table create incident urgency=1 -f number\r")
        await shows(session, "Continue? [y/N] ‸")
        session.screen.resize(columns: rows * 4, rows: rows)
        await shows(session, "[y/N]")
        session.type("n\r")
        await shows(session, "setting urgency=1. \(prompt)")
        session.type("table create incident urgency=1 -f number\r")
        await shows(session, "Continue? [y/N] ‸")
        session.type("y\r")
        await shows(session, "undo: table delete incident INC7 \(prompt)")
        await session.leave()
        try await expectEqual(workspace.run("replay", "asked", "--check").status, 0)
    }
}
