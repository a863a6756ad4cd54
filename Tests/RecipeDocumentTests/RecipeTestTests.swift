import Notation
import TestSupport
import Testing

@testable import RecipeDocument

struct RecipeTestTests {
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

    @Test(arguments: cases) func testsPassOrFail(_ one: Case) {
        expectEqual(one.test.holds(of: one.value, ["two": "2"]), one.holds)
    }
}
