import NowWeb
import Rendering
import TapeDeck

extension PageBodies {
    /// Takes a picture of a page.
    @Sendable static func shot(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let file = arguments.string("file") ?? ""
        guard file.lowercased().hasSuffix(".png") else {
            throw arguments.problem(
                .usage, "A picture is PNG, and the name of its file ends with .png.", at: "file")
        }
        let url = try await BrowseSitting.start(session, context)
        let theme = try await BrowseSitting.theme(session, context)
        let isDark = arguments.flag("dark") || (theme?.isDark ?? false)
        // A picture changes nothing, whatever the page's scripts try.
        let sitting = try BrowseSitting(
            to: url, sheet: BrowseSitting.sheet(of: theme), mayWrite: false, replays: !session.slot.runsShots(session),
            session)
        var picture: [UInt8] = [], ending: VisitTape.Ending
        if sitting.isReplayed {
            ending = try await sitting.replay()
        } else {
            let server = try session.host.browser.listen(sitting.relay)
            defer { server.stop() }
            ending = VisitTape.Ending()
            do throws(Problem) {
                picture = try await session.host.browser.photograph(
                    sitting.address(port: server.port), width: arguments.int("width") ?? 1280, isDark: isDark)
                ending.picture = size(of: picture) + [picture.count]
            } catch {
                ending.problem = error
            }
            server.stop()
            await sitting.relay.untilQuiet()
            ending.strangers = sitting.relay.counts.strangers
            try await sitting.tape.end(ending)
        }
        if let problem = ending.problem { throw problem }
        do {
            try await session.writeFile(file, picture, replacing: arguments.flag("force"))
        } catch let problem as Problem {
            let exists = problem.cause == .fileExists
            throw arguments.problem(
                problem.kind, problem.message, at: "file", hints: exists ? ["--force replaces it."] : [])
        }
        if ending.picture.count == 3 {
            let (width, height, bytes) = (ending.picture[0], ending.picture[1], ending.picture[2])
            context.notes.add(
                "Wrote a picture of \(width) by \(height) pixels to \(Quoting.word(file)): \(AttachBodies.size(bytes))."
            )
        }
        return CommandResult(.none)
    }

    /// Width and height, as a PNG says them in its first bytes.
    private static func size(of picture: [UInt8]) -> [Int] {
        guard picture.count >= 24 else { return [0, 0] }
        return [16, 20].map { start in picture[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }
}

extension DeckSlot {
    /// Whether a picture is really taken while this is in the deck: of a tape that plays only when it is trusted, as only
    /// then the file is written.
    func runsShots(_ session: isolated ShellSession) -> Bool {
        !isPlaying || !session.host.browser.opensNothing && session.options.trust
    }
}
