/// A place of a recipe's file that says something else than what came, and what would stand there.
package struct AcceptedHunk: Sendable, Hashable {
    /// The file.
    package var path: String
    /// The lines that it replaces, from 1; an empty range stands before its lower bound.
    package var lines: Range<Int>
    /// What stands there.
    package var old: [String]
    /// What would.
    package var new: [String]
    /// The command of the step that it belongs to.
    package var command: String

    /// A place of a file.
    package init(path: String, lines: Range<Int>, old: [String], new: [String], command: String) {
        self.path = path
        self.lines = lines
        self.old = old
        self.new = new
        self.command = command
    }

    /// The hunk as a diff: its place, then `-` and `+` lines.
    package var diff: String {
        let header = "\(path):\(lines.lowerBound) under > \(SingleLine.of(command, limit: 60))"
        return ([header] + old.map { "- " + $0 } + new.map { "+ " + $0 }).joined(separator: "\n") + "\n"
    }

    /// A text with hunks put in. Those must not overlap.
    package static func applied(_ hunks: [AcceptedHunk], to text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A file may end its lines as another system does.
        let ending = lines.first?.hasSuffix("\r") ?? false ? "\r" : ""
        for hunk in hunks.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
            let lower = min(max(hunk.lines.lowerBound - 1, 0), lines.count)
            let upper = min(max(hunk.lines.upperBound - 1, lower), lines.count)
            lines.replaceSubrange(lower..<upper, with: hunk.new.map { $0 + ending })
        }
        return lines.joined(separator: "\n")
    }
}
