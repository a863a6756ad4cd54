import ExchangeModel
import Tables
import TestSupport
import Testing
import Workbench

/// The order of groups.
struct CountOrderTests {
    private static func group(_ name: String, _ average: String) -> String {
        """
        {"stats":{"count":"1","avg":{"order":"\(average)"}},"groupby_fields":[{"field":"label","value":"\(name)"}]}
        """
    }

    private func labels(_ flags: String, _ groups: [String]) async throws -> [String] {
        let answer = HTTPResponse(
            status: 200, headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
            body: Array("{\"result\":[\(groups.joined(separator: ","))]}".utf8))
        // Other requests, for notes about columns, get no response here.
        let machine = try TestMachine(instance: ScriptedTransport([.success(answer)]))
        let harness = try ShellHarness(machine)
        let line = "table count sys_choice --by label --avg order --format csv \(flags)"
        await expectEqual(harness.session.run(line), 0)
        return machine.output.take().split(separator: "\n").dropFirst().compactMap { row in
            row.split(separator: ",").first.map(String.init)
        }
    }

    @Test func differentlyWrittenNumbersAreEqual() async throws {
        let groups = [("c", "3.0000"), ("a", "3"), ("d", "10"), ("b", "3.0"), ("e", "")].map(Self.group)
        try await expectEqual(labels("--order avg_order", groups), ["e", "c", "a", "b", "d"])
        try await expectEqual(labels("--order -avg_order", groups), ["d", "c", "a", "b", "e"])
        try await expectEqual(labels("--order avg_order,label", groups), ["e", "a", "b", "c", "d"])
    }

    @Test func numbersPrecedeWords() async throws {
        let groups = [("9", "1"), ("1a", "1"), ("10", "1"), ("b", "1")].map(Self.group)
        try await expectEqual(labels("--order label", groups), ["9", "10", "1a", "b"])
        try await expectEqual(labels("--order label", groups.reversed()), ["9", "10", "1a", "b"])
    }
}
