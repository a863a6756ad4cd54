import CassetteTesting
import Foundation
import Testing

enum CassetteRecording {
    static var isOn: Bool { ![nil, "", "replay"].contains(ProcessInfo.processInfo.environment[CassetteMode.variable]) }
}

/// Two hundred concurrent tests on one tape, each from its beginning; recorded once.
@Suite struct LoadTests {
    @Test(.cassette("load"), arguments: 0..<(CassetteRecording.isOn ? 1 : 200))
    func eachHasTheTapeForItself(number: Int) async throws {
        let triage = try await Triage(instanceURL: CassetteTesting.instanceURL)
        let before = try await triage.urgent(100)
        let raised = try await triage.raise("Printer on fire")
        let after = try await triage.urgent(100)
        #expect(after == before + [raised])
        #expect(try await triage.urgent(2) == Array(after.prefix(2)))
    }
}
