import Foundation

/// What the environment of the test process says.
struct TestEnvironment: Sendable {
    let variables: [String: String]

    /// This process's: tests are their own top floor.
    static let process = TestEnvironment(variables: ProcessInfo.processInfo.environment)

    /// The mode by name; nil when none is set. Throws when it is none.
    func mode() throws(CassetteTestingError) -> CassetteMode? {
        guard let text = variables[CassetteMode.variable], !text.isEmpty else { return nil }
        if let mode = CassetteMode(rawValue: text) { return mode }
        let known = CassetteMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw CassetteTestingError(.misuse, "\(CassetteMode.variable) is “\(text)”; it may be \(known).")
    }

    /// The instance to record from.
    var instance: String? { filled("SNOWDECK_INSTANCE") }
    /// Who signs in while recording.
    var user: String? { filled("SNOWDECK_USER") }
    /// The user's password.
    var password: String? { filled("SNOWDECK_PASSWORD") }
    /// A token to record with instead.
    var token: String? { filled("SNOWDECK_TOKEN") }
    /// A file of authorities that are trusted beside those of the machine.
    var certificateFile: String? { filled("SNOWDECK_CACERT") }

    private func filled(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
}
