import Shell
import Testing

/// What a command must have before it may ship, and the reference that is made from it.
@Suite struct ReferenceTests {
    @Test func everyCommandHasSummariesAndAnExample() {
        for command in CommandTable.all {
            #expect(!command.summary.isEmpty, "\(command.name) has no summary")
            #expect(!command.examples.isEmpty, "\(command.name) has no example")
            #expect(
                command.arguments.allSatisfy { !$0.summary.isEmpty }, "\(command.name): an argument without summary")
            #expect(command.flags.allSatisfy { !$0.summary.isEmpty }, "\(command.name): a flag without summary")
        }
    }

    @Test func everyExampleIsALineThatCanBeTyped() throws {
        for command in CommandTable.all {
            for example in command.examples {
                let match = try CommandTable.match(try Parser.parse(example.line))
                #expect(match.command.name == command.name, "\(example.line)")
                let names = ["caller", "inc", "n"]
                _ = try match.bind(in: example.line, variables: Expansion(names: names) { _ in "x" })
            }
        }
    }

    @Test func theReferenceIsWhatTheTablesSay() throws {
        let written = try Project.text(of: "REFERENCE.md")
        #expect(written == Reference.markdown, "run: snowdeck help --reference > REFERENCE.md")
    }
}
