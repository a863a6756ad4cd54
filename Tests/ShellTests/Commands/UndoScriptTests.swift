import Notation
import Testing

@testable import Shell

/// A script from the tape of a stranger may name anything.
@Suite struct UndoScriptTests {
    @Test(arguments: ["a b", "a=1 --all", "-n", "--yes", "a;b", "a'", "", "1x"])
    func namesThatAreNoColumnsAreDropped(name: String) throws {
        var script = UndoScript(instance: "https://a.example", line: "table update incident INC1 state=2")
        script.steps = [
            UndoStep(
                action: .update, table: "incident", sysID: "5", title: "INC1", name: "INC1",
                fields: [.init(name: "state", value: "1"), .init(name: name, value: "2")])
        ]
        let read = try #require(UndoScript(reading: script.json.compact))
        #expect(read.lines == ["table update incident INC1 state=1"])
    }
}
