import Foundation
import Testing

/// The project's recipes as a pipeline tests them.
@Suite struct ProjectRecipeTests {
    @Test func allPassFromTheirTapesWithoutANetwork() async throws {
        let desk = try Desk()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        for folder in ["recipes", "sessions"] {
            try FileManager.default.copyItem(
                at: root.appending(path: folder), to: URL(filePath: desk.path(folder)))
        }
        let tested = try await desk.run(
            "recipe", "test", "--report", "tap", through: HostRights.withoutNetwork(desk))
        #expect(tested.status == 0, "\(tested)")
        let lines = tested.output.split(separator: "\n")
        let recipes = try FileManager.default.contentsOfDirectory(atPath: desk.path("recipes"))
            .filter { $0.hasSuffix(".recipe.md") }
        #expect(lines.first == "TAP version 14")
        #expect(lines.dropFirst(2).map { $0.prefix(3) } == recipes.map { _ in "ok " })
    }
}
