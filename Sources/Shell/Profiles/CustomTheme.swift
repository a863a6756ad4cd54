import Notation
import NowWeb
import Rendering
import TapeDeck

package struct CustomTheme: Sendable, Hashable {
    let name: String
    let base: String
    let colors: [(name: String, color: String)]
    let theme: WebTheme

    /// - Parameter others: custom themes it may be based on, besides the built-in ones.
    init(_ arguments: BoundArguments, among others: [CustomTheme] = []) throws(Problem) {
        let name = arguments.string("name") ?? ""
        guard WebTheme.isName(name) else { throw arguments.problem(.usage, ThemeName.rule, at: "name") }
        let taken = [ThemeName.none] + WebTheme.builtIn.map(\.name)
        guard !taken.contains(name.lowercased()) else {
            let sentence =
                name.lowercased() == ThemeName.none
                ? "none means the terminal's own colors." : "\(name.lowercased()) is built in."
            throw arguments.problem(.usage, "\(sentence) Another name is wanted.", at: "name")
        }
        let wanted = arguments.string("base") ?? WebTheme.light.name
        var changes: [(name: String, color: String)] = []
        var start = WebTheme.builtIn.first { $0.name == wanted.lowercased() }
        if start == nil, let other = others.first(where: { $0.hasName(wanted) }) {
            start = WebTheme.builtIn.first { $0.name == other.base }
            changes = other.colors
        }
        guard let start else {
            let names = WebTheme.builtIn.map(\.name) + others.map(\.name)
            throw arguments.problem(
                .usage, "There is no theme \(wanted).", at: "base",
                hints: DidYouMean.hints(for: wanted, among: names) + ["page theme list"])
        }
        for assignment in arguments.assignments {
            guard let token = ThemeToken(named: assignment.name), let color = NowColor(hex: assignment.value.text)
            else { continue }
            changes.removeAll { $0.name == token.rawValue }
            changes.append((token.rawValue, color.hex))
        }
        do throws(ThemeError) {
            theme = try WebTheme(name: name, like: start, changes)
        } catch {
            // The binder has checked names and colors.
            throw Problem(.usage, ThemeName.rule)
        }
        self.name = name
        base = start.name
        colors = changes
    }

    init(reading line: String) throws(Problem) {
        let invocation: Invocation
        do throws(ParseError) { invocation = try Parser.parse(line) } catch { throw error.problem(in: line) }
        let match = try CommandTable.match(invocation)
        guard match.command == .pageThemeNew else {
            throw Problem(.usage, "This is not a theme.")
        }
        try self.init(try match.bind(in: invocation.text, variables: .none))
    }

    var line: String {
        "page theme new \(name) --base \(base)" + colors.map { " \($0.name)=\($0.color)" }.joined()
    }

    /// Whether the name is the theme's; case is ignored.
    func hasName(_ text: String) -> Bool { name.lowercased() == text.lowercased() }

    package static func == (left: CustomTheme, right: CustomTheme) -> Bool { left.line == right.line }
    package func hash(into hasher: inout Hasher) { hasher.combine(line) }
}

extension StartUpFile {
    /// The themes in order; of two with the same name, the later counts. Throws if a theme cannot be read.
    package func themes() throws(Problem) -> [CustomTheme] {
        var found: [CustomTheme] = []
        for command in commands where Self.subject(ofTheme: command) != nil {
            do throws(Problem) {
                let theme = try CustomTheme(reading: command.text)
                found.removeAll { $0.hasName(theme.name) }
                found.append(theme)
            } catch {
                throw error.located(in: name, line: command.line, command: command.text)
            }
        }
        return found
    }

    mutating func put(_ theme: CustomTheme) { replace(lines(about: theme.name), with: theme.line) }

    mutating func remove(theme name: String) { replace(lines(about: name), with: nil) }

    private func lines(about name: String) -> [Script.Command] {
        commands.filter { Self.subject(ofTheme: $0)?.lowercased() == name.lowercased() }
    }

    private static func subject(ofTheme command: Script.Command) -> String? {
        guard case .success(let invocation) = command.invocation else { return nil }
        let words = invocation.words.map { $0.literal ?? "" }
        guard words.starts(with: ["page", "theme", "new"]), words.count > 3 else { return nil }
        return words[3]
    }
}

extension ShellSession {
    /// The theme of pages; nil for the terminal's own colors. A custom theme is an input and recorded.
    func theme(_ context: CommandContext) async throws -> WebTheme? {
        let name = settings["theme"]
        if name == ThemeName.none { return nil }
        if let theme = try await theme(named: name) { return theme }
        context.notes.add("There is no theme \(name); page theme list shows those there are.")
        return nil
    }

    func theme(named name: String) async throws -> WebTheme? {
        if let theme = WebTheme.builtIn.first(where: { $0.name == name.lowercased() }) { return theme }
        let line: String
        do {
            line = try await input(.setting, "theme \(name.lowercased())") { [host] in
                try host.files.startUpFile().themes().first { $0.hasName(name) }?.line ?? ""
            }
        } catch TapeError.noInput {
            return nil
        } catch let failure as InputFailure {
            throw Problem(.usage, "The themes cannot be read: \(failure.message)")
        }
        // A tape may be forged.
        return try? CustomTheme(reading: line).theme
    }

    func palette(_ context: CommandContext) async throws -> PagePalette? {
        try await theme(context).map(ThemePalette.palette)
    }
}
