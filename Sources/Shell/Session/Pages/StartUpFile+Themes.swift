import Notation

/// The themes of a start-up file, each a line of it.
extension StartUpFile {
    /// The themes in their order; a later line of the same name holds. Throws when a line about one cannot be read.
    package func themes() throws(Problem) -> [OwnTheme] {
        var found: [OwnTheme] = []
        for command in commands where Self.subject(ofTheme: command) != nil {
            do throws(Problem) {
                let theme = try OwnTheme(reading: command.text)
                found.removeAll { $0.isCalled(theme.name) }
                found.append(theme)
            } catch {
                throw error.located(in: name, line: command.line, command: command.text)
            }
        }
        return found
    }

    /// Adds a theme, or puts it in the place of one of that name.
    mutating func put(_ theme: OwnTheme) { replace(lines(about: theme.name), with: theme.line) }

    /// Takes a theme out.
    mutating func remove(theme name: String) { replace(lines(about: name), with: nil) }

    private func lines(about name: String) -> [Script.Command] {
        commands.filter { Self.subject(ofTheme: $0)?.lowercased() == name.lowercased() }
    }

    /// What a line `page theme new NAME …` calls its theme; nil for a line about something else.
    private static func subject(ofTheme command: Script.Command) -> String? {
        guard case .success(let invocation) = command.invocation else { return nil }
        let words = invocation.words.map { $0.literal ?? "" }
        guard words.starts(with: ["page", "theme", "new"]), words.count > 3 else { return nil }
        return words[3]
    }
}
