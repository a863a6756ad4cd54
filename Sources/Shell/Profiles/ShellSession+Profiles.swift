import NowSDK
import TapeDeck

extension ShellSession {
    /// The profile that a text means. It is read from outside, and kept on the tape when there is one.
    func profile(meant text: String) async throws -> Profile? {
        let name = "profile " + text.lowercased()
        guard !slot.isPlaying else {
            let line: String
            do { line = try await input(.setting, name) { "" } } catch TapeError.noInput { return nil }
            return try? Profile(reading: line, isTaped: true)
        }
        let found: Profile?
        do throws(Problem) {
            found = Profile.meant(by: text, among: try workbench.startUpFile().profiles())
        } catch {
            // A replay has no file to point into: what is said has to be what the tape can keep.
            let place = error.source.flatMap { source in source.name.map { "\($0):\(source.line): " } } ?? ""
            let said = Problem(error.kind, "The profiles cannot be read: \(place)\(error.message)")
            _ = try await input(.setting, name) { throw said }
            throw said
        }
        guard let found else { return nil }
        _ = try await input(.setting, name) { found.tapedLine }
        return found
    }

    /// What the profiles are called, for a hint; read from outside, as a profile is. None on a tape that does not say.
    func profileNames() async throws -> [String] {
        do {
            return try await input(.setting, "profiles") { [workbench] in
                try workbench.startUpFile().profiles().map(\.name).joined(separator: " ")
            }.split(separator: " ").map(String.init)
        } catch TapeError.noInput {
            return []
        }
    }

    /// What stands before a change of the present instance's records.
    var writeGuard: WriteGuard { profile?.writeGuard ?? (isSandbox ? .open : .confirm) }
}
