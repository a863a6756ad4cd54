import NowSDK
import TapeDeck

extension ShellSession {
    /// The profile that a text means. It is read from outside, and kept on the tape when there is one.
    func profile(meant text: String) async throws -> Profile? {
        let name = "profile " + text.lowercased()
        guard !slot.isPlaying else {
            let line: String
            do { line = try await input(.setting, name) { "" } } catch TapeError.noInput { return nil }
            return try? Profile(reading: line)
        }
        guard let found = Profile.meant(by: text, among: try workbench.startUpFile().profiles()) else { return nil }
        _ = try await input(.setting, name) { found.line }
        return found
    }

    /// What stands before a change of the present instance's records.
    var writeGuard: WriteGuard { profile?.writeGuard ?? (isSandbox ? .open : .confirm) }
}
