import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

struct CommandTableTests {
    static let everything = CommandTable.all + ProgramTable.all

    @Test func namesAreUniqueAndNoCommandIsAlsoAGroup() {
        let names = Self.everything.map(\.name)
        expectEqual(Set(names).count, names.count)
        for group in CommandTable.groups {
            expectEqual(CommandTable.named(group.name), nil)
            #expect(!CommandTable.members(of: group.name).isEmpty)
            #expect(group.name.split(separator: " ").count < CommandTable.deepest)
        }
        // A command that is also a group, such as graphql, is described by its own help.
        let grouped = Set(
            CommandTable.all.flatMap { command in
                (1..<max(command.words.count, 1)).map { command.words[..<$0].joined(separator: " ") }
            }.filter { CommandTable.named($0) == nil })
        expectEqual(grouped, Set(CommandTable.groups.map(\.name)))
    }

    @Test(arguments: everything)
    func everyCommandHasExamplesAndSummariesWithoutFullStop(_ command: Command) {
        #expect(!command.examples.isEmpty)
        let summaries = [command.summary] + command.flags.map(\.summary) + command.arguments.map(\.summary)
        for summary in summaries {
            #expect(summary.first?.isUppercase == true && summary.last != ".", "\(summary)")
        }
    }

    @Test func everyTextOfHelpIsOfACommandOrATopic() {
        expectEqual(Set(HelpText.commands.keys), Set(Self.everything.map(\.name) + ["snowdeck"]))
        expectEqual(Set(HelpText.topics.keys), Set(HelpTopics.all.map(\.name)))
    }

    @Test func everyCommandOfThePromptHasAFunction() {
        expectEqual(CommandTable.all.filter { $0.run == nil }.map(\.name), [])
    }

    @Test(arguments: CommandTable.all)
    func everyExampleBinds(_ command: Command) throws {
        for example in command.examples {
            let match = try CommandTable.match(try Parser.parse(example.line))
            expectEqual(match.command, command)
            _ = try match.bind(in: example.line)
        }
    }

    @Test(arguments: ProgramTable.all)
    func everyExampleOfTheProgramIsRead(_ command: Command) throws {
        for example in command.examples {
            let words = try Parser.parse(example.line).words.compactMap(\.literal)
            expectEqual(words.first, "snowdeck")
            guard case .program(let bound) = try ProgramArguments(Array(words.dropFirst())).action else {
                Issue.record("\(example.line) is no verb of the program")
                continue
            }
            expectEqual(bound.command, command)
        }
    }

    @Test(arguments: everything)
    func noTwoFlagsOfACommandShareANameOrALetter(_ command: Command) {
        let flags = command.allFlags
        expectEqual(Set(flags.map(\.name)).count, flags.count)
        let letters = flags.compactMap(\.short)
        expectEqual(Set(letters).count, letters.count)
        #expect(Set(flags.map(\.name)).isDisjoint(with: command.arguments.map(\.name)))
        let names = Set(flags.map(\.name) + command.arguments.map(\.name))
        for rule in command.rules {
            switch rule {
            case .exactlyOne(let tied), .atMostOne(let tied): #expect(names.isSuperset(of: tied.map(\.name)))
            case .goesWith(let flag, let others): #expect(names.isSuperset(of: (others + [flag]).map(\.name)))
            }
        }
        for argument in command.arguments.dropLast() { #expect(!argument.isRepeated) }
    }
}
