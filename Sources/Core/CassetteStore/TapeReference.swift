/// A tape, a command on it, or a request of that command, as lists show them: `%6`, `%6:12`, `%6:12.3`. `%` is the tape
/// of the session. A name may be in place of `%6`. `%6.17` is the tape's request 17, for one that no command sent.
package struct TapeReference: Sendable, Hashable {
    /// `%6`, `last`, a name or a file; nil for the tape of the session.
    package let tape: String?
    package let command: Int64?
    package let request: Int64?

    package init(_ text: String) {
        var rest = text[...]
        let request = Self.number(after: ".", in: &rest), command = Self.number(after: ":", in: &rest)
        // A name may end like `v1.2`, so its request is `v1.2:.17`.
        let isName = command == nil && !rest.hasPrefix("%") && rest.last != ":"
        if rest.last == ":" { rest.removeLast() }
        if isName { rest = text[...] }
        tape = rest == "%" ? nil : String(rest)
        (self.command, self.request) = (command, isName ? nil : request)
    }

    private static func number(after mark: Character, in text: inout Substring) -> Int64? {
        guard let place = text.lastIndex(of: mark), let number = Int64(text[text.index(after: place)...]), number > 0
        else { return nil }
        text = text[..<place]
        return number
    }
}
