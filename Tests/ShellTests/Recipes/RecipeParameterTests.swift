import CassetteStore
import ExchangeModel
import TapeDeck
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import RecipeDocument
@testable import Recipes
@testable import Replaying
@testable import Tables
@testable import Tasks
@testable import Workbench

struct RecipeParameterTests {
    private static let text = """
        # Goal

        ```params
        caller  = abel.tuter   # reference(sys_user.user_name): who reports it
        urgency = Low          # choice(incident.urgency)
        count                  # int: how many
        note                   # string: what is said
        pin                    # secret: the door's
        ```

        ```snowdeck
        > table list incident
        ```
        """

    @Test func referencesAndChoicesAreResolved() async throws {
        let harness = try ShellHarness(TestMachine())
        let values = try await harness.session.resolved(
            Self.text,
            given: ["caller": "beth.anglin", "urgency": "1 - High", "count": "-3", "note": "a b", "pin": "12345678"])
        expectEqual(
            values,
            [
                "caller": "46d44a23a9fe19810012d100cca80666", "urgency": "1", "count": "-3", "note": "a b",
                "pin": "12345678",
            ])
        #expect(harness.machine.secrets.entries.map(\.text).contains("12345678"))
    }

    @Test func missingParametersArePromptedAndRetried() async throws {
        let machine = try TestMachine(answers: ["many", "4", "two words", "short"])
        let harness = try ShellHarness(machine)
        let values = try await harness.session.resolved(Self.text, given: ["urgency": "1"])
        expectEqual(values["count"], "4")
        expectEqual(values["note"], "two words")
        expectEqual(values["pin"], "short")
        expectEqual(
            machine.errors.take(),
            """
            r needs 3 parameters:
              count  int: how many
              note   string: what is said
              pin    secret: the door's
            count: many
            count takes a whole number, not many.
            count: 4
            note: two words
            pin: 

            """)
        let held = try machine.play(machine.path("tape"))
        let inputs = try held.sessions().flatMap { try held.commands(of: $0.id) }.flatMap { try held.inputs(of: $0.id) }
        expectEqual(inputs.map(\.kind), ["answer", "answer", "answer", "secret"])
        #expect(!inputs.contains { String(decoding: $0.content, as: UTF8.self).contains("short") })
    }

    @Test func precedenceIsLineEnvironmentDefault() async throws {
        let machine = try TestMachine()
        machine.environment = [
            "SNOWDECK_PARAM_COUNT": "5", "SNOWDECK_PARAM_NOTE": "env", "SNOWDECK_PARAM_PIN": "from the env",
        ]
        let harness = try ShellHarness(machine)
        let values = try await harness.session.resolved(Self.text, given: ["urgency": "1", "note": "line"])
        expectEqual(values["count"], "5")
        expectEqual(values["note"], "line")
        expectEqual(values["pin"], "from the env")
    }

    @Test(arguments: [
        ("bool", "yes", "takes true or false, and not yes"), ("date", "3.3.2025", "takes a date, not 3.3.2025"),
        ("sys_id", "12", "takes a sys_id, 32 hexadecimal digits, not 12"),
        ("file", "../x", "takes a file below the recipe's folder, not ../x"),
        ("file", "/etc/passwd", "takes a file below the recipe's folder, not /etc/passwd"),
        ("int", "-", "takes a whole number, not -"), ("secret", "", "is empty"),
        ("bool", "true", nil), ("date", "2025-03-03 08:00:00", nil), ("int", "-12", nil), ("query", "a=1^ORb=2", nil),
        ("string", "", nil), ("file", "a/b.txt", nil),
    ])
    func referenceFromTextAlone(type: String, text: String, message: String?) throws {
        guard case .kind(let kind) = RecipeParameter.Kind.read(type) else { throw CancellationError() }
        expectEqual(ParameterCheck.validationError(in: text, kind)?.0, message)
    }
}

extension ShellSession {
    /// The values of a recipe's parameters, resolved within a command of the tape.
    fileprivate func resolved(_ text: String, given: [String: String]) async throws -> [String: String] {
        let recipe = try Recipe.read(text, at: "recipes/r.recipe.md")
        let line = "help"
        let arguments = try CommandTable.match(Parser.parse(line)).bind(in: line)
        let deck = try openDeck()
        let frame = try await deck.begin(line)
        let run = Run(arguments, in: self, now: frame.now, seed: 1)
        let result: Result<[String: String], any Error>
        do {
            result = .success(try await RecipeParameters.resolve(recipe, given: given, in: run))
        } catch {
            result = .failure(error)
        }
        try deck.finish(exitStatus: 0)
        return try result.get()
    }
}
