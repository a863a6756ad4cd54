import ExchangeModel
import Foundation
import Notation
import Sandbox
import TestSupport
import Testing

struct FileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = TemporaryFolder()
        try body(folder.path)
        withExtendedLifetime(folder) {}
    }

    @Test func aFileKeepsTheRecords() throws {
        try withFolder { folder in
            let file = folder + "/kept.sandbox"
            let id = try Visit(file: file).create("incident", #"{"short_description":"kept","work_notes":"noted"}"#)
            let again = try Visit(file: file)
            #expect(try again.list("incident", "sys_id=\(id)", "short_description") == ["kept"])
            #expect(try again.count("sys_dictionary", "name=incident") == "25")
            #expect(try Visit(file: file).count("sys_dictionary", "name=incident") == "25")
            #expect(try again.list("incident", "number=INC0010201", "sys_created_on") == ["2025-03-03 16:00:01"])
            _ = try again.create("incident", "{}")
            #expect(try again.list("incident", "number=INC0010202", "sys_created_on") == ["2025-03-03 16:00:02"])
        }
    }

    @Test func identifiersOfAKeptSandboxDoNotRepeat() throws {
        try withFolder { folder in
            let file = folder + "/kept.sandbox"
            let ids = try (0..<3).map { _ in try Visit(file: file).create("incident", "{}") }
            #expect(Set(ids).count == 3)
        }
    }

    @Test func anotherFileIsLeftAlone() throws {
        try withFolder { folder in
            let file = folder + "/notes.txt"
            let text = String(repeating: "These are my notes.\n", count: 200)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let error = #expect(throws: SandboxError.self) { try Visit(file: file) }
            #expect(error?.kind == .foreignFile)
            #expect(
                error?.description
                    == "The sandbox file \(file) is no sandbox: it holds something else, and is left as it is.")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        }
    }

    @Test func anImpossiblePlaceIsNamed() throws {
        try withFolder { folder in
            let error = #expect(throws: SandboxError.self) { try Visit(file: folder + "/no/such/place") }
            #expect(error?.kind == .unusable)
            #expect(error?.description.hasPrefix("The sandbox file \(folder)/no/such/place cannot be used: ") == true)
        }
    }
}
