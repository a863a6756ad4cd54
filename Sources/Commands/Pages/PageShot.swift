import NowWeb
import Rendering
import Tables
import Workbench

extension Parameter {
    fileprivate static let file = Argument<String>("file", .newFile, "Write to this file")
    fileprivate static let width = Flag<Int>(
        "width", .number(64...8192), fallback: "1280", "Use this page width in pixels")
    static let dark = Flag<Bool>("dark", "Prefer dark; use the theme dark unless --theme is given")
}

extension Command {
    static let pageShot = Command(
        "page shot", arguments: [.file, .targetOrHere, .pageRecord],
        flags: PageLookup.flags + [
            .width, .dark, Flag<String>("theme", .theme, fallback: "the setting theme", "Show the page in this theme"),
            .replacesFile,
        ], rules: PageLookup.rules,
        traits: Traits(takesAddress: true, opensBrowser: true, inRecipes: .unsaved("needs a browser"))
    ) { run in
        let arguments = run.arguments
        let file = arguments[.file] ?? ""
        guard file.lowercased().hasSuffix(".png") else {
            throw arguments.problem(.usage, "Screenshots are PNG files; the file name must end with .png.", at: .file)
        }
        let url = try await BrowserSession.start(run)
        let theme = try await BrowserSession.theme(run)
        let isDark = arguments[.dark] || (theme?.isDark ?? false)
        // A screenshot changes nothing, whatever the page's scripts attempt.
        let browserSession = try BrowserSession(
            to: url, sheet: BrowserSession.sheet(of: theme), mayWrite: false,
            replays: !run.slot.takesScreenshots(run), run)
        var picture: [UInt8] = []
        let ending = try await browserSession.serve(run) { run, address in
            var ending = VisitRecording.Ending()
            do throws(Problem) {
                picture = try await run.host.browser.takeScreenshot(
                    address, width: arguments[.width] ?? 1280, isDark: isDark)
                ending.picture = pictureSize(of: picture) + [picture.count]
            } catch {
                ending.problem = error
            }
            return ending
        }
        if let problem = ending.problem { throw problem }
        try await run.writeFile(file, picture, of: arguments, at: .file)
        if ending.picture.count == 3 {
            let (width, height, bytes) = (ending.picture[0], ending.picture[1], ending.picture[2])
            run.notes.add(
                "Wrote a picture of \(width) by \(height) pixels to \(Quoting.word(file)): \(RecordAttachments.size(bytes))."
            )
        }
        return CommandResult(.none)
    }
}

/// Width and height from a PNG's IHDR chunk.
private func pictureSize(of picture: [UInt8]) -> [Int] {
    guard picture.count >= 24 else { return [0, 0] }
    return [16, 20].map { start in picture[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
}

extension DeckSlot {
    /// Whether a screenshot is actually taken: in a replay only if the tape is trusted, because only then the file is
    /// written.
    func takesScreenshots(_ run: isolated Run) -> Bool {
        !isPlaying || !run.host.browser.isReplaying && run.options.trust
    }
}
