import Foundation
import TestSupport
import Testing

/// The package and the program in README.md, "Use it from Swift". `scripts/test-examples` builds and runs them in an
/// empty folder.
struct ReadmeProgramTests {
    private func block(_ mark: String) throws -> String {
        let page = try Project.text(of: "README.md")
        let start = try #require(page.range(of: "<!-- \(mark) -->\n```swift\n"))
        let end = try #require(page.range(of: "```\n", range: start.upperBound..<page.endIndex))
        return String(page[start.upperBound..<end.lowerBound])
    }

    @Test func programIsTheExample() throws {
        let program = try block("program")
        try expectEqual(Project.text(of: "Examples/Sources/TableReport/main.swift"), program)
        #expect(program.split(separator: "\n").count <= 15)
        try expectEqual(Project.text(of: "Examples/Tests/TapeTests/UrgentIncidentTests.swift"), block("test"))
    }

    @Test func debianPackagesAreInstalledBySetUp() throws {
        let setUp = try Project.text(of: "scripts/set-up"), page = try Project.text(of: "README.md")
        for name in ["libcurl4-openssl-dev", "nettle-dev", "zlib1g-dev", "libgumbo-dev", "libsqlite3-dev"] {
            #expect(setUp.contains(name + ":") && page.contains(name), "\(name)")
        }
    }
}
