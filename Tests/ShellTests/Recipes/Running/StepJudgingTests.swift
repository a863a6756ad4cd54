import Notation
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import RecipeDocument
@testable import Recipes
@testable import SandboxCommands
@testable import Tables
@testable import Workbench

struct StepJudgingTests {
    @Test func stepReportsExpectedAndActualOutput() throws {
        var step = RecipeStep(
            command: "table get incident INC1", line: 3)
        step.expectations = [
            .init(subject: .exit, test: .compare(.equal, "0"), text: "exit 0", line: 4),
            .init(subject: .http, test: .compare(.equal, "201"), text: "http 201", line: 4),
            .init(subject: .rows, test: .compare(.atLeast, "1"), text: "rows >= 1", line: 5),
            .init(
                subject: .path(try FieldPath(".state")), test: .compare(.equal, "{{s}}"), text: ".state == {{s}}",
                line: 6),
            .init(subject: .path(try FieldPath(".stat")), test: .exists, text: ".stat exists", line: 7),
            .init(subject: .took, test: .compare(.less, "2s"), text: "took < 2s", line: 8),
            .init(subject: .header("X-Total"), test: .exists, text: "header X-Total exists", line: 9),
            .init(subject: .path(try FieldPath(".state")), test: .type(.number), text: ".state type number", line: 10),
        ]
        var result = StepResult(step: step, path: "a.recipe.md")
        result.exitStatus = 3
        result.http = 200
        result.took = 2_500_000
        result.value = .object([.init("state", .string("1"))])
        expectEqual(result.judge(["s": "2"]), 0)
        expectEqual(
            result.failures,
            [
                StepFailure(line: 4, text: "exit 0", expected: "== 0", actual: "3"),
                StepFailure(line: 4, text: "http 201", expected: "== 201", actual: "200"),
                StepFailure(
                    line: 5, text: "rows >= 1", expected: ">= 1", actual: "the step's answer has no records to count"),
                StepFailure(line: 6, text: ".state == {{s}}", expected: "== 2", actual: "1"),
                StepFailure(
                    line: 7, text: ".stat exists", expected: "something there",
                    actual: #"There is no "stat" in the answer."#),
                StepFailure(line: 8, text: "took < 2s", expected: "< 2s", actual: "2500ms"),
                StepFailure(
                    line: 9, text: "header X-Total exists", expected: "something there", actual: "no such header"),
                StepFailure(
                    line: 10, text: ".state type number", expected: "a value of type number", actual: "string: 1"),
            ])
    }

    @Test func hiddenErrorsAreCounted() throws {
        let text = "# Goal\n```snowdeck\n> help\n" + String(repeating: "? nothing\n", count: 60) + "```\n"
        let error = try #require(throws: RecipeError.self) { try Recipe.read(text, at: "r") }
        expectEqual(error.problem.further.last?.notes, ["10 further mistakes are not shown."])
    }
}
