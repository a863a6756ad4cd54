import Foundation

/// A fresh folder of one test's own, removed with the value.
package final class TemporaryFolder: Sendable {
    /// Where it is, without a slash at the end.
    package let path: String

    /// Makes it; a machine on which that fails cannot run these tests.
    package init() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "snowdeck-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            preconditionFailure("no temporary folder can be made: \(error)")
        }
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    package func file(_ name: String) -> String { path + "/" + name }

    /// What stands in it, sorted.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

    /// The content of a file in it.
    package func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// Puts a file into it, or another content into one.
    package func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }
}
