import CommandLanguage
import Notation
import TestSupport
import Testing

struct FieldPathTests {
    static let answer: JSON = [
        "result": [["number": "INC1", "n": 7, "caller_id": ["value": "62", "odd name": true]], ["number": "INC2"]],
        "none": nil,
    ]

    private static let aPathLeadsToThisTextCases: [(String, String)] = [
        (".result[0].number", "INC1"), (".result[-1].number", "INC2"), (".result[0].n", "7"),
        (".result[0].caller_id.\"odd name\"", "true"), (".none", ""), (".result[1]", #"{"number":"INC2"}"#),
    ]

    @Test(arguments: aPathLeadsToThisTextCases)
    func pathSelectsText(path: String, text: String) throws {
        let read = try FieldPath(path)
        expectEqual(read.description, path)
        try expectEqual(read.text(in: Self.answer), text)
    }

    @Test func pathMayStartWithListOrBeEmpty() throws {
        try expectEqual(FieldPath(".[1]").text(in: ["a", "b"]), "b")
        try expectEqual(FieldPath(".").text(in: "x"), "x")
        try expectEqual(FieldPath(".[1]").description, ".[1]")
        try expectEqual(FieldPath(".").description, ".")
    }

    private static let aPathThatLeadsNowhereSaysWhereItEndsCases: [(String, String)] = [
        (".result[2]", "There is no element 2 at .result, which has 2."),
        (".result.number", ".result is a list and has no \"number\"."),
        (".none.x", ".none is null and has no \"x\"."),
        (".result[0].nunber", "There is no \"nunber\" at .result[0]."),
    ]

    @Test(arguments: aPathThatLeadsNowhereSaysWhereItEndsCases)
    func unresolvedPathNamesFailingStep(path: String, message: String) throws {
        let read = try FieldPath(path)
        #expect(throws: FieldPath.Missing.self) { try read.value(in: Self.answer) }
        do throws(FieldPath.Missing) { _ = try read.value(in: Self.answer) } catch {
            expectEqual(error.message, message)
        }
    }

    @Test(arguments: ["", "number", "..a", ".a.", ".a[", ".a[x]", ".a b", ".\"x", ".a[99999999999999999999]"])
    func invalidPathIsRejected(path: String) {
        #expect(throws: FieldPath.SyntaxError.self) { try FieldPath(path) }
    }
}
