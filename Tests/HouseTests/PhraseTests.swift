import Testing

/// Phrases that read translated, and what to write. They are searched for in messages, help, recipes and documents.
struct PhraseTests {
    static let bans: [(phrase: String, instead: String)] = [
        ("anew|once more", "again, or a verb with re-"),
        ("(is|are|was|were) (said|told)", "is reported, or you are warned"),
        ("shown beside", "is listed"),
        ("asked for first", "needs confirmation"),
        ("stands? (in(?! for)|behind|beside|there|on)", "is, or follows"),
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
        let phrase = "\\b(" + Self.bans.map(\.phrase).joined(separator: "|") + ")(?!\\w)"
        let banned = try Regex(phrase).ignoresCase()
        var wrong: [Breach] = []
        // Most files that have one have it in a comment.
        let files = try Project.grep(
            "-rliP", "--include=*.swift", "--include=*.md", phrase, "Sources", "recipes", "README.md",
            "ARCHITECTURE.md", "CHANGELOG.md", "REFERENCE.md")
        for path in files.map(String.init) where !path.hasPrefix("Sources") || path.hasSuffix(".swift") {
            let text = try Project.text(of: path)
            for (number, prose) in path.hasSuffix(".md") ? Self.numbered(text) : Self.literals(in: text) {
                for match in prose.matches(of: banned) {
                    let instead = try Self.bans.first {
                        try Regex($0.phrase).ignoresCase().wholeMatch(in: match.0) != nil
                    }
                    wrong.append(
                        Breach(path: path, line: number, what: "`\(match.0)`: write \(instead?.instead ?? "")"))
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.map(\.description).joined(separator: "\n"))")
    }

    /// Users read of requests, tapes and changes. Names in code, SQL and JSON members are not texts, nor is what help says
    /// of the tables in a tape's file.
    @Test func wordsOfTheCodeAreNotInTexts() throws {
        let words = "exchanges?|epochs?|decks?"
        let word = try Regex("(?:^|[^*] |[^\\w./(`* ])(\(words))(?![\\w.`(:=?])").ignoresCase()
        let interpolation = /\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/
        let statement = /FROM |INTO |INSERT|WHERE |SET |CREATE |INTEGER|NULL|[>=]\?|IS \?| DESC$|PRIMARY KEY/
        var wrong: [Breach] = [], read = 0
        let files = try Project.grep(
            "-rliE", "--include=*.swift", "--include=*.md", "--include=*.txt", words, "Sources", "recipes", "README.md",
            "CHANGELOG.md", "REFERENCE.md")
        for path in files.map(String.init) where !path.hasPrefix("Sources/Bench") {
            let text = try Project.text(of: path)
            for (number, prose) in path.hasSuffix(".swift") ? Self.literals(in: text) : Self.numbered(text) {
                read += 1
                let prose = prose.replacing(interpolation, with: "")
                // A list of allowed findings may name places as earlier versions did.
                guard !prose.contains(statement), prose != "exchange ", let found = prose.firstMatch(of: word) else {
                    continue
                }
                wrong.append(Breach(path: path, line: number, what: "`\(found.0)`: write request, change or tape"))
            }
        }
        #expect(read > 1000)
        #expect(wrong.isEmpty, "\(wrong.map(\.description).joined(separator: "\n"))")
    }

    private static func numbered(_ text: String) -> [(line: Int, text: Substring)] {
        lines(of: text).enumerated().map { ($0 + 1, $1) }
    }

    /// The string literals of a source file that contain several words.
    static func literals(in source: String) -> [(line: Int, text: Substring)] {
        var found: [(line: Int, text: Substring)] = [], isInside = false
        for (number, line) in numbered(source) {
            let isDelimited = line.contains("\"\"\"")
            if isInside {
                if !isDelimited { found.append((number, line)) }
                isInside = !isDelimited
            } else if isDelimited {
                isInside = line.ranges(of: "\"\"\"").count == 1
            } else if !line.drop(while: { $0 == " " }).hasPrefix("//") {
                for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                where index % 2 == 1 && part.contains(" ") {
                    found.append((number, part))
                }
            }
        }
        return found
    }
}
