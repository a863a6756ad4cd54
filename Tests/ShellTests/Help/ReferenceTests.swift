import Notation
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Pages
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

struct ReferenceTests {
    @Test func referenceIsComplete() {
        let text = Reference.markdown
        var wanted: [String] = []
        for command in CommandTable.all + ProgramTable.all {
            wanted += ["### \(command.name)\n", command.usage + "\n"]
            wanted += command.examples.map(\.line)
            wanted += command.flags.map(\.spelling)
        }
        wanted += (GlobalFlags.atStart + GlobalFlags.withCommand + ProgramTable.switches).map(\.spelling)
        wanted += SettingTable.all.map { "`\($0.name)=" }
        wanted += Problem.Kind.allCases.map { "| `\($0.exitStatus)` | \($0.meaning) |" }
        wanted += GlobalFlags.formats.map { "| `\($0)` |" }
        for part in wanted { #expect(text.contains(part), "\(part)") }
    }

    @Test func referenceMarkdownIsValid() {
        var isCode = false
        for line in Reference.markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```" { isCode.toggle() }
            guard !isCode, line.hasPrefix("|") else { continue }
            var bars = 0, before: Character = " "
            for character in line {
                if character == "|", before != "\\" { bars += 1 }
                before = character
            }
            expectEqual(bars, 3, "\(line)")
        }
        #expect(!isCode)
    }

    @Test func everyExampleOfATopicCanBeTyped() throws {
        for topic in HelpTopics.all {
            for case .examples(let examples) in topic.page() {
                for example in examples {
                    _ = try bound(example.line, variables: ["caller": "abel", "inc": "INC1", "nums": #"["INC1"]"#])
                }
            }
        }
    }

    @Test func offeredOperatorsAreValid() {
        for candidate in QueryOperator.all {
            #expect(Operator(spelling: candidate.spelling) != nil, "\(candidate.spelling)")
        }
    }

    @Test func helpLinesFitScreen() throws {
        for name in CommandTable.all.map(\.name) + HelpTopics.all.map(\.name) + CommandTable.groups.map(\.name) {
            let text = try Help.text(about: name.split(separator: " ").map(String.init))
            #expect(text.hasSuffix("\n"))
            for line in text.split(separator: "\n") where !line.hasPrefix("  ") { #expect(line.count <= 80, "\(line)") }
        }
    }
}
