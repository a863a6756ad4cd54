import Notation

/// The settings and variables of the start-up file: its `set` lines.
extension StartUpFile {
    /// In order of name; of two values, the later.
    var settings: [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        for command in commands {
            for word in Self.words(of: command).dropFirst() {
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
            let words = Self.words(of: command)
            let forgotten = words.indices.dropFirst().filter { words[$0].barePrefix.hasPrefix(name + "=") }
            guard !forgotten.isEmpty else { continue }
            var line = Array(command.text.utf8)
            // Each with the white space before it.
            for place in forgotten.reversed() {
                line.removeSubrange(words[place - 1].span.upperBound..<words[place].span.upperBound)
            }
            let isEmpty = forgotten.count == words.count - 1
            replace([command], with: isEmpty ? nil : String(decoding: line, as: UTF8.self))
        }
    }

    /// The words of a `set` line; none for any other.
    private static func words(of command: Script.Command) -> [Word] {
        guard case .success(let invocation) = command.invocation, invocation.words.first?.literal == "set" else {
            return []
        }
        return invocation.words
    }
}
