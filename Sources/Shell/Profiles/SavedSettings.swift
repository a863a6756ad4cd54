import Notation

/// The settings and variables of the start-up file: its `set` lines.
extension StartUpFile {
    /// In order of name; of two values, the later.
    var settings: [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        for command in commands {
            for word in Self.assignments(of: command) {
                guard let length = word.assignedNameLength, let value = word.dropping(length + 1).literal else {
                    continue
                }
                let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
                found.removeAll { $0.name == name }
                found.append((name, value))
            }
        }
        return found
    }

    mutating func save(setting name: String, _ value: String) {
        forget(setting: name)
        replace([], with: "set " + Quoting.assignment(name, value))
    }

    /// Removes a setting. A line that sets others keeps them.
    mutating func forget(setting name: String) {
        for command in commands.reversed() {
            let all = Self.assignments(of: command)
            let own = all.filter { $0.barePrefix.hasPrefix(name + "=") }
            guard !own.isEmpty else { continue }
            var line = Array(command.text.utf8)
            for word in own.reversed() { line.removeSubrange(word.span) }
            let rest = String(decoding: line, as: UTF8.self)
            replace([command], with: own.count == all.count ? nil : String(ASCII.trimmed(rest[...])))
        }
    }

    private static func assignments(of command: Script.Command) -> [Word] {
        guard case .success(let invocation) = command.invocation, invocation.words.first?.literal == "set" else {
            return []
        }
        return Array(invocation.words.dropFirst())
    }
}
