import ExchangeModel
import Foundation
import Sandbox
import Testing

@testable import Shell

/// The project's recipes, on a sandbox with other records at another time, and from their tapes.
@Suite struct ProjectRecipeTests {
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
        var options = SandboxOptions(clock: StandingClock(), seed: 4711)
        options.rows = ["incident": 480, "sys_user": 100]
        options.start = Timestamp(glideText: "2031-10-26 00:30:00") ?? options.start
        options.userZone = TimeZoneRule.known("Europe/London")
        return options
    }

    /// All of them in sequence on one instance, so that leftovers of one would affect the next.
    private func run(on options: SandboxOptions) async throws -> Place {
        let place = try Place(try Self.folder(with: ["recipes"]), instance: SandboxInstance(options))
        let sitting = try Sitting(place)
        let kept = ["incident", "sys_attachment", "task"].map { "table count \($0)" }
        let before = await sitting.transcript(of: kept)
        for name in try Self.names {
            let status = await sitting.session.run("recipe run \(name) --record --quiet")
            #expect(status == 0, "\(name): \(sitting.said())")
        }
        _ = sitting.said()
        #expect(await sitting.transcript(of: kept) == before)
        try await sitting.session.close()
        return place
    }

    @Test func eachRunsWhereOtherRecordsAreAndPlaysStrictly() async throws {
        let place = try await run(on: Self.other)
        let closed = try Place(place.folder, instance: ScriptedTransport([]))
        let tester = RecipeTester(closed.host, sandbox: try Sitting.sandbox, version: "0.1.0")
        for name in try Self.names {
            let findings = await tester.test("recipes/\(name)\(Recipe.suffix)")
            #expect(findings.map(\.outcome) == [.passed], "\(name)")
        }
    }

    /// Each at least once, and the shortest ones until there are forty.
    @Test func manyReplaysOfTheTapesGoSideBySide() async throws {
        let place = try Place(try Self.folder(with: ["recipes", "sessions"]), instance: ScriptedTransport([]))
        let tester = RecipeTester(place.host, sandbox: try Sitting.sandbox, version: "0.1.0")
        let short = ["group-audit", "knowledge-search", "user-audit"]
        let names = try Self.names + (0..<40).map { short[$0 % short.count] }
        let outcomes = await withTaskGroup(of: [TestReport.Outcome].self) { group in
            for name in names.prefix(40) {
                group.addTask { await tester.test("recipes/\(name)\(Recipe.suffix)").map(\.outcome) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(outcomes == Array(repeating: .passed, count: 40))
    }
}
