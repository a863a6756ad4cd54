import Foundation
import Testing

/// ARCHITECTURE.md names files and folders that exist.
struct ArchitectureTests {
    @Test func everyPathExists() throws {
        let text = try Project.text(of: "ARCHITECTURE.md")
        let named = text.split(separator: "`").map(String.init).filter { part in
            ["Sources/", "Tests/", "scripts/", "Examples/"].contains { part.hasPrefix($0) }
                && !part.contains { " *<".contains($0) || $0.isNewline }
        }
        let paths = named.map { path in
            // NAME and GROUP stand for any.
            let parts = path.split(separator: "/").prefix { part in part != part.uppercased() || part.count < 3 }
            return parts.joined(separator: "/")
        }
        #expect(paths.count > 15)
        let missing = paths.filter { !FileManager.default.fileExists(atPath: Project.root.appending(path: $0).path) }
        #expect(missing.isEmpty, "\(missing)")
    }
}
