import Testing

/// Banned words, with replacements. ARCHITECTURE.md, "Words", lists the vocabulary.
struct WordTests {
    struct Ban: Sendable {
        let text: String
        let instead: String
        /// Folders or files where the word is allowed.
        var except: [String] = []
    }

    static let bans: [Ban] = [
        Ban(
            text: "import Foundation\n", instead: "FoundationEssentials: Foundation brings locales and start-up time",
            // Code under test uses `URLSession`, and start-up time does not matter in tests.
            except: ["Sources/Testing/CassetteTesting/"]),
        Ban(text: "fatalError(", instead: "a typed error, or `preconditionFailure` with the invariant that broke"),
        Ban(text: "try!", instead: "a typed error"),
        Ban(text: "nonisolated(unsafe)", instead: "a lock"),
        Ban(text: "TODO", instead: "the work itself"),
        Ban(text: "FIXME", instead: "the mending"),
        Ban(text: "// XXX", instead: "the mending"),
        Ban(text: "print(", instead: "an Output", except: ["Sources/snowdeck-fuzz"]),
        Ban(text: "struct Task ", instead: "a word for it: a task is a ServiceNow task"),
        Ban(text: "class Task ", instead: "a word for it: a task is a ServiceNow task"),
        Ban(text: "enum Task ", instead: "a word for it: a task is a ServiceNow task"),
        Ban(text: "Interaction", instead: "Exchange"),
        Ban(
            text: "getenv(", instead: "a parameter filled by the executable",
            except: ["Sources/App/snowdeck/"]),
        Ban(
            text: "ProcessInfo", instead: "a parameter filled by the executable",
            except: ["Sources/App/snowdeck/", "Sources/Testing/CassetteTesting/CassetteSetup.swift"]),
        Ban(text: "Date()", instead: "Clock.now"),
        Ban(
            text: "SystemRandomNumberGenerator", instead: "a seed given from the top", except: ["Sources/App/snowdeck/"]
        ),
        Ban(text: ".random(in:", instead: "a seed given from the top", except: ["Sources/App/snowdeck/"]),
        Ban(
            text: "clock_gettime(", instead: "Clock.now",
            except: [
                "Sources/App/snowdeck/", "Sources/SDK/NowLive/",
                "Sources/Testing/CassetteTesting/TapeRun.swift",
            ]),
        Ban(text: "system(", instead: "posix_spawn, in the executable"),
    ]

    @Test func sourcesContainNoBannedWord() throws {
        let words = Self.bans.map { $0.text.split(separator: "\n").joined() }
        let wrong = try breaches(in: "Sources", matching: pattern(for: words)) { path, line in
            let line = line + "\n"
            return Self.bans.first { ban in
                !ban.except.contains { path.hasPrefix($0) } && occurs(ban.text, in: line)
            }.map { "`\($0.text.prefix { $0 != "\n" })`: write \($0.instead)" }
        }
        #expect(wrong.isEmpty, "\(wrong.map(\.description).joined(separator: "\n"))")
    }

    /// A reader who searches for a type finds one, whichever module it is in. Those inside a type or a file do not count.
    @Test func everyTypeHasANameOfItsOwn() throws {
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
        let declaration = "^(@[A-Za-z]+ |public |package |final |indirect )*(struct|class|enum|actor|protocol) "
        var homes: [Substring: String] = [:]
        let wrong = try breaches(in: "Sources", matching: declaration) { path, line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return nil }
            return homes.updateValue(path, forKey: words[kind + 1]).map { "\($0) has a \(words[kind + 1]) too" }
        }
        #expect(homes.count > 500)
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test func noFileIsLongerThanFiveHundredLines() throws {
        let counts = try Project.grep("-rc", "--include=*.swift", "", "Sources", "Tests")
        #expect(counts.count > 500)
        let long = counts.filter { $0.split(separator: ":").last.flatMap { Int($0) } ?? 501 > 500 }
        #expect(long.isEmpty, "which noun is missing? \(long)")
    }

    private func occurs(_ word: String, in line: Substring) -> Bool {
        var rest = line
        while let place = rest.firstRange(of: word) {
            let before = rest[..<place.lowerBound].last
            let startsInside = word.first!.isLetter && (before?.isLetter ?? false || before == "_")
            if !startsInside { return true }
            rest = rest[place.upperBound...]
        }
        return false
    }

    private func occurs(_ word: String, in line: String) -> Bool { occurs(word, in: line[...]) }
}
