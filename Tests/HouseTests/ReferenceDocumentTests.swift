import Notation
import PromptCommands
import Recipes
import TestSupport
import Testing
import Workbench

struct ReferenceDocumentTests {
    @Test func referenceIsUpToDate() throws {
        let written = try Project.text(of: "REFERENCE.md")
        expectEqual(written, Reference.markdown, "run: snowdeck help --reference > REFERENCE.md")
    }

    /// `help --schema` has each command with its arguments and flags, as JSON.
    @Test func schemaHasEveryCommandAndFlag() throws {
        let schema = try JSONDocument(CommandSchema.document.pretty).root.value
        expectEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
        let commands = CommandTable.all + ProgramTable.all
        #expect(commands.count > 60)
        for command in commands {
            let found = try #require(schema["$defs"]?[command.name], "\(command.name)")
            for parameter in command.arguments.map(\.name) + command.flags.map(\.name) {
                let property = found["properties"]?[parameter]
                #expect(property?["type"] != nil || property?["enum"] != nil, "\(command.name) \(parameter)")
            }
            #expect(found["title"] == .string(command.summary) && found["x-changes"] != nil, "\(command.name)")
            expectEqual(found["x-examples"]?.elements.count, command.examples.count)
            let reference = "#/$defs/" + command.name.replacing(" ", with: "%20")
            #expect(schema["oneOf"]?.elements.contains(["$ref": .string(reference)]) ?? false, "\(command.name)")
        }
        let list = schema["$defs"]?["table list"]
        expectEqual(list?["required"], ["table"])
        expectEqual(list?["properties"]?["limit"]?["minimum"], 0)
        expectEqual(list?["properties"]?["display"]?["enum"], ["value", "display", "both"])
        expectEqual(schema["$defs"]?["table update"]?["x-changes"], "records of the table")
        for flag in GlobalFlags.atStart + GlobalFlags.withCommand {
            #expect(schema["$defs"]?["globals"]?["properties"]?[flag.name] != nil, "\(flag.name)")
        }
    }

    /// The page for agents is short, and its commands exist.
    @Test func pageForAgentsNamesCommandsThatExist() throws {
        let lines = try Project.text(of: "AGENTS.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 81, "\(lines.count) lines")
        let commands = lines.filter { $0.hasPrefix("snowdeck ") }
        #expect(commands.count > 8)
        for command in commands where !command.hasPrefix("snowdeck -") {
            let words = command.split(separator: " ").dropFirst().prefix(2).map(String.init)
            let isKnown = (CommandTable.all + ProgramTable.all).contains {
                $0.name == words.joined(separator: " ") || $0.name == words[0]
            }
            #expect(isKnown, "\(command)")
        }
    }
}
