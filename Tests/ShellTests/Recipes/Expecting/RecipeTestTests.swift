import Notation
import Testing

@testable import Shell

/// What has to hold of a value.
@Suite struct RecipeTestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let value: JSON?
        let test: RecipeTest
        let holds: Bool
        var testDescription: String { "\(value?.compact ?? "nothing") \(test) \(holds)" }
        init(_ value: JSON?, _ test: RecipeTest, _ holds: Bool = true) {
            (self.value, self.test, self.holds) = (value, test, holds)
        }
        init(_ value: String, _ comparison: RecipeTest.Comparison, _ wanted: String, _ holds: Bool = true) {
            self.init(.string(value), .compare(comparison, wanted), holds)
        }
    }

    static let cases = [
        Case("2", .equal, "2"), Case("2", .equal, "2.0", false), Case("2", .notEqual, "3"),
        Case("", .equal, ""), Case("a", .equal, "A", false), Case("2", .equal, "{{two}}"),
        Case("10", .more, "9"), Case("10", .less, "9", false), Case("-10", .less, "9"), Case("-2", .more, "-10"),
        Case("1e3", .more, "999"), Case("0.10", .atMost, "0.1"), Case("0.10", .atLeast, "0.1"),
        Case("-0", .atLeast, "0"),
        Case("90071992547409930", .more, "90071992547409929"), Case("007", .atMost, "7"), Case("1e-2", .less, "0.1"),
        Case("2025-03-03 10:00:00", .more, "2025-03-03 09:59:59"), Case("b", .more, "a"), Case("10", .less, "9a"),
        Case("INC0010021", .like, "[INC]"), Case("xINC0010021x", .like, "INC[N]", false),
        Case("Printer on fire", .contains, "on"), Case("Printer", .contains, "{{two}}", false),
        Case(.array([.string("a"), .number("2")]), .compare(.contains, "{{two}}")),
        Case(.array([.string("ab")]), .compare(.contains, "a"), false),
        Case(.number("440"), .compare(.equal, "440")), Case(.bool(true), .compare(.equal, "true")),
        Case(.null, .compare(.equal, "")), Case(.null, .exists), Case(nil, .exists, false), Case(nil, .absent),
        Case(nil, .compare(.notEqual, "1"), false), Case(.string("1"), .type(.string)),
        Case(.number("1"), .type(.string), false), Case(.array([]), .type(.array)), Case(.null, .type(.null)),
    ]

    @Test(arguments: cases) func itHoldsOrDoesNot(_ one: Case) {
        #expect(one.test.holds(of: one.value, ["two": "2"]) == one.holds)
    }

    @Test func aStepSaysWhatWasExpectedAndWhatCame() throws {
        let step = RecipeStep(
            command: "table get incident INC1", line: 3,
            expectations: [
                .init(.exit, .compare(.equal, "0"), text: "exit 0", line: 4),
                .init(.http, .compare(.equal, "201"), text: "http 201", line: 4),
                .init(.rows, .compare(.atLeast, "1"), text: "rows >= 1", line: 5),
                .init(.path(try FieldPath(".state")), .compare(.equal, "{{s}}"), text: ".state == {{s}}", line: 6),
                .init(.path(try FieldPath(".stat")), .exists, text: ".stat exists", line: 7),
                .init(.took, .compare(.less, "2s"), text: "took < 2s", line: 8),
                .init(.header("X-Total"), .exists, text: "header X-Total exists", line: 9),
                .init(.path(try FieldPath(".state")), .type(.number), text: ".state type number", line: 10),
            ])
        var result = StepResult(step, path: "a.recipe.md")
        result.exitStatus = 3
        result.http = 200
        result.took = 2_500_000
        result.value = .object([.init("state", .string("1"))])
        #expect(result.judge(["s": "2"]) == 0)
        #expect(
            result.failures == [
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
}
