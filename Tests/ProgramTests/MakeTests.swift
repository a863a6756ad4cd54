import Foundation
import Testing

/// When `make` builds anew.
@Suite struct MakeTests {
    @Test func aSourceThatWasOnlyDeletedOrMovedIsNoticed() async throws {
        let desk = try Desk()
        let makefile = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Makefile")
        try desk.write(Array(Data(contentsOf: makefile)), to: "Makefile")
        let built = ".build/release/snowdeck"
        for name in [
            "Package.swift", "Sources/Shell/One.swift", "Sources/Shell/Two.swift", "Sources/Tape/Three.swift",
            "scripts/first-functions", built,
        ] {
            try desk.write("x", to: name)
        }
        /// Everything is as old as its build, which is younger than its sources.
        func settle() throws {
            let all = try FileManager.default.subpathsOfDirectory(atPath: desk.project) + ["."]
            for name in all { try age(name, isBuilt: false) }
            try age(built, isBuilt: true)
        }
        func age(_ name: String, isBuilt: Bool) throws {
            let date = Date(timeIntervalSince1970: isBuilt ? 1_700_000_600 : 1_700_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: desk.path(name))
        }
        func isUpToDate() async throws -> Bool { try await desk.runOther("make", "-q", built).status == 0 }

        try settle()
        #expect(try await isUpToDate())
        try FileManager.default.removeItem(atPath: desk.path("Sources/Shell/One.swift"))
        #expect(try await !isUpToDate())

        try settle()
        #expect(try await isUpToDate())
        try FileManager.default.moveItem(
            atPath: desk.path("Sources/Shell/Two.swift"), toPath: desk.path("Sources/Tape/Two.swift"))
        try age("Sources/Tape/Two.swift", isBuilt: false)
        #expect(try await !isUpToDate())

        try settle()
        try FileManager.default.removeItem(atPath: desk.path("Sources/Tape"))
        #expect(try await !isUpToDate())
        try settle()
        #expect(try await isUpToDate())
    }
}
