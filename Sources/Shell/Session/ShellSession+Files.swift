import ExchangeModel
import TapeDeck

extension ShellSession {
    /// Writes a file that a command makes beside its output.
    ///
    /// What came of it is an input of the command: a replay writes nothing, and goes on as the recording did. A tape that
    /// is trusted writes it anew.
    func writeFile(_ path: String, _ bytes: [UInt8], replacing: Bool) async throws {
        try workbench.admit(path)
        let deck = try openDeck()
        do {
            _ = try await deck.input(.file, path) { [workbench] in
                do throws(Problem) {
                    try workbench.makeFile(path, bytes, replacing: replacing)
                } catch {
                    throw InputFailure(.file, path, error.message)
                }
                return []
            }
        } catch let failure as InputFailure {
            throw Problem(.usage, failure.message)
        }
        if slot.isPlaying, slot.runsDestinations(trusting: options.trust) {
            try workbench.makeFile(path, bytes, replacing: replacing)
        }
    }
}

extension Problem {
    /// A file is not replaced unless that is asked for.
    package static func fileStands(_ path: String) -> Problem {
        Problem(.usage, "\(path) stands there already, and is not replaced.")
    }
}
