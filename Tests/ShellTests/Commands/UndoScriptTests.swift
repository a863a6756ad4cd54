import Notation
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// A script from the tape of a stranger may name anything.
struct UndoScriptTests {
    @Test(arguments: ["a b", "a=1 --all", "-n", "--yes", "a;b", "a'", "", "1x"])
    func namesThatAreNoColumnsAreDropped(name: String) throws {
        var script = UndoScript(instance: "https://a.example", line: "table update incident INC1 state=2")
        script.steps = [
            UndoStep(
                action: .update, table: "incident", sysID: "5", title: "INC1", name: "INC1",
                fields: [.init(name: "state", value: "1"), .init(name: name, value: "2")])
        ]
        let read = try #require(UndoScript(reading: script.json.compact))
        expectEqual(read.lines, ["table update incident INC1 state=1"])
    }

    @Test func stepIsOneLine() throws {
        func lines(table: String = "incident", sysID: String = "5", name: String) throws -> [String] {
            var script = UndoScript(instance: "https://a.example", line: "x")
            script.steps = [
                UndoStep(action: .delete, table: table, sysID: sysID, title: "INC1", name: name, fields: [])
            ]
            return try #require(UndoScript(reading: script.json.compact)).lines
        }
        try expectEqual(lines(name: "INC1"), ["table delete incident INC1"])
        try expectEqual(lines(name: "INC1\nrest DELETE /"), ["table delete incident 5"])
        try expectEqual(lines(table: "a\nb", name: "INC1"), [])
        try expectEqual(lines(sysID: "a\nb", name: "INC1"), [])
    }
}
