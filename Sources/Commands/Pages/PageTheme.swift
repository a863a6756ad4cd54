import Notation
import NowWeb
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let theme = Argument<String>(
        "theme", .theme, .optional, "One of light, dark, none, or the file of a theme")
}

extension Command {
    static let pageTheme = Command(
        "page theme", arguments: [.theme], traits: Traits(inRecipes: .unsaved("is about this session"))
    ) { run in
        guard let name = run.arguments[.theme] else { return try await themes(run) }
        guard let theme = try await run.theme(named: name, run.arguments) else {
            run.settings.set("theme", to: nil)
            run.notes.add("Pages are shown in the terminal's own colors.")
            return CommandResult(.none)
        }
        run.settings.set("theme", to: theme.name)
        let word = Quoting.word(theme.name)
        run.notes.add("Pages are shown in \(word); set theme=\(word) in the start-up file makes it last.")
        return CommandResult(.none)
    }
}

private func themes(_ run: isolated Run) async throws -> CommandResult {
    let used = try await run.theme()
    let custom = WebTheme.builtIn.contains { $0.name == used?.name } ? nil : used
    let rows = (WebTheme.builtIn + [custom].compactMap(\.self)).map { theme in
        [
            theme.name, theme.isDark ? "dark" : "light", theme[.brand].hex, theme[.primary].hex,
            theme.name == used?.name ? "true" : "",
        ]
    }
    let none = [ThemeFile.none, "the terminal's own", "", "", used == nil ? "true" : ""]
    let columns = ["name", "colors", "brand", "primary", "used"]
    return CommandResult(.table(OutputTable(columns, ([none] + rows).map { $0.map { Cell($0) } })))
}

/// A theme in a file: a JSON object with colors, and with the built-in theme from which it takes the others.
enum ThemeFile {
    static let none = "none"

    static func theme(_ bytes: [UInt8], in file: String) throws(Problem) -> WebTheme {
        func invalid(_ message: String, hints: [String] = []) -> Problem {
            Problem(.usage, "\(file) is not a theme. \(message)", hints: hints)
        }
        let root: JSONNode
        do throws(JSONError) { root = try JSONDocument(bytes).root } catch {
            throw invalid("It is not JSON: \(error.description).")
        }
        guard root.kind == .object else { throw invalid("It is not a JSON object.") }
        var base = WebTheme.light, colors: [(name: String, color: String)] = []
        for (name, value) in root.members {
            let text = value.string ?? ""
            if name == "base" {
                guard let found = WebTheme.builtIn.first(where: { $0.name == text }) else {
                    throw invalid("base must be light or dark.")
                }
                base = found
            } else {
                colors.append((name, text))
            }
        }
        do throws(ThemeError) { return try WebTheme(name: file, like: base, colors) } catch {
            switch error {
            case .unknownColor(let name, let known):
                throw invalid(
                    "There is no color \(name).",
                    hints: DidYouMean.hints(for: name, among: known) + ["help pages lists the colors."])
            case .notAColor(_, let name): throw invalid("\(name) must be a color, #RGB or #RRGGBB.")
            case .notOpaque(_, let name): throw invalid("\(name) must not be transparent.")
            }
        }
    }
}

extension Run {
    /// The theme of the setting; nil for the terminal's own colors, also if its file cannot be read.
    func theme() async throws -> WebTheme? {
        do {
            return try await theme(named: settings["theme"])
        } catch let problem as Problem {
            notes.add(problem.message)
        } catch TapeError.noInput {
            notes.add("The theme \(settings["theme"]) is not on the tape.")
        }
        return nil
    }

    func theme(named name: String, _ arguments: BoundArguments) async throws -> WebTheme? {
        do { return try await theme(named: name) } catch let problem as Problem {
            throw arguments.problem(problem.kind, problem.message, at: .theme, hints: problem.hints)
        }
    }

    /// A theme's file is an input and recorded.
    private func theme(named name: String) async throws -> WebTheme? {
        let word = name.lowercased()
        if word == ThemeFile.none { return nil }
        if let theme = WebTheme.builtIn.first(where: { $0.name == word }) { return theme }
        let bytes: [UInt8]
        do { bytes = try await readFile(name, isRegular: true) } catch let problem as Problem {
            let names = WebTheme.builtIn.map(\.name) + [ThemeFile.none]
            throw Problem(
                problem.kind, "There is no theme \(name). \(problem.message)",
                hints: DidYouMean.hints(for: word, among: names) + ["page theme lists them."])
        }
        return try ThemeFile.theme(bytes, in: name)
    }
}

extension PagePalette {
    /// The colors of a theme, so that text stays readable on its background.
    init(_ theme: WebTheme) {
        let ground = theme[.backgroundPrimary].over(.white), header = theme[.brand].over(ground)
        let alert = theme[.alertCritical0].over(ground)
        let colors: [Part: NowColor] = [
            .background: ground, .text: theme[.textPrimary].over(ground).readable(on: ground),
            .accent: header.readable(on: ground), .heading: theme[.screenHeaderText].over(header).readable(on: header),
            .headingBackground: header, .link: theme.link,
            .faint: theme[.textTertiary].over(ground).readable(on: ground),
            .notice: theme[.alertCritical3].over(alert).readable(on: alert), .noticeBackground: alert,
        ]
        self.init(
            colors.mapValues { color in
                let (red, green, blue) = color.bytes
                return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
            })
    }
}
