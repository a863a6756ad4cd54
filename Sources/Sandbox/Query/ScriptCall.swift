/// One call of a script value: `gs.daysAgoStart(7)` is the name `daysAgoStart` with one argument.
struct ScriptCall {
    let name: String
    /// Numbers as they are written, text without its quotes.
    let arguments: [String]

    init(name: String, arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// Reads `gs.name(arguments)` with an optional `;`. Nil when the text is anything else.
    init?(_ text: Substring) {
        var text = text
        while let last = text.last, last == ";" || last == " " { text = text.dropLast() }
        while text.first == " " { text = text.dropFirst() }
        guard text.hasPrefix("gs."), text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
        let name = text[text.index(text.startIndex, offsetBy: 3)..<open]
        guard !name.isEmpty, name.utf8.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
            return nil
        }
        self.name = String(name)
        let inside = text[text.index(after: open)...].dropLast()
        var arguments: [String] = []
        if !inside.isEmpty {
            for part in inside.split(separator: ",", omittingEmptySubsequences: false) {
                guard let argument = ScriptCall.argument(part) else { return nil }
                arguments.append(argument)
            }
        }
        self.arguments = arguments
    }

    private static func argument(_ text: Substring) -> String? {
        var text = text
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        guard let first = text.first else { return nil }
        if first == "'" || first == "\"" {
            guard text.count >= 2, text.last == first else { return nil }
            text = text.dropFirst().dropLast()
            return text.contains(first) ? nil : String(text)
        }
        return Int(text).map(String.init)
    }
}
