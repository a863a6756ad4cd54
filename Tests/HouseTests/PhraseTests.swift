import Foundation
import Testing

/// Phrases that read translated, and what to write. They are looked for in messages, help, comments and documents.
@Suite struct PhraseTests {
    static let bans: [(phrase: String, instead: String)] = [
        ("anew|once more", "again, or a verb with re-"),
        ("(is|are|was|were) (said|told)", "is reported, or you are warned"),
        ("shown beside", "is listed"),
        ("asked for first", "needs confirmation"),
        ("stands? (in|behind|beside|there|on)", "is, or follows"),
        ("otherwise:", "default:"),
        ("present instance", "current instance"),
        ("goes? on with", "switch to, or continue with"),
        ("one's own", "your own, or custom"),
        ("somebody|nobody|whoever|strangers?", "who it is: the instance, the browser, another process"),
        ("a signed statement", "a signed JWT (assertion)"),
        ("lets none slip|by the way of|at hand|meanwhile", "a plain sentence"),
        ("pass(es)? over", "ignores, or skips"),
        ("looks? (over|into)", "checks, inspects or lints"),
        ("goes? by", "is ordered by, or follows"),
    ]

    @Test func noBannedPhraseIsUsed() throws {
        let patterns = try Self.bans.map { (try Regex("\\b(\($0.phrase))(?!\\w)").ignoresCase(), $0.instead) }
        let documents =
            Project.files(in: "recipes", withExtension: "md") + [
                "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "REFERENCE.md",
            ]
        let wrong = try (documents + Project.files(in: "Sources", withExtension: "swift")).flatMap { path in
            // A whole file at a time: most hold none, and looking at each line takes seconds.
            let text = try Project.text(of: path)
            return patterns.flatMap { pattern, instead in
                text.matches(of: pattern).map { match in
                    let line = text[..<match.range.lowerBound].count { $0 == "\n" } + 1
                    return Breach(path: path, line: line, what: "`\(text[match.range])`: write \(instead)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.map(\.description).joined(separator: "\n"))")
    }
}
