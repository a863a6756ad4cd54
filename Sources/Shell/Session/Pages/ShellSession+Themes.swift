import NowWeb
import Rendering
import TapeDeck

extension ShellSession {
    /// The theme that pages are shown in; nil for the terminal's own colours. An own theme is read from outside, and kept
    /// on the tape.
    func theme(_ context: CommandContext) async throws -> WebTheme? {
        let name = settings["theme"]
        if name == ThemeName.none { return nil }
        if let theme = try await theme(named: name) { return theme }
        context.notes.add("There is no theme \(name); page theme list shows those there are.")
        return nil
    }

    /// The theme of that name; nil when there is none.
    func theme(named name: String) async throws -> WebTheme? {
        if let theme = WebTheme.builtIn.first(where: { $0.name == name.lowercased() }) { return theme }
        let line: String
        do {
            line = try await input(.setting, "theme \(name.lowercased())") { [workbench] in
                try workbench.startUpFile().themes().first { $0.isCalled(name) }?.line ?? ""
            }
        } catch TapeError.noInput {
            return nil
        } catch let failure as InputFailure {
            throw Problem(.usage, "The themes cannot be read: \(failure.message)")
        }
        // A stranger's tape may say anything.
        return try? OwnTheme(reading: line).theme
    }

    /// The colours of a page on the terminal; nil for the terminal's own.
    func palette(_ context: CommandContext) async throws -> PagePalette? {
        try await theme(context).map(ThemePalette.palette)
    }
}
