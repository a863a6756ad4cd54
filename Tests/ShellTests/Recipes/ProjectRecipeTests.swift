import ExchangeModel
import Foundation
import Sandbox
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Pages
@testable import Recipes
@testable import Rendering
@testable import SandboxCommands
@testable import Tables
@testable import Workbench

/// The project's recipes, on a sandbox with other records at another time, and from their tapes.
struct ProjectRecipeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A folder with copies of the project's folders.
    private static func folder(with names: [String]) throws -> Folder {
        let folder = try Folder()
        for name in names {
            try FileManager.default.copyItem(
                at: root.appending(path: name), to: URL(filePath: folder.path).appending(path: name))
        }
        return folder
    }

    private static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "recipes").path)
                .filter { $0.hasSuffix(Recipe.suffix) }.map { String($0.dropLast(Recipe.suffix.count)) }.sorted()
        }
    }

    private static var other: SandboxOptions {
        var options = SandboxOptions(clock: FixedClock(), seed: 4711)
        options.rows = ["incident": 480, "sys_user": 100]
        options.start = Timestamp(glideText: "2031-10-26 00:30:00") ?? options.start
        options.userZone = ZoneRule.known("Europe/London")
        return options
    }

    /// All of them in sequence on one instance, so that leftovers of one would affect the next.
    private func run(on options: SandboxOptions) async throws -> TestMachine {
        let machine = try TestMachine(try Self.folder(with: ["recipes"]), instance: SandboxInstance(options))
        let harness = try ShellHarness(machine)
        let kept = ["incident", "sys_attachment", "task"].map { "table count \($0)" }
        let before = await harness.transcript(of: kept)
        for name in try Self.names {
            let status = await harness.session.run("recipe run \(name) --record --quiet")
            expectEqual(status, 0, "\(name): \(harness.printed())")
        }
        _ = harness.printed()
        await expectEqual(harness.transcript(of: kept), before)
        try await harness.session.close()
        return machine
    }

    @Test func recipesRunOnOtherDataAndReplayStrictly() async throws {
        let machine = try await run(on: Self.other)
        let closed = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        let tester = RecipeTester(closed.host, sandbox: try ShellHarness.sandbox, version: "0.1.0")
        for name in try Self.names {
            let findings = await tester.test("recipes/\(name)\(Recipe.suffix)")
            expectEqual(findings.map(\.outcome), [.passed], "\(name)")
        }
    }

    /// Each at least once, and the shortest ones until there are twenty.
    @Test func tapesReplayConcurrently() async throws {
        let machine = try TestMachine(try Self.folder(with: ["recipes", "sessions"]), instance: ScriptedTransport([]))
        let tester = RecipeTester(machine.host, sandbox: try ShellHarness.sandbox, version: "0.1.0")
        let short = ["group-audit", "knowledge-search", "user-audit"]
        let names = try Self.names + (0..<20).map { short[$0 % short.count] }
        let outcomes = await withTaskGroup(of: [TestReport.Outcome].self) { group in
            for name in names.prefix(20) {
                group.addTask { await tester.test("recipes/\(name)\(Recipe.suffix)").map(\.outcome) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        expectEqual(outcomes, Array(repeating: .passed, count: 20))
    }
}
