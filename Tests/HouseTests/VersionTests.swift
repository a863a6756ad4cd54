import ExchangeModel
import Foundation
import Testing

/// The version is stated once, and the changelog begins with it.
struct VersionTests {
    @Test func changelogBeginsWithVersion() throws {
        let headings = try Project.text(of: "CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
        let newest = try #require(headings.first).dropFirst(3)
        #expect(newest == Snowdeck.version || newest.hasPrefix(Snowdeck.version + " "), "\(newest)")
    }

    @Test func noOtherFileStatesVersion() throws {
        let stated = pattern(for: ["\"\(Snowdeck.version)\""])
        let places = try breaches(in: "Sources", matching: stated) { path, _ in
            path == "Sources/Core/ExchangeModel/Version.swift" ? nil : "use Snowdeck.version"
        }
        #expect(places.isEmpty, "\(places)")
    }
}
